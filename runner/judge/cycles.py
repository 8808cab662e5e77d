"""How much of a table of match-ups no single number per entrant can express.

An antisymmetric table splits into a part that differences of ratings explain and a rotation, at right
angles to it (Jiang, Lim, Yao & Ye, "Statistical ranking and combinatorial Hodge theory", 2011):

    A[i, j]  =  r_i - r_j  +  rotation[i, j]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.special import chdtrc

__all__ = ["Cycles", "cyclic_share", "log_odds", "rotation"]

Floats = NDArray[np.float64]

# Rotation above half of the table's square, and not explained by chance, makes a single number misleading.
WARN_ABOVE = 0.5


@dataclass(frozen=True)
class Cycles:
    """The cyclic share of a table and what follows from it."""

    share: float
    """||rotation||^2 / ||A||^2, 0 for an empty or all-even table."""
    p_value: float
    """Chance of a rotation this large if ratings explained everything."""
    warning: str | None


def log_odds(scores: Floats, games: Floats) -> tuple[Floats, Floats]:
    """Antisymmetric log odds `[n, n]` of the row's score, and their variances; nan where nothing was played.

    Half a point is added to either side, so that an unbeaten entrant has finite odds.

    Args:
        scores: `[n, n]` points of the row entrant against the column entrant.
        games: `[n, n]` symmetric games played.
    """
    played = np.where(games > 0.0, games, np.nan)
    own, other = scores + 0.5, played - scores + 0.5
    return np.log(own / other), 1.0 / own + 1.0 / other


def rotation(advantage: Floats) -> tuple[Floats, Floats]:
    """Least-squares ratings `[n]` (mean 0) and the rotation `[n, n]` of an antisymmetric table.

    Cells that were not played are nan; they take no part and stay nan in the rotation.
    """
    played = np.isfinite(advantage) & ~np.eye(len(advantage), dtype=bool)
    ratings, _ = _fitted(advantage, played.astype(np.float64))
    return ratings, np.where(played, advantage - (ratings[:, None] - ratings[None, :]), np.nan)


def cyclic_share(advantage: Floats, variance: Floats | None = None, certainty: float = 0.95) -> Cycles:
    """Cyclic share of an antisymmetric table `[n, n]` (nan: not played), with a warning when it matters.

    A table of evenly matched entrants is all noise, and noise is mostly rotation; so with `variance [n, n]`
    of the cells the warning also asks that the rotation be larger than chance allows (chi-square).
    """
    _, turning = rotation(advantage)
    upper = np.triu(np.isfinite(turning), 1)
    whole, part = float((advantage[upper] ** 2).sum()), float((turning[upper] ** 2).sum())
    share = min(part / whole, 1.0) if whole > 0.0 else 0.0
    p_value = 0.0 if share > 0.0 else 1.0
    if variance is not None:
        p_value = _chance(advantage, variance, upper)
    if share <= WARN_ABOVE or p_value > 1.0 - certainty:
        return Cycles(share, p_value, None)
    text = f"{100 * share:.0f} % of the differences run in circles: a single number per entrant is meaningless here"
    return Cycles(share, p_value, text)


def _chance(advantage: Floats, variance: Floats, upper: NDArray[np.bool_]) -> float:
    """p-value of the weighted residual sum of squares of a fit by ratings, by its normal equations."""
    played = upper | upper.T
    weight = np.where(played, 1.0 / np.where(played, variance, 1.0), 0.0)
    ratings, groups = _fitted(advantage, weight)
    residual = (weight * (advantage - (ratings[:, None] - ratings)) ** 2)[upper].sum()
    freedom = int(upper.sum()) - (len(advantage) - groups)
    return float(chdtrc(freedom, residual)) if freedom > 0 else 1.0


def _fitted(advantage: Floats, weight: Floats) -> tuple[Floats, int]:
    """Ratings `[n]` of least weighted squares, and how many sets of entrants met; the mean of each set is 0.

    `weight [n, n]` is symmetric, 0 where nothing was played.
    """
    groups, member = connected_components(weight > 0.0, directed=False)
    # A set's ratings are free up to a constant: asking for their sum to be 0 makes the system regular.
    held = (member[:, None] == member) * max(float(weight.max(initial=0.0)), 1.0)
    gained = np.where(weight > 0.0, weight * advantage, 0.0).sum(axis=1)
    return np.linalg.solve(np.diag(weight.sum(axis=1)) - weight + held, gained), int(groups)
