"""What is most broken comes first, in every list of verdicts that people read."""

import math
from collections.abc import Sequence

from runner.judge.verdicts import Verdict

__all__ = ["BROKEN_FIRST", "distance", "worst_first"]

BROKEN_FIRST = {"missed": 0, "undecided": 1, "met": 2}


def worst_first(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Missed, undecided, met; in each what lies farthest outside its band first, then what is nearest to an edge."""
    return sorted(verdicts, key=lambda one: (BROKEN_FIRST[one.status], -distance(one)))


def distance(verdict: Verdict) -> float:
    """How far the estimate lies outside its band, in half widths of the band; inside it is below 0.

    A band with one side is measured by that side's size. -inf before anything was seen.
    """
    target = verdict.target
    if verdict.estimate is None:
        return -math.inf
    outside = max(target.low - verdict.estimate, verdict.estimate - target.high)
    return outside / _scale(target.low, target.high) if math.isfinite(outside) else -math.inf


def _scale(low: float, high: float) -> float:
    if math.isfinite(low) and math.isfinite(high):
        return max((high - low) / 2, 1e-12)
    edges = [abs(edge) for edge in (low, high) if math.isfinite(edge)]
    return max(*edges, 1e-12) if edges else 1.0
