"""pig worked out exactly: chances to win of any two policies that draw no luck, best play, turns, solo races.

All of it is of the race without a turn cap. Every function raises `ValueError` with a readable text for policies that
cannot be worked out so: those that draw luck, or decide on more than the scores, the turn total and the number of
their own scoring turns so far.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np

from games.jit import compiled, numba_disabled
from games.pig.chance import roll_outcomes
from games.pig.data import PARAMS, PigData, encode
from games.pig.rules import ROLL, STATE
from games.rng import mix
from policies.contract import Entrant
from policies.pig import solver
from policies.pig.tables import MOST_GOAL

__all__ = [
    "Best",
    "Match",
    "Turn",
    "chances",
    "decisions",
    "fewest_turns",
    "optimum",
    "race",
    "response",
    "turn",
]

# A change of less than this in a whole sweep of the states is taken for the end of value iteration.
SETTLED = 1e-12
# A scoring turn banks at least this much.
LEAST_POINTS = 2
# Decisions are kept for so many entrants of this process: a megabyte each at goal 100.
MOST_KNOWN = 16
_known: dict[tuple[PigData, str], np.ndarray] = {}


@dataclass(frozen=True)
class Match:
    """Chances of the first of two policies to win, by own and other score at the start of a turn."""

    moving: np.ndarray
    """[goal, goal] when it is to move."""
    waiting: np.ndarray
    """[goal, goal] when the other is."""

    @property
    def seats(self) -> tuple[float, float]:
        """From 0 to 0: its chance in the first seat, and in the second."""
        return float(self.moving[0, 0]), float(self.waiting[0, 0])


@dataclass(frozen=True)
class Best(Match):
    """The best that can be done, and how."""

    rolls: np.ndarray
    """uint8 [layers, goal, goal, goal], as `tables.pack` takes it."""


@dataclass(frozen=True)
class Turn:
    """What one turn comes to."""

    zero: float
    """Chance to score nothing."""
    points: float
    """Points on average; a lost score counts as none."""
    rolls: float
    """Rolls on average."""
    totals: np.ndarray
    """[need + 1] chance to bank each total, the last: what reaches the goal."""


def race(document: PigData) -> tuple[int, bool, np.ndarray, np.ndarray]:
    """What the solver must know of a document: goal, whether a turn opens with a roll, outcomes and their odds."""
    if document.goal > MOST_GOAL:
        raise ValueError(f"pig is worked out for goals up to {MOST_GOAL}, not {document.goal}")
    return document.goal, document.mandatory_first_roll, *roll_outcomes(document.dice)


@lru_cache(maxsize=8)
def optimum(document: PigData) -> Best:
    """Best play of both seats, by value iteration; checked to be a fixed point and constant-sum."""
    moving, waiting, rolls, left = solver.optimal_values(race(document))
    _settled(left)
    if not np.allclose(moving + waiting.T, 1.0, rtol=0, atol=1e-9):
        raise ValueError("best play of both leaves races that nobody wins")
    return Best(moving, waiting, rolls[None])


def response(document: PigData, to: Entrant) -> Best:
    """The best that can be done against `to`; `rolls` has a layer for each scoring turn of `to` that it minds."""
    moving, waiting, rolls, left = solver.response_values(race(document), decisions(document, to))
    _settled(left)
    return Best(moving[:, :, 0], waiting[:, :, 0], rolls)


def chances(document: PigData, first: Entrant, second: Entrant) -> Match:
    """Chances of `first` to win against `second`, as a Markov chain."""
    ways = decisions(document, first), decisions(document, second)
    moving, waiting, left = solver.match_chances(race(document), *ways)
    _settled(left)
    return Match(moving[:, 0, :, 0], waiting[:, 0, :, 0])


def turn(document: PigData, entrant: Entrant, own: int = 0, other: int = 0) -> Turn:
    """One turn of `entrant` from the scores `own` and `other`, before any scoring turn."""
    rolls = decisions(document, entrant)[0, own, other]
    totals = np.zeros(document.goal - own + 1)
    lost, crashed, made = solver.turn_odds(race(document), document.goal - own, rolls, totals)
    return Turn(lost + crashed, float(totals @ np.arange(totals.size)), made, totals)


def turns_alone(document: PigData, entrant: Entrant) -> float:
    """Turns to the goal on average against nobody (a score that stays at 0); infinite if it is never reached."""
    return float(solver.solo_turns(race(document), decisions(document, entrant)[:, :, 0].copy())[0, 0])


def fewest_turns(document: PigData) -> float:
    """The fewest turns to the goal on average, alone."""
    return float(solver.fewest_turns(race(document))[0])


def decisions(document: PigData, entrant: Entrant) -> np.ndarray:
    """What an entrant does, uint8 [layers, goal, goal, goal]: 1 to roll, by own scoring turns, scores and total."""
    key = document, _identity(entrant)
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.pop(next(iter(_known)))
        _known[key] = _asked(document, entrant)
    return _known[key]


def _identity(entrant: Entrant) -> str:
    """What tells entrants apart beyond their labels."""
    refs = {name: _identity(ref) for name, ref in sorted(entrant.refs.items())}
    return repr((entrant.policy.name, {**entrant.policy.weights, **entrant.weights}, refs))


def _asked(document: PigData, entrant: Entrant) -> np.ndarray:
    if entrant.policy.draws_luck:
        raise ValueError(f"{entrant.label} draws luck of its own, so it cannot be worked out exactly")
    goal, weights = race(document)[0], entrant.array(document)
    params, states = encode(document).view(np.recarray), np.zeros(1, STATE).view(np.recarray)
    ask, act = _ask(), _first_class(entrant.policy.act)
    rolls, alike = np.zeros((goal, goal, goal), np.uint8), 0
    if not ask(act, weights, states, params, 0, True, rolls):
        raise ValueError(f"{entrant.label} decides on more than scores, turn total and own scoring turns")
    layers = [rolls]
    for scoring in range(1, (goal + 1) // LEAST_POINTS):
        rolls = layers[-1].copy()
        ask(act, weights, states, params, scoring, False, rolls)
        alike += 1
        if not np.array_equal(rolls, layers[-1]):
            layers += [layers[-1]] * (alike - 1) + [rolls]
            alike = 0
    return np.array(layers)


def _settled(left: float) -> None:
    if left > SETTLED:
        raise ValueError(f"value iteration does not settle: values still change by {left:.1e}")


def _put(act, weights, states, params, scoring, twice, rolls):
    """Fill `rolls` with what `act` does after so many scoring turns, where they can have been.

    Asked twice, False when it minds anything that it may not.
    """
    state = states[0]
    goal = params[0].goal
    legal, stream = np.arange(2), np.zeros(2, np.uint64)
    for own in range(LEAST_POINTS * scoring, goal):
        for other in range(goal):
            for total in range(goal - own):
                allowed = legal[: 1 if total == 0 and params[0].mandatory_first_roll == 1 else 2]
                _set_up(state, 0, own, other, total, scoring)
                action = act(state, allowed, params[0], weights, stream)
                rolls[own, other, total] = 1 if action == ROLL else 0
                if not twice:
                    continue
                noise = mix(np.uint64((own * goal + other) * goal + total))
                _set_up(state, int(noise & np.uint64(1)), own, other, total, scoring)
                _disturb(state, noise)
                if act(state, allowed, params[0], weights, stream) != action:
                    return False
    return True


@compiled
def _set_up(state, seat, own, other, total, scoring):
    state.seat = seat
    state.score[seat] = own
    state.score[1 - seat] = other
    state.scoring[seat] = scoring
    state.scoring[1 - seat] = 0
    state.total = total
    state.turn = seat
    state.rolls = 1 if total else 0
    state.faces[0] = 0
    state.faces[1] = 0


@compiled
def _disturb(state, noise):
    """Change all that a policy may not mind."""
    state.turn += 2 * int((noise >> np.uint64(1)) & np.uint64(15))
    state.scoring[1 - state.seat] = int((noise >> np.uint64(5)) & np.uint64(7))
    state.faces[0] = 2 + int((noise >> np.uint64(8)) & np.uint64(3))
    state.faces[1] = int((noise >> np.uint64(10)) & np.uint64(3))
    if state.total:
        state.rolls = 1 + int((noise >> np.uint64(12)) & np.uint64(7))


@cache
def _ask() -> Callable[..., Any]:
    """`_put`, compiled once for every policy: the act comes as a first-class function."""
    if numba_disabled():
        return _put
    weights = numba.float64[::1]
    state, data = numba.from_dtype(STATE), numba.from_dtype(PARAMS)
    signature = numba.boolean(
        numba.types.FunctionType(_signature()),
        weights,
        numba.types.Array(state, 1, "C"),
        numba.types.Array(data, 1, "C"),
        numba.int64,
        numba.boolean,
        numba.uint8[:, :, ::1],
    )
    return numba.njit([signature], cache=True, nogil=True)(_put)


def _signature() -> Any:
    state, data = numba.from_dtype(STATE), numba.from_dtype(PARAMS)
    return numba.int64(state, numba.int64[::1], data, numba.float64[::1], numba.uint64[::1])


@cache
def _first_class(act: Any) -> Any:
    """`act` to be handed to compiled code as a value; the loop needs none such, so it is compiled for this use."""
    return act if numba_disabled() else numba.njit(_signature())(act.py_func)
