"""Glicko-2 ratings (Glickman 2013, "Example of the Glicko-2 system"); step numbers follow the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

__all__ = ["Glicko", "Opponent", "expected_score", "rate"]

SCALE = 173.7178
TOLERANCE = 1e-9


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
    v, delta = improvement(player, games)
    sigma = _volatility(player.sigma, phi, v, delta, tau)
    # Steps 6 and 7.
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
