"""How much of a table of match-ups no single number per entrant can express.

An antisymmetric table splits into a part that differences of ratings explain and a rotation, at right
angles to it (Jiang, Lim, Yao & Ye, "Statistical ranking and combinatorial Hodge theory", 2011):

    A[i, j]  =  r_i - r_j  +  rotation[i, j]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
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
    laplacian = np.diag(played.sum(axis=1)) - played.astype(np.float64)
    ratings = np.linalg.pinv(laplacian, hermitian=True) @ np.where(played, advantage, 0.0).sum(axis=1)
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
    text = f"{share:.0%} of the differences run in circles: a single number per entrant is meaningless here"
    return Cycles(share, p_value, text)


def _chance(advantage: Floats, variance: Floats, upper: NDArray[np.bool_]) -> float:
    """p-value of the weighted residual sum of squares of a fit by ratings."""
    ends = np.argwhere(upper)
    design = np.zeros((len(ends), len(advantage)))
    design[np.arange(len(ends)), ends[:, 0]], design[np.arange(len(ends)), ends[:, 1]] = 1.0, -1.0
    weight = 1.0 / np.sqrt(variance[upper])
    fitted, _, rank, _ = np.linalg.lstsq(design * weight[:, None], advantage[upper] * weight)
    residual = advantage[upper] * weight - (design * weight[:, None]) @ fitted
    freedom = len(ends) - int(rank)
    return float(chdtrc(freedom, residual @ residual)) if freedom > 0 else 1.0
