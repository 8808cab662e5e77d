"""Counts in rows -> estimates with intervals, all by the judge's own formulas; nothing is estimated here by hand.

Intervals of pair scores are confidence sequences (valid while a run is still writing), those of games are Wilson's.
Each holds by itself at the run's certainty; only verdicts hold for a whole table at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt, sqrt

import numpy as np

from dashboards.rows import LengthSummary, MeetingRow, MetricRow, OptionRow, StandingRow
from dashboards.run import Run
from runner.judge import league
from runner.judge.asymptotic import Moments, sequence
from runner.judge.estimates import Estimate
from runner.judge.intervals import confidence_sequence, normal_mixture_radius, wilson
from runner.judge.league import League
from runner.judge.options import OptionImpact, option_impacts
from runner.judge.payoffs import Meeting
from runner.judge.scores import Points, pair_scores, score_points, seat_points

__all__ = ["impacts", "leagues", "length", "mean", "proportion", "scores", "seat_advantages", "standing"]


def scores(hists: Sequence[Sequence[int]], seats: int, draw: float, certainty: float) -> tuple[Estimate, ...]:
    """Mean pair scores from flattened histograms `[(k+1)(k+1)]` of pairs by (wins, games without a winner)."""
    return _bounded(hists, seats, score_points(draw), certainty)


def seat_advantages(hists: Sequence[Sequence[int]], seats: int, certainty: float) -> tuple[Estimate, ...]:
    """How far a seat's win rate lies above the mean of the others', from histograms of that seat."""
    least = -1.0 / (seats - 1)

    def shown(score: float | None) -> float | None:
        return None if score is None else least + (1.0 - least) * score

    found = _bounded(hists, seats, seat_points(seats), certainty)
    return tuple(Estimate(shown(one.value), shown(one.low), shown(one.high)) for one in found)


def proportion(successes: float, trials: int, certainty: float) -> Estimate:
    """A share of games; the interval takes them as independent."""
    low, high = wilson(successes, trials, certainty)
    return Estimate(successes / trials if trials else None, float(low), float(high))


def standing(row: StandingRow, draw: float, certainty: float) -> Estimate:
    """A policy's mean over its match-ups: of one, its confidence sequence; of several, the asymptotic one."""
    if row.hist is not None:
        return scores([row.hist], isqrt(len(row.hist)) - 1, draw, certainty)[0]
    if row.score is None or row.pairs < 2:
        return Estimate(row.score, 0.0, 1.0)
    radius = float(normal_mixture_radius(row.pairs, 1.0 - certainty, row.variance))
    return Estimate(row.score, max(row.score - radius, 0.0), min(row.score + radius, 1.0))


def mean(row: MetricRow, certainty: float) -> tuple[Estimate, float | None]:
    """Mean per game of a metric, with its asymptotic sequence, and the standard deviation between games.

    Pairs are the observations where the metric applies to every game of a pair. Where it does not (HP left, in
    games that were won), each k games count as one observation with the variance of a single game, which is no
    less than that of the mean of several.
    """
    if not row.games:
        return Estimate(None), None
    single = Moments.of_sums(row.games, row.total, row.squares, row.scale)
    paired = Moments.of_sums(row.pairs, row.pair_total, row.pair_squares, row.scale * row.seats)
    careful = Moments(row.games // row.seats, single.mean, single.variance, single.resolution)
    ends = sequence(paired if row.pairs * row.seats == row.games else careful, certainty)
    return Estimate(single.mean, *(ends or (None, None))), sqrt(single.variance)


def length(row: LengthSummary, seats: int, certainty: float) -> Estimate:
    """Mean turns a game, with its asymptotic sequence over pairs."""
    moments = Moments.of_sums(row.pairs, row.pair_total, row.pair_squares, seats)
    return Estimate(moments.estimate, *(sequence(moments, certainty) or (None, None)))


def leagues(rows: Sequence[MeetingRow], entrants: tuple[str, ...], certainty: float) -> dict[str, League]:
    """Ratings and use at equilibrium by scenario; `entrants` in the order of the experiment."""
    met = (
        (one.scenario, Meeting(one.row, one.column, np.array(one.hist, np.int64).reshape(3, 3)))
        for one in rows
    )
    return league.leagues(entrants, met, certainty)


def impacts(
    run: Run, rows: Sequence[OptionRow], results: Sequence[int]
) -> list[tuple[OptionRow, OptionImpact]]:
    """What each option does, in the order of `rows`.

    Args:
        run: for the draw value and the certainty.
        rows: counts of options.
        results: games won, drawn and lost by the same players.
    """
    if not rows:
        return []
    names = [row.option for row in rows]
    counters = np.array([row.counters for row in rows], np.int64)
    found = option_impacts(names, counters, np.array(results, np.int64), run.draw_value, run.certainty)
    return list(zip(rows, found, strict=True))


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
