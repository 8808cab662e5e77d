"""What the `act` of a duel policy receives as weights: a float64 array that says how it plays every map.

    [MIXED, thresholds]            thresholds[map, phase, seat, initiative + 1, 3]: sums of the shares of a mix
    [ANSWER, index, blocks]        index[map, phase, seat] = start of a block and its number n of states;
                                   a block is n sorted state codes (games/duel/graph.py), then n options

`strategy_of` reads either form back, so any policy whose table has one of them can be evaluated exactly.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from games.duel.data import MAPS, OPTIONS, PHASES, DuelData
from games.duel.exact import Answer, Mixed, Strategy
from games.duel.graph import code_of
from games.duel.rules import BLUE, RED
from games.jit import compiled
from games.rng import uniform
from policies.contract import Entrant

__all__ = [
    "answer_of",
    "answer_table",
    "choice_of",
    "first_choice_of",
    "mixed_table",
    "prepared",
    "strategy_of",
]

MIXED, ANSWER = 1.0, 2.0
_THRESHOLDS = (MAPS, PHASES, 2, 3, OPTIONS - 1)
_INDEX = (MAPS, PHASES, 2, 2)
_HEAD = 1 + MAPS * PHASES * 2 * 2

Builder = Callable[[DuelData, str, Mapping[str, float]], np.ndarray]
"""(document, map, weights) -> mixes [phases, 2 seats, 3, 4] by initiative + 1 as Red sees it"""


def prepared(build: Builder) -> Callable[[Any, Mapping[str, float], Mapping[str, Entrant]], np.ndarray]:
    """A policy's `prepare` from what builds its mixes for one map."""

    def prepare(document: DuelData, weights: Mapping[str, float], refs: Mapping[str, Entrant]) -> np.ndarray:
        return mixed_table([build(document, name, weights) for name in document.maps])

    return prepare


def mixed_table(mixes: list[np.ndarray]) -> np.ndarray:
    """The table of mixes [phases, 2, 3, 4], a map each."""
    thresholds = np.ones(_THRESHOLDS)
    for place, shares in enumerate(mixes):
        sums = np.cumsum(shares, axis=-1)
        # From the last option that is ever played, the sum is 1 however it was rounded.
        rest = np.cumsum(shares[..., ::-1], axis=-1)[..., ::-1]
        sums[..., :-1][rest[..., 1:] == 0] = 1.0
        thresholds[place, : len(shares)] = sums[..., :-1]
    return np.concatenate([[MIXED], thresholds.ravel()])


def answer_table(answers: list[tuple[Answer, Answer]]) -> np.ndarray:
    """The table of answers by map and seat."""
    index, blocks, start = np.zeros(_INDEX), [], _HEAD
    for place, seats in enumerate(answers):
        for seat, answer in enumerate(seats):
            for phase, (codes, choices) in enumerate(zip(answer.codes, answer.choices, strict=True)):
                index[place, phase, seat] = start, len(codes)
                blocks += [codes, choices]
                start += 2 * len(codes)
    return np.concatenate([[ANSWER], index.ravel(), *blocks]).astype(np.float64)


def strategy_of(table: np.ndarray, document: DuelData, scenario: str, seat: int) -> Strategy:
    """How a seat plays a map by its table. Raises `ValueError` for a table of neither form."""
    place, phases = tuple(document.maps).index(scenario), len(document.maps[scenario])
    if table[0] == MIXED and table.size == 1 + np.prod(_THRESHOLDS):
        sums = table[1:].reshape(_THRESHOLDS)[place, :phases, seat]
        padded = np.pad(sums, ((0, 0), (0, 0), (1, 1)), constant_values=(0.0, 1.0))
        return Mixed(np.diff(padded, axis=-1))
    if table[0] == ANSWER and table.size > _HEAD:
        blocks = table[1:_HEAD].reshape(_INDEX)[place, :phases, seat].astype(np.int64)
        codes = tuple(table[start : start + n].astype(np.int64) for start, n in blocks)
        return Answer(codes, tuple(table[start + n : start + 2 * n].astype(np.int64) for start, n in blocks))
    raise ValueError(
        "is played by a policy that states neither a mix for each phase nor an option for each state"
    )


@compiled
def choice_of(view, weights, rng):
    """An option drawn from the mix of this phase, seat and initiative."""
    return _chosen(view, weights, uniform(rng))


@compiled
def first_choice_of(view, weights):
    """The first option that the mix plays at all."""
    return _chosen(view, weights, 0.0)


@compiled
def _chosen(view, weights, luck):
    base = 1 + 3 * (3 * (2 * view.place + view.seat) + view.initiative + 1)
    passed = np.int64(luck >= weights[base]) + np.int64(luck >= weights[base + 1])
    return passed + np.int64(luck >= weights[base + 2])


@compiled
def answer_of(view, params, weights):
    """The option for this state; the default option for states that no chosen options lead to."""
    base = 1 + 2 * (2 * view.place + view.seat)
    start, n = np.int64(weights[base]), np.int64(weights[base + 1])
    gap = view.strength[RED] - view.strength[BLUE]
    before = view.tempo_before if params.initiative_window > 1 else 0
    earlier = view.tempo_earlier if params.initiative_window > 2 else 0
    code = code_of(view.margin, gap, view.tempo, before, earlier)
    low, high = start, start + n
    while low < high:
        middle = (low + high) // 2
        if weights[middle] < code:
            low = middle + 1
        else:
            high = middle
    if low < start + n and weights[low] == code:
        return np.int64(weights[low + n])
    return params.default_option
