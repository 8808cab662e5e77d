"""Win rates of some games of several match-ups, equal weights a match-up, and differences of two of them.

Within a cell (one match-up, one player, one seat) games are independent: there is one a pair. The rates of cells are
averaged plainly, so a pooled rate does not hang on where the effort went. Its interval is Wilson's for as many games
as its error is worth; of one cell without draws that is Wilson's own. A difference has Newcombe's interval (1998,
method 10), which takes the two sides as separate games.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.linearised import Intervals, normal, wilson_of

__all__ = ["Sides", "pooled_difference", "pooled_rate"]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

STOPPED = 1.2
"""Intervals of rates are wider by this than at a number of games fixed beforehand: a run stops when win rates look
decided, which favours those that strayed. Differences within a run do not need it; the coverage study measures both."""


@dataclass(frozen=True)
class Sides:
    """Games of M cells, wins and draws among them: each `[M, ...]`."""

    games: Floats
    wins: Floats
    draws: Floats

    def __sub__(self, part: Sides) -> Sides:
        return Sides(self.games - part.games, self.wins - part.wins, self.draws - part.draws)

    @property
    def vary(self) -> Flags:
        """Whether there were a win and a loss, or something between them and a draw."""
        losses = self.games - self.wins - self.draws
        return ((self.wins > 0) & (losses > 0)) | ((self.draws > 0) & (self.draws < self.games))


def pooled_rate(sides: Sides, use: Flags, draw_value: float, certainty: float) -> Intervals:
    """Mean rate over the cells in `use [M, ...]`: arrays `[...]`, nan and [0, 1] where there is none."""
    rate, trials = _worth(sides, use, draw_value)
    low, high = wilson_of(np.where(np.isnan(rate), 0.5, rate), trials, STOPPED * normal(certainty))
    return Intervals(rate, low, high)


def pooled_difference(one: Sides, other: Sides, use: Flags, draw_value: float, certainty: float) -> Intervals:
    """Mean over the cells in `use` of the rate of `one` less that of `other`."""
    first, second = _worth(one, use, draw_value), _worth(other, use, draw_value)
    return _newcombe(first, second, normal(certainty))


def _worth(sides: Sides, use: Flags, draw_value: float) -> tuple[Floats, Floats]:
    """The pooled rate and how many games of its own its error is worth.

    The variance of a cell is taken at Wilson's centre, which lends it two wins and two losses: of a handful of games
    that all went one way it is not 0. Draws make it smaller than that of won and lost games.
    """
    n = np.where(use, sides.games, 0.0)
    z2 = normal(0.95) ** 2
    score = sides.wins + draw_value * sides.draws
    square = sides.wins + draw_value**2 * sides.draws
    centre = (score + z2 / 2.0) / (n + z2)
    variance = (square + z2 / 2.0) / (n + z2) - centre**2
    use = use & (n > 0.0)
    cells = use.sum(axis=0)
    among = np.maximum(cells, 1)
    safe = np.maximum(n, 1.0)
    rate = np.where(cells > 0, np.where(use, score / safe, 0.0).sum(axis=0) / among, np.nan)
    middle = np.where(use, centre, 0.0).sum(axis=0) / among
    error = np.where(use, variance / safe, 0.0).sum(axis=0) / among**2
    trials = np.where(cells > 0, middle * (1.0 - middle) / np.where(cells > 0, error, 1.0), 0.0)
    return rate, trials


def _newcombe(one: tuple[Floats, Floats], other: tuple[Floats, Floats], z: float) -> Intervals:
    (p, n), (q, m) = one, other
    a, b = (np.where(np.isnan(rate), 0.5, rate) for rate in (p, q))
    (low, high), (low_other, high_other) = wilson_of(a, n, z), wilson_of(b, m, z)
    value = p - q
    down, up = np.hypot(a - low, high_other - b), np.hypot(high - a, b - low_other)
    unknown = np.isnan(value)
    return Intervals(value, np.where(unknown, -1.0, a - b - down), np.where(unknown, 1.0, a - b + up))
