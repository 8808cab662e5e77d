"""Summaries made by hand for the judge's tests."""

import dataclasses

import numpy as np

from runner.summary import Summary


def two_seat_summary(
    cells: dict[tuple[int, int], int], seat_cells: dict[tuple[int, int], int] | None = None
) -> Summary:
    """A two-seat match-up in which player 0 had (wins, draws) that many times; seat 0 likewise.

    Without `seat_cells` the two seats are even.
    """
    empty = Summary.empty(seats=2, terminations=4, metrics=2, options=0)
    pairs = sum(cells.values())
    scores, seats = _hist(cells), _hist(seat_cells or cells)
    return dataclasses.replace(empty, pairs=pairs, games=2 * pairs, score_hist=scores, seat_hist=seats)


def _hist(cells: dict[tuple[int, int], int]) -> np.ndarray:
    hist = np.zeros((2, 3, 3), np.int64)
    for (wins, draws), number in cells.items():
        hist[0, wins, draws] += number
        hist[1, 2 - wins - draws, draws] += number
    return hist


def with_metric(summary: Summary, row: int, player: int, totals: np.ndarray) -> Summary:
    """The summary with these pair totals of one metric of one player, exact integers."""
    sums = {"pair_n": len(totals), "pair_sum": int(totals.sum()), "pair_sumsq": int((totals**2).sum())}
    changed = {name: getattr(summary, name).copy() for name in sums}
    for name, value in sums.items():
        changed[name][row, player] = value
    return dataclasses.replace(summary, **changed)
