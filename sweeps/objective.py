"""What a point is worth: how far every target and gate is from its band, how much it changes, how sure that is.

A distance is 0 inside the band, and 1 for half a band's width outside it, so that targets of all kinds add up. Where
the figure is an estimate, the ends of its interval bound the distance from both sides.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runner.judge.metrics import kind_of, limits
from runner.judge.targets import Target
from runner.judge.unfinished import BY_UNFINISHED
from runner.judge.verdicts import Measures, Verdict, judge
from sweeps.definition import Goal, Sweep

__all__ = ["Assessment", "Loss", "Reading", "leaning", "of_verdict", "read", "unfinished", "weighed"]

_LEANING = 0.8

# One half band outside a target outweighs anything that a goal can offer.
_TARGETS_FIRST = 1e6


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that was asked of a point, and the answer: a target's estimate, or a gate's exact value."""

    name: str
    kind: str
    """"target", "gate" or "goal"."""
    low: float
    high: float
    """The band; an open side is -inf or inf."""
    scale: float
    """What distances are counted in: half the width of the band."""
    estimate: float | None
    at_least: float
    at_most: float
    """The interval of the estimate; both the value itself where it is exact."""
    status: str
    """"met", "missed" or "undecided"; on the luck of a search only so far as to steer it, see `leaning`."""
    metric: str = ""
    """Of a target or a goal, see `runner.judge.metrics`; empty for a gate."""

    @property
    def is_rate(self) -> bool:
        """Whether it is a share between 0 and 1."""
        return bool(self.metric) and kind_of(self.metric).unit == "rate"

    def distance(self, aim: float = 0.0) -> float:
        """How far the estimate lies from the band, or from its inner part; infinite before the first game."""
        return math.inf if self.estimate is None else self._off(self.estimate, self.estimate, aim)

    def least(self, aim: float = 0.0) -> float:
        """The distance if the truth is as kind as the interval allows."""
        return self._off(self.at_most, self.at_least, aim)

    def most(self, aim: float = 0.0) -> float:
        """The distance if the truth is as unkind as the interval allows."""
        return self._off(self.at_least, self.at_most, aim)

    @property
    def slack(self) -> float | None:
        """How far the estimate may still move the wrong way, in half bands; negative outside the band."""
        if self.estimate is None:
            return None
        return min(self.estimate - self.low, self.high - self.estimate) / self.scale

    @property
    def surely_missed(self) -> bool:
        """Whether the whole interval lies outside the band."""
        return self.at_most < self.low or self.at_least > self.high

    def _off(self, above_low: float, below_high: float, aim: float) -> float:
        inset = aim * self.scale
        return max(self.low + inset - above_low, below_high - (self.high - inset), 0.0) / self.scale


@dataclass(frozen=True, slots=True)
class Loss:
    """A figure to make small, and its ends by the intervals."""

    value: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is known of a point after some rounds of play."""

    readings: tuple[Reading, ...]
    change: float
    """How much the point differs from today: see `Space.change`."""
    distance: Loss
    loss: Loss
    """What a search with one objective makes small."""
    round: int
    """Rounds played, from 0 for the first."""
    games: int
    """Games played of the point so far."""
    finished: bool
    """Nothing more would be learned, or allowed: every target is decided, or the point's games are used up."""
    doubtful: bool
    """It may still be met, but others look better: it waits until they have been tried."""

    @property
    def status(self) -> str:
        """ "met" when everything is, "missed" as soon as one thing surely is, else "undecided"."""
        asked = [reading for reading in self.readings if reading.kind != "goal"]
        if any(reading.status == "missed" for reading in asked):
            return "missed"
        return "met" if all(reading.status == "met" for reading in asked) else "undecided"

    @property
    def objectives(self) -> tuple[float, float]:
        """The two objectives of a front: what is sought, and the change from today."""
        goal = [reading for reading in self.readings if reading.kind == "goal"]
        return (self.loss.value if goal else self.distance.value, self.change)


def leaning(sweep: Sweep) -> float:
    """The certainty at which a point's target counts as met or missed before fresh luck is asked.

    A search that goes wrong has other points to go on with; a smallest change that loses one is not the smallest.
    """
    certainty = sweep.experiment.certainty
    return certainty if sweep.table.mode == "smallest-change" else min(_LEANING, certainty)


def read(
    sweep: Sweep, summaries: Mapping[str, Any], measures: Measures, look: int
) -> tuple[tuple[Reading, ...], tuple[Verdict, ...]]:
    """The readings of every target, and of the goal, on what was played; and the verdicts that steer the search.

    Intervals have the experiment's certainty. Whether a target counts as met is decided at `leaning` here: only fresh
    luck proves anything, so that a wrong turn of the search costs games and not truth. `look` counts the rounds.
    """
    experiment, goal = sweep.experiment, sweep.goal
    steering = judge(experiment.targets, summaries, leaning(sweep), measures, look=look)
    shown = judge(experiment.targets, summaries, experiment.certainty, measures, look=look)
    found = [
        replace(of_verdict(verdict, experiment.game.seats), status=lean.status)
        for verdict, lean in zip(shown, steering, strict=True)
    ]
    if goal is not None:
        (verdict,) = judge([goal.target], summaries, experiment.certainty, measures)
        found.append(of_goal(verdict))
    return tuple(found), steering


def of_verdict(verdict: Verdict, seats: int) -> Reading:
    """A target's reading. A rate's band ends at 0 and 1 at the latest, so its width is known where a side is open.

    What is asked inside a game lies near one end of the scale ("5 % at least"): there the edge alone says what is far.
    """
    target, ends = verdict.target, _ends(verdict)
    low, high = open_band(target, seats)
    inside = bool(kind_of(target.metric).item)
    scale = band_scale(low, high) if inside else band_scale(target.low, target.high)
    return Reading(
        target.name,
        "target",
        low,
        high,
        scale,
        verdict.estimate,
        ends[0],
        ends[1],
        verdict.status,
        target.metric,
    )


def of_goal(verdict: Verdict) -> Reading:
    """A goal's reading: it has no band."""
    ends = _ends(verdict)
    return Reading(
        verdict.target.name,
        "goal",
        -math.inf,
        math.inf,
        1.0,
        verdict.estimate,
        ends[0],
        ends[1],
        "met",
        verdict.target.metric,
    )


def unfinished(verdicts: Sequence[Verdict]) -> list[Reading]:
    """A reading where more games end by the turn cap than a target allows, so that a search is led away from games that
    nobody finishes, however even their scores."""
    shares = [(one.unfinished, one.target.unfinished) for one in verdicts if one.unfinished is not None]
    over = [
        ((share.value or 0.0) / limit, share, limit)
        for share, limit in shares
        if (share.value or 0.0) > limit
    ]
    if not over:
        return []
    _, share, limit = max(over, key=lambda one: one[0])
    status = "missed" if any(one.decided_by == BY_UNFINISHED for one in verdicts) else "undecided"
    name = "games that end by the turn cap"
    return [Reading(name, "gate", -math.inf, limit, limit, share.value, *share.ends, status)]


def _ends(verdict: Verdict) -> tuple[float, float]:
    """The interval of a verdict; open where nothing is known yet."""
    low, high = verdict.low, verdict.high
    return (-math.inf if low is None else low, math.inf if high is None else high)


def open_band(target: Target, seats: int) -> tuple[float, float]:
    """The target's band, a side at the limit of its metric open."""
    least, most = limits(target.metric, seats)
    low = -math.inf if target.low <= least else target.low
    high = math.inf if target.high >= most else target.high
    return low, high


def band_scale(low: float, high: float) -> float:
    """Half the width of a band; half its edge where one side is open, and 1 where that is 0."""
    if math.isinf(low) and math.isinf(high):
        return 1.0
    if math.isinf(low) or math.isinf(high):
        return abs(high if math.isinf(low) else low) / 2 or 1.0
    return (high - low) / 2 or abs(high) / 2 or 1.0


def weighed(
    sweep: Sweep,
    readings: Sequence[Reading],
    change: float,
    round_: int,
    games: int,
    finished: bool,
    doubtful: bool,
) -> Assessment:
    """The readings put together. Gates are exact, so only targets are aimed inside of."""
    asked = [reading for reading in readings if reading.kind != "goal"]
    aims = [sweep.table.aim if reading.kind == "target" else 0.0 for reading in asked]
    distance = Loss(
        sum(reading.distance(aim) for reading, aim in zip(asked, aims, strict=True)),
        sum(reading.least(aim) for reading, aim in zip(asked, aims, strict=True)),
        sum(reading.most(aim) for reading, aim in zip(asked, aims, strict=True)),
    )
    goal = next((reading for reading in readings if reading.kind == "goal"), None)
    if sweep.goal is not None and goal is not None:
        loss = _goal_loss(sweep.goal, goal, distance)
    else:
        extra = sweep.table.change_weight * change
        loss = Loss(distance.value + extra, distance.least + extra, distance.most + extra)
    return Assessment(tuple(readings), change, distance, loss, round_, games, finished, doubtful)


def _goal_loss(goal: Goal, reading: Reading, distance: Loss) -> Loss:
    value = math.inf if reading.estimate is None else -goal.sign * reading.estimate
    ends = sorted((-goal.sign * reading.at_least, -goal.sign * reading.at_most))
    return Loss(
        value + _TARGETS_FIRST * distance.value,
        ends[0] + _TARGETS_FIRST * distance.least,
        ends[1] + _TARGETS_FIRST * distance.most,
    )
