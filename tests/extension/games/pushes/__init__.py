"""pushes: a game for the tests in which what each choice is worth is known.

The deal says who is ahead, by 10 points of 100, and draws a hidden number below 100. Each seat chooses twice, in turn:
`push` adds 20 points to its chance of winning, `wave` and to rest (no option) add nothing. Seat 0 wins where the hidden
number is below 50, and 10 if it is ahead or less 10 if not, and its pushes less the other's, 20 points each. So a push
is worth exactly .2 of a score, and a wave nothing, whoever chooses it and when.
"""

from pathlib import Path
from typing import Any

import numpy as np

from games.contract import FIRST_ENDING, Game, Rules, Text
from games.documents import Document, read_json, validate
from games.jit import compiled
from games.rng import below

PUSH, WAVE, REST = 0, 1, 2
STATE = np.dtype(
    [
        ("seat", np.int64),
        ("turn", np.int64),
        ("termination", np.int64),
        ("ahead", np.int64),
        ("hidden", np.int64),
        ("pushes", np.int64, (2,)),
    ],
    align=True,
)
VIEW = np.dtype([("seat", np.int64), ("turn", np.int64), ("ahead", np.int64)], align=True)
PARAMS = np.dtype([("push", np.int64)], align=True)


class PushesData(Document):
    """Points of a push."""

    push: int = 20


def load(path: Path) -> PushesData:
    """The document in a JSON file."""
    return validate(PushesData, read_json(path), str(path))


def dump(document: PushesData, path: Path) -> None:
    """Write it back."""
    path.write_text(document.model_dump_json() + "\n", encoding="utf-8")


def encode(document: PushesData) -> np.ndarray:
    """[1] points of a push."""
    params = np.zeros(1, PARAMS)
    params["push"] = document.push
    return params


@compiled
def deal(state: Any, params: Any, scenario: int, rng: Any) -> None:
    """Who is ahead, and the hidden number."""
    state.ahead = below(rng, 2)
    state.hidden = below(rng, 100)


@compiled
def legal(state: Any, params: Any, actions: Any) -> int:
    """Always all three."""
    actions[0], actions[1], actions[2] = PUSH, WAVE, REST
    return 3


@compiled
def observe(state: Any, params: Any, seat: int, view: Any) -> None:
    """All but the hidden number and the pushes."""
    view.seat = seat
    view.turn = state.turn
    view.ahead = state.ahead


@compiled
def step(state: Any, params: Any, action: int, rng: Any) -> None:
    """Note the push; four choices end the game."""
    if action == PUSH:
        state.pushes[state.seat] += 1
    if state.turn == 3:
        state.termination = FIRST_ENDING
    else:
        state.turn += 1
        state.seat = 1 - state.seat


@compiled
def result(state: Any, params: Any, payoff: Any, metrics: Any) -> int:
    """Whoever the hidden number lets win."""
    chance = 60 if state.ahead == 0 else 40
    chance += params.push * (state.pushes[0] - state.pushes[1])
    winner = 0 if state.hidden < chance else 1
    payoff[winner] = 1
    payoff[1 - winner] = 0
    return winner


@compiled
def option(state: Any, params: Any, action: int) -> int:
    """A push or a wave."""
    return action if action < REST else -1


GAME = Game(
    name="pushes",
    title="Pushes",
    rules_version="1",
    seats=2,
    document=PushesData,
    load=load,
    dump=dump,
    encode=encode,
    scenarios=lambda document: ("table",),
    options=lambda document: ("push", "wave"),
    state_dtype=STATE,
    view_dtype=VIEW,
    params_dtype=PARAMS,
    max_actions=3,
    longest=lambda document: 4,
    rules=Rules(deal, legal, observe, step, result, option),
    text=Text(lambda *_: ["pushes"], lambda *_: ["a choice"], lambda *_: ["over"]),
    endings=("four choices",),
    streams=("per-game", "sequential"),
)
