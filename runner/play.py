"""`simulate(unit) -> Outcomes`: a game, its data and its entrants, made ready once and played unit by unit."""

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import games
import policies
from games.contract import HOUSE, Game
from games.sources import is_own
from policies.contract import Entrant, Policy
from runner.guests.pointers import GUEST
from runner.plan import Matchup, Unit
from runner.specialise import specialise
from runner.tally import tally_pair
from runner.unit_play import CannotCompile, Fault, Outcomes, UnitPlay

__all__ = ["Arena", "Arenas", "CannotCompile", "EntrantSpec", "Fault", "Job", "JobUnit", "Outcomes"]

# Arenas that a worker keeps of other jobs than its own.
MOST_READY = 64


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
class JobUnit(Unit):
    """A unit of a job of its own, for workers that play several jobs of one game."""

    name: str
    """Tells jobs apart."""
    job: Job = field(compare=False, repr=False)


class Arena:
    """One job made ready: parameter record, weights, compiled loop. Safe to share between threads."""

    def __init__(self, job: Job, progress: np.ndarray | None = None) -> None:
        """`progress`: where the loop tells what it is at, see `runner.tally.Bench`; for one thread at a time."""
        self.job, self.progress = job, progress
        self.game: Game = games.load(job.game)
        self.document = self.game.document.model_validate_json(json.dumps(job.document))
        self.params = self.game.encode(self.document)
        self.scenarios = self.game.scenarios(self.document)
        self.options = self.game.options(self.document)
        self.events = self.game.events(self.document) if self.game.events else ()
        self._entrants = {spec.label: entrant(spec, job.game) for spec in job.entrants}
        self._weights: dict[str, np.ndarray] = {}
        self.guests = {
            spec.label: spec.policy
            for spec in job.entrants
            if is_own(_act_file(policies.of(job.game)[spec.policy]))
        }
        """Own policies by label."""
        self.loop, self._numbers = _loop(job.game, bool(self.guests), job.effects > 0)

    def simulate(self, unit: Unit) -> Outcomes:
        """Play the unit. A fault voids its pair and the rest goes on."""
        table = UnitPlay(self, unit, self.job.keep_games)
        lo = unit.lo
        while lo < unit.hi:
            lo = table.play(lo, unit.hi)
        return table.outcomes()

    def warm(self, voids: bool = False) -> None:
        """Compile the loop (or take it from the cache) and make every entrant's weights.

        With `voids` also what counts a pair that was broken off, for workers that are watched while they play.
        """
        for label in self._entrants:
            self.weights(label)
        label = next(iter(self._entrants))
        table = UnitPlay(self, Unit(Matchup(self.scenarios[0], (label,) * self.game.seats), 0, 0), keep=False)
        table.play(0, 0)
        if voids or not self.game.compiled:
            tally_pair(table.rows, 0, table.seats, HOUSE, table.bench, table.tally)

    def weights(self, label: str) -> np.ndarray:
        """The float64 array that the entrant's `act` receives; made once."""
        if label not in self._weights:
            self._weights[label] = self._entrants[label].array(self.document)
        return self._weights[label]

    def number(self, label: str) -> int:
        """The policy number of the entrant in the compiled loop."""
        return self._numbers.get(self._entrants[label].policy.name, GUEST)

    @property
    def policies(self) -> tuple[str, ...]:
        """Names of the shipped policies that the loop can play."""
        return tuple(self._numbers)

    def stream_before(self, matchup: Matchup, pair: int, rotation: int) -> np.ndarray:
        """The chance stream as it stands when that game begins, uint64[2]; a sequential stream is played up to there.

        Raises `ValueError` for a later rotation of a sequential stream: it would have to stop inside a pair.
        """
        table = UnitPlay(self, Unit(matchup, 0, 1), keep=False)
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

    def __init__(self, job: Job, progress: np.ndarray | None = None) -> None:
        super().__init__(job, progress)
        self._ready: OrderedDict[str, Arena] = OrderedDict()
        self._lock = threading.Lock()

    def simulate(self, unit: Unit) -> Outcomes:
        """Play the unit by the job that it names, or else by this arena's own."""
        return self._of(unit).simulate(unit) if isinstance(unit, JobUnit) else super().simulate(unit)

    def _of(self, unit: JobUnit) -> Arena:
        with self._lock:
            if unit.name not in self._ready:
                self._ready[unit.name] = Arena(unit.job, self.progress)
                while len(self._ready) > MOST_READY:
                    self._ready.popitem(last=False)
            self._ready.move_to_end(unit.name)
            return self._ready[unit.name]


def entrant(spec: EntrantSpec, game: str) -> Entrant:
    """The entrant that a specification names. Raises `KeyError` for an unknown policy."""
    refs = {name: entrant(ref, game) for name, ref in spec.refs.items()}
    return Entrant(spec.label, policies.of(game)[spec.policy], spec.weights, refs)


def _act_file(policy: Policy) -> Path:
    return Path(getattr(policy.act, "py_func", policy.act).__code__.co_filename)


@lru_cache(maxsize=32)
def _loop(name: str, guests: bool, forces: bool) -> tuple[Any, dict[str, int]]:
    """The game's loop and the numbers of the policies that ship; own ones are called by pointer."""
    game = games.load(name)
    players = {policy.name: policy for policy in policies.of(name).values() if not is_own(_act_file(policy))}
    acts = [
        policy.act if game.compiled else getattr(policy.act, "py_func", policy.act)
        for policy in players.values()
    ]
    return specialise(game, acts, forces, guests), {policy: i for i, policy in enumerate(players)}
