"""coins: a plain-Python game for the tests. Two seats guess in turn, a right guess scores, first to the goal."""

from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field

from games.contract import FIRST_ENDING, TURN_CAP, Game, Rules, Text
from games.documents import Document, read_json, validate
from games.rng import below

STATE = np.dtype(
    [("seat", np.int64), ("turn", np.int64), ("termination", np.int64), ("score", np.int64, (2,))], align=True
)
PARAMS = np.dtype([("goal", np.int64)], align=True)


class CoinsData(Document):
    """Points to reach."""

    goal: int = Field(3, ge=1, le=100)


def load(path: Path) -> CoinsData:
    """The document in a JSON file."""
    return validate(CoinsData, read_json(path), str(path))


def dump(document: CoinsData, path: Path) -> None:
    """Write it back."""
    path.write_text(document.model_dump_json() + "\n", encoding="utf-8")


def encode(document: CoinsData) -> np.ndarray:
    """[1] the goal."""
    params = np.zeros(1, PARAMS)
    params["goal"] = document.goal
    return params


def deal(state: Any, params: Any, scenario: int, rng: Any) -> None:
    """Nothing to set up."""


def legal(state: Any, params: Any, actions: Any) -> int:
    """Heads or tails."""
    actions[0], actions[1] = 0, 1
    return 2


def observe(state: Any, params: Any, seat: int, view: Any) -> None:
    """Open."""


def step(state: Any, params: Any, action: int, rng: Any) -> None:
    """Toss, score, pass on."""
    state.score[state.seat] += int(below(rng, 2) == action)
    if state.score[state.seat] >= params.goal:
        state.termination = FIRST_ENDING
    elif state.turn >= 99:
        state.termination = TURN_CAP
    else:
        state.turn += 1
        state.seat = 1 - state.seat


def result(state: Any, params: Any, payoff: Any, metrics: Any) -> int:
    """Whoever reached the goal."""
    payoff[:] = 0
    if state.termination != FIRST_ENDING:
        return -1
    payoff[state.seat], payoff[1 - state.seat] = 1, -1
    return int(state.seat)


def option(state: Any, params: Any, action: int) -> int:
    """The guess."""
    return action


def seen(state: Any, params: Any, seat: int, flags: Any) -> None:
    """Nothing more."""


GAME = Game(
    name="coins",
    title="Coins",
    rules_version="1",
    seats=2,
    document=CoinsData,
    load=load,
    dump=dump,
    encode=encode,
    scenarios=lambda document: ("table",),
    options=lambda document: ("heads", "tails"),
    state_dtype=STATE,
    view_dtype=STATE,
    params_dtype=PARAMS,
    max_actions=2,
    longest=lambda document: 100,
    rules=Rules(deal, legal, observe, step, result, option, seen),
    text=Text(lambda *_: ["coins"], lambda *_: ["a toss"], lambda *_: ["over"]),
    endings=("goal reached",),
    compiled=False,
)
