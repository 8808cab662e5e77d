"""Optimal mixed strategies of zero-sum matrices, and how much each row is used by them.

`A[i, j]` is what the row player wins from the column player. The optimal row strategies form a polytope

    X = { x >= 0, sum x = 1, A^T x >= v }        (v the value of the game)

which is often more than a point: a vertex of it, as a linear programme returns, may report 0 % for a row that
another equilibrium uses. So three numbers are given for every row: the range of its share over X, its share
in the equilibrium that is kindest to the least used rows (lexicographic max-min, unique), and its share in
the equilibrium of maximum entropy (unique). Columns are judged as rows of -A^T. Linear programmes by HiGHS.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog, minimize
from scipy.special import logsumexp, softmax

__all__ = ["Usage", "fair_shares", "game_value", "nash_average", "share_ranges", "usage"]

Floats = NDArray[np.float64]

# Slack on A^T x >= v, relative to the spread of the matrix: HiGHS is accurate to 1e-9 or so with these
# options.
SLACK = 1e-9
SAME_SHARE = 1e-6
HIGHS = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@dataclass(frozen=True)
class Usage:
    """Use of each of R rows in optimal play; all shares `[R]` sum to 1 except the range."""

    value: float
    shares: Floats
    """Lexicographic max-min shares: the least used row as high as possible, then the next."""
    low: Floats
    high: Floats
    """Range of each share over all optimal strategies."""
    entropy: Floats
    """Shares of the optimal strategy of maximum entropy."""
    unique: bool
    """Whether there is only one optimal strategy."""


def usage(matrix: Floats) -> Usage:
    """How much optimal row play uses each row of `matrix [R, C]`."""
    polytope = _Polytope.of(matrix)
    point = polytope.only_point()
    if point is not None:
        return Usage(polytope.value, point, point, point, point, unique=True)
    low, high = polytope.ranges()
    return Usage(
        value=polytope.value,
        shares=polytope.fairest(high),
        low=low,
        high=high,
        entropy=_max_entropy(matrix, polytope.value),
        unique=False,
    )


def game_value(matrix: Floats) -> tuple[float, Floats]:
    """The value of the game and one optimal row strategy `[R]` (a vertex: do not report it as usage)."""
    value, vertex, _ = _solve(_checked(matrix))
    return value, vertex


def _solve(payoffs: Floats) -> tuple[float, Floats, bool]:
    """Value, an optimal vertex, and whether it is strictly complementary, hence the only optimal strategy.

    With a positive multiplier on every row left out and every column held tight, no optimal strategy may use
    those rows or loosen those columns, and a vertex is the only point that its tight constraints allow.
    """
    rows, columns = payoffs.shape
    # maximise v subject to A^T x >= v: variables (x, v).
    solved = linprog(
        c=np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
        method="highs",
        options=HIGHS,
    )
    if not solved.success:
        raise ArithmeticError(f"the value of a {rows} x {columns} game was not found: {solved.message}")
    x = solved.x[:rows]
    unit = SAME_SHARE * max(float(np.ptp(payoffs)), 1e-300)
    rows_settled = (x > SAME_SHARE) | (np.abs(solved.lower.marginals[:rows]) > unit)
    columns_settled = (solved.slack > unit) | (np.abs(solved.ineqlin.marginals) > SAME_SHARE)
    return float(solved.x[rows]), _normal(x), bool(rows_settled.all() and columns_settled.all())


def fair_shares(matrix: Floats) -> Floats:
    """The lexicographic max-min shares `[R]` alone: what a bootstrap repeats."""
    polytope = _Polytope.of(matrix)
    point = polytope.only_point()
    return point if point is not None else polytope.fairest(polytope.ranges()[1])


def share_ranges(matrix: Floats) -> tuple[Floats, Floats]:
    """Smallest and largest share `[R]` of each row over all optimal strategies."""
    return _Polytope.of(matrix).ranges()


def nash_average(advantage: Floats) -> tuple[Floats, Floats]:
    """Nash averaging: maximum-entropy equilibrium `[n]` and each entrant's mean advantage against it `[n]`.

    `advantage [n, n]` is antisymmetric. Adding a copy of an entrant changes neither the skill of the others
    nor the total share of the copies (Balduzzi et al., "Re-evaluating evaluation", 2018).
    """
    shares = usage(advantage).entropy
    return shares, advantage @ shares


def _checked(matrix: Floats) -> Floats:
    payoffs = np.asarray(matrix, np.float64)
    if payoffs.ndim != 2 or 0 in payoffs.shape:
        raise ValueError(
            f"the matrix has shape {payoffs.shape}; a game needs at least one row and one column"
        )
    if not np.isfinite(payoffs).all():
        raise ValueError("the matrix holds nan or inf; leave out entrants that did not meet")
    return payoffs


@dataclass(frozen=True)
class _Polytope:
    """The optimal strategies of one game, ready for linear programmes over them."""

    value: float
    payoffs: Floats
    floor: float
    """What every column must leave to the row player: the value less a numerical slack."""
    vertex: Floats
    strict: bool
    """`vertex` is known to be the only optimal strategy."""

    @classmethod
    def of(cls, matrix: Floats) -> _Polytope:
        payoffs = _checked(matrix)
        value, vertex, strict = _solve(payoffs)
        slack = SLACK * max(float(np.ptp(payoffs)), 1e-300)
        return cls(value, payoffs, value - slack, vertex, strict)

    def best(self, cost: Floats, lower: Floats | None = None, level: Floats | None = None) -> Floats:
        """Minimise `cost [R]` over the strategies with shares at least `lower [R]`.

        With `level [R]`, rows where it is 1 must reach a common share t, appended to the answer and
        maximised.
        """
        rows, columns = self.payoffs.shape
        extra = 0 if level is None else 1
        upper = np.hstack([-self.payoffs.T, np.zeros((columns, extra))])
        limits = np.full(columns, -self.floor)
        if level is not None:
            free = np.flatnonzero(level)
            reach = np.hstack([-np.eye(rows)[free], np.ones((len(free), 1))])
            upper, limits = np.vstack([upper, reach]), np.append(limits, np.zeros(len(free)))
        least = np.zeros(rows) if lower is None else np.clip(lower, 0.0, 1.0)
        solved = linprog(
            c=np.append(cost, -np.ones(extra)),
            A_ub=upper,
            b_ub=limits,
            A_eq=np.append(np.ones(rows), np.zeros(extra))[None],
            b_eq=[1.0],
            bounds=[(share, 1.0) for share in least] + [(0.0, 1.0)] * extra,
            method="highs",
            options=HIGHS,
        )
        if not solved.success:
            raise ArithmeticError(f"no optimal strategy with shares of at least {least}: {solved.message}")
        return np.asarray(solved.x, np.float64)

    def only_point(self) -> Floats | None:
        """The only optimal strategy, or None if there are several.

        A direction drawn at random meets a polytope of any dimension above zero in two different extremes.
        """
        if self.strict:
            return self.vertex
        direction = np.random.default_rng(0).normal(size=len(self.payoffs))
        one, other = self.best(direction), self.best(-direction)
        return _normal(0.5 * (one + other)) if np.abs(one - other).max() < SAME_SHARE else None

    def ranges(self) -> tuple[Floats, Floats]:
        units = np.eye(len(self.payoffs))
        low = np.array([self.best(unit)[row] for row, unit in enumerate(units)])
        high = np.array([self.best(-unit)[row] for row, unit in enumerate(units)])
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def fairest(self, high: Floats) -> Floats:
        """Raise the least share as far as it goes, fix the rows that stop there, go on with the rest.

        Rows that no optimal strategy uses (`high` near 0) are left out from the start, as they would hold the
        minimum at zero and leave the others to the whim of a vertex.
        """
        rows = len(self.payoffs)
        free = high > SAME_SHARE
        lower = np.zeros(rows)
        point = np.zeros(rows)
        while free.any():
            answer = self.best(np.zeros(rows), lower, free.astype(np.float64))
            point, level = answer[:rows], answer[rows]
            lower = np.where(free, np.maximum(lower, level - SLACK), lower)
            stuck = [
                row for row in np.flatnonzero(free).tolist() if self._most(row, lower) <= level + SAME_SHARE
            ]
            free[stuck or np.flatnonzero(free)] = False
        return _normal(point)

    def _most(self, row: int, lower: Floats) -> float:
        """Largest share of `row` while every row keeps its `lower`."""
        cost = np.zeros(len(lower))
        cost[row] = -1.0
        return float(self.best(cost, lower)[row])


def _normal(x: Floats) -> Floats:
    positive = np.where(x > SLACK, x, 0.0)
    return np.asarray(positive / positive.sum())


def _live(matrix: Floats, floor: float) -> NDArray[np.bool_]:
    """Rows `[R]` used by some optimal strategy, by one linear programme.

    In the cone {X >= 0, (A - floor)^T X >= 0} the number of rows with X_i >= 1 is maximised through z <= X,
    0 <= z <= 1; scaling makes room for every row that can be positive at all.
    """
    rows, columns = matrix.shape
    solved = linprog(
        c=np.append(np.zeros(rows), -np.ones(rows)),
        A_ub=np.block([[-(matrix - floor).T, np.zeros((columns, rows))], [-np.eye(rows), np.eye(rows)]]),
        b_ub=np.zeros(columns + rows),
        bounds=[(0.0, 1.0 / SAME_SHARE)] * rows + [(0.0, 1.0)] * rows,
        method="highs",
        options=HIGHS,
    )
    return np.asarray(solved.x[rows:] > 0.5)


def _max_entropy(matrix: Floats, value: float) -> Floats:
    """The optimal strategy `[R]` of largest entropy, through the dual.

    Among rows that are ever used, x is proportional to exp(G l), G = A - v, where l has a free sign for
    columns that are always tight (those the column player uses) and is >= 0 for the rest; l minimises log
    sum exp(G l).
    """
    gains = _checked(matrix) - value
    slack = SLACK * max(float(np.ptp(gains)), 1e-300)
    rows, columns = _live(gains, -slack), _live(-gains.T, -slack)
    live = gains[rows] / max(float(np.abs(gains).max()), 1e-300)

    def dual(multipliers: Floats) -> tuple[float, Floats]:
        exponents = live @ multipliers
        return float(logsumexp(exponents)), softmax(exponents) @ live

    solved = minimize(
        dual,
        np.zeros(live.shape[1]),
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None) if tight else (0.0, None) for tight in columns],
        options={"maxiter": 5000, "maxfun": 20000, "ftol": 1e-15, "gtol": 1e-11},
    )
    shares = np.zeros(len(gains))
    shares[rows] = softmax(live @ solved.x)
    return shares
