"""Zero-sum matrix games: who plays what at equilibrium, and how much of that is forced.

`payoffs[i, j]` is what the row player gets and the column player pays; a mix is a float64 array summing to 1.

Equilibria of such games need not be single points: any optimal mix of one side meets any optimal mix of the
other, and a vertex of either set can report 0 % for an option that another uses. So such a set is reported by

    max_min_usage   the optimal mix whose smallest usage is largest, then its second smallest, and so on
                    (leximin). A convex set has exactly one such point: no tie is left to break, and options
                    that are copies of each other get equal shares
    usage_range     the least and the most of each option over the whole set
    max_entropy     the optimal mix of greatest entropy, again a single point

Mixes are good to about 1e-7; where the equilibrium is unique, to the last digits of a linear solve.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from games.matrix_plain import (
    dominant_columns,
    dominant_rows,
    dominated_columns,
    dominated_rows,
    fictitious_play,
    saddle_points,
)
from games.matrix_solver import DIGITS, SLACK, as_table, clean_mix, linear_programme, scaled, solved

__all__ = [
    "Equilibrium",
    "OptimalSet",
    "dominant_columns",
    "dominant_rows",
    "dominated_columns",
    "dominated_rows",
    "equilibrium",
    "fictitious_play",
    "saddle_points",
    "value",
]


class Equilibrium(NamedTuple):
    """The max-min-usage equilibrium of a game."""

    value: float
    """To the row player."""
    row: np.ndarray
    """[m] usage by the row player."""
    column: np.ndarray
    """[n] usage by the column player."""


def value(payoffs: Any) -> float:
    """The value of the game to the row player. Raises `ValueError` unless finite [m, n]."""
    return solved(as_table(payoffs)).value


def equilibrium(payoffs: Any) -> Equilibrium:
    """The max-min-usage equilibrium, both sides. Raises `ValueError` unless finite [m, n]."""
    table = as_table(payoffs)
    found = solved(table)
    if found.unique:
        return Equilibrium(found.value, found.row, found.column)
    row, column = OptimalSet(table, found.value), OptimalSet(-table.T, -found.value)
    return Equilibrium(found.value, row.max_min_usage, column.max_min_usage)


@dataclass(frozen=True)
class OptimalSet:
    """All optimal mixes of the row player of `payoffs` [m, n]: those that secure `value` for sure."""

    payoffs: np.ndarray
    value: float
    single: np.ndarray | None = None
    """[m] the one optimal mix, where it is known to be the only one."""

    @classmethod
    def of_rows(cls, payoffs: Any) -> "OptimalSet":
        """The optimal mixes of the row player. Raises `ValueError` unless finite [m, n]."""
        table = as_table(payoffs)
        found = solved(table)
        return cls(table, found.value, found.row if found.unique else None)

    @classmethod
    def of_columns(cls, payoffs: Any) -> "OptimalSet":
        """The optimal mixes of the column player: the row player of the mirrored game, of value -v."""
        return cls.of_rows(-as_table(payoffs).T)

    @cached_property
    def max_min_usage(self) -> np.ndarray:
        """[m] the leximin optimal mix."""
        if self.single is not None:
            return self.single
        floor = np.full(len(self.payoffs), np.nan)
        while np.isnan(floor).any():
            smallest, tight = self._raise_floor(floor)
            floor[tight] = smallest
        return clean_mix(floor)

    @cached_property
    def usage_range(self) -> np.ndarray:
        """[m, 2] least and most usage of each option over all optimal mixes."""
        if self.single is not None:
            return np.stack([self.single, self.single], axis=1)
        unit = np.eye(len(self.payoffs))
        ends = [[self._least(option) @ option, self._least(-option) @ option] for option in unit]
        return np.clip(np.round(ends, DIGITS), 0.0, 1.0)

    @cached_property
    def max_entropy(self) -> np.ndarray:
        """[m] the optimal mix of greatest entropy, by its dual: x_i ~ exp(sum_j l_j (A_ij - v)), l >= 0."""
        from scipy.optimize import minimize

        if self.single is not None:
            return self.single
        used = self.usage_range[:, 1] > 10.0**-DIGITS
        table, worth = self._scaled()
        gain = table[used] - worth

        def dual(multipliers: np.ndarray) -> tuple[float, np.ndarray]:
            powers = gain @ multipliers
            weights = np.exp(powers - powers.max())
            return powers.max() + np.log(weights.sum()), (weights @ gain) / weights.sum()

        start, bounds = np.zeros(gain.shape[1]), [(0.0, None)] * gain.shape[1]
        precise = {"ftol": 1e-15, "gtol": 1e-10}
        best = minimize(dual, start, jac=True, method="L-BFGS-B", bounds=bounds, options=precise)
        powers = gain @ best.x
        mix = np.zeros(len(used))
        mix[used] = np.exp(powers - powers.max())
        return mix / mix.sum()

    def _raise_floor(self, floor: np.ndarray) -> tuple[float, np.ndarray]:
        """The largest smallest usage of the options without a floor, and which of them can never exceed it.

        An option whose bound has a positive multiplier is tight in every solution; the multipliers sum to 1.
        """
        m, free = len(floor), np.flatnonzero(np.isnan(floor))
        above = np.zeros((len(free), m + 1))
        above[np.arange(len(free)), free] = -1.0
        above[:, m] = 1.0
        secure, level = self._secure()
        lows = np.where(np.isnan(floor), 0.0, np.maximum(floor - SLACK, 0.0))
        answer = linear_programme(
            np.append(np.zeros(m), -1.0),
            np.vstack([np.pad(secure, ((0, 0), (0, 1))), above]),
            np.append(level, np.zeros(len(free))),
            np.append(np.ones(m), 0.0),
            [*((low, None) for low in lows), (None, None)],
        )
        multipliers = -answer.ineqlin.marginals[len(level) :]
        return float(answer.x[m]), free[multipliers >= multipliers.max() / 2]

    def _least(self, objective: np.ndarray) -> np.ndarray:
        """[m] an optimal mix that minimises `objective`."""
        m = len(self.payoffs)
        mix: np.ndarray = linear_programme(objective, *self._secure(), np.ones(m), [(0.0, None)] * m).x
        return mix

    def _secure(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows [n, m] and right sides [n] of: no column holds the mix under the value."""
        table, worth = self._scaled()
        return -table.T, np.full(table.shape[1], SLACK - worth)

    def _scaled(self) -> tuple[np.ndarray, float]:
        table, centre, scale = scaled(self.payoffs)
        return table, (self.value - centre) / scale
