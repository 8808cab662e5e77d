"""What each option (card, tactic) does, by scenario, policy, seat and option, from option counters.

    taken       chosen of offered
    share       of all choices of the policy that carry an option
    compared    win rate of the games in which it was chosen, less that of the games in which it was seen and not chosen
    effect      what it does to the score where its choice was forced (`forced.py`): the figure to trust
    GIH WR      win rate of the games in which it was seen ("in hand"), as card-game players know it from 17Lands
    GNS WR      win rate of the games in which it was not seen
    IWD         improvement when drawn: GIH WR - GNS WR; only where a game deals its options (`Rules.seen`), since what
                is offered elsewhere tells where a game had got to

Games are compared within one match-up, player and seat alone, and opponents have equal weights, so that neither a
seat, nor an opponent, nor where the effort went can pass for the option. A match-up in which one side of a comparison
is empty, or always won, or always lost, or rests on next to no games, is left out and counted; a figure of which
nothing is left has no value.

Every interval holds by itself at the number of games at which the run stopped
(`tests/runner/judge/test_option_coverage.py` measures it under the run's own stopping rule), that of `effect` at every
look. What is called different from 0 is corrected for how many were asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from runner.judge.estimates import Estimate
from runner.judge.forced import Forced, forced_effects
from runner.judge.linearised import Intervals, Totals, pooled_ratio
from runner.judge.rates import Sides, pooled_difference, pooled_rate

__all__ = ["FEWEST_GAMES", "OptionFigures", "SeatCounts", "compared_cells", "option_figures"]

FEWEST_GAMES = 5
"""A match-up in which one side of a comparison has fewer games is left out."""
FEWEST_IN_ALL = 16
"""A comparison is told when each side has so many games in all match-ups together."""

(
    OFFERED, CHOSEN, GAMES_SEEN, GAMES_CHOSEN, WINS_SEEN, WINS_CHOSEN, DRAWS_SEEN, DRAWS_CHOSEN,
    OFFERED_SQ, OFFERED_CHOSEN, CHOSEN_SQ, CHOSEN_ALL,
) = range(12)  # fmt: skip

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

EMPTY = "one side has no games"
CERTAIN = "one side cannot win or cannot lose"
FEW = "one side has next to no games"


@dataclass(frozen=True)
class SeatCounts:
    """What M match-ups counted of one policy in one seat of one scenario; match-ups are of different luck."""

    scenario: str
    policy: str
    seat: int
    """From 0."""
    options: NDArray[np.int64]
    """`[M, O, 12]` as `Summary.options`."""
    results: NDArray[np.int64]
    """`[M, 3]` games won, without a winner, lost."""
    choices: NDArray[np.int64]
    """`[M, 2]` as `Summary.choices`."""
    forced: NDArray[np.int64]
    """`[M, O, 6]` as `Summary.forced`."""


@dataclass(frozen=True)
class OptionFigures:
    """One row of the option table; rates and differences are shares, None where they cannot be told."""

    scenario: str
    policy: str
    seat: int
    """From 1."""
    option: str
    matchups: int
    games: int
    offered: int
    chosen: int
    games_seen: int
    games_chosen: int
    taken: Estimate
    share: Estimate
    compared: Estimate
    """Win rate when chosen less when seen and not chosen; `number` counts the games compared."""
    differs: bool
    """Whether `compared` is not 0, certain for the whole table at once."""
    effect: Estimate
    """Of the forced choice, in points of score; `number` counts the games that were played on twice."""
    effect_differs: bool
    refused: int
    """Games in which the choice could not be forced."""
    chosen_wr: Estimate
    passed_wr: Estimate
    gih_wr: Estimate
    gns_wr: Estimate
    iwd: Estimate
    left_out: Mapping[str, Mapping[str, int]]
    """By figure (`compared`, `iwd`): how many match-ups were left out of it, by reason."""


def option_figures(
    names: Sequence[str],
    seats: Sequence[SeatCounts],
    draw_value: float = 0.5,
    certainty: float = 0.95,
    dealt: bool = False,
) -> tuple[OptionFigures, ...]:
    """The rows of every option that was seen, in the order of `seats` and `names`.

    Args:
        names: the O options.
        seats: the table; a policy that meets itself is counted as player 0 alone.
        draw_value: what a drawn game counts in a win rate.
        certainty: of each interval alone, and of everything that is called different from 0 together.
        dealt: whether the game deals its options, so that being seen is luck.
    """
    tables = [_Table(one, draw_value, dealt) for one in seats]
    asked = sum(int(table.usable.any(axis=0).sum()) for table in tables)
    forced = sum(int((table.effects(certainty).matchups > 0).sum()) for table in tables)
    rows = []
    for table in tables:
        found = table.rows(names, certainty)
        apart = table.compared(1.0 - (1.0 - certainty) / max(asked, 1))
        moved = table.effects(1.0 - (1.0 - certainty) / max(forced, 1)).effects
        rows += [
            replace(row, differs=_off(apart, at), effect_differs=_off(moved, at))
            for at, row in zip(np.flatnonzero(table.seen).tolist(), found, strict=True)
        ]
    return tuple(rows)


def compared_cells(counts: SeatCounts, dealt: bool = False) -> dict[str, Flags]:
    """`[M, O]` the match-ups that each win rate and each difference of win rates is taken from."""
    return _Table(counts, 0.5, dealt).cells


def _off(one: Intervals, at: int) -> bool:
    return bool(one.low[at] > 0.0 or one.high[at] < 0.0)


class _Table:
    """The options of one policy in one seat."""

    def __init__(self, counts: SeatCounts, draw_value: float, dealt: bool) -> None:
        self.counts, self.draw_value, self.dealt = counts, draw_value, dealt
        self.sums = np.moveaxis(counts.options.astype(np.float64), -1, 0)
        games, wins, draws = (
            np.broadcast_to(column[:, None], self.sums.shape[1:]).astype(np.float64)
            for column in (counts.results.sum(axis=-1), counts.results[:, 0], counts.results[:, 1])
        )
        self.whole = Sides(games, wins, draws)
        self.in_hand = Sides(*self.sums[[GAMES_SEEN, WINS_SEEN, DRAWS_SEEN]])
        self.chosen = Sides(*self.sums[[GAMES_CHOSEN, WINS_CHOSEN, DRAWS_CHOSEN]])
        self.passed = self.in_hand - self.chosen
        self.not_seen = self.whole - self.in_hand
        self.usable = _usable(self.chosen, self.passed)
        self._effects: dict[float, Forced] = {}

    @property
    def seen(self) -> Flags:
        return np.asarray(self.sums[GAMES_SEEN].sum(axis=0) > 0)

    def effects(self, certainty: float) -> Forced:
        if certainty not in self._effects:
            self._effects[certainty] = forced_effects(self.counts.forced, certainty)
        return self._effects[certainty]

    def compared(self, certainty: float) -> Intervals:
        return pooled_difference(self.chosen, self.passed, self.usable, self.draw_value, certainty)

    def rows(self, names: Sequence[str], certainty: float) -> list[OptionFigures]:
        columns = self._columns(certainty)
        totals = self.counts.options.sum(axis=0)
        effects = self.effects(certainty)
        played = int((self.whole.games[:, 0] > 0).sum()) if len(names) else 0
        return [
            OptionFigures(
                scenario=self.counts.scenario,
                policy=self.counts.policy,
                seat=self.counts.seat + 1,
                option=names[at],
                matchups=played,
                games=int(self.counts.results.sum()),
                offered=int(totals[at, OFFERED]),
                chosen=int(totals[at, CHOSEN]),
                games_seen=int(totals[at, GAMES_SEEN]),
                games_chosen=int(totals[at, GAMES_CHOSEN]),
                differs=False,
                effect_differs=False,
                refused=int(effects.refused[at]),
                left_out=self._left_out(at),
                **{name: _estimate(found, number, at) for name, (found, number) in columns.items()},
            )
            for at in np.flatnonzero(self.seen).tolist()
        ]

    def _columns(self, certainty: float) -> dict[str, tuple[Intervals, NDArray[np.number]]]:
        """Every estimate of `OptionFigures` by its name, with how many games each is of."""
        sums, games = self.sums, self.whole.games
        taken = Totals(
            sums[CHOSEN], sums[OFFERED], sums[CHOSEN_SQ], sums[OFFERED_CHOSEN], sums[OFFERED_SQ],
            games, sums[GAMES_SEEN],
        )  # fmt: skip
        every, squares = (
            np.broadcast_to(c[:, None], games.shape) for c in self.counts.choices.T.astype(float)
        )
        share = Totals(sums[CHOSEN], every, sums[CHOSEN_SQ], sums[CHOSEN_ALL], squares, games, games)
        effects = self.effects(certainty)
        found = {
            "taken": (pooled_ratio(taken, certainty), sums[GAMES_SEEN].sum(axis=0)),
            "share": (pooled_ratio(share, certainty), games.sum(axis=0)),
            "compared": (self.compared(certainty), np.where(self.usable, self.in_hand.games, 0).sum(axis=0)),
            "effect": (effects.effects, effects.samples),
        }
        cells = self.cells
        for name, side in self.sides.items():
            rate = pooled_rate(side, cells[name], self.draw_value, certainty)
            found[name] = rate, np.where(cells[name], side.games, 0).sum(axis=0)
        iwd = pooled_difference(self.in_hand, self.not_seen, cells["iwd"], self.draw_value, certainty)
        found["iwd"] = iwd, np.where(cells["iwd"], games, 0).sum(axis=0)
        return found

    @property
    def sides(self) -> dict[str, Sides]:
        """The games of every rate by its name."""
        return {
            "chosen_wr": self.chosen,
            "passed_wr": self.passed,
            "gih_wr": self.in_hand,
            "gns_wr": self.not_seen,
        }

    @property
    def cells(self) -> dict[str, Flags]:
        """`[M, O]` the match-ups that each rate and difference is taken from."""
        known = {"chosen_wr": True, "passed_wr": True, "gih_wr": self.dealt, "gns_wr": self.dealt}
        rates = {name: _enough(side) & known[name] for name, side in self.sides.items()}
        return {**rates, "compared": self.usable, "iwd": _usable(self.in_hand, self.not_seen) & self.dealt}

    def _left_out(self, at: int) -> dict[str, dict[str, int]]:
        sides = {"compared": (self.chosen, self.passed)}
        if self.dealt:
            sides["iwd"] = self.in_hand, self.not_seen
        return {figure: _reasons(one, other, at) for figure, (one, other) in sides.items()}


def _enough(side: Sides) -> Flags:
    """The cells of a rate: those with a few games, unless there are none such."""
    few = side.games >= FEWEST_GAMES
    return np.asarray(np.where(few.any(axis=0), few, side.games > 0))


def _usable(one: Sides, other: Sides) -> Flags:
    """`[M, O]` the cells in which two sides can be compared; none where all together are next to nothing."""
    use = one.vary & other.vary & (np.minimum(one.games, other.games) >= FEWEST_GAMES)
    enough = [np.where(use, side.games, 0.0).sum(axis=0) >= FEWEST_IN_ALL for side in (one, other)]
    return np.asarray(use & enough[0] & enough[1])


def _reasons(one: Sides, other: Sides, at: int) -> dict[str, int]:
    """How many cells are not compared, by reason."""
    usable = _usable(one, other)[:, at]
    fewer = np.minimum(one.games, other.games)[:, at]
    present = (one.games + other.games)[:, at] > 0
    certain = ~(one.vary & other.vary)[:, at]
    why = np.where(fewer == 0, EMPTY, np.where(certain, CERTAIN, FEW))[present & ~usable].tolist()
    return {reason: why.count(reason) for reason in (EMPTY, CERTAIN, FEW) if reason in why}


def _estimate(found: Intervals, number: NDArray[np.number], at: int) -> Estimate:
    value = float(found.value[at])
    return Estimate(
        None if np.isnan(value) else value, float(found.low[at]), float(found.high[at]), int(number[at])
    )
