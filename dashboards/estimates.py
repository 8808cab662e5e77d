"""Counts in rows -> estimates with intervals, all by the judge's own formulas; nothing is estimated here by hand.

Intervals of pair scores are confidence sequences (valid while a run is still writing), those of games are Wilson's.
Each holds by itself at the run's certainty; only verdicts hold for a whole table at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf, isqrt

import numpy as np

from dashboards.option_counts import seat_counts
from dashboards.rows import EndingRow, LengthSummary, MeetingRow, MetricRow, PairRow, SeatRow, StandingRow
from dashboards.run import Run
from runner.judge import league
from runner.judge.asymptotic import within
from runner.judge.estimates import Estimate
from runner.judge.intervals import confidence_sequence, normal_mixture_radius, wilson
from runner.judge.league import League
from runner.judge.options import OptionFigures, option_figures
from runner.judge.payoffs import Meeting
from runner.judge.scores import Points, pair_scores, score_points, seat_points

__all__ = [
    "ending_share",
    "leagues",
    "length",
    "mean",
    "option_rows",
    "pooled",
    "pooled_advantages",
    "proportion",
    "scores",
    "seat_advantages",
    "standing",
]

Pooled = PairRow | SeatRow | StandingRow
Ends = tuple[float, float]


def scores(hists: Sequence[Sequence[int]], seats: int, draw: float, certainty: float) -> tuple[Estimate, ...]:
    """Mean pair scores from flattened histograms `[(k+1)(k+1)]` of pairs by (wins, games without a winner)."""
    return _bounded(hists, seats, score_points(draw), certainty)


def seat_advantages(hists: Sequence[Sequence[int]], seats: int, certainty: float) -> tuple[Estimate, ...]:
    """How far a seat's win rate lies above the mean of the others', from histograms of that seat."""
    return tuple(_lead(one, seats) for one in _bounded(hists, seats, seat_points(seats), certainty))


def _lead(one: Estimate, seats: int) -> Estimate:
    """A seat's score as its advantage, which lies in [-1/(k-1), 1]."""
    least = -1.0 / (seats - 1)
    value, low, high = (
        None if end is None else least + (1.0 - least) * end for end in (one.value, one.low, one.high)
    )
    return Estimate(value, low, high)


def proportion(successes: float, trials: int, certainty: float) -> Estimate:
    """A share of games; the interval takes them as independent."""
    low, high = wilson(successes, trials, certainty)
    return Estimate(successes / trials if trials else None, float(low), float(high))


def pooled(rows: Sequence[Pooled], draw: float, certainty: float) -> tuple[Estimate, ...]:
    """Mean scores over match-ups that weigh the same: of one its confidence sequence, of several the asymptotic one.

    A game without a winner counts `draw`, as it did in the rows.
    """
    known = [row.hist for row in rows if row.hist is not None]
    single = iter(scores(known, isqrt(len(known[0])) - 1, draw, certainty) if known else ())
    return tuple(
        next(single)
        if row.hist is not None
        else _evenly(row.score, row.variance, row.pairs, certainty, (0.0, 1.0))
        for row in rows
    )


def pooled_advantages(rows: Sequence[SeatRow], seats: int, certainty: float) -> tuple[Estimate, ...]:
    """How far a seat's win rate lies above the mean of the others', over all match-ups."""
    return tuple(_lead(one, seats) for one in pooled(rows, seat_points(seats)[1], certainty))


def standing(row: StandingRow, draw: float, certainty: float) -> Estimate:
    """A policy's mean over its match-ups."""
    return pooled([row], draw, certainty)[0]


def mean(row: MetricRow, certainty: float, limits: Ends = (-inf, inf)) -> tuple[Estimate, float | None]:
    """Mean of a metric over match-ups, with its asymptotic sequence, and the standard deviation between games."""
    if not row.games:
        return Estimate(None), None
    return _evenly(row.mean, row.variance, row.pairs, certainty, limits), row.deviation


def length(row: LengthSummary, certainty: float, limits: Ends = (0.0, inf)) -> Estimate:
    """Mean turns over match-ups, with its asymptotic sequence over pairs."""
    return _evenly(row.mean, row.variance, row.pairs, certainty, limits)


def ending_share(row: EndingRow, certainty: float) -> Estimate:
    """Share of games that ended so, over match-ups, with its asymptotic sequence over pairs."""
    return _evenly(row.share, row.variance, row.pairs, certainty, (0.0, 1.0))


def _evenly(value: float | None, variance: float, pairs: int, certainty: float, limits: Ends) -> Estimate:
    """A mean of match-ups, `variance` what one of all `pairs` contributes to it; its interval within what is possible.

    With fewer than two pairs no spread is known: the interval is all that is possible, or none where that is endless.
    """
    if value is None or pairs < 2:
        low, high = (None if isinf(end) else end for end in limits)
        return Estimate(value, low, high)
    radius = float(normal_mixture_radius(pairs, 1.0 - certainty, variance))
    return Estimate(value, *within(value, value - radius, value + radius, limits))


def leagues(rows: Sequence[MeetingRow], entrants: tuple[str, ...], certainty: float) -> dict[str, League]:
    """Ratings and use at equilibrium by scenario; `entrants` in the order of the experiment."""
    met = (
        (one.scenario, Meeting(one.row, one.column, np.array(one.hist, np.int64).reshape(3, 3)))
        for one in rows
    )
    return league.leagues(entrants, met, certainty)


def option_rows(run: Run, policies: Sequence[str]) -> tuple[OptionFigures, ...]:
    """What each option does, by scenario, policy and seat, as the terminal and `--json` tell it."""
    names = [name for name, _ in run.options]
    return option_figures(names, seat_counts(run, policies), certainty=run.certainty, dealt=run.dealt)


def _bounded(
    hists: Sequence[Sequence[int]], seats: int, points: Points, certainty: float
) -> tuple[Estimate, ...]:
    if not hists:
        return ()
    table = np.array(hists, np.int64).reshape(len(hists), seats + 1, seats + 1)
    values, counts = pair_scores(table, points)
    low, high = confidence_sequence(values, counts, certainty)
    number = counts.sum(-1)
    return tuple(
        Estimate(float(count @ values / n) if n else None, float(least), float(most))
        for count, n, least, most in zip(counts, number, low, high, strict=True)
    )
