"""`simulate(unit) -> Outcomes`: a game, its data and its entrants, made ready once and played unit by unit."""

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

import games
import policies
from games.contract import FAULT, HOUSE, NOBODY, Game
from games.rng import KEYED, SEQUENTIAL
from policies.contract import Entrant
from runner.forcing import NOT_FORCED_COLUMN, forcing_of
from runner.limits import limits_of, reason_of
from runner.loop import Players, specialise
from runner.plan import Matchup, Unit
from runner.summary import Summary
from runner.tally import Bench, Rows, Tally, tally_pair
from runner.totals import completed

__all__ = ["Arena", "Arenas", "CannotCompile", "EntrantSpec", "Fault", "Job", "JobUnit", "Outcomes"]

# Arenas that a worker keeps of other jobs than its own.
MOST_READY = 64
# Entries of a list that rules may write beyond what their game states.
SPARE = 64
# The pair that the loop has come to, before it comes to any.
NOT_BEGUN = -1


class CannotCompile(Exception):
    """Rules or a policy that the compiler refuses: not one game can be played."""

    exit_code = 4


@dataclass(frozen=True)
class EntrantSpec:
    """An entrant as names and numbers, fit to cross to a worker."""

    label: str
    policy: str
    weights: Mapping[str, float]
    refs: Mapping[str, "EntrantSpec"]


@dataclass(frozen=True)
class Job:
    """All that a worker must know to play any unit of a run: names and numbers, never code."""

    game: str
    document: Mapping[str, Any]
    """The data document as plain values."""
    entrants: tuple[EntrantSpec, ...]
    seed: int
    stream: str
    """"per-game" or "sequential"."""
    keep_games: bool = False
    """Whether outcomes bring a row a game."""
    effects: int = 0
    """Pairs of each match-up, from the first, of which choices are forced; none of controls. See `runner.forcing`."""


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


@dataclass(frozen=True, slots=True)
class JobUnit(Unit):
    """A unit of a job of its own, for workers that play several jobs of one game."""

    name: str
    """Tells jobs apart."""
    job: Job = field(compare=False, repr=False)


class Arena:
    """One job made ready: parameter record, weights, compiled loop. Safe to share between threads."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.game: Game = games.load(job.game)
        self.document = self.game.document.model_validate_json(json.dumps(job.document))
        self.params = self.game.encode(self.document)
        self.scenarios = self.game.scenarios(self.document)
        self.options = self.game.options(self.document)
        self.events = self.game.events(self.document) if self.game.events else ()
        self._entrants = {spec.label: entrant(spec, job.game) for spec in job.entrants}
        self._weights: dict[str, np.ndarray] = {}
        self._loop, self._numbers = _loop(job.game, job.effects > 0)

    def simulate(self, unit: Unit) -> Outcomes:
        """Play the unit. A fault voids its pair and the rest goes on."""
        table = _Table(self, unit, self.job.keep_games)
        lo = unit.lo
        while lo < unit.hi:
            lo = table.play(lo, unit.hi)
        return table.outcomes()

    def warm(self) -> None:
        """Compile the loop (or take it from the cache) and make every entrant's weights."""
        for label in self._entrants:
            self.weights(label)
        label = next(iter(self._entrants))
        _Table(self, Unit(Matchup(self.scenarios[0], (label,) * self.game.seats), 0, 0), keep=False).play(
            0, 0
        )

    def weights(self, label: str) -> np.ndarray:
        """The float64 array that the entrant's `act` receives; made once."""
        if label not in self._weights:
            self._weights[label] = self._entrants[label].array(self.document)
        return self._weights[label]

    def number(self, label: str) -> int:
        """The policy number of the entrant in the compiled loop."""
        return self._numbers[self._entrants[label].policy.name]

    def stream_before(self, matchup: Matchup, pair: int, rotation: int) -> np.ndarray:
        """The chance stream as it stands when that game begins, uint64[2]; a sequential stream is played up to there.

        Raises `ValueError` for a later rotation of a sequential stream: it would have to stop inside a pair.
        """
        table = _Table(self, Unit(matchup, 0, 1), keep=False)
        if self.job.stream == "sequential":
            if rotation:
                raise ValueError("a sequential stream can be taken up only at the first game of a pair")
            lo = 0
            while lo < pair:
                lo = table.play(lo, pair)
        return table.bench.chance

    def entrant(self, label: str) -> Entrant:
        """The entrant of that label."""
        return self._entrants[label]


class Arenas(Arena):
    """An arena that also plays units of other jobs of its game, the last few of which it keeps ready."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._ready: OrderedDict[str, Arena] = OrderedDict()
        self._lock = threading.Lock()

    def simulate(self, unit: Unit) -> Outcomes:
        """Play the unit by the job that it names, or else by this arena's own."""
        return self._of(unit).simulate(unit) if isinstance(unit, JobUnit) else super().simulate(unit)

    def _of(self, unit: JobUnit) -> Arena:
        with self._lock:
            if unit.name not in self._ready:
                self._ready[unit.name] = Arena(unit.job)
                while len(self._ready) > MOST_READY:
                    self._ready.popitem(last=False)
            self._ready.move_to_end(unit.name)
            return self._ready[unit.name]


def entrant(spec: EntrantSpec, game: str) -> Entrant:
    """The entrant that a specification names. Raises `KeyError` for an unknown policy."""
    refs = {name: entrant(ref, game) for name, ref in spec.refs.items()}
    return Entrant(spec.label, policies.of(game)[spec.policy], spec.weights, refs)


@lru_cache(maxsize=32)
def _loop(name: str, forces: bool) -> tuple[Any, dict[str, int]]:
    """The game's loop and its policies' numbers."""
    game, players = games.load(name), policies.of(name)
    acts = [
        policy.act if game.compiled else getattr(policy.act, "py_func", policy.act)
        for policy in players.values()
    ]
    return specialise(game, acts, forces), {policy: i for i, policy in enumerate(players)}


class _Table:
    """The arrays of one unit while it is played."""

    def __init__(self, arena: Arena, unit: Unit, keep: bool) -> None:
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
        self.limits = limits_of(game, arena.document)
        self.tally = _tally(empty, game.longest(arena.document) + 1)
        self.keep = keep
        self.rows = _rows(unit.pairs * k if self.keep else k, metrics, k)
        self.bench = _bench(arena, self.limits)
        limit = 0 if unit.matchup.control else arena.job.effects
        self.forcing = forcing_of(k, len(arena.options), game.max_actions + SPARE, limit)
        if limit:  # forced games count into the last places, which nobody reads
            spare = (k * k + 1) * len(arena.options)
            self.bench = self.bench._replace(
                offered=np.zeros(spare, np.int64), chosen=np.zeros(spare, np.int64)
            )
        self.faults: list[Fault] = []

    def play(self, lo: int, hi: int) -> int:
        """Play [lo, hi) and return `hi`, or the pair after the first that was broken off."""
        start = (lo - self.unit.lo) * self.seats if self.keep else 0
        rows = Rows(*(column[start:] for column in self.rows))
        self.bench.progress[0] = NOT_BEGUN
        try:
            with np.errstate(over="ignore"):
                reached = self.arena._loop(
                    self.states, self.views, self.blank, self.params, self.scenario, self.players,
                    self.luck, lo, hi, self.bench, rows, self.keep, self.tally, self.forcing,
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
        for policy in policies.of(game.name).values():
            try:
                policy.act(self.views[0], legal[:1], self.params[0], weights, rng)
            except Exception as refusal:  # noqa: BLE001  whatever it is, it is told
                told.append(f"{policy.name}: {type(refusal).__name__}: {refusal}")
        culprits = told or [f"its rules: {type(error).__name__}: {error}"]
        return "\n".join([f"{game.name} cannot be compiled with all of its policies", *culprits])

    def _broken_off(self, reason: str) -> int:
        if self.forcing.game[0] >= self.seats:
            return self._not_forced()
        pair, rotation, player = (int(value) for value in self.bench.progress)
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
        pairs, voided = (int(count) for count in self.tally.counts)
        sums = {
            name: column for name, column in self.tally._asdict().items() if name not in ("counts", "digest")
        }
        sums = completed(sums, pairs)
        sums["turns_hist"] = np.trim_zeros(self.tally.turns_hist, "b") if pairs else np.zeros(1, np.int64)
        digest = int(self.tally.digest[0])
        summary = Summary(pairs=pairs, games=pairs * self.seats, voided=voided, digest=digest, **sums)
        return Outcomes(self.unit, summary, tuple(self.faults), self._columns() if self.keep else None)

    def _columns(self) -> dict[str, np.ndarray]:
        pairs = np.arange(self.unit.lo, self.unit.hi, dtype=np.int64)
        rotations = np.arange(self.seats, dtype=np.int64)
        return {
            "pair": np.repeat(pairs, self.seats),
            "rotation": np.tile(rotations, len(pairs)),
            **self.rows._asdict(),
        }


def _players(arena: Arena, labels: tuple[str, ...]) -> Players:
    weights = [arena.weights(label) for label in labels]
    sizes = np.array([len(array) for array in weights], np.int64)
    kinds = np.array([arena.number(label) for label in labels], np.int64)
    return Players(kinds, np.concatenate(weights), np.cumsum(sizes) - sizes, sizes)


def _tally(empty: Summary, lengths: int) -> Tally:
    fields = {
        name: getattr(empty, name) for name in Tally._fields if name not in ("counts", "digest", "turns_hist")
    }
    return Tally(
        counts=np.zeros(2, np.int64),
        digest=np.zeros(1, np.uint64),
        turns_hist=np.zeros(lengths, np.int64),
        **fields,
    )


def _rows(n: int, metrics: int, seats: int) -> Rows:
    return Rows(
        winner=np.zeros(n, np.int64),
        termination=np.zeros(n, np.int64),
        turns=np.zeros(n, np.int64),
        digest=np.zeros(n, np.uint64),
        metrics=np.zeros((n, metrics, seats), np.int64),
    )


def _bench(arena: Arena, limits: tuple[int, ...]) -> Bench:
    game, seats, options, events = arena.game, arena.game.seats, len(arena.options), len(arena.events)
    kind = SEQUENTIAL if arena.job.stream == "sequential" else KEYED
    return Bench(
        # Beyond what the game states there is room for rules that break their word, which the loop then tells.
        actions=np.zeros(game.max_actions + SPARE, np.int64),
        chance=np.array([arena.job.seed if kind == SEQUENTIAL else 0, kind], np.uint64),
        private=np.zeros(2 * seats, np.uint64),
        keyed=np.zeros(seats, np.int64),
        payoff=np.zeros(seats, np.int64),
        own=np.zeros((len(game.metrics), seats), np.int64),
        offered=np.zeros(seats * seats * options, np.int64),
        chosen=np.zeros(seats * seats * options, np.int64),
        flags=np.zeros(options, np.int64),
        picked=np.zeros((seats * options, 2), np.int64),
        ends=np.zeros(seats, np.int64),
        made=np.zeros(seats, np.int64),
        happened=np.zeros(seats * seats * (1 + game.most_events + SPARE), np.int64),
        latest=np.full(events, -1, np.int64),
        event_games=np.zeros(events, np.int64),
        limits=np.array(limits, np.int64),
        broken=np.zeros(2, np.int64),
        progress=np.zeros(3, np.int64),
    )
