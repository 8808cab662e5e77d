"""How much optimal play uses each entrant of a pay-off table, and rankings that rest on it.

`A[i, j]` is what the row entrant wins from the column entrant; columns are judged as rows of -A^T. The
equilibria themselves are computed in `games.matrix`. They are often not single points: a vertex, as a
linear programme returns, may report 0 % for a row that another equilibrium uses, so every share comes with
its range over all equilibria and its value at two equilibria that are unique.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.matrix import OptimalSet
from games.matrix_solver import as_table, solved

__all__ = ["Usage", "alpha_rank", "fair_shares", "nash_average", "usage"]

Floats = NDArray[np.float64]

# A batch answer is kept only where it is clear of every tie and of rounding.
CLOSE = 1e-6
WORST_CONDITION = 1e7


@dataclass(frozen=True)
class Usage:
    """Use of each of R rows in optimal play."""

    value: float
    shares: Floats
    """[R] the least used row as high as possible, then the next (lexicographic max-min)."""
    low: Floats
    high: Floats
    """[R] range of each share over all optimal strategies."""
    entropy: Floats
    """[R] the optimal strategy of maximum entropy."""


def usage(matrix: Floats) -> Usage:
    """How much optimal row play uses each row of `matrix [R, C]`; `ValueError` unless it is finite."""
    optimal = OptimalSet.of_rows(matrix)
    low, high = optimal.usage_range.T
    return Usage(optimal.value, optimal.max_min_usage, low, high, optimal.max_entropy)


def fair_shares(matrices: Floats) -> Floats:
    """The lexicographic max-min shares `[B, R]` of many games `[B, R, C]`: what a bootstrap needs.

    Games that differ a little mostly share the supports of their one equilibrium. So the first game is
    solved, its supports are tried on all the others by one batch of linear solves, and so on with those
    they do not fit.
    """
    shares = np.empty(matrices.shape[:2])
    left = np.arange(len(matrices))
    while len(left):
        first, left = left[0], left[1:]
        found = solved(as_table(matrices[first]))
        if not found.unique:
            shares[first] = OptimalSet(matrices[first], found.value).max_min_usage
            continue
        shares[first] = found.row
        fits, mixes = _with_supports(matrices[left], found.row > 0.0, found.column > 0.0)
        shares[left[fits]] = mixes[fits]
        left = left[~fits]
    return shares


def _with_supports(
    games: Floats, rows: NDArray[np.bool_], columns: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], Floats]:
    """Which games `[B]` have their only equilibrium on these supports, and the row mixes `[B, R]` on them.

    They do when every option inside is used and every option outside loses strictly (Bohnenblust, Karlin and
    Shapley 1950); close calls are left to the full solver.
    """
    inside = games[:, rows][:, :, columns]
    regular = np.linalg.cond(_bordered(inside)) < WORST_CONDITION
    inside = np.where(regular[:, None, None], inside, np.eye(rows.sum()))
    mixes, answers = np.zeros((len(games), len(rows))), np.zeros((len(games), len(columns)))
    mixes[:, rows], worth = _levelling(np.swapaxes(inside, 1, 2))
    answers[:, columns], _ = _levelling(inside)
    row_losses = worth[:, None] - np.einsum("brc,bc->br", games, answers)
    column_losses = np.einsum("br,brc->bc", mixes, games) - worth[:, None]
    strict = np.concatenate(
        [np.where(rows, mixes, row_losses), np.where(columns, answers, column_losses)], axis=1
    )
    return regular & (strict.min(axis=1) > CLOSE), mixes


def _bordered(square: Floats) -> Floats:
    """`[B, s+1, s+1]` the system "every row earns the same v, the mix sums to 1" in (mix, v)."""
    system = np.pad(square, ((0, 0), (0, 1), (0, 1)))
    system[:, :-1, -1], system[:, -1, :-1] = -1.0, 1.0
    return system


def _levelling(square: Floats) -> tuple[Floats, Floats]:
    """Mixes `[B, s]` against which all rows of `square [B, s, s]` earn the same, and what they earn `[B]`."""
    right = np.zeros((len(square), square.shape[1] + 1, 1))
    right[:, -1] = 1.0
    answer = np.linalg.solve(_bordered(square), right)[..., 0]
    return np.asarray(answer[:, :-1]), np.asarray(answer[:, -1])


def nash_average(advantage: Floats) -> tuple[Floats, Floats]:
    """Nash averaging: maximum-entropy equilibrium `[n]` and each entrant's mean advantage against it `[n]`.

    `advantage [n, n]` is antisymmetric. Adding a copy of an entrant changes neither the skill of the others
    nor the total share of the copies (Balduzzi et al., "Re-evaluating evaluation", 2018).
    """
    shares = OptimalSet.of_rows(advantage).max_entropy
    return shares, advantage @ shares


def alpha_rank(matrix: Floats, intensity: float = 10.0, population: int = 50) -> Floats:
    """Share of time `[..., n]` a population spends on each entrant when fitter entrants take over.

    Not invariant under clones: a copy of an entrant draws time of its own, so say so wherever it is shown.
    Source: Omidshafiei et al. (2019), one population; the fixation probability of entrant r among s is (1 -
    e^-d) / (1 - e^-(m d)), d = intensity * (matrix[r, s] - matrix[s, r]).

    Args:
        matrix: `[..., n, n]` pay-off of the row entrant against the column entrant.
        intensity: selection strength (the paper's alpha), in units of 1 / pay-off.
        population: number of individuals m.
    """
    payoffs = np.asarray(matrix, np.float64)
    number = payoffs.shape[-1]
    if number == 1:
        return np.ones(payoffs.shape[:-1])
    edge = intensity * (np.swapaxes(payoffs, -1, -2) - payoffs)
    # chance[s, r]: a mutant r takes over a population of s.
    return _stationary(_fixation(edge, population) / (number - 1))


def _fixation(edge: Floats, population: int) -> Floats:
    """Fixation probability for scaled fitness advantage `edge`; written so that no exponential overflows."""
    size = np.maximum(np.abs(edge), 1e-12)
    advantaged = -np.expm1(-size) / -np.expm1(-population * size)
    disadvantaged = np.exp(-(population - 1) * size) * advantaged
    return np.asarray(np.where(edge > 0.0, advantaged, disadvantaged))


def _stationary(rates: Floats) -> Floats:
    """Stationary law `[..., n]` of chains with off-diagonal `rates`, without subtractions (Grassmann et al.
    1985)."""
    number = rates.shape[-1]
    # The floor keeps states reachable that underflow would cut off. The diagonal takes no part.
    flow = np.maximum(rates, 1e-200)
    for last in range(number - 1, 0, -1):
        flow[..., :last, last] /= flow[..., last, :last].sum(axis=-1, keepdims=True)
        flow[..., :last, :last] += flow[..., :last, last, None] * flow[..., last, None, :last]
    weights = np.ones(flow.shape[:-1])
    for state in range(1, number):
        weights[..., state] = (weights[..., :state] * flow[..., :state, state]).sum(axis=-1)
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))
