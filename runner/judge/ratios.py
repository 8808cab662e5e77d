"""Evidence about a ratio of two totals (an option's share of all choices), from second moments over pairs.

In a pair a player chose the option c times out of N (all its choices, or the times the option was offered). The share
is sum c / sum N, and it exceeds an edge m exactly where the mean of X = c - m N is above 0. Choices inside a pair hang
together in ways that nobody knows, so the pair is the observation. One pass of sums gives X's moments at any edge:

    sum X = C - m B,    sum X^2 = sum c^2 - 2 m sum cN + m^2 sum N^2

The evidence is self-normalised: for X >= -b, a mean of at most 0 and bets t with l = t b in [0, 1),

    exp( t sum X - (-ln(1 - l) - l) / b^2 sum X^2 )

has a mean of at most 1 at every look (Fan, Grama & Liu, "Exponential inequalities for martingales with applications",
2015, eq. 2.9). For small bets that is the normal test; the limit l < 1 is what a normal test lacks: it is the guard for
rare options, which keeps in mind that an unseen pair may hold nothing but the option. b follows from 0 <= c <= N: m N
for evidence above m, (1 - m) N below it, with N at most `GUARD` times the number of choices among which a choice is
made on average, sum N^2 / sum N. That scale is estimated, so the test is called asymptotic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runner.judge.asymptotic import FEWEST_PAIRS
from runner.judge.eprocess import FRACTIONS
from runner.judge.intervals import bisect
from runner.judge.wagers import Wagers, log_mean_exp

__all__ = ["GUARD", "Ratio", "band_wagers", "sequences"]

Floats = NDArray[np.float64]

GUARD = 2.0
"""How many times the typical number of choices a pair may hold; chosen by the study in `test_option_calibration`."""
# Bets a choice: from effects of two thousandths of a pair's choices to a whole choice, as many as the e-process has.
_SMALLEST_EFFECT = 0.002
_BETS = len(FRACTIONS)
_LARGEST = 0.9


@dataclass(frozen=True)
class Ratio:
    """Merged second moments of (c, N) over pairs, or over games of one seat."""

    pairs: int
    chosen: int
    among: int
    chosen_sq: int
    chosen_among: int
    among_sq: int
    why: str = ""
    """Why nothing can be told of it, where that is so."""

    @property
    def estimate(self) -> float | None:
        """The share; None where there was nothing to choose."""
        return self.chosen / self.among if self.among else None

    @property
    def sums(self) -> tuple[float, ...]:
        """The six sums as numbers; all 0 with fewer than `FEWEST_PAIRS`, as nothing is wagered then."""
        known = (self.pairs, self.chosen, self.among, self.chosen_sq, self.chosen_among, self.among_sq)
        return tuple(map(float, known)) if self.pairs >= FEWEST_PAIRS else (0.0,) * len(known)


def _capital(sums: Floats, edge: ArrayLike) -> tuple[Floats, Floats]:
    """`[..., G]` log capital of bets above and below `edge [...]`, from sums `[..., 6]`."""
    m = np.asarray(edge, np.float64)
    _, chosen, among, chosen_sq, chosen_among, among_sq = np.moveaxis(sums, -1, 0)
    total = (chosen - m * among)[..., None]
    squares = np.maximum(chosen_sq - 2.0 * m * chosen_among + m**2 * among_sq, 0.0)[..., None]
    size = np.where(among > 0.0, among_sq / np.maximum(among, 1.0), 1.0)
    bets = _bets(size)
    most = GUARD * size
    return (
        _self_normalised(bets, total, squares, m * most),
        _self_normalised(bets, -total, squares, (1.0 - m) * most),
    )


def _bets(size: Floats) -> Floats:
    """`[..., G]` sizes of bet for pairs of `size [...]` choices."""
    steps = np.linspace(0.0, 1.0, _BETS)
    return np.asarray((_SMALLEST_EFFECT / size[..., None]) ** (1.0 - steps))


def _self_normalised(bets: Floats, total: Floats, squares: Floats, bound: Floats) -> Floats:
    """Log capital of `bets` on X above 0, where X >= -`bound`; a bet beyond the bound is cut to `_LARGEST`."""
    most = np.maximum(bound, 1e-300)[..., None]
    bets = np.minimum(bets, _LARGEST / most)
    part = bets * most
    # (-ln(1 - l) - l) / l^2 -> 1/2 + l/3, where the difference would cancel.
    price = np.where(part < 1e-4, 0.5 + part / 3.0, (-np.log1p(-part) - part) / np.maximum(part, 1e-4) ** 2)
    return np.asarray(bets * total - price * bets**2 * squares)


def band_wagers(ratios: Sequence[Ratio], low: ArrayLike, high: ArrayLike) -> Wagers:
    """The bets on T bands `[low, high]`, each `[T]`. A side that no share can cross (0, 1) is open."""
    low, high = np.asarray(low, np.float64), np.asarray(high, np.float64)
    sums = np.array([one.sums for one in ratios])
    bets = [side for edge in (low, high) for side in _capital(sums, np.clip(edge, 0.0, 1.0))]
    return Wagers(np.stack(bets, axis=-2), low <= 0.0, high >= 1.0, np.ones(low.shape, bool))


def sequences(ratios: Sequence[Ratio], certainty: float) -> tuple[Floats, Floats]:
    """Asymptotic confidence sequences `[T]` for T shares: what the same bets do not refute; [0, 1] for a few pairs."""
    sums = np.array([one.sums for one in ratios])
    among = sums[:, 2]
    share = np.where(among > 0.0, sums[:, 1] / np.maximum(among, 1.0), 0.5)
    threshold = np.log(2.0 / (1.0 - certainty))

    def refuted(edge: Floats) -> NDArray[np.bool_]:
        above, below = (log_mean_exp(side) for side in _capital(sums, edge))
        return np.asarray(np.logaddexp(above, below) >= threshold)

    return (
        bisect(refuted, np.zeros_like(share), share),
        bisect(refuted, np.ones_like(share), share),
    )
