"""One game again, move by move: from its match-up, pair and rotation alone.

The rules' compiled functions are called one by one from Python, with the luck keyed as in `runner.loop`; the digest of
the stored game says whether it is the same game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.contract import ILLEGAL_ACTION, RUNNING, STEP_CAP, TURN_CAP
from games.rng import DEAL, KEYED, POLICY, mix, new_stream, rekey, turn_key
from runner.plan import Matchup
from runner.play import Arena

__all__ = ["Move", "Replay", "replay", "transcript"]

_MASK = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True)
class Move:
    """One action: the records before and after it, who chose it, and what else was legal."""

    before: Any
    seat: int
    action: int
    legal: tuple[int, ...]
    after: Any


@dataclass(frozen=True)
class Replay:
    """A whole game: the deal, its moves and how it ended."""

    names: tuple[str, ...]
    """Labels by seat."""
    dealt: Any
    moves: tuple[Move, ...]
    final: Any
    winner: int
    """Seat, NOBODY or HOUSE."""
    digest: int
    """As stored with the game."""


def replay(arena: Arena, matchup: Matchup, pair: int, rotation: int) -> Replay:
    """Play that game again.

    Raises `ValueError` for a rotation that the match-up does not have.
    """
    seats = arena.game.seats
    if not 0 <= rotation < seats:
        raise ValueError(
            f"rotation is {rotation}; a pair of {arena.game.name} has rotations 0 to {seats - 1}"
        )
    with np.errstate(over="ignore"):
        return _Game(arena, matchup, pair, rotation).played()


def transcript(arena: Arena, matchup: Matchup, pair: int, rotation: int) -> list[str]:
    """That game as lines that a person can read."""
    game = replay(arena, matchup, pair, rotation)
    text, document = arena.game.text, arena.document
    lines = list(text.opening(game.dealt, document, game.names))
    for move in game.moves:
        lines += text.move(move.before, move.action, move.after, document, game.names)
    if game.final.termination == ILLEGAL_ACTION:
        return [
            *lines,
            f"{game.names[int(game.final.seat)]} chose an action that is not legal: the game is void",
        ]
    return lines + text.closing(game.final, document, game.names)


class _Game:
    """The records and streams of one game while it is played."""

    def __init__(self, arena: Arena, matchup: Matchup, pair: int, rotation: int) -> None:
        game = arena.game
        self.arena, self.rules, self.rotation, self.seats = arena, game.rules, rotation, game.seats
        self.players = [(seat - rotation) % self.seats for seat in range(self.seats)]
        self.labels = tuple(matchup.players[player] for player in self.players)
        self.states = np.zeros(1, game.state_dtype).view(np.recarray)
        self.views = self.states if game.is_open else np.zeros(1, game.view_dtype).view(np.recarray)
        self.params = arena.params.view(np.recarray)[0]
        self.weights = [arena.weights(label) for label in self.labels]
        self.acts = [arena.entrant(label).policy.act for label in self.labels]
        luck = matchup.luck(arena.job.seed) + int(mix(np.uint64(pair)))
        self.key = np.uint64(mix(np.uint64(luck & _MASK)))
        self.chance = arena.stream_before(matchup, pair, rotation)
        self.own = [new_stream(KEYED) for _ in range(self.seats)]
        self._key(self.chance, DEAL, 0)
        self.rules.deal(self.states[0], self.params, arena.scenarios.index(matchup.scenario), self.chance)

    def played(self) -> Replay:
        """The game from the deal to its end."""
        dealt = self._snapshot()
        moves = tuple(self._moves())
        digest = 14695981039346656037
        for move in moves:
            if move.action in move.legal:
                digest = ((digest ^ ((move.action + 1) & _MASK)) * 1099511628211) & _MASK
        payoff = np.zeros(self.seats, np.int64)
        own = np.zeros((len(self.arena.game.metrics), self.seats), np.int64)
        winner = int(self.rules.result(self.states[0], self.params, payoff, own))
        digest = int(mix(np.uint64((digest + int(self.chance[0])) & _MASK)))
        return Replay(self.labels, dealt, moves, self._snapshot(), winner, digest)

    def _moves(self) -> Iterator[Move]:
        state, view = self.states[0], self.views[0]
        actions = np.zeros(self.arena.game.max_actions, np.int64)
        keyed, turn, steps = [-1] * self.seats, -1, 0
        while state.termination == RUNNING:
            seat = int(state.seat)
            if state.turn != turn:
                turn = int(state.turn)
                self._key(self.chance, seat, turn)
            if keyed[seat] != turn:
                keyed[seat] = turn
                self._key(self.own[seat], POLICY + seat, turn)
            n = int(self.rules.legal(state, self.params, actions))
            self.rules.observe(state, self.params, seat, view)
            legal = actions[:n].copy()
            action = int(self.acts[seat](view, legal, self.params, self.weights[seat], self.own[seat]))
            before = self._snapshot()
            if action in legal:
                self.rules.step(state, self.params, action, self.chance)
                steps += 1
                if steps >= STEP_CAP and state.termination == RUNNING:
                    state.termination = TURN_CAP
            else:
                state.termination = ILLEGAL_ACTION
            yield Move(before, seat, action, tuple(int(one) for one in legal), self._snapshot())

    def _key(self, stream: np.ndarray, slot: int, turn: int) -> None:
        # Compiled functions hand 64-bit numbers back as Python ints, which must not be taken for signed ones.
        rekey(stream, np.uint64(turn_key(self.key, slot, turn)))

    def _snapshot(self) -> Any:
        return self.states.copy()[0]
