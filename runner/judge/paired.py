"""Patch diff: what changed between two runs on the same luck.

The same pair stream played twice differs only by what was changed, so the difference pair by pair has far
less noise than two separate win rates. How many pairs are played is fixed beforehand, which is what `fixed.py` asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from runner.judge.fixed import Differences
from runner.judge.multiplicity import benjamini_hochberg
from runner.judge.verdicts import Verdict

__all__ = ["JudgedTwice", "PairDiff", "candidates", "judged_twice", "moved", "paired_ratio", "paired_scores"]

Floats = NDArray[np.float64]

# A ratio of which one side rests on fewer pairs (or batches of pairs) than this is not compared.
FEWEST = 10
# Unseen changes of a figure without known bounds are taken to reach this many standard deviations of it.
REACH = 2.0


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
    """Interval of the mean difference for this number of pairs; exactly 0 to 0 when both runs are one document, None
    where too little was seen to tell."""
    errors: float = 0.0
    """The difference in standard errors, by the same interval."""
    p_value: float = 1.0
    """Of no difference, two-sided."""
    certainty: float = 0.95
    """Of the interval."""
    _known: Differences | None = field(default=None, repr=False, compare=False)
    _bound: float = field(default=np.inf, repr=False, compare=False)

    @property
    def unchanged(self) -> bool:
        """No pair differs."""
        return self.changed == 0

    def at(self, certainty: float) -> PairDiff:
        """The same with an interval of another certainty."""
        if self._known is None:
            return replace(self, certainty=certainty)
        low, high = self._known.interval(certainty)
        return replace(self, low=max(low, -self._bound), high=min(high, self._bound), certainty=certainty)


def paired_scores(
    name: str, before: Floats, after: Floats, certainty: float = 0.95, *, same_rules: bool = False
) -> PairDiff:
    """Difference of what lies between 0 and 1 in every pair: a score, a share of its games.

    Args:
        name: what is compared: a match-up, a player.
        before: `[n]` pair scores in [0, 1]; pair i of both runs has the same luck.
        after: `[n]` likewise.
        certainty: of the interval.
        same_rules: both runs used one document and the same policies, so that 0 is exact and no estimate.

    Raises:
        ValueError: lengths differ, or identical rules gave different scores.
    """
    _check(name, before, after)
    if same_rules:
        return _exact(name, len(before), _mean(before), np.array_equal(before, after))
    if not len(before):
        return PairDiff(name, 0, 0, None, None, None, -1.0, 1.0, certainty=certainty, _bound=1.0)
    known = Differences.of(after - before, 1.0)
    changed = int(np.count_nonzero(after != before))
    return _diff(name, changed, _mean(before), _mean(after), known, 1.0, certainty)


def paired_ratio(
    name: str,
    before: tuple[NDArray[np.int64], NDArray[np.int64]],
    after: tuple[NDArray[np.int64], NDArray[np.int64]],
    scale: float = 1.0,
    certainty: float = 0.95,
    *,
    same_rules: bool = False,
    step: float | None = None,
) -> PairDiff:
    """Difference of two ratios of sums over the same pairs: a metric's mean a game, an option's share of its offers.

    Each ratio is replaced by its linear part (delta method), which differs pair by pair.

    Args:
        name: what is compared.
        before: numerators and denominators `[n]`, exact whole numbers, a pair (or a batch of pairs) each.
        after: likewise, of the same pairs.
        scale: turns a ratio into the unit shown, by division.
        certainty: of the interval.
        same_rules: as in `paired_scores`.
        step: the least that a numerator can change, for what is counted; without it an unseen change may be as large
            as the figure's own spread.

    No interval where a side rests on fewer than `FEWEST` pairs of a denominator that varies, or than 2 of one that does
    not.
    """
    _check(name, *before)
    for side in after:
        _check(name, before[0], side)
    differ = (before[0] != after[0]) | (before[1] != after[1])
    ratios = [_ratio(*side, scale) for side in (before, after)]
    if same_rules:
        return _exact(name, int(np.count_nonzero(before[1])), ratios[0], not differ.any())
    least = min(int(np.count_nonzero(side[1])) for side in (before, after))
    varies = any(len(np.unique(side[1])) > 1 for side in (before, after))
    pairs = int(np.count_nonzero((before[1] != 0) | (after[1] != 0)))
    old, new = ratios
    if least < (FEWEST if varies else 2) or old is None or new is None:
        gap = None if old is None or new is None else new - old
        return PairDiff(name, pairs, int(differ.sum()), old, new, gap, None, None, certainty=certainty)
    parts = [_linear(*side, ratio, scale) for side, ratio in zip((before, after), (old, new), strict=True)]
    values = parts[1] - parts[0] + (new - old)
    least_reach = (
        REACH * max(float(part.std()) for part in parts)
        if step is None
        else step / scale / min(float(side[1].mean()) for side in (before, after))
    )
    reach = max(float(np.abs(values - np.median(values)).max()), least_reach)
    known = Differences.of(values, reach, least - 1.0)
    return _diff(name, int(differ.sum()), old, new, known, np.inf, certainty, pairs)


def _ratio(top: NDArray[np.int64], bottom: NDArray[np.int64], scale: float) -> float | None:
    whole = int(bottom.sum())
    return int(top.sum()) / whole / scale if whole else None


def _linear(top: NDArray[np.int64], bottom: NDArray[np.int64], ratio: float, scale: float) -> Floats:
    """[n] what each pair adds to the ratio, of mean 0."""
    away: Floats = (top / scale - ratio * bottom) / bottom.mean()
    return away


def _diff(
    name: str,
    changed: int,
    before: float | None,
    after: float | None,
    known: Differences,
    bound: float,
    certainty: float,
    pairs: int | None = None,
) -> PairDiff:
    number = known.number if pairs is None else pairs
    errors = known.errors if changed else 0.0
    p_value = known.p_value if errors else 1.0
    made = PairDiff(
        name, number, changed, before, after, known.mean, None, None, errors, p_value, certainty, known, bound
    )
    return made.at(certainty)


def _check(name: str, before: NDArray[np.generic], after: NDArray[np.generic]) -> None:
    if before.shape != after.shape or before.ndim != 1:
        raise ValueError(
            f"{name}: {before.shape} pairs before and {after.shape} after; expected the same luck"
        )


def _exact(name: str, pairs: int, value: float | None, equal: bool) -> PairDiff:
    if not equal:
        raise ValueError(f"{name}: pairs differ although rules and luck are the same")
    return PairDiff(name, pairs, 0, value, value, 0.0, 0.0, 0.0)


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def candidates(differences: Sequence[PairDiff]) -> int:
    """How many can be listed at all: a figure of which no pair differs has no direction to be wrong about."""
    return sum(not one.unchanged for one in differences)


def moved(differences: Sequence[PairDiff], alpha: float = 0.05) -> dict[int, PairDiff]:
    """What moved, by place in `differences`, largest in standard errors first, each with the interval to show.

    Benjamini & Hochberg (1995) over the m figures of which some pair differs: of the list a share alpha at most is
    expected to be false. How many pairs differ says nothing of the direction, so to leave out those without costs
    nothing (Bourgon, Gentleman & Huber 2010). The intervals allow for the choice (Benjamini & Yekutieli 2005): of r
    listed each holds at 1 - alpha r / m, so that at most a share alpha of them is expected to leave out the truth, and
    none holds 0.
    """
    places = [place for place, one in enumerate(differences) if not one.unchanged]
    with np.errstate(divide="ignore"):
        evidence = -np.log([differences[place].p_value for place in places])
    real = benjamini_hochberg(evidence, alpha)
    listed = [place for place, is_real in zip(places, real, strict=True) if is_real]
    certainty = 1.0 - alpha * len(listed) / max(len(places), 1)
    order = sorted(listed, key=lambda place: -abs(differences[place].errors))
    return {place: differences[place].at(certainty) for place in order}


@dataclass(frozen=True)
class JudgedTwice:
    """One target or gate, judged on both sides."""

    before: Verdict
    after: Verdict

    @property
    def name(self) -> str:
        """Of the target; a gate is told by its worst row after."""
        return self.after.target.name

    @property
    def changed(self) -> bool:
        """Whether the verdict is another."""
        return self.before.status != self.after.status

    @property
    def broken(self) -> bool:
        """Met before, and missed after."""
        return self.before.status == "met" and self.after.status == "missed"


def judged_twice(before: Sequence[Verdict], after: Sequence[Verdict]) -> tuple[JudgedTwice, ...]:
    """The same targets and gates in the same order, judged on both sides. Raises `ValueError` for others."""
    if [_asked(one) for one in before] != [_asked(one) for one in after]:
        raise ValueError("the two sides were not asked the same")
    return tuple(JudgedTwice(old, new) for old, new in zip(before, after, strict=True))


def _asked(verdict: Verdict) -> tuple[str, str, int, str, int | None]:
    target = verdict.target
    return target.metric, target.matchup, target.player, target.item, target.seat
