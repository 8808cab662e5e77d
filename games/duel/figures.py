"""What a pair of players comes to on a map, exactly or by counting; the figures that gates are put to."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from games.duel.data import CATEGORIES, PLACES, DuelData
from games.duel.exact import Outcome
from games.duel.graph import Graph
from games.duel.rules import RED

__all__ = ["PairFigures", "eta_squared", "exact_figures", "r_squared", "sampled_figures"]


class PairFigures(NamedTuple):
    """Shares of the games of one map in which `red` sat in Red's seat and `blue` in Blue's."""

    scenario: str
    red: str
    blue: str
    games: int | None
    """How many were counted; None for exact figures."""
    win: float
    """Red's wins"""
    draw: float
    flip: float
    """Games in which the same choices without initiative give another result"""
    r2: float
    """Squared correlation of match-up weight and score over all played phases"""
    eta2: float | None
    """Share of the score's variance between pairs of categories; None where it was not counted"""


def r_squared(n: float, x: float, y: float, xx: float, yy: float, xy: float) -> float:
    """Squared correlation from the count and the sums of x, y, their squares and product; 0 where one is constant."""
    spread = (n * xx - x * x) * (n * yy - y * y)
    return (n * xy - x * y) ** 2 / spread if spread > 0 else 0.0


def eta_squared(groups: ArrayLike, values: ArrayLike, shares: ArrayLike = 1.0) -> float:
    """Share of the variance of `values` between `groups`, each value counting `shares`; 0 if nothing varies."""
    y = np.asarray(values, np.float64)
    w = np.broadcast_to(np.asarray(shares, np.float64), y.shape)
    names, members = np.unique(np.asarray(groups), return_inverse=True)
    held = np.bincount(members, w, len(names))
    means = np.bincount(members, w * y, len(names)) / np.where(held > 0, held, 1.0)
    mean = (w @ y) / w.sum()
    total = w @ (y - mean) ** 2
    return float(held @ (means - mean) ** 2 / total) if total > 0 else 0.0


def exact_figures(
    document: DuelData, scenario: str, graph: Graph, outcome: Outcome, players: tuple[str, str]
) -> PairFigures:
    """The figures of an `Outcome` of `play_out` on the graph of that map."""
    score = np.stack([tables.score for tables in graph.tables])
    weight = np.stack([tables.weight for tables in graph.tables])
    met = outcome.met
    sums = [float((met * term).sum()) for term in (weight, score, weight**2, score**2, weight * score)]
    pairs = np.broadcast_to(_category_pairs(document, scenario)[:, None], met.shape)
    eta2 = eta_squared(pairs.ravel(), score.ravel(), met.ravel())
    r2 = r_squared(float(met.sum()), *sums)
    return PairFigures(scenario, *players, None, outcome.win, outcome.draw, outcome.flip, r2, eta2)


def sampled_figures(
    scenario: str,
    players: tuple[str, str],
    seat_results: np.ndarray,
    metric_n: Mapping[str, np.ndarray],
    metric_sum: Mapping[str, np.ndarray],
) -> tuple[PairFigures, ...]:
    """Figures of a match-up counted in pairs: each player in Red's seat against the other.

    `seat_results` [2, 2, 3] games by player, seat and win / draw / loss; `metric_n` and `metric_sum` by metric [2] by
    player. A mirror gives one entry, for both its rotations are the same games.
    """
    found = []
    for player in range(1 if players[0] == players[1] else 2):
        win, draw, loss = (int(count) for count in seat_results[player, RED])
        games = win + draw + loss
        phases, flips = (float(metric_sum[name][player]) for name in ("phases", "red_flip"))
        sums = (float(metric_sum[name][player]) for name in ("x", "y", "xx", "yy", "xy"))
        counted = int(metric_n["red_flip"][player])
        shares = (
            (win / games, draw / games, flips / counted, r_squared(phases, *sums)) if games else (0.0,) * 4
        )
        found.append(PairFigures(scenario, players[player], players[1 - player], games, *shares, None))
    return tuple(found)


def _category_pairs(document: DuelData, scenario: str) -> np.ndarray:
    """[phases, 4, 4] one number for each pair of categories."""
    phases = document.maps[scenario]
    red = np.array([[PLACES[name] for name in phase.red] for phase in phases])
    blue = np.array([[PLACES[name] for name in phase.blue] for phase in phases])
    pairs: np.ndarray = red[:, :, None] * len(CATEGORIES) + blue[:, None, :]
    return pairs
