"""Difference of two figures of which only the intervals are kept, each from its own run.

Where both sides are played on purpose on the same luck, pair by pair, `paired.py` gives much narrower intervals.
"""

from __future__ import annotations

from math import hypot

from runner.judge.estimates import Estimate

__all__ = ["difference_apart", "difference_together"]


def difference_apart(before: Estimate, after: Estimate) -> Estimate:
    """After less before, of runs on different luck: square-and-add (Newcombe 1998, method 10), at their certainty."""
    if before.value is None or after.value is None:
        return Estimate(None)
    value = after.value - before.value
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return Estimate(value)
    down = hypot(after.value - after.low, before.high - before.value)
    up = hypot(after.high - after.value, before.value - before.low)
    return Estimate(value, value - down, value + up)


def difference_together(before: Estimate, after: Estimate) -> Estimate:
    """After less before, of runs that share luck: from end to end, which holds wherever both intervals do.

    How strongly the two hang together is not known from sums, so nothing narrower is sound.
    """
    if before.value is None or after.value is None:
        return Estimate(None)
    value = after.value - before.value
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return Estimate(value)
    return Estimate(value, after.low - before.high, after.high - before.low)
