"""Every state that a duel can reach, phase by phase, with what each pair of options leads to.

What the future depends on: the margin D, the gap (Red's strength less Blue's) and the last tempos. Some 11,000
states for six phases, found by merging, never by listing paths. With `plain`, the margin and gap of the same choices
without initiative are part of the state, so that flips can be counted too. Nobody times out here.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from games.duel.data import OPTIONS, DuelData
from games.duel.record import PARAMS, encode, place_of, scenarios
from games.duel.rules import BLUE, RED, concession, initiative_of, score_of, settle, tempo_of
from games.jit import compiled

__all__ = ["Graph", "Layer", "code_of", "reach"]

# Tempos that a window may look back at.
WINDOW = 3
# Room in a code: |margin| < 512, |gap| < 4096, |tempo| < 16.
_MARGIN, _GAP, _TEMPO = 512, 4096, 16


class Tables(NamedTuple):
    """One phase's arithmetic by (initiative + 1, Red's option, Blue's option): int64 [3, 4, 4] each."""

    score: np.ndarray
    tempo: np.ndarray
    red_loss: np.ndarray
    blue_loss: np.ndarray
    weight: np.ndarray


@dataclass(frozen=True)
class Layer:
    """The N states in which a phase may begin."""

    margin: np.ndarray
    """[N] D so far"""
    gap: np.ndarray
    """[N] Red's strength less Blue's"""
    tempos: np.ndarray
    """[N, WINDOW] the last tempos, latest first; nil beyond the window of the rules"""
    initiative: np.ndarray
    """[N] 1 Red, -1 Blue, 0 nobody"""
    plain_margin: np.ndarray
    plain_gap: np.ndarray
    """[N] the same without initiative; nil in a graph that does not tell flips"""

    @property
    def codes(self) -> np.ndarray:
        """[N] int64, one number for all that a player may go by; see `code_of`."""
        t = self.tempos
        codes: np.ndarray = _code(self.margin, self.gap, t[:, 0], t[:, 1], t[:, 2])
        return codes


@dataclass(frozen=True)
class Graph:
    """The layers of one map and the moves between them."""

    layers: tuple[Layer, ...]
    tables: tuple[Tables, ...]
    children: tuple[np.ndarray, ...]
    """By phase but the last: [N, 4, 4] place in the next layer"""
    end_margin: np.ndarray
    """[N, 4, 4] D at the end, from the last layer"""
    result: np.ndarray
    """[N, 4, 4] int8: 1 Red wins, 0 draw, -1 Blue wins"""
    flip: np.ndarray
    """[N, 4, 4] bool: the result would be another without initiative"""

    @property
    def phases(self) -> int:
        """Phases of the map."""
        return len(self.layers)


def reach(document: DuelData, scenario: str, *, plain: bool = False) -> Graph:
    """The graph of one map of `document`. Raises `KeyError` for a map that it does not have."""
    if scenario not in document.maps:
        raise KeyError(scenario)
    return _reach(encode(document).tobytes(), scenarios(document).index(scenario), plain)


def _code(margin, gap, first, second, third):
    """One number for a margin, a gap and the last three tempos; below 2^38, so a float64 holds it exactly."""
    head = (margin + _MARGIN) * (2 * _GAP) + gap + _GAP
    return (
        ((head * (2 * _TEMPO) + first + _TEMPO) * (2 * _TEMPO) + second + _TEMPO) * (2 * _TEMPO)
        + third
        + _TEMPO
    )


code_of = compiled(_code)
"""`_code` for compiled code; the plain function takes arrays too."""


@lru_cache(maxsize=16)
def _reach(record: bytes, scenario: int, plain: bool) -> Graph:
    params = np.frombuffer(record, PARAMS).view(np.recarray)[0]
    phases = int(params.phases[scenario])
    tables = tuple(Tables(*_tables(params, scenario, phase)) for phase in range(phases))
    nil = np.zeros(1, np.int64)
    layers = [Layer(nil, nil, np.zeros((1, WINDOW), np.int64), nil, nil, nil)]
    children = []
    for phase in range(phases - 1):
        grown = _grow(layers[-1], tables[phase], params, plain)
        merged, places = _merge(grown, params, phase + 1)
        layers.append(merged)
        children.append(places)
    end = _grow(layers[-1], tables[-1], params, plain)
    result = _settled(params, phases, end.margin, end.gap)
    flip = (
        result != _settled(params, phases, end.plain_margin, end.plain_gap)
        if plain
        else np.zeros(result.shape, bool)
    )
    return Graph(tuple(layers), tables, tuple(children), end.margin, result, flip)


def _grow(layer: Layer, tables: Tables, params: np.record, plain: bool) -> Layer:
    """What every pair of options makes of every state: [N, 4, 4] fields, initiative not yet told."""
    row = layer.initiative + 1
    level = int(params.level)
    gap = tables.blue_loss - tables.red_loss
    margin = layer.margin[:, None, None] + tables.score[row] - level
    tempos = np.zeros((*margin.shape, WINDOW), np.int64)
    tempos[..., 0] = tables.tempo[row]
    for back in range(1, int(params.initiative_window)):
        tempos[..., back] = layer.tempos[:, None, None, back - 1]
    nobody = np.ones(len(row), np.int64)
    used = int(plain)
    return Layer(
        margin=margin,
        gap=layer.gap[:, None, None] + gap[row],
        tempos=tempos,
        initiative=np.zeros(0, np.int64),
        plain_margin=used * (layer.plain_margin[:, None, None] + tables.score[nobody] - level),
        plain_gap=used * (layer.plain_gap[:, None, None] + gap[nobody]),
    )


def _merge(grown: Layer, params: np.record, played: int) -> tuple[Layer, np.ndarray]:
    """The distinct states among the grown ones, and the place of each grown one among them."""
    shape = grown.margin.shape
    flat = Layer(
        grown.margin.ravel(),
        grown.gap.ravel(),
        grown.tempos.reshape(-1, WINDOW),
        grown.initiative,
        grown.plain_margin.ravel(),
        grown.plain_gap.ravel(),
    )
    plain = (flat.plain_margin + _MARGIN) * (2 * _GAP) + flat.plain_gap + _GAP
    _, first, places = np.unique(
        flat.codes * (4 * _MARGIN * _GAP) + plain, return_index=True, return_inverse=True
    )
    tempos = flat.tempos[first]
    merged = Layer(
        flat.margin[first],
        flat.gap[first],
        tempos,
        _initiatives(params, tempos, played),
        flat.plain_margin[first],
        flat.plain_gap[first],
    )
    return merged, places.reshape(shape)


@compiled
def _tables(params, scenario, phase):
    shape = (3, OPTIONS, OPTIONS)
    score, tempo, weight = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    red, blue = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    place = place_of(scenario, phase)
    for k in range(3):
        for i in range(OPTIONS):
            for j in range(OPTIONS):
                met = OPTIONS * (OPTIONS * place + i) + j
                cell = params.cell[met]
                m = score_of(params, cell, k - 1)
                score[k, i, j] = m
                tempo[k, i, j] = tempo_of(params, m if params.tempo_from_score == 1 else cell, 0)
                red[k, i, j] = params.cost[OPTIONS * (2 * place + RED) + i] + concession(
                    params, params.level - m
                )
                blue[k, i, j] = params.cost[OPTIONS * (2 * place + BLUE) + j] + concession(
                    params, m - params.level
                )
                weight[k, i, j] = params.weight[met]
    return score, tempo, red, blue, weight


@compiled
def _initiatives(params, tempos, played):
    found = np.zeros(len(tempos), np.int64)
    for state in range(len(tempos)):
        last = tempos[state]
        found[state] = initiative_of(params, last[0], last[1], last[2], played)
    return found


@compiled
def _settled(params, phases, margins, gaps):
    """1, 0 or -1 by `settle`, for arrays of one shape [N, 4, 4]."""
    found = np.zeros(margins.shape, np.int8)
    for place, margin in np.ndenumerate(margins):
        winner = settle(params, phases, margin, gaps[place], 0)[0]
        found[place] = 1 if winner == RED else (-1 if winner == BLUE else 0)
    return found
