"""The exact evaluator: noise-free results of any two strategies on a map, by dynamic programme over its graph.

A strategy gives each state of a layer a mix over the four options. `Mixed` is a mix for each phase and initiative;
`Answer` a pure choice for each state, as `best_answer` finds it.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from games.duel.data import OPTIONS
from games.duel.graph import Graph, Layer
from games.duel.rules import BLUE, RED
from games.jit import compiled

__all__ = [
    "Answer",
    "Mixed",
    "Outcome",
    "Reach",
    "Strategy",
    "best_answer",
    "extremes",
    "play_out",
    "worst_losses",
]


class Strategy(Protocol):
    """How one seat plays one map."""

    def at(self, phase: int, layer: Layer) -> tuple[np.ndarray, np.ndarray]:
        """Mixes [K, 4], and which of them each state of the layer plays [N]."""


@dataclass(frozen=True)
class Mixed:
    """The same mix in every state of a phase that has the same initiative."""

    mixes: np.ndarray
    """[phases, 3, 4] by phase and initiative + 1 (as Red sees it: 1 is his)"""

    def at(self, phase: int, layer: Layer) -> tuple[np.ndarray, np.ndarray]:
        """See `Strategy`."""
        return self.mixes[phase], layer.initiative + 1


@dataclass(frozen=True)
class Answer:
    """One option for each state, by its code."""

    codes: tuple[np.ndarray, ...]
    """By phase: [N] sorted codes of its states"""
    choices: tuple[np.ndarray, ...]
    """By phase: [N] the option played there"""

    def at(self, phase: int, layer: Layer) -> tuple[np.ndarray, np.ndarray]:
        """See `Strategy`."""
        places = np.searchsorted(self.codes[phase], layer.codes)
        return np.eye(OPTIONS), self.choices[phase][places]


class Outcome(NamedTuple):
    """What two strategies come to; probabilities of a game."""

    win: float
    """Red's"""
    draw: float
    loss: float
    flip: float
    """Another result without initiative; nil on a graph that does not tell flips"""
    met: np.ndarray
    """[phases, 3, 4, 4] how often each pair of options meets, by phase and initiative + 1"""


class Reach(NamedTuple):
    """What can happen at all after each first option of a seat."""

    margin: np.ndarray
    """[4, 2] least and greatest D at the end"""
    can_win: np.ndarray
    """[4] bool: whether the seat may still win"""
    can_lose: np.ndarray


def play_out(graph: Graph, red: Strategy, blue: Strategy) -> Outcome:
    """Follow the probabilities of all states from the first phase to the end."""
    chances = np.ones(1)
    met = np.zeros((graph.phases, 3, OPTIONS, OPTIONS))
    for phase, layer in enumerate(graph.layers[:-1]):
        after = np.zeros(len(graph.layers[phase + 1].margin))
        sides = (*red.at(phase, layer), *blue.at(phase, layer))
        _spread(chances, layer.initiative, *sides, graph.children[phase], after, met[phase])
        chances = after
    totals, last = np.zeros(4), graph.phases - 1
    layer = graph.layers[last]
    sides = (*red.at(last, layer), *blue.at(last, layer))
    _finish(chances, layer.initiative, *sides, graph.result, graph.flip, totals, met[last])
    win, draw, loss, flip = (float(total) for total in totals)
    return Outcome(win, draw, loss, flip, met)


def best_answer(graph: Graph, to: Strategy, seat: int) -> tuple[Answer, float]:
    """The strategy of `seat` that earns most (wins less losses) against `to`, and what it earns; ties: lowest index."""
    sign = 1 if seat == RED else -1
    values = sign * graph.result.astype(np.float64)
    codes, choices = [], []
    for phase in range(graph.phases - 1, -1, -1):
        layer = graph.layers[phase]
        mixes, rows = to.at(phase, layer)
        expected = np.einsum("nij,nj->ni" if seat == RED else "nij,ni->nj", values, mixes[rows])
        order = np.argsort(layer.codes)
        codes.append(layer.codes[order])
        # A hair is nobody's reason: values equal but for rounding are a tie.
        choices.append(np.argmax(expected >= expected.max(axis=1, keepdims=True) - 1e-12, axis=1)[order])
        best = expected.max(axis=1)
        values = best[graph.children[phase - 1]] if phase else best
    return Answer(tuple(codes[::-1]), tuple(choices[::-1])), float(values[0])


def extremes(graph: Graph, seat: int) -> Reach:
    """What each first option of `seat` leaves possible, whatever both sides do afterwards."""
    axis, sign = (2, 1) if seat == RED else (1, -1)
    least = most = graph.end_margin
    win, lose = graph.result == sign, graph.result == -sign
    for phase in range(graph.phases - 1, 0, -1):
        places = graph.children[phase - 1]
        least, most = least.min(axis=(1, 2))[places], most.max(axis=(1, 2))[places]
        win, lose = win.any(axis=(1, 2))[places], lose.any(axis=(1, 2))[places]
    margin = np.stack([least.min(axis=axis)[0], most.max(axis=axis)[0]], axis=1)
    return Reach(margin, win.any(axis=axis)[0], lose.any(axis=axis)[0])


def worst_losses(graph: Graph) -> tuple[int, int]:
    """The most strength that Red, and that Blue, can lose on any path."""
    losses = []
    for seat in (RED, BLUE):
        worst = np.zeros(graph.end_margin.shape, np.int64)
        for phase in range(graph.phases - 1, -1, -1):
            tables = graph.tables[phase]
            table = tables.red_loss if seat == RED else tables.blue_loss
            ahead = (worst + table[graph.layers[phase].initiative + 1]).max(axis=(1, 2))
            worst = ahead[graph.children[phase - 1]] if phase else ahead
        losses.append(int(worst[0]))
    return losses[RED], losses[BLUE]


@compiled
def _spread(chances, initiative, red, red_rows, blue, blue_rows, children, after, met):
    """Pass the chance of each state on to its children."""
    for state in range(chances.size):
        x, y, turn = red[red_rows[state]], blue[blue_rows[state]], initiative[state] + 1
        for i in range(x.size):
            for j in range(y.size):
                share = chances[state] * x[i] * y[j]
                after[children[state, i, j]] += share
                met[turn, i, j] += share


@compiled
def _finish(chances, initiative, red, red_rows, blue, blue_rows, result, flip, totals, met):
    """Add the chances of the last phase to `totals`: win, draw, loss, flip."""
    for state in range(chances.size):
        x, y, turn = red[red_rows[state]], blue[blue_rows[state]], initiative[state] + 1
        for i in range(x.size):
            for j in range(y.size):
                share = chances[state] * x[i] * y[j]
                totals[1 - result[state, i, j]] += share
                if flip[state, i, j]:
                    totals[3] += share
                met[turn, i, j] += share
