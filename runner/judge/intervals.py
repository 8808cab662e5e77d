"""Intervals: one fixed-n interval (Wilson) and several sequences that stay valid while games are added.

A confidence sequence covers the truth at every look at once with the stated certainty. None of the functions
here returns nan, inf or an interval of zero width, whatever the counts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaln, ndtri, xlog1py, xlogy

from runner.judge.eprocess import log_above, log_below

__all__ = [
    "beta_binomial_sequence",
    "bisect",
    "confidence_sequence",
    "normal_mixture_radius",
    "normal_mixture_rho",
    "wilson",
]

Floats = NDArray[np.float64]

# Observations at which the normal mixture is tightest, for a variance of 1/4 each.
TIGHTEST_AT = 1500.0


def wilson(successes: ArrayLike, trials: ArrayLike, certainty: float = 0.95) -> tuple[Floats, Floats]:
    """Wilson score interval of a proportion, for a number of trials fixed beforehand; [0, 1] without trials.

    `successes` may be fractional (draws worth a half): the variance p(1-p) then errs on the wide side.
    """
    n = np.asarray(trials, np.float64)
    s = np.asarray(successes, np.float64)
    z2 = float(ndtri(0.5 + certainty / 2.0)) ** 2
    centre = (s + z2 / 2.0) / (n + z2)
    half = np.sqrt(z2 * (s * (n - s) / np.maximum(n, 1.0) + z2 / 4.0)) / (n + z2)
    low, high = np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)
    # A last bit of rounding must not leave the rate itself out.
    rate = np.where(n > 0.0, s / np.maximum(n, 1.0), 0.5)
    return np.minimum(low, rate), np.maximum(high, rate)


def confidence_sequence(values: Floats, counts: ArrayLike, certainty: float = 0.95) -> tuple[Floats, Floats]:
    """Always-valid interval for the mean of bounded scores: the bounds that the e-process does not refute.

    The evidence above and below a bound are averaged, so the truth is left out with probability at most
    1 - certainty over all looks together. Both are convex in the bound and at most 1 at the sample mean, so
    the bounds kept form one interval around it.

    Args:
        values: `[n]` scores in [0, 1].
        counts: `[..., n]` how often each was seen.

    Returns:
        lower and upper ends `[...]`; (0, 1) without observations.
    """
    counts = np.asarray(counts, np.float64)
    number = counts.sum(-1)
    mean = np.where(number > 0.0, counts @ values / np.maximum(number, 1.0), 0.5)
    threshold = np.log(2.0 / (1.0 - certainty))

    def refuted(bound: Floats) -> NDArray[np.bool_]:
        both = np.logaddexp(log_above(values, counts, bound), log_below(values, counts, bound))
        return np.asarray(both >= threshold)

    lower = bisect(refuted, np.zeros_like(mean), mean)
    upper = bisect(refuted, np.ones_like(mean), mean)
    return lower, upper


def bisect(
    refuted: Callable[[Floats], NDArray[np.bool_]], outer: Floats, inner: Floats, steps: int = 24
) -> Floats:
    """The edge `[...]` between refuted bounds (towards `outer`) and kept ones (towards `inner`).

    Where `outer` itself is kept, it is the edge. The answer errs outwards, by at most 2^-steps of the way.
    """
    kept = ~refuted(outer)
    for _ in range(steps):
        middle = 0.5 * (outer + inner)
        out = refuted(middle)
        outer, inner = np.where(out & ~kept, middle, outer), np.where(out | kept, inner, middle)
    return outer


def beta_binomial_sequence(successes: float, trials: float, certainty: float = 0.95) -> tuple[float, float]:
    """Always-valid interval for a win probability from won and lost games, uniform mixture.

    Keeps p while B(1+s, 1+n-s) / B(1, 1) < p^s (1-p)^(n-s) / alpha (Robbins 1970).
    """
    failures = trials - successes
    evidence = betaln(1.0 + successes, 1.0 + failures) - betaln(1.0, 1.0) + np.log(1.0 - certainty)

    def refuted(p: Floats) -> NDArray[np.bool_]:
        return np.asarray(evidence >= xlogy(successes, p) + xlog1py(failures, -p))

    mean = np.asarray(successes / trials if trials else 0.5)
    return float(bisect(refuted, np.zeros(()), mean, 40)), float(bisect(refuted, np.ones(()), mean, 40))


def normal_mixture_rho(alpha: float, variance: float = 0.25) -> float:
    """Mixture parameter that makes the sequence tightest at `TIGHTEST_AT` observations of this variance."""
    log_inverse = np.log(1.0 / alpha)
    return float(variance * TIGHTEST_AT / (2.0 * log_inverse + np.log(1.0 + 2.0 * log_inverse)))


def normal_mixture_radius(number: ArrayLike, alpha: float = 0.05, variance: ArrayLike = 0.25) -> Floats:
    """Half width of the two-sided normal-mixture sequence after `number` observations of `variance` each.

    sqrt((V + rho) ln((V + rho) / (rho alpha^2))) / n with V = n * variance (Howard et al. 2021, eq. 14);
    `rho` scales with the variance, so the radius is in units of one standard deviation.
    """
    n = np.asarray(number, np.float64)
    rho = normal_mixture_rho(alpha, 1.0)
    width = np.sqrt((n + rho) * np.log((n + rho) / (rho * alpha**2))) / np.maximum(n, 1.0)
    return np.asarray(np.sqrt(variance) * width)
