"""What a target looks at: the counts of one quantity of one match-up, taken out of a summary.

Scores   pair scores in [0, 1] by histogram: win, draw and loss rate, seat advantage, unfinished rate
Moments  moments of pair means without bounds: pay-off, turns, the game's own metrics (see `asymptotic`)

What is counted of options, endings and events is in `inside`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from runner.judge.asymptotic import NO_LIMITS, Moments
from runner.judge.scores import RATES, Points, pair_scores, score_points, seat_points
from runner.judge.targets import BOUNDED_METRICS, Target

if TYPE_CHECKING:
    from runner.summary import Summary

__all__ = ["Measures", "Scores", "observe", "seats_of", "unfinished"]


@dataclass(frozen=True)
class Measures:
    """What the columns of a game's summaries mean.

    `names` and `scales` follow the metric axis (first `payoff`, then `turns`): a stored integer divided by
    its scale is the value. `unfinished` is the termination of games that count and reached no ending of the
    game's own: the turn cap; None where nothing is asked of them. Games that a fault, a time-out or an illegal move
    voided are in no figure. `options`, `endings` (all terminations, by code) and `events` follow the axes of what is
    counted inside a game; `efficiencies` has what the data says of options.
    """

    names: tuple[str, ...] = ("payoff", "turns")
    scales: tuple[int, ...] = (1, 1)
    unfinished: int | None = None
    limits: tuple[tuple[float, float], ...] = ()
    """By metric, what a value can be at least and at most; none given: anything."""
    options: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    efficiencies: tuple[tuple[str, float], ...] = ()
    """By option: efficiency over the median of its kind; inf where it costs nothing."""

    def limits_of(self, metric: str) -> tuple[float, float]:
        """What a value of the metric can be at least and at most."""
        known = dict(zip(self.names, self.limits, strict=False))
        return known.get(metric, NO_LIMITS)


@dataclass(frozen=True)
class Scores:
    """Counts of scores in [0, 1]; the quantity shown is `offset + span * score`."""

    values: tuple[float, ...]
    counts: NDArray[np.float64]
    """[n] pairs by score, fractions where only games are known."""
    seats: int
    """Games behind one count."""
    offset: float = 0.0
    span: float = 1.0
    why: str = ""
    """Why nothing can be told of it, where that is so."""

    @property
    def pairs(self) -> float:
        """Pairs counted."""
        return float(self.counts.sum())

    @property
    def estimate(self) -> float | None:
        """The quantity at the mean score; None without pairs."""
        return self.quantity_of(self.counts @ np.array(self.values) / self.pairs) if self.pairs else None

    def score_of(self, quantity: float) -> float:
        """The score in [0, 1] that a bound on the quantity shown stands for."""
        return (quantity - self.offset) / self.span

    def quantity_of(self, score: float) -> float:
        """The quantity shown for a score in [0, 1]."""
        return self.offset + self.span * float(score)


def seats_of(summary: Summary | None) -> int:
    """Seats of a match-up; 2 while nothing is known of it."""
    return summary.seats if summary else 2


def observe(target: Target, summary: Summary | None, measures: Measures) -> Scores | Moments:
    """The counts behind `target`; empty ones when the match-up has not been played."""
    seats = seats_of(summary)
    if target.metric == "unfinished_rate":
        return unfinished(summary, measures)
    if target.metric == "seat_advantage":
        points, least = seat_points(seats), -1.0 / (seats - 1)
        hist = summary.seat_hist[target.player] if summary else _no_pairs(seats)
        return _histogram(hist, points, offset=least, span=1.0 - least)
    if target.metric in BOUNDED_METRICS:
        points = RATES.get(target.metric) or score_points(target.draw_value)
        hist = summary.score_hist[target.player] if summary else _no_pairs(seats)
        return _histogram(hist, points)
    return _moments(target, summary, measures)


def unfinished(summary: Summary | None, measures: Measures) -> Scores:
    """The share of games that ended by the turn cap; nothing is known of it before the first pair."""
    return _share(summary, measures.unfinished)


def _no_pairs(seats: int) -> NDArray[np.int64]:
    return np.zeros((seats + 1, seats + 1), np.int64)


def _histogram(hist: NDArray[np.int64], points: Points, offset: float = 0.0, span: float = 1.0) -> Scores:
    values, counts = pair_scores(hist, points)
    return Scores(tuple(values.tolist()), counts.astype(np.float64), hist.shape[-1] - 1, offset, span)


def _share(summary: Summary | None, code: int | None) -> Scores:
    """Games of one termination, over the pairs that count; nothing where no termination is asked."""
    if summary is None or code is None:
        return Scores((0.0, 1.0), np.zeros(2), seats_of(summary))
    each = np.arange(summary.seats + 1) / summary.seats
    counts = summary.ending_hist[code].astype(np.float64)
    counts[0] = summary.pairs - counts[1:].sum()
    return Scores(tuple(each.tolist()), counts, summary.seats)


def _moments(target: Target, summary: Summary | None, measures: Measures) -> Moments:
    if target.metric not in measures.names:
        known = ", ".join((*BOUNDED_METRICS, *measures.names))
        raise ValueError(
            f"target {target.name!r}: metric {target.metric!r} is unknown; expected one of {known}"
        )
    row = measures.names.index(target.metric)
    scale = float(measures.scales[row] * seats_of(summary))
    if summary is None:
        return Moments.of_sums(0, 0, 0, scale)
    number, total, squares = (
        int(axis[row, target.player]) for axis in (summary.pair_n, summary.pair_sum, summary.pair_sumsq)
    )
    return Moments.of_sums(number, total, squares, scale)
