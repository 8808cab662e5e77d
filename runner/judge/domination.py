"""Structural checks of a pay-off matrix: options that are never worse, options never worth playing, saddles.

`matrix [R, C]` is what the row player wins; columns are judged from the column player's side, so smaller is
better for them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["dominant_columns", "dominant_rows", "dominated_columns", "dominated_rows", "saddle_points"]

Floats = NDArray[np.float64]


def dominant_rows(matrix: Floats) -> list[int]:
    """Rows at least as good as every other row against every column; empty when there is a single row."""
    payoffs = np.asarray(matrix, np.float64)
    if len(payoffs) < 2:
        return []
    return [int(row) for row in np.flatnonzero((payoffs >= payoffs.max(axis=0)).all(axis=1))]


def dominant_columns(matrix: Floats) -> list[int]:
    """Columns at least as good, for the column player, as every other column against every row."""
    return dominant_rows(-np.asarray(matrix, np.float64).T)


def dominated_rows(matrix: Floats) -> list[tuple[int, int]]:
    """Pairs (row, better row): the better is never worse and somewhere strictly better."""
    payoffs = np.asarray(matrix, np.float64)
    never_worse = (payoffs[:, None, :] >= payoffs[None, :, :]).all(axis=2)
    better, worse = np.nonzero(never_worse & ~never_worse.T)
    return sorted((int(row), int(by)) for by, row in zip(better, worse, strict=True))


def dominated_columns(matrix: Floats) -> list[tuple[int, int]]:
    """Pairs (column, better column), from the column player's side."""
    return dominated_rows(-np.asarray(matrix, np.float64).T)


def saddle_points(matrix: Floats) -> list[tuple[int, int]]:
    """Cells that are least in their row and greatest in their column: pure equilibria."""
    payoffs = np.asarray(matrix, np.float64)
    pure = (payoffs == payoffs.min(axis=1, keepdims=True)) & (payoffs == payoffs.max(axis=0, keepdims=True))
    return [(int(row), int(column)) for row, column in np.argwhere(pure)]
