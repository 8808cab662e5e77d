"""Patch diff: what changed between two runs on the same luck.

The same pair stream played twice differs only by what was changed, so the difference pair by pair has far
less noise than two separate win rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.asymptotic import Moments, band_wagers, sequence
from runner.judge.eprocess import log_above, log_below
from runner.judge.intervals import confidence_sequence
from runner.judge.multiplicity import benjamini_hochberg
from runner.judge.verdicts import Verdict

__all__ = ["PairDiff", "moved", "paired_metric", "paired_scores", "verdict_changes"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PairDiff:
    """After minus before, pair by pair."""

    name: str
    pairs: int
    changed: int
    """Pairs whose outcome differs at all."""
    before: float | None
    after: float | None
    mean: float | None
    low: float | None
    high: float | None
    """Always-valid interval of the mean difference; exactly 0 to 0 when both runs are one document."""
    log_e: float
    """Log evidence that the mean difference is not 0."""

    @property
    def unchanged(self) -> bool:
        """No pair differs."""
        return self.changed == 0


def paired_scores(
    name: str, before: Floats, after: Floats, certainty: float = 0.95, *, same_rules: bool = False
) -> PairDiff:
    """Difference of bounded pair scores.

    Args:
        name: what is compared: a match-up, a player.
        before: `[n]` pair scores in [0, 1]; pair i of both runs has the same luck.
        after: `[n]` likewise.
        certainty: of the interval.
        same_rules: both runs used one document and the same policies, so that 0 is exact and no estimate.

    Raises:
        ValueError: lengths differ, or identical rules gave different scores.
    """
    _check(name, before, after, same_rules)
    differences = after - before
    if same_rules:
        return _exact(name, before)
    values, counts = np.unique(np.round((differences + 1.0) / 2.0, 12), return_counts=True)
    if not len(differences):
        values, counts = np.array([0.5]), np.array([0])
    low, high = confidence_sequence(values, counts, certainty)
    both = np.logaddexp(log_above(values, counts, 0.5), log_below(values, counts, 0.5)) - np.log(2.0)
    return PairDiff(
        name=name,
        pairs=len(differences),
        changed=int(np.count_nonzero(differences)),
        before=_mean(before),
        after=_mean(after),
        mean=_mean(differences),
        low=2.0 * float(low) - 1.0,
        high=2.0 * float(high) - 1.0,
        log_e=float(both),
    )


def paired_metric(
    name: str,
    before: NDArray[np.int64],
    after: NDArray[np.int64],
    scale: float = 1.0,
    certainty: float = 0.95,
    *,
    same_rules: bool = False,
) -> PairDiff:
    """Difference of a metric without bounds from exact pair totals `[n]`; `scale` turns a total into a pair
    mean.

    The interval is asymptotic, and unknown (None) with fewer than 2 pairs.
    """
    _check(name, before, after, same_rules)
    if same_rules:
        return _exact(name, before / scale)
    differences = after - before
    moments = Moments.of_sums(len(before), int(differences.sum()), int((differences**2).sum()), scale)
    ends = sequence(moments, certainty)
    return PairDiff(
        name=name,
        pairs=len(before),
        changed=int(np.count_nonzero(differences)),
        before=_mean(before / scale),
        after=_mean(after / scale),
        mean=moments.estimate,
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        log_e=_log_e(moments),
    )


def _log_e(moments: Moments) -> float:
    _, missed = band_wagers([moments], [0.0], [0.0]).evidence()
    return float(missed[0])


def _check(name: str, before: NDArray[np.generic], after: NDArray[np.generic], same_rules: bool) -> None:
    if before.shape != after.shape or before.ndim != 1:
        raise ValueError(
            f"{name}: {before.shape} pairs before and {after.shape} after; expected the same luck"
        )
    if same_rules and not np.array_equal(before, after):
        differing = int(np.count_nonzero(before != after))
        raise ValueError(f"{name}: {differing} pairs differ although rules and luck are the same")


def _exact(name: str, values: Floats) -> PairDiff:
    mean = _mean(values)
    return PairDiff(name, len(values), 0, mean, mean, 0.0, 0.0, 0.0, -np.inf)


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def moved(differences: Sequence[PairDiff], alpha: float = 0.05) -> tuple[PairDiff, ...]:
    """What moved, largest change first: at most a share alpha of the list is expected to be false (e-BH)."""
    rejected = benjamini_hochberg([one.log_e for one in differences], alpha)
    kept = [one for one, is_real in zip(differences, rejected, strict=True) if is_real]
    return tuple(sorted(kept, key=lambda one: -abs(one.mean or 0.0)))


def verdict_changes(
    before: Sequence[Verdict], after: Sequence[Verdict]
) -> tuple[tuple[Verdict, Verdict], ...]:
    """Targets, matched by name, whose status differs; targets of one run alone are left out."""
    earlier = {verdict.target.name: verdict for verdict in before}
    pairs = ((earlier[one.target.name], one) for one in after if one.target.name in earlier)
    return tuple((old, new) for old, new in pairs if old.status != new.status)
