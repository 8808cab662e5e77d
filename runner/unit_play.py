"""One unit while it is played: the arrays that the loop works on, and what breaks a game off."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

import policies
from games.contract import FAULT, HOUSE, NOBODY
from games.rng import KEYED, SEQUENTIAL, new_stream
from runner.arrays import bench_of, rows_of, tally_of
from runner.forcing import NOT_FORCED_COLUMN, forcing_of
from runner.guests.pointers import NO_GUESTS, Guests, guests_for, written
from runner.limits import reason_of
from runner.loop import Players
from runner.plan import Unit
from runner.summary import Summary
from runner.tally import PLAYER, Rows, tally_pair
from runner.totals import completed

if TYPE_CHECKING:
    from runner.play import Arena

__all__ = ["CannotCompile", "Fault", "Outcomes", "UnitPlay"]

# The pair that the loop has come to, before it comes to any.
NOT_BEGUN = -1


class CannotCompile(Exception):
    """Rules or a policy that the compiler refuses: not one game can be played."""

    exit_code = 4


@dataclass(frozen=True, slots=True)
class Fault:
    """A policy (or the rules: player is NOBODY) that broke off a game."""

    pair: int
    rotation: int
    player: int
    reason: str


@dataclass(frozen=True)
class Outcomes:
    """What a unit's games came to."""

    unit: Unit
    summary: Summary
    faults: tuple[Fault, ...]
    games: Mapping[str, np.ndarray] | None
    """Columns, one entry a game in order of pair and rotation: pair, rotation, winner (seat or NOBODY), termination,
    turns, digest, metrics [n, M, k] by player; None unless the job keeps games."""


class UnitPlay:
    """The arrays of one unit while it is played."""

    def __init__(self, arena: "Arena", unit: Unit, keep: bool) -> None:
        game = arena.game
        k, metrics = game.seats, len(game.all_metrics)
        self.arena, self.unit, self.seats = arena, unit, k
        self.states = np.zeros(1, game.state_dtype).view(np.recarray)
        self.views = self.states if game.is_open else np.zeros(1, game.view_dtype).view(np.recarray)
        self.blank = np.zeros(1, game.state_dtype).view(np.recarray)
        self.params = arena.params.view(np.recarray)
        self.scenario = arena.scenarios.index(unit.matchup.scenario)
        self.players = _players(arena, unit.matchup.players)
        self.luck = np.uint64(unit.matchup.luck(arena.job.seed))
        empty = Summary.empty(k, len(game.terminations), metrics, len(arena.options), len(arena.events))
        self.tally = tally_of(empty, game.longest(arena.document))
        self.keep = keep
        self.rows = rows_of(unit.pairs * k if self.keep else k, metrics, k)
        sequential = arena.job.stream == "sequential"
        chance = new_stream(SEQUENTIAL, arena.job.seed) if sequential else new_stream(KEYED)
        limit = 0 if unit.matchup.control else arena.job.effects
        self.bench = bench_of(game, arena.document, len(arena.options), chance, limit > 0, arena.progress)
        self.forcing = forcing_of(k, len(arena.options), len(self.bench.actions), limit)
        self.faults: list[Fault] = []
        own = [arena.guests.get(label) for label in unit.matchup.players]
        most = len(self.bench.actions)
        self.guests = guests_for(game, own, self.params, most) if arena.guests else NO_GUESTS

    def play(self, lo: int, hi: int) -> int:
        """Play [lo, hi) and return `hi`, or the pair after the first that was broken off."""
        start = (lo - self.unit.lo) * self.seats if self.keep else 0
        rows = Rows(*(column[start:] for column in self.rows))
        self.bench.progress[0] = NOT_BEGUN
        try:
            with np.errstate(over="ignore"):
                reached = self.arena.loop(
                    self.states, self.views, self.blank, self.params, self.scenario, self.players,
                    self.luck, lo, hi, self.bench, rows, self.keep, self.tally, self.forcing, self.guests,
                )  # fmt: skip
        except Exception as error:
            if self.bench.progress[0] == NOT_BEGUN:
                raise CannotCompile(self._refused(error)) from error
            return self._broken_off(f"{type(error).__name__}: {error}")
        if reached < hi:
            code, value = (int(each) for each in self.bench.broken)
            return self._broken_off(reason_of(code, value, self.arena.game, self.arena.document))
        return hi

    def _refused(self, error: Exception) -> str:
        """What could not be compiled, in words: each policy is tried by itself, for the compiler seldom names one."""
        game, legal = self.arena.game, self.bench.actions
        weights, rng = self.players.weights, self.bench.private[:2]
        told = []
        for policy in map(policies.of(game.name).__getitem__, self.arena.policies):
            try:
                policy.act(self.views[0], legal[:1], self.params[0], weights, rng)
            except Exception as refusal:  # noqa: BLE001  whatever it is, it is told
                told.append(f"{policy.name}: {type(refusal).__name__}: {refusal}")
        culprits = told or [f"its rules: {type(error).__name__}: {error}"]
        return "\n".join([f"{game.name} cannot be compiled with all of its policies", *culprits])

    def _broken_off(self, reason: str) -> int:
        if self.forcing.game[0] >= self.seats:
            return self._not_forced()
        pair, rotation, player = (int(value) for value in self.bench.progress[: PLAYER + 1])
        self.faults.append(Fault(pair, rotation, player, reason))
        first = (pair - self.unit.lo) * self.seats if self.keep else 0
        last = first + self.seats
        self.rows.winner[first + rotation : last] = NOBODY
        self.rows.termination[first + rotation : last] = FAULT
        self.rows.turns[first + rotation : last] = 0
        self.rows.metrics[first + rotation : last] = 0
        tally_pair(
            self.rows,
            first,
            self.seats,
            player if player >= 0 else HOUSE,
            self.bench,
            self.tally,
        )
        return pair + 1

    def _not_forced(self) -> int:
        """A forced game broke off, which voids its sample; its pair stands, and the next sample follows."""
        pair, (sample, _) = int(self.bench.progress[0]), divmod(int(self.forcing.game[0]) - self.seats, 2)
        block, option = divmod(sample, len(self.arena.options))
        rotation, seat = divmod(block, self.seats)
        self.tally.forced[(seat - rotation) % self.seats, seat, option, NOT_FORCED_COLUMN] += 1
        self.forcing.game[0] = 0
        self.forcing.resume[0] = self.seats + 2 * (sample + 1)
        return pair

    def outcomes(self) -> Outcomes:
        """What was played."""
        self._check_guests()
        pairs, voided = (int(count) for count in self.tally.counts)
        sums = {
            name: column for name, column in self.tally._asdict().items() if name not in ("counts", "digest")
        }
        sums = completed(sums, pairs)
        sums["turns_hist"] = np.trim_zeros(self.tally.turns_hist, "b") if pairs else np.zeros(1, np.int64)
        digest = int(self.tally.digest[0])
        summary = Summary(pairs=pairs, games=pairs * self.seats, voided=voided, digest=digest, **sums)
        return Outcomes(self.unit, summary, tuple(self.faults), self._columns() if self.keep else None)

    def _check_guests(self) -> None:
        """A guest that wrote into what it may only read has played by something that no other unit knows of."""
        if not isinstance(self.guests, Guests):
            return
        for player, label in enumerate(self.unit.matchup.players):
            if label in self.arena.guests:
                start, size = self.players.starts[player], self.players.sizes[player]
                own = self.players.weights[start : start + size]
                parts = ["its weights"] * (own.tobytes() != self.arena.weights(label).tobytes())
                parts += ["the game's parameters"] * written(self.guests, self.params)
                for part in parts:
                    reason = f"writes into {part}, which it may only read"
                    self.faults.append(Fault(self.unit.lo, 0, player, reason))
                    self.tally.faults[player] += 1

    def _columns(self) -> dict[str, np.ndarray]:
        pairs = np.arange(self.unit.lo, self.unit.hi, dtype=np.int64)
        rotations = np.arange(self.seats, dtype=np.int64)
        return {
            "pair": np.repeat(pairs, self.seats),
            "rotation": np.tile(rotations, len(pairs)),
            **self.rows._asdict(),
        }


def _players(arena: "Arena", labels: tuple[str, ...]) -> Players:
    weights = [arena.weights(label) for label in labels]
    sizes = np.array([len(array) for array in weights], np.int64)
    kinds = np.array([arena.number(label) for label in labels], np.int64)
    return Players(kinds, np.concatenate(weights), np.cumsum(sizes) - sizes, sizes)
