"""What differs between two sides of a match-up that met the same luck, pair by pair: scores, endings, metrics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from games.contract import FAULT, ILLEGAL_ACTION, MISSING, NOBODY, TIME_OUT, Metric
from runner.judge.paired import PairDiff, paired_ratio, paired_scores
from runner.plan import Matchup
from runner.summary import Summary

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["FIRST_SEAT", "SHARES", "Change", "Side", "changes", "seat_name"]

FIRST_SEAT = "first seat"
"""Stands for a player where a figure is that of a seat, whoever sits there."""
SHARES = ("score", "no winner", "ending", "taken", "share")
"""Figures between 0 and 1, shown in percent."""


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of one match-up, before and after."""

    matchup: str
    player: str
    """A label; a seat's name where the figure is the seat's; empty where it is the game's."""
    figure: str
    """One of `SHARES`, "event" (times a game) or a metric's name."""
    diff: PairDiff
    item: str = ""
    """The option, ending or event that is counted."""
    seat: int | None = None
    """Of an option: where the player sat, counted from 1."""
    unit: str = ""

    @property
    def by_pair(self) -> bool:
        """Whether pairs were compared one by one, not in batches."""
        return self.figure not in ("taken", "share", "event")


@dataclass(frozen=True)
class Side:
    """One match-up of one side."""

    summary: Summary
    columns: Mapping[str, np.ndarray]
    """An entry a game, in order of pair and rotation."""
    batches: Sequence[Summary]
    """The same games in batches of pairs, alike on both sides."""


def seat_name(seat: int) -> str:
    """How a seat is called, from its number counted from 0."""
    return FIRST_SEAT if seat == 0 else f"seat {seat + 1}"


def changes(
    matchup: Matchup, before: Side, after: Side, experiment: "Experiment", same: bool
) -> list[Change]:
    """Scores, of seats too, games without a winner, endings and metrics. Of a policy in several places only the first
    counts.

    With `same` both sides are one document, and every difference must be exactly 0. Pairs that are void on either side
    are left out.
    """
    table = _Table(matchup, before, after, experiment, same)
    return [*table.scores(), *table.endings(), *table.metrics()]


class _Table:
    """The columns of both sides, [pairs, k] and [pairs, k, M, k], of pairs that count on both."""

    def __init__(
        self, matchup: Matchup, before: Side, after: Side, experiment: "Experiment", same: bool
    ) -> None:
        self.matchup, self.experiment, self.same = matchup, experiment, same
        self.title = matchup.title(len(experiment.scenarios))
        self.players = {label: matchup.players.index(label) for label in matchup.players}
        self.seats = k = experiment.game.seats
        counts = ~np.logical_or(
            *(_void(side.columns["termination"].reshape(-1, k)) for side in (before, after))
        )
        self.winner, self.termination, self.metric_values = (
            [
                side.columns[name].reshape(-1, k, *side.columns[name].shape[1:])[counts]
                for side in (before, after)
            ]
            for name in ("winner", "termination", "metrics")
        )

    def scores(self) -> Iterator[Change]:
        k = self.seats
        players = list(self.players.items())
        # Of two players the second's score is the mirror of the first's; against itself a policy scores one half.
        for label, player in players if k > 2 or k == 1 else players[:-1]:
            yield self._share(
                label, "score", [_points(one, (player + np.arange(k)) % k) for one in self.winner]
            )
        # Likewise of two seats.
        for seat in range(k if k > 2 else k - 1):
            taken = np.full(k, seat)
            yield self._share(seat_name(seat), "score", [_points(one, taken) for one in self.winner])
        drawn = [one == NOBODY for one in self.winner]  # an ending that says the same is left out below
        if any(one.any() for one in drawn):
            yield self._share("", "no winner", [one.mean(axis=1) for one in drawn])

    def endings(self) -> Iterator[Change]:
        for code, name in enumerate(self.experiment.game.terminations):
            ended = [one == code for one in self.termination]
            drawn = all(
                np.array_equal(one, winner == NOBODY) for one, winner in zip(ended, self.winner, strict=True)
            )
            if any(one.any() for one in ended) and not (drawn and self.seats > 1):
                yield self._share("", "ending", [one.mean(axis=1) for one in ended], name)

    def metrics(self) -> Iterator[Change]:
        for label, player in self.players.items():
            for index, metric in enumerate(self.experiment.game.all_metrics):
                known = metric.name == "payoff" and self._told_by_result(index, player)
                if not known and (metric.name != "turns" or player == 0):
                    yield self._metric("" if metric.name == "turns" else label, player, index, metric)

    def _metric(self, label: str, player: int, index: int, metric: Metric) -> Change:
        """Mean a game over the games in which the metric applies."""
        sides = [one[:, :, index, player] for one in self.metric_values]
        applies = [one != MISSING for one in sides]
        sums = [
            (np.where(here, one, 0).sum(axis=1), here.sum(axis=1))
            for one, here in zip(sides, applies, strict=True)
        ]
        diff = paired_ratio(
            self.title,
            sums[0],
            sums[1],
            metric.scale,
            self.experiment.certainty,
            same_rules=self.same,
        )
        return Change(self.title, label, metric.name, diff, unit=metric.unit)

    def _told_by_result(self, index: int, player: int) -> bool:
        """Whether the payoff is one number for a win, one for a loss and one for neither: then the score tells it."""
        winner = np.concatenate(self.winner)
        payoff = np.concatenate(self.metric_values)[:, :, index, player]
        mine: np.ndarray = winner == (player + np.arange(self.seats)) % self.seats
        lost = np.logical_not(mine) & (winner != NOBODY)
        parts = (payoff[mine], payoff[winner == NOBODY], payoff[lost])
        return all(len(np.unique(part)) < 2 for part in parts)

    def _share(self, player: str, figure: str, sides: Sequence[np.ndarray], item: str = "") -> Change:
        diff = paired_scores(self.title, sides[0], sides[1], self.experiment.certainty, same_rules=self.same)
        return Change(self.title, player, figure, diff, item)


def _void(termination: np.ndarray) -> np.ndarray:
    """[pairs] whether a game of the pair was broken off."""
    broken = np.isin(termination, (FAULT, ILLEGAL_ACTION, TIME_OUT))
    return np.asarray(broken.any(axis=1))


def _points(winner: np.ndarray, seat: np.ndarray) -> np.ndarray:
    """[pairs] mean score over the rotations of whoever sits in `seat [k]`, a game without a winner one half."""
    return np.where(winner == seat, 1.0, np.where(winner == NOBODY, 0.5, 0.0)).mean(axis=1)
