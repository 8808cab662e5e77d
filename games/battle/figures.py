"""What a bot comes to in a scenario, counted over its battles; the figures that gates are put to."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from games.battle.layout import CELLS

__all__ = ["BINS", "CELL_NAMES", "BattleFigures", "cell_metrics", "sampled_figures"]

BINS = ("low", "middle", "high")
"""Below 40, 40 to 69, from 70"""


CELL_NAMES = tuple(f"mission {m}, preservation {p}" for m in BINS for p in BINS)


class BattleFigures(NamedTuple):
    """Counts over the battles of one player in one scenario."""

    scenario: str
    player: str
    games: int
    cells: tuple[int, ...]
    """[CELLS] battles by mission bin, then preservation bin"""
    history: float
    """Share of battles in which every decision was history's and succeeded"""


def cell_metrics() -> tuple[str, ...]:
    """Names of the metrics that count cells, by cell."""
    return tuple(f"cell_{BINS[cell // 3]}_{BINS[cell % 3]}" for cell in range(CELLS))


def sampled_figures(
    scenario: str,
    players: tuple[str, ...],
    seat_results: np.ndarray,
    metric_n: Mapping[str, np.ndarray],
    metric_sum: Mapping[str, np.ndarray],
) -> tuple[BattleFigures, ...]:
    """The figures of a match-up of the one player: `metric_n` and `metric_sum` by metric, [1] each.

    `seat_results` is [1, 1, 3] battles won, drawn and lost.
    """
    games = int(metric_n["history_held"][0])
    counted = {name: int(metric_sum[name][0]) for name in cell_metrics()}
    return (
        BattleFigures(
            scenario,
            players[0],
            int(seat_results.sum()),
            tuple(counted.values()),
            int(metric_sum["history_held"][0]) / games if games else 0.0,
        ),
    )
