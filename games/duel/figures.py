"""What a pair of players comes to on a map, exactly or by counting; the figures that gates are put to."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from games.duel.data import CATEGORIES, PLACES, DuelData
from games.duel.exact import Outcome
from games.duel.graph import Graph
from games.duel.rules import RED
from games.gates import Counted, Interval, Sampled

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


def sampled_figures(play: Counted) -> tuple[Sampled, ...]:
    """Figures of a match-up: each player in Red's seat against the other.

    A mirror gives one entry, for both its rotations are the same games.
    """
    players = range(1 if play.players[0] == play.players[1] else 2)
    return tuple(Sampled(*_ends(play, player)) for player in players)


def _ends(play: Counted, player: int) -> tuple[PairFigures, ...]:
    names = play.players[player], play.players[1 - player]
    counted = (
        play.games(player, RED),
        play.won(player, RED),
        play.drawn(player, RED),
        play.share("red_flip", player),
        _r_squared_between(play, player),
    )
    return tuple(
        PairFigures(play.scenario, *names, round(games), win, draw, flip, r2, None)
        for games, win, draw, flip, r2 in zip(*counted, strict=True)
    )


def _r_squared_between(play: Counted, player: int) -> Interval:
    """The squared correlation, and its least and greatest value for means anywhere within their intervals."""
    n, x, y, xx, yy, xy = (play.mean(name, player) for name in ("phases", "x", "y", "xx", "yy", "xy"))
    value = r_squared(*(each.value for each in (n, x, y, xx, yy, xy)))
    spread_x, spread_y = (
        _difference(_product(n, square), _product(each, each)) for square, each in ((xx, x), (yy, y))
    )
    common = _difference(_product(n, xy), _product(x, y))
    least = 0.0 if common.low <= 0 <= common.high else min(common.low**2, common.high**2)
    most = max(common.low**2, common.high**2)
    narrow, wide = spread_x.low * spread_y.low, spread_x.high * spread_y.high
    certain = min(spread_x.low, spread_y.low) > 0
    high = min(most / narrow, 1.0) if certain else 1.0
    return Interval(value, min(least / wide if wide > 0 else 0.0, value), max(high, value))


def _product(a: Interval, b: Interval) -> Interval:
    ends = [p * q for p in (a.low, a.high) for q in (b.low, b.high)]
    return Interval(a.value * b.value, min(ends), max(ends))


def _difference(a: Interval, b: Interval) -> Interval:
    return Interval(a.value - b.value, a.low - b.high, a.high - b.low)


def _category_pairs(document: DuelData, scenario: str) -> np.ndarray:
    """[phases, 4, 4] one number for each pair of categories."""
    phases = document.maps[scenario]
    red = np.array([[PLACES[name] for name in phase.red] for phase in phases])
    blue = np.array([[PLACES[name] for name in phase.blue] for phase in phases])
    pairs: np.ndarray = red[:, :, None] * len(CATEGORIES) + blue[:, None, :]
    return pairs
