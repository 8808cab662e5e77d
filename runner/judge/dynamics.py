"""Other accounts of a matrix game: fictitious play, and alpha-rank.

Both stand beside the equilibrium of `equilibrium`, never in place of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["alpha_rank", "fictitious_play"]

Floats = NDArray[np.float64]


def fictitious_play(matrix: Floats, steps: int = 50_000) -> tuple[Floats, Floats]:
    """Shares of the row `[R]` and the column player `[C]` after `steps` of simultaneous fictitious play.

    Both best-respond to what the other has played so far, cumulative pay-offs starting from 0, ties to the
    lowest index (Brown 1951). Plain lists: the matrices are small, the steps many.
    """
    by_column: list[list[float]] = np.asarray(matrix, np.float64).T.tolist()
    by_row: list[list[float]] = np.asarray(matrix, np.float64).tolist()
    row_gain, column_loss = [0.0] * len(by_row), [0.0] * len(by_column)
    row_count, column_count = [0] * len(by_row), [0] * len(by_column)
    for _ in range(steps):
        row, column = row_gain.index(max(row_gain)), column_loss.index(min(column_loss))
        row_count[row] += 1
        column_count[column] += 1
        row_gain = [a + b for a, b in zip(row_gain, by_column[column], strict=True)]
        column_loss = [a + b for a, b in zip(column_loss, by_row[row], strict=True)]
    return np.array(row_count) / steps, np.array(column_count) / steps


def alpha_rank(matrix: Floats, intensity: float = 10.0, population: int = 50) -> Floats:
    """Share of time `[n]` a population spends on each entrant when fitter entrants take over.

    Not invariant under clones: a copy of an entrant draws time of its own, so say so wherever it is shown.
    Source: Omidshafiei et al. (2019), one population; the fixation probability of entrant r among s is (1 -
    e^-d) / (1 - e^-(m d)), d = intensity * (matrix[r, s] - matrix[s, r]).

    Args:
        matrix: `[n, n]` pay-off of the row entrant against the column entrant.
        intensity: selection strength (the paper's alpha), in units of 1 / pay-off.
        population: number of individuals m.
    """
    payoffs = np.asarray(matrix, np.float64)
    number = len(payoffs)
    if number == 1:
        return np.ones(1)
    edge = intensity * (payoffs - payoffs.T)
    # chance[s, r]: a mutant r takes over a population of s.
    chance = _fixation(edge.T, population) / (number - 1)
    np.fill_diagonal(chance, 0.0)
    return _stationary(chance)


def _fixation(edge: Floats, population: int) -> Floats:
    """Fixation probability for scaled fitness advantage `edge`; written so that no exponential overflows."""
    size = np.maximum(np.abs(edge), 1e-12)
    advantaged = -np.expm1(-size) / -np.expm1(-population * size)
    disadvantaged = np.exp(-(population - 1) * size) * advantaged
    return np.asarray(np.where(edge > 0.0, advantaged, disadvantaged))


def _stationary(rates: Floats) -> Floats:
    """Stationary law `[n]` of a chain with off-diagonal `rates`, without subtractions (Grassmann et al.
    1985)."""
    # The floor keeps states reachable that underflow would cut off.
    flow = np.maximum(rates, 1e-200)
    np.fill_diagonal(flow, 0.0)
    for last in range(len(flow) - 1, 0, -1):
        flow[:last, last] /= flow[last, :last].sum()
        flow[:last, :last] += np.outer(flow[:last, last], flow[last, :last])
        np.fill_diagonal(flow, 0.0)
    weights = np.ones(len(flow))
    for state in range(1, len(flow)):
        weights[state] = weights[:state] @ flow[:state, state]
    return np.asarray(weights / weights.sum())
