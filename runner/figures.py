"""What a match-up came to, in numbers a person asks for: won, drawn, lost, lengths, metrics, options.

Pure: summaries in, frozen rows out. Estimates bear the always-valid interval of `runner.judge`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from games.contract import Metric
from runner.judge import asymptotic
from runner.judge.asymptotic import Moments
from runner.judge.estimates import Estimate
from runner.judge.intervals import confidence_sequence
from runner.judge.scores import pair_scores
from runner.plan import Matchup
from runner.summary import Summary

__all__ = [
    "ALL_VOID",
    "Axes",
    "MatchupFigures",
    "OptionCount",
    "PlayerFigures",
    "figures_of",
    "limits_of",
    "median",
]


ALL_VOID = "No pair of games counts, all that were played are void: there are no figures, ratings or use."
"""Told in their place."""


@dataclass(frozen=True, slots=True)
class OptionCount:
    """Counts of one option of one player, both seats together; fields as the first of `OPTION_COLUMNS`."""

    option: str
    offered: int
    chosen: int
    games_seen: int
    games_chosen: int
    wins_seen: int
    wins_chosen: int
    draws_seen: int
    draws_chosen: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player of a match-up."""

    label: str
    wins: int
    draws: int
    losses: int
    win_rate: Estimate
    """Mean score, a draw counted as one half."""
    metrics: Mapping[str, Estimate]
    options: tuple[OptionCount, ...]


@dataclass(frozen=True, slots=True)
class MatchupFigures:
    """One match-up."""

    name: str
    games: int
    voided: int
    endings: Mapping[str, int]
    """Games by how they ended, void ones included; endings that happened only."""
    mean_turns: Estimate
    median_turns: float | None
    players: tuple[PlayerFigures, ...]


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes of a game's summaries mean."""

    metrics: Sequence[Metric]
    endings: Sequence[str]
    options: Sequence[str]


def figures_of(
    matchups: Sequence[Matchup], summaries: Mapping[str, Summary], axes: Axes, certainty: float
) -> list[MatchupFigures]:
    """The figures of every match-up that has a summary, in order; a policy against itself counts once."""
    played = [(matchup, summaries[matchup.key]) for matchup in matchups if matchup.key in summaries]
    if not played:
        return []
    counted = [range(1 if len(set(one.players)) == 1 else len(one.players)) for one, _ in played]
    hists = np.stack([total.score_hist[p] for (_, total), c in zip(played, counted, strict=True) for p in c])
    rates = iter(_win_rates(hists, certainty))
    several = len({matchup.scenario for matchup in matchups})
    found = []
    for (matchup, total), players in zip(played, counted, strict=True):
        rows = tuple(_player(matchup, total, p, axes, next(rates), certainty) for p in players)
        ended = {axes.endings[code]: int(n) for code, n in enumerate(total.terminations) if n}
        turns, middle = _mean(total, 1, 0, axes.metrics[1], certainty), median(total.turns_hist)
        title = matchup.title(several)
        found.append(MatchupFigures(title, total.games, total.voided, ended, turns, middle, rows))
    return found


def median(histogram: np.ndarray) -> float | None:
    """The median of whole numbers counted by value; of an even count the mean of the middle two. None without any."""
    total = int(histogram.sum())
    if not total:
        return None
    reached = np.cumsum(histogram)
    low, high = (int(np.searchsorted(reached, rank, side="right")) for rank in ((total - 1) // 2, total // 2))
    return (low + high) / 2


def _player(
    matchup: Matchup, summary: Summary, p: int, axes: Axes, rate: Estimate, certainty: float
) -> PlayerFigures:
    wins, draws, losses = (int(n) for n in summary.seat_results[p].sum(axis=0))
    means = {
        metric.name: _mean(summary, m, p, metric, certainty)
        for m, metric in enumerate(axes.metrics)
        if m != 1
    }
    counts = summary.options[p, ..., :8].sum(axis=0).tolist()
    rows = tuple(OptionCount(name, *counts[o]) for o, name in enumerate(axes.options))
    return PlayerFigures(matchup.players[p], wins, draws, losses, rate, means, rows)


def _win_rates(hists: np.ndarray, certainty: float) -> list[Estimate]:
    """Mean scores from pair histograms [N, k+1, k+1], all at once: one by one a large field takes minutes."""
    values, counts = pair_scores(hists, 0.5)
    low, high = confidence_sequence(values, counts, certainty)
    pairs = counts.sum(axis=-1)
    means = counts @ values / np.maximum(pairs, 1)
    k = hists.shape[-1] - 1
    return [
        Estimate(float(mean) if n else None, float(a), float(b), int(n) * k)
        for mean, n, a, b in zip(means, pairs, low, high, strict=True)
    ]


def limits_of(metric: Metric) -> tuple[float, float]:
    """What a value of the metric can be at least and at most, as the game declares it."""
    least, most = asymptotic.NO_LIMITS
    return least if metric.least is None else metric.least, most if metric.most is None else metric.most


def _mean(summary: Summary, m: int, p: int, metric: Metric, certainty: float) -> Estimate:
    """Mean of a metric over games; its interval over pairs, whose games share their luck."""
    games = int(summary.metric_n[m, p])
    mean = int(summary.metric_sum[m, p]) / games / metric.scale if games else None
    pairs, total, squares = (
        int(array[m, p]) for array in (summary.pair_n, summary.pair_sum, summary.pair_sumsq)
    )
    moments = Moments.of_sums(pairs, total, squares, metric.scale * summary.seats)
    ends = asymptotic.sequence(moments, certainty, limits_of(metric))
    low, high = ends or (None, None)
    return Estimate(mean, low, high, games)
