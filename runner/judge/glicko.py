"""Glicko-2 ratings (Glickman 2013, "Example of the Glicko-2 system"); step numbers follow the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

__all__ = ["PERIODS", "Glicko", "Opponent", "expected_score", "rate", "settled"]

SCALE = 173.7178
TOLERANCE = 1e-9
PERIODS = 20
"""Rating periods over which `settled` deals out results: ratings no longer depend on where they began."""


@dataclass(frozen=True)
class Glicko:
    """A player: rating and deviation in Elo-like points, volatility."""

    rating: float = 1500.0
    rd: float = 350.0
    sigma: float = 0.06


@dataclass(frozen=True)
class Opponent:
    """One game of a rating period: whom it was against, and the score 1, .5 or 0."""

    rating: float
    rd: float
    score: float


def expected_score(player: Glicko, opponent: Opponent) -> float:
    """Expected score against an opponent whose strength is itself uncertain."""
    phi = opponent.rd / SCALE
    g = 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))
    return 1.0 / (1.0 + exp(-g * (player.rating - opponent.rating) / SCALE))


def rate(player: Glicko, games: Sequence[Opponent], tau: float = 0.5) -> Glicko:
    """The player after one rating period; without games only the deviation grows.

    `tau` bounds how fast the volatility may change.
    """
    phi = player.rd / SCALE
    if not games:
        return Glicko(player.rating, SCALE * sqrt(phi**2 + player.sigma**2), player.sigma)
    return _improved(player, *improvement(player, games), tau)


def settled(
    points: NDArray[np.float64], games: NDArray[np.float64], periods: int = PERIODS, tau: float = 0.5
) -> tuple[Glicko, ...]:
    """Ratings of n players, all new at first, whose results came evenly over `periods` rating periods.

    A period counts at the ratings before it. So one period with all the games would take every opponent for
    a newcomer and exaggerate every lead by half; over some periods the ratings settle.

    Args:
        points: `[n, n]` points of the row player against the column player, a draw a half.
        games: `[n, n]` symmetric games played; the diagonal is left out.
        periods: how many; the result is a function of the totals alone, whatever order they came in.
        tau: bounds how fast a volatility may change.
    """
    number = len(games)
    apart = ~np.eye(number, dtype=bool)
    dealt, won = games * apart / periods, points * apart / periods
    players = [Glicko()] * number
    for _ in range(periods):
        rating, phi = np.array([[one.rating, one.rd] for one in players]).reshape(number, 2).T / SCALE
        g = 1.0 / np.sqrt(1.0 + 3.0 * phi**2 / pi**2)
        expected = expit(g * (rating[:, None] - rating))
        information = (dealt * g**2 * expected * (1.0 - expected)).sum(axis=1)
        surprise = (g * (won - dealt * expected)).sum(axis=1)
        players = [
            _improved(player, 1.0 / known, gained / known, tau) if known > 0.0 else rate(player, ())
            for player, known, gained in zip(players, information.tolist(), surprise.tolist(), strict=True)
        ]
    return tuple(players)


def _improved(player: Glicko, v: float, delta: float, tau: float) -> Glicko:
    """Steps 5 to 7, from the variance and the improvement of steps 3 and 4."""
    phi = player.rd / SCALE
    sigma = _volatility(player.sigma, phi, v, delta, tau)
    before = sqrt(phi**2 + sigma**2)
    after = 1.0 / sqrt(1.0 / before**2 + 1.0 / v)
    return Glicko(player.rating + SCALE * after**2 * delta / v, SCALE * after, sigma)


def improvement(player: Glicko, games: Sequence[Opponent]) -> tuple[float, float]:
    """Steps 3 and 4: variance v of the rating from these games alone, and the improvement delta they
    suggest."""
    information = surprise = 0.0
    for game in games:
        phi = game.rd / SCALE
        g = 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))
        expected = expected_score(player, game)
        information += g * g * expected * (1.0 - expected)
        surprise += g * (game.score - expected)
    return 1.0 / information, surprise / information


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility, by the Illinois variant of regula falsi."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2.0 * spread**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        step = 1
        while f(a - step * tau) < 0.0:
            step += 1
        high = a - step * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return exp(low / 2.0)
