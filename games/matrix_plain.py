"""Zero-sum matrix games without a linear programme: dominance, pure equilibria, fictitious play."""

from typing import Any

import numpy as np

from games.jit import compiled
from games.matrix_solver import as_table

__all__ = [
    "FICTITIOUS_STEPS",
    "dominant_columns",
    "dominant_rows",
    "dominated_columns",
    "dominated_rows",
    "fictitious_play",
    "saddle_points",
]

FICTITIOUS_STEPS = 50_000


def dominant_rows(payoffs: Any) -> tuple[int, ...]:
    """Rows at least as good as every other row against every column."""
    table = as_table(payoffs)
    return tuple(int(i) for i in np.flatnonzero((table >= table.max(axis=0)).all(axis=1)))


def dominant_columns(payoffs: Any) -> tuple[int, ...]:
    """Columns that pay no more than any other column against every row."""
    return dominant_rows(-as_table(payoffs).T)


def dominated_rows(payoffs: Any) -> tuple[tuple[int, int], ...]:
    """Pairs (i, k): row k is as good as row i against every column, better or earlier (weak dominance)."""
    table = as_table(payoffs)
    covers = (table[:, None, :] <= table[None, :, :]).all(axis=2)
    earlier = np.tri(len(table), k=-1, dtype=bool)
    return tuple((int(i), int(k)) for i, k in np.argwhere(covers & (~covers.T | earlier)))


def dominated_columns(payoffs: Any) -> tuple[tuple[int, int], ...]:
    """Pairs (j, k): column k pays no more than column j against any row, less somewhere or stands earlier."""
    return dominated_rows(-as_table(payoffs).T)


def saddle_points(payoffs: Any) -> tuple[tuple[int, int], ...]:
    """Cells that are the least of their row and the greatest of their column: pure equilibria."""
    table = as_table(payoffs)
    pure = (table == table.min(axis=1, keepdims=True)) & (table == table.max(axis=0, keepdims=True))
    return tuple((int(i), int(j)) for i, j in np.argwhere(pure))


def fictitious_play(payoffs: Any, steps: int = FICTITIOUS_STEPS) -> tuple[np.ndarray, np.ndarray]:
    """Shares of choices, row [m] and column [n], in `steps` simultaneous steps (Brown 1951).

    Each side answers the counts of the other's past choices; cumulative payoffs start at 0 and ties go to the
    lowest index.
    """
    table = as_table(payoffs)
    rows, columns = np.zeros(table.shape[0]), np.zeros(table.shape[1])
    _play(table, steps, rows, columns)
    return rows / steps, columns / steps


@compiled
def _play(table, steps, rows, columns):
    """Count `steps` choices of each side into `rows` and `columns`."""
    gains, losses = np.zeros(rows.size), np.zeros(columns.size)
    for _ in range(steps):
        i, j = np.argmax(gains), np.argmin(losses)
        rows[i] += 1.0
        columns[j] += 1.0
        gains += table[:, j]
        losses += table[i]
