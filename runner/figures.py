"""What a match-up came to, in numbers a person asks for: won, drawn, lost, lengths, metrics, options.

Pure: summaries in, frozen rows out. Estimates bear the always-valid interval of `runner.judge`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from games.contract import Metric
from runner.judge import asymptotic
from runner.judge.asymptotic import Moments
from runner.judge.choice import choice_effects
from runner.judge.estimates import Estimate
from runner.judge.intervals import confidence_sequence
from runner.judge.options import OptionImpact, option_impacts
from runner.judge.scores import pair_scores
from runner.plan import Matchup
from runner.summary import OPTION_COLUMNS, Summary

__all__ = ["MatchupFigures", "OptionCount", "PlayerFigures", "figures_of", "impacts_of", "median"]


@dataclass(frozen=True, slots=True)
class OptionCount:
    """Counts of one option of one player, both seats together; fields as `OPTION_COLUMNS`."""

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


def figures_of(
    matchup: Matchup,
    summary: Summary,
    metrics: Sequence[Metric],
    endings: Sequence[str],
    options: Sequence[str],
    certainty: float,
    name: str = "",
) -> MatchupFigures:
    """The figures of one match-up, called `name`; `metrics`, `endings` and `options` name the summary's axes."""
    counted = range(1 if len(set(matchup.players)) == 1 else len(matchup.players))
    players = tuple(_player(matchup, summary, p, metrics, options, certainty) for p in counted)
    ended = {endings[code]: int(n) for code, n in enumerate(summary.terminations) if n}
    turns = _mean(summary, 1, 0, 1, certainty)
    return MatchupFigures(
        name or matchup.name, summary.games, summary.voided, ended, turns, median(summary.turns_hist), players
    )


def impacts_of(
    matchups: Sequence[Matchup], summaries: Mapping[str, Summary], options: Sequence[str], certainty: float
) -> tuple[OptionImpact, ...]:
    """What each of `options` does, all policies and match-ups together; the effect on the same luck leaves match-ups
    of a policy with itself out, in which nobody differs."""
    played = [summaries[one.key] for one in matchups if one.key in summaries]
    if not played or not options:
        return ()
    seats = played[0].seats
    counters = np.stack([one.options.sum(axis=(0, 1)) for one in played])
    results = np.stack([one.seat_results.sum(axis=(0, 1)) for one in played])
    effects = (
        choice_effects(np.stack([one.effects for one in played]), seats, certainty) if seats > 1 else None
    )
    return option_impacts(options, counters, results, 0.5, certainty, effects)


def median(histogram: np.ndarray) -> float | None:
    """The median of whole numbers counted by value; of an even count the mean of the middle two. None without any."""
    total = int(histogram.sum())
    if not total:
        return None
    reached = np.cumsum(histogram)
    low, high = (int(np.searchsorted(reached, rank, side="right")) for rank in ((total - 1) // 2, total // 2))
    return (low + high) / 2


def _player(
    matchup: Matchup,
    summary: Summary,
    p: int,
    metrics: Sequence[Metric],
    options: Sequence[str],
    certainty: float,
) -> PlayerFigures:
    wins, draws, losses = (int(n) for n in summary.seat_results[p].sum(axis=0))
    means = {
        metric.name: _mean(summary, m, p, metric.scale, certainty)
        for m, metric in enumerate(metrics)
        if m != 1
    }
    counts = summary.options[p].sum(axis=0)
    rows = tuple(
        OptionCount(name, **dict(zip(OPTION_COLUMNS, map(int, counts[o]), strict=True)))
        for o, name in enumerate(options)
    )
    rate = _win_rate(summary, p, certainty)
    return PlayerFigures(matchup.players[p], wins, draws, losses, rate, means, rows)


def _win_rate(summary: Summary, p: int, certainty: float) -> Estimate:
    values, counts = pair_scores(summary.score_hist[p], 0.5)
    low, high = confidence_sequence(values, counts, certainty)
    mean = float(counts @ values / counts.sum()) if summary.pairs else None
    return Estimate(mean, float(low), float(high), summary.games)


def _mean(summary: Summary, m: int, p: int, scale: int, certainty: float) -> Estimate:
    """Mean of a metric over games; its interval over pairs, whose games share their luck."""
    games = int(summary.metric_n[m, p])
    mean = int(summary.metric_sum[m, p]) / games / scale if games else None
    pairs, total, squares = (
        int(array[m, p]) for array in (summary.pair_n, summary.pair_sum, summary.pair_sumsq)
    )
    ends = asymptotic.sequence(Moments.of_sums(pairs, total, squares, scale * summary.seats), certainty)
    low, high = ends or (None, None)
    return Estimate(mean, low, high, games)
