"""Games driven by hand: the readable twin of the compiled loop, which must play the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.contract import RUNNING, Game
from games.rng import DEAL, POLICY, mix, new_stream, rekey, turn_key

# Far beyond any real game: a walk that comes here would hang a run.
MOST_STEPS = 100_000

Choose = Callable[["Decision"], int]


@dataclass(frozen=True)
class Decision:
    """What a seat has before it when it must move."""

    game: Game
    state: Any
    """The whole state, a record; the walk goes on from it."""
    params: Any
    seat: int
    legal: np.ndarray
    stream: np.ndarray
    """The seat's own stream, keyed for this turn."""

    def view(self, state: Any = None) -> Any:
        """What the seat sees of `state` (of the true one when None), in a record of its own."""
        state = self.state if state is None else state
        if self.game.is_open:
            return copied(state)
        view = blank(self.game.view_dtype)
        self.game.rules.observe(state, self.params, self.seat, view)
        return view


@dataclass(frozen=True)
class Step:
    """One action: the state before and after it, in records of their own."""

    before: Any
    legal: np.ndarray
    action: int
    after: Any


@dataclass(frozen=True)
class Ending:
    """What `result` says of a finished game: winner seat, payoff [k], the game's own metrics [M, k]."""

    winner: int
    payoff: np.ndarray
    metrics: np.ndarray


def blank(dtype: np.dtype, byte: int = 0) -> Any:
    """A record of `dtype` whose every byte is `byte`."""
    return np.full(dtype.itemsize, byte, np.uint8).view(dtype).view(np.recarray)[0]


def copied(record: Any) -> Any:
    """A record of its own with the same bytes."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype).view(np.recarray)[0]


def encoded(game: Game, document: Any) -> Any:
    """The parameter record of a document."""
    return game.encode(document).view(np.recarray)[0]


def pair_key(luck: int, pair: int) -> np.uint64:
    """The key of a pair's luck, as the loop makes it from a match-up's."""
    with np.errstate(over="ignore"):
        return np.uint64(mix(np.uint64(luck) + np.uint64(mix(np.uint64(pair)))))


def start(game: Game, params: Any, scenario: int, key: np.uint64, chance: np.ndarray) -> Any:
    """The state after the deal."""
    state = blank(game.state_dtype)
    _rekey(chance, key, DEAL, 0)
    game.rules.deal(state, params, scenario, chance)
    return state


def walk(game: Game, document: Any, choose: Choose, scenario: int = 0, key: int = 1) -> Iterator[Step]:
    """Play one game with the luck `key`, asking `choose` for every move; nothing is checked here."""
    rules, params, key = game.rules, encoded(game, document), np.uint64(key)
    chance, private = new_stream(), [new_stream() for _ in range(game.seats)]
    keyed, turn = [-1] * game.seats, -1
    actions = np.zeros(game.max_actions, np.int64)
    state = start(game, params, scenario, key, chance)
    for _ in range(MOST_STEPS):
        if state.termination != RUNNING:
            return
        seat = int(state.seat)
        if state.turn != turn:
            turn = int(state.turn)
            _rekey(chance, key, seat, turn)
        if keyed[seat] != turn:
            keyed[seat] = turn
            _rekey(private[seat], key, POLICY + seat, turn)
        before = copied(state)
        n = int(rules.legal(state, params, actions))
        legal = actions[:n].copy()
        action = choose(Decision(game, state, params, seat, legal, private[seat]))
        with np.errstate(over="ignore"):
            rules.step(state, params, action, chance)
        yield Step(before, legal, action, copied(state))
    raise AssertionError(f"{game.name} still runs after {MOST_STEPS} actions")


def ending(game: Game, document: Any, state: Any) -> Ending:
    """How a finished state is counted."""
    payoff = np.zeros(game.seats, np.int64)
    metrics = np.zeros((len(game.metrics), game.seats), np.int64)
    winner = int(game.rules.result(state, encoded(game, document), payoff, metrics))
    return Ending(winner, payoff, metrics)


def any_move(generator: np.random.Generator) -> Choose:
    """Chooses among the legal actions, all alike."""
    return lambda decision: int(generator.choice(decision.legal))


def _rekey(stream: np.ndarray, key: np.uint64, slot: int, turn: int) -> None:
    with np.errstate(over="ignore"):
        rekey(stream, np.uint64(turn_key(key, slot, turn)))
