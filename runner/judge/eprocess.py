"""Evidence about a bounded mean, computed from counts alone and valid at every look.

For scores a in [0, 1], counts n and a bound m, the evidence that the mean is above m is

    log E+(m) = log mean over c of exp( sum_i n_i ln(1 + (c / m)(a_i - m)) ),    0 < c < 1,

a bet against "the mean is at most m" whose expected gain is never positive under that hypothesis, so it
exceeds 1/alpha with probability at most alpha however often it is looked at (Ville). Evidence below a bound
is the same with every score and bound mirrored about one half. Only counts enter, so the order in which
workers finish cannot matter. Source: Waudby-Smith & Ramdas, "Estimating means of bounded random variables
by betting" (2024), hedged capital with a fixed mixture in place of predictable bets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runner.judge.wagers import Wagers, log_mean_exp

__all__ = [
    "FRACTIONS",
    "band_evidence",
    "band_wagers",
    "exponents_above",
    "exponents_below",
    "log_above",
    "log_below",
]

# Fractions of the largest safe bet. The dense log-spaced middle is tuned to gaps of half a point to ten
# points at a mean of one half; the few outer ones keep precise runs (gaps under .2 points) and rare events
# moving.
FRACTIONS = np.concatenate([[0.0015, 0.004], np.geomspace(0.01, 0.5, 12), [0.8]])
# A bound of exactly 0 would allow an unlimited bet; this floor keeps every logarithm finite.
SMALLEST_BOUND = 1e-3

Floats = NDArray[np.float64]


def log_above(values: Floats, counts: ArrayLike, bound: ArrayLike) -> Floats:
    """Log evidence that the mean exceeds `bound`.

    Args:
        values: `[n]` scores in [0, 1].
        counts: `[..., n]` how often each was seen; fractions are allowed.
        bound: `[...]` in [0, 1]; broadcast against the leading axes of `counts`.
    """
    return log_mean_exp(exponents_above(values, counts, bound))


def log_below(values: Floats, counts: ArrayLike, bound: ArrayLike) -> Floats:
    """Log evidence that the mean is less than `bound`; arguments as `log_above`."""
    return log_mean_exp(exponents_below(values, counts, bound))


def exponents_above(values: Floats, counts: ArrayLike, bound: ArrayLike) -> Floats:
    """`[..., G]` log capital of each fraction of the grid on "the mean exceeds `bound`"; arguments as `log_above`."""
    m = np.asarray(bound, np.float64)[..., None, None]
    bets = FRACTIONS[:, None] / np.maximum(m, SMALLEST_BOUND)
    gains = np.log1p(bets * (values - m))
    return np.asarray(np.sum(np.asarray(counts, np.float64)[..., None, :] * gains, axis=-1))


def exponents_below(values: Floats, counts: ArrayLike, bound: ArrayLike) -> Floats:
    """Likewise on "the mean is less than `bound`"."""
    return exponents_above(1.0 - values, counts, 1.0 - np.asarray(bound, np.float64))


def band_wagers(values: Floats, counts: ArrayLike, low: ArrayLike, high: ArrayLike) -> Wagers:
    """The bets on T bands `[low, high]`, each `[T]`, from counts `[T, n]`.

    A side of the band that no score can cross (low <= 0, high >= 1) is open.
    """
    low, high = np.asarray(low, np.float64), np.asarray(high, np.float64)
    floor, ceiling = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
    bets = [
        side(values, counts, edge) for edge in (floor, ceiling) for side in (exponents_above, exponents_below)
    ]
    return Wagers(np.stack(bets, axis=-2), low <= 0.0, high >= 1.0, np.ones(low.shape, bool))


def band_evidence(values: Floats, counts: Floats, low: float, high: float) -> tuple[float, float]:
    """Log evidence that the mean lies inside, and outside, one band, from counts `[n]`."""
    met, missed = band_wagers(values, counts[None], np.array([low]), np.array([high])).evidence()
    return float(met[0]), float(missed[0])
