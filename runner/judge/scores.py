"""Pair histograms to bounded scores.

A pair is the k seat rotations of one luck. Its histogram cell `[w, d]` counts the pairs in which a player won
w of those k games and drew d of them. A score is linear in (w, d), so a pair takes one of a few known values:

    k = 2, draws count .5:  0, .25, .5, .75, 1      (the pentanomial of engine testing)
    k = 2, draws count 0:   0, .5, 1
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["RATES", "Points", "pair_scores", "score_points", "seat_points", "won_and_drawn"]

Points = tuple[float, float, float]
"""What a win, a draw and a loss are worth, each in [0, 1]."""

RATES: dict[str, Points] = {
    "draw_rate": (0.0, 1.0, 0.0),
    "loss_rate": (0.0, 0.0, 1.0),
}


def score_points(draw_value: float) -> Points:
    """The points of a win rate in which a draw is worth `draw_value`."""
    return (1.0, draw_value, 0.0)


def seat_points(seats: int) -> Points:
    """The points that map a seat's advantage from [-1/(k-1), 1] onto [0, 1].

    The advantage is the seat's own win rate less the mean win rate of the other seats, in the games of one
    pair. A draw is worth nothing to either side, so it sits at zero advantage, which is 1/k here.
    """
    if seats < 2:
        raise ValueError(f"seats is {seats}; a seat advantage needs at least 2 seats to compare")
    return (1.0, 1.0 / seats, 0.0)


def pair_scores(
    hist: NDArray[np.int64], points: Points | float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Collapse a pair histogram to its distinct scores.

    Args:
        hist: `[..., k+1, k+1]` pairs by (wins, draws) over the k rotations.
        points: what a win, a draw and a loss are worth, or the draw value of a win rate.

    Returns:
        values `[n]` ascending in [0, 1], the same for every histogram of this k, and counts `[..., n]`.
    """
    k = hist.shape[-1] - 1
    if k < 1 or hist.shape[-2] != k + 1:
        raise ValueError(f"hist has shape {hist.shape}; expected [..., k+1, k+1] with k >= 1 seats")
    values, cell_of = _support(k, points if isinstance(points, tuple) else score_points(points))
    flat = hist.reshape(*hist.shape[:-2], -1)
    counts = flat @ (cell_of[:, None] == np.arange(len(values) + 1))
    if counts[..., -1].any():
        raise ValueError("hist counts pairs with more wins and draws than seats")
    return values.copy(), counts[..., :-1]


def won_and_drawn(hist: NDArray[np.int64]) -> tuple[float, float]:
    """Shares of the games of `hist [k+1, k+1]` that the player won, and that nobody won; at least one pair."""
    each, games = np.arange(len(hist)), float(hist.sum()) * (len(hist) - 1)
    return float(hist.sum(axis=1) @ each) / games, float(hist.sum(axis=0) @ each) / games


@lru_cache(maxsize=256)
def _support(k: int, points: Points) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Distinct scores `[n]` and, for each flattened cell, which score it holds (n: impossible cell)."""
    if not all(0.0 <= point <= 1.0 for point in points):
        raise ValueError(f"points are {points}; each must lie in [0, 1]")
    wins, draws = np.divmod(np.arange((k + 1) ** 2), k + 1)
    win, draw, loss = points
    scores = (win * wins + draw * draws + loss * (k - wins - draws)) / k
    possible = wins + draws <= k
    values, index = np.unique(scores[possible].round(12), return_inverse=True)
    cell_of = np.full(len(scores), len(values), np.int64)
    cell_of[possible] = index
    return values, cell_of
