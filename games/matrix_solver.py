"""The numerics of `matrix.py`: one equilibrium of a game, and whether it is the only one."""

from typing import Any, NamedTuple

import numpy as np

__all__ = ["DIGITS", "SLACK", "Solved", "as_table", "clean_mix", "linear_programme", "scaled", "solved"]

# On payoffs scaled to [-1, 1]: what a mix may fall short of the value, and what counts as nil.
SLACK = 1e-9
_NIL = 1e-7
_WORST_CONDITION = 1e7
DIGITS = 8


class Solved(NamedTuple):
    """One equilibrium of a game."""

    value: float
    row: np.ndarray
    column: np.ndarray
    unique: bool
    """Whether it is known to be the only one."""


def as_table(payoffs: Any) -> np.ndarray:
    """`payoffs` as float64 [m, n]. Raises `ValueError` unless it is a finite table with rows and columns."""
    table = np.asarray(payoffs, dtype=np.float64)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise ValueError(f"payoffs must be a finite table with rows and columns, not {payoffs!r}")
    return table


def scaled(table: np.ndarray) -> tuple[np.ndarray, float, float]:
    """(table - centre) / scale in [-1, 1], centre, scale."""
    low, high = float(table.min()), float(table.max())
    centre, scale = (low + high) / 2, (high - low) / 2 or 1.0
    return (table - centre) / scale, centre, scale


def solved(table: np.ndarray) -> Solved:
    """An equilibrium of `table`: by one linear solve where both sides use everything, else by programme."""
    small, centre, scale = scaled(table)
    everything = np.arange(table.shape[0]), np.arange(table.shape[1])
    found = _kernel(small, *everything) or _by_programme(small)
    return Solved(centre + scale * found.value, found.row, found.column, found.unique)


def linear_programme(
    objective: np.ndarray, upper: np.ndarray, right: np.ndarray, simplex: np.ndarray, bounds: Any
) -> Any:
    """Minimise `objective` subject to `upper` @ z <= `right`, `simplex` @ z = 1 and `bounds`, by HiGHS.

    Raises `ArithmeticError` when HiGHS finds no solution, which no matrix game allows.
    """
    from scipy.optimize import linprog

    precise = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    equal = {"A_eq": simplex[None, :], "b_eq": [1.0]}
    answer = linprog(objective, upper, right, **equal, bounds=bounds, method="highs-ds", options=precise)
    if answer.status != 0:
        raise ArithmeticError(f"the linear programme of a matrix game was not solved: {answer.message}")
    return answer


def clean_mix(shares: np.ndarray) -> np.ndarray:
    """`shares` without the solver's last digits, summing to 1."""
    rounded = np.clip(np.round(shares, DIGITS), 0.0, 1.0)
    return rounded / rounded.sum()


def _by_programme(table: np.ndarray) -> Solved:
    """Maximise v with x A >= v; the multipliers are the column player's mix."""
    m, n = table.shape
    secure = np.hstack([-table.T, np.ones((n, 1))])
    bounds = [*[(0.0, None)] * m, (None, None)]
    simplex = np.append(np.ones(m), 0.0)
    answer = linear_programme(np.append(np.zeros(m), -1.0), secure, np.zeros(n), simplex, bounds)
    row, column = clean_mix(answer.x[:m]), clean_mix(-answer.ineqlin.marginals)
    only = _kernel(table, np.flatnonzero(row > _NIL), np.flatnonzero(column > _NIL))
    return only or Solved(float(answer.x[m]), row, column, unique=False)


def _kernel(table: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> Solved | None:
    """The equilibrium with exactly these supports if it is the only one of the game, else None.

    It is when the supports are of one size, their bordered system is regular and every option outside loses
    strictly (Bohnenblust, Karlin and Shapley, Solutions of discrete two-person games, 1950).
    """
    size = len(rows)
    if size != len(columns):
        return None
    system, mirrored = _bordered(table[np.ix_(rows, columns)]), _bordered(table[np.ix_(rows, columns)].T)
    if np.linalg.cond(system) > _WORST_CONDITION:
        return None
    right = np.append(np.zeros(size), 1.0)
    row, column = np.zeros(table.shape[0]), np.zeros(table.shape[1])
    *row[rows], worth = np.linalg.solve(mirrored, right)
    *column[columns], worth = np.linalg.solve(system, right)
    losses = np.delete(worth - table @ column, rows), np.delete(row @ table - worth, columns)
    least = min(row[rows].min(), column[columns].min(), *(loss.min(initial=1.0) for loss in losses))
    return Solved(float(worth), row, column, unique=True) if least > _NIL else None


def _bordered(square: np.ndarray) -> np.ndarray:
    """The system "every row earns the same v, the mix sums to 1" in (mix, v)."""
    size = len(square)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = square
    system[:size, size] = -1.0
    system[size, :size] = 1.0
    return system
