"""What differs inside the games of two sides on the same luck: how often options are taken, how often events happen.

Counts of options come by unit, not by game. Both sides are therefore cut into the same batches of pairs, and a batch is
the observation: what a patch does to a batch differs from its luck alone, as what it does to a pair does.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from runner.changes import Change, Side
from runner.judge.paired import paired_ratio
from runner.plan import Matchup

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["MOST_BATCHES", "batch_pairs", "inside"]

MOST_BATCHES = 250
"""Enough for the interval of a mean, and few enough that a batch costs no more than its games."""


def batch_pairs(pairs: int) -> int:
    """Pairs a batch where a match-up has so many."""
    return -(-pairs // MOST_BATCHES)


def inside(
    matchup: Matchup, before: Side, after: Side, experiments: Sequence["Experiment"], same: bool
) -> list[Change]:
    """Options by player and seat, and events by player. With `same` every difference must be exactly 0."""
    table = _Table(matchup, (before, after), experiments, same)
    return [*table.options(), *table.events()]


class _Table:
    """The counts of both sides, a row a batch."""

    def __init__(
        self, matchup: Matchup, sides: Sequence[Side], experiments: Sequence["Experiment"], same: bool
    ) -> None:
        self.matchup, self.sides, self.experiments, self.same = matchup, sides, experiments, same
        self.certainty = experiments[0].certainty
        self.title = matchup.title(len(experiments[0].scenarios))
        self.players = {label: matchup.players.index(label) for label in matchup.players}
        self.game = experiments[0].game

    def options(self) -> Iterator[Change]:
        """Taken when offered, and the share of all choices; of an option that one side lacks, the share alone."""
        names = [self.game.options(one.document) for one in self.experiments]
        counts = [_stacked(side, "options")[..., :2] for side in self.sides]
        several = self.game.seats > 1
        for label, player in self.players.items():
            for seat in range(self.game.seats):
                here = [one[:, player, seat] for one in counts]
                for option in dict.fromkeys((*names[0], *names[1])):
                    columns = [_column(one, known, option) for one, known in zip(here, names, strict=True)]
                    everywhere = all(option in known for known in names)
                    place = seat + 1 if several else None
                    yield from self._option(label, place, option, here, columns, everywhere)

    def _option(
        self,
        player: str,
        seat: int | None,
        option: str,
        here: Sequence[np.ndarray],
        columns: Sequence[np.ndarray],
        everywhere: bool,
    ) -> Iterator[Change]:
        if not any(one[:, 0].any() for one in columns):
            return
        taken = [(one[:, 1], one[:, 0]) for one in columns]
        share = [(one[:, 1], every[..., 1].sum(axis=1)) for one, every in zip(columns, here, strict=True)]
        if everywhere:
            yield self._ratio(player, "taken", taken, option, seat)
        if not (everywhere and _always_offered(taken, share)):
            yield self._ratio(player, "share", share, option, seat)

    def events(self) -> Iterator[Change]:
        """Times a game."""
        if self.game.events is None:
            return
        names = [self.game.events(one.document) for one in self.experiments]
        counts = [_stacked(side, "events") for side in self.sides]
        games = [np.array([one.games for one in side.batches], np.int64) for side in self.sides]
        for label, player in self.players.items():
            for event in (name for name in names[0] if name in names[1]):
                times = [one[:, known.index(event), player] for one, known in zip(counts, names, strict=True)]
                if any(one.any() for one in times):
                    yield self._ratio(label, "event", list(zip(times, games, strict=True)), event)

    def _ratio(
        self,
        player: str,
        figure: str,
        sides: Sequence[tuple[np.ndarray, np.ndarray]],
        item: str,
        seat: int | None = None,
    ) -> Change:
        diff = paired_ratio(
            self.title, sides[0], sides[1], 1.0, self.certainty, same_rules=self.same, step=1.0
        )
        return Change(self.title, player, figure, diff, item, seat, "a game" if figure == "event" else "")


def _stacked(side: Side, name: str) -> np.ndarray:
    return np.stack([getattr(one, name) for one in side.batches])


def _column(counts: np.ndarray, names: Sequence[str], option: str) -> np.ndarray:
    """[batches, 2] offered and chosen; nothing where the document lacks the option."""
    if option in names:
        found: np.ndarray = counts[:, names.index(option)]
        return found
    return np.zeros((len(counts), 2), np.int64)


def _always_offered(
    taken: Sequence[tuple[np.ndarray, np.ndarray]], share: Sequence[tuple[np.ndarray, np.ndarray]]
) -> bool:
    """Whether offers are the same part of all choices in every batch: then the share says what taken says."""
    offers, choices = (np.concatenate([one[1] for one in sides]) for sides in (taken, share))
    return bool((offers * choices.sum() == choices * offers.sum()).all())
