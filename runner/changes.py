"""What differs between two sides of a match-up that met the same luck, pair by pair and option by option."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from games.contract import MISSING, Metric
from runner.judge.estimates import Estimate
from runner.judge.options import difference, option_impacts
from runner.judge.paired import PairDiff, paired_metric, paired_scores
from runner.plan import Matchup
from runner.summary import Summary

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["FIRST_SEAT", "Change", "OptionChange", "Side", "changes", "option_changes"]

FIRST_SEAT = "first seat"
"""Stands for a player where a figure is that of a seat, whoever sits there."""


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of one player in one match-up, before and after."""

    matchup: str
    player: str
    """A label, or `FIRST_SEAT`."""
    figure: str
    """"score" or a metric's name."""
    diff: PairDiff


@dataclass(frozen=True, slots=True)
class OptionChange:
    """How often a player takes an option when it is offered, before and after."""

    matchup: str
    player: str
    option: str
    before: Estimate
    after: Estimate
    difference: Estimate
    """With Newcombe's interval, as if the games were separate: wider than it need be on the same luck. It allows
    for all the options that were looked at."""


@dataclass(frozen=True)
class Side:
    """One match-up of one side: its sums, and its columns in order of pair and rotation."""

    summary: Summary
    columns: Mapping[str, np.ndarray]


def changes(
    matchup: Matchup, before: Side, after: Side, experiment: "Experiment", same: bool
) -> list[Change]:
    """Scores, of the first seat too, and metrics. Of a policy that sits in several places only the first counts.

    With `same` both sides are one document, and every difference must be exactly 0.
    """
    game, certainty, title = experiment.game, experiment.certainty, matchup.title(len(experiment.scenarios))
    k = game.seats
    players = [(matchup.players.index(label), label) for label in dict.fromkeys(matchup.players)]
    found = []
    # Of two players the second's score is the mirror of the first's; against itself a policy scores one half.
    scored = players if k > 2 or k == 1 else players[:-1]
    for player, label in scored:
        old, new = (_scores(side.columns, (player + np.arange(k)) % k) for side in (before, after))
        diff = paired_scores(matchup.name, old, new, certainty, same_rules=same)
        found.append(Change(title, label, "score", diff))
    if k > 1:
        old, new = (_scores(side.columns, np.zeros(k, np.int64)) for side in (before, after))
        diff = paired_scores(matchup.name, old, new, certainty, same_rules=same)
        found.append(Change(title, FIRST_SEAT, "score", diff))
    for player, label in players:
        for index, metric in enumerate(game.all_metrics):
            if metric.name != "payoff" and (metric.name != "turns" or player == 0):
                diff = _metric(matchup.name, before, after, player, index, metric, certainty, same)
                found.append(Change(title, label, metric.name, diff))
    return found


def _scores(columns: Mapping[str, Any], seat: np.ndarray) -> np.ndarray:
    """[pairs] mean score over the rotations of whoever sits in `seat [k]`, a game without a winner one half."""
    winner = columns["winner"].reshape(-1, len(seat))
    return np.where(winner == seat, 1.0, np.where(winner == -1, 0.5, 0.0)).mean(axis=1)


def _metric(
    name: str,
    before: Side,
    after: Side,
    player: int,
    index: int,
    metric: Metric,
    certainty: float,
    same: bool,
) -> PairDiff:
    """Difference of a metric over the pairs in which it applies on both sides."""
    k = before.summary.seats
    sides = [side.columns["metrics"][:, index, player].reshape(-1, k) for side in (before, after)]
    whole = ~((sides[0] == MISSING) | (sides[1] == MISSING)).any(axis=1)
    old, new = (side[whole].sum(axis=1) for side in sides)
    return paired_metric(name, old, new, scale=metric.scale * k, certainty=certainty, same_rules=same)


def option_changes(
    shared: Sequence[Matchup],
    sides: Sequence[Mapping[Matchup, Side]],
    before: "Experiment",
    after: "Experiment",
) -> tuple[OptionChange, ...]:
    """Options whose share of the offers changed, the largest change first.

    As hundreds are looked at, an interval bears its part of the error: that any of the list is wrong has a
    chance of at most 1 - certainty.
    """
    names = [before.game.options(side.document) for side in (before, after)]
    common = set(names[0]).intersection(names[1])
    asked = [(matchup, label) for matchup in shared for label in dict.fromkeys(matchup.players)]
    certainty = 1.0 - (1.0 - before.certainty) / max(len(asked) * len(common), 1)
    found = []
    for matchup, label in asked:
        old, new = (
            _taken(side[matchup].summary, matchup.players.index(label), options, certainty)
            for side, options in zip(sides, names, strict=True)
        )
        for option in common:
            gap = difference(new[option], old[option])
            if gap.value is not None and gap.excludes(0.0):
                title = matchup.title(len(before.scenarios))
                found.append(OptionChange(title, label, option, old[option], new[option], gap))
    return tuple(
        sorted(
            found, key=lambda one: (-abs(one.difference.value or 0.0), one.option, one.matchup, one.player)
        )
    )


def _taken(summary: Summary, player: int, names: Sequence[str], certainty: float) -> dict[str, Estimate]:
    """Share of offers that were taken, by option."""
    impacts = option_impacts(
        names, summary.options[player, ..., :8], summary.seat_results[player], certainty=certainty
    )
    return {impact.option: impact.pick_rate for impact in impacts}
