"""Interval of a mean difference for a number of pairs fixed beforehand, right also where few pairs differ.

A patch may change 3 pairs of 10,000, where the normal approximation does not hold. What pairs gained and what they
lost are each a weighted sum of rare events, with the gamma limits of Fay & Feuer ("Confidence intervals for directly
standardized rates", 1997): of equal weights these are the exact limits of a Poisson count, and `reach`, the most that
one pair can change, stands for what was not seen. Gain less loss is joined by square-and-add (Newcombe 1998, method
10; Zou & Donner 2008). With many changed pairs the interval becomes that of a t test.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import expm1, hypot, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import gammainccinv, gammaincinv, ndtr, ndtri

__all__ = ["Differences", "Sum"]

Floats = NDArray[np.float64]

# An arm of a 95 % interval.
ARM_ERRORS = float(ndtri(0.975))
# Past so many standard errors a tail has no number; the plain ratio tells the order.
MOST_ERRORS = 35.0
LEAST_ERRORS = 1e-6


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of rare events of several sizes: their total, and the total of their squares."""

    total: float
    squares: float

    def least(self, tail: float) -> float:
        """Lower limit of the expected total; the error is at most `tail`."""
        return self._quantile(gammaincinv, tail) if self.total > 0.0 else 0.0

    def most(self, tail: float, reach: float) -> float:
        """Upper limit, with one more event of size `reach`."""
        if self.total + reach <= 0.0:
            return 0.0
        return Sum(self.total + reach, self.squares + reach**2)._quantile(gammainccinv, tail)

    def _quantile(self, inverse: np.ufunc, tail: float) -> float:
        return float(inverse(self.total**2 / self.squares, tail)) * self.squares / self.total


@dataclass(frozen=True, slots=True)
class Differences:
    """What is known of n differences: gains and losses against their median, which is 0 where most pairs are alike."""

    number: int
    mean: float
    centre: float
    """The median."""
    gain: Sum
    loss: Sum
    reach: float
    """The most by which one observation can differ."""
    freedom: float
    """Degrees of freedom of Student's factor."""

    @classmethod
    def of(cls, values: Floats, reach: float, freedom: float | None = None) -> Differences:
        """From the differences `[n]`, n >= 1; without `freedom` it is n - 1."""
        centre = float(np.median(values))
        away = np.round(values - centre, 12)  # sums of scores are off by a rounding
        gain, loss = np.maximum(away, 0.0), np.maximum(-away, 0.0)
        up, down = (Sum(float(side.sum()), float(side @ side)) for side in (gain, loss))
        known = len(values) - 1 if freedom is None else freedom
        return cls(len(values), float(values.mean()), centre, up, down, reach, max(known, 1.0))

    def interval(self, certainty: float) -> tuple[float, float]:
        """Ends of the interval for the mean."""
        errors = -float(ndtri((1.0 - certainty) / 2.0))
        return self.mean - self._below(errors), self.mean + self._above(errors)

    @property
    def errors(self) -> float:
        """The mean in standard errors, with its sign: of 95 % intervals, the arm towards 0 holds 1.96 of them."""
        arm = self._below(ARM_ERRORS) if self.mean > 0 else self._above(ARM_ERRORS)
        return ARM_ERRORS * self.mean / arm if arm else 0.0

    @property
    def deviate(self) -> float:
        """How far from chance, as a normal deviate with the sign of the mean: that of the widest interval without 0."""
        if self.mean == 0.0:
            return 0.0
        arm, sign = (self._below, 1.0) if self.mean > 0 else (self._above, -1.0)

        def short(errors: float) -> float:
            return arm(errors) - abs(self.mean)

        if short(LEAST_ERRORS) >= 0.0:
            return 0.0
        if short(MOST_ERRORS) <= 0.0:
            return sign * max(MOST_ERRORS, abs(self.mean) / self._deviation)
        return sign * float(brentq(short, LEAST_ERRORS, MOST_ERRORS, xtol=1e-6))

    @property
    def p_value(self) -> float:
        """Two-sided p-value of a mean of 0, by the same interval."""
        return 2.0 * float(ndtr(-abs(self.deviate)))

    def _below(self, errors: float) -> float:
        return self._arm(self.gain, self.loss, errors)

    def _above(self, errors: float) -> float:
        return self._arm(self.loss, self.gain, errors)

    def _arm(self, helping: Sum, hindering: Sum, errors: float) -> float:
        """From the mean to the end where `helping` is as small and `hindering` as large as it may be."""
        tail = float(ndtr(-errors))
        arm = hypot(helping.total - helping.least(tail), hindering.most(tail, self.reach) - hindering.total)
        return arm * self._share * _student(errors, self.freedom) / self.number

    @property
    def _share(self) -> float:
        """Standard deviation over the root of the mean square: what counts are narrower by where they are not rare."""
        squares = self.gain.squares + self.loss.squares
        shift = (self.gain.total - self.loss.total) ** 2 / self.number
        return sqrt(max(1.0 - shift / squares, 0.5)) if squares > 0.0 else 1.0

    @property
    def _deviation(self) -> float:
        squares = self.gain.squares + self.loss.squares + self.reach**2
        return sqrt(max(squares, 1e-300)) / self.number


def _student(errors: float, freedom: float) -> float:
    """Student's quantile over the normal one (Wallace 1959)."""
    bent = errors * (8.0 * freedom + 3.0) / (8.0 * freedom + 1.0)
    grown = expm1(min(bent**2 / freedom, 600.0))
    return sqrt(freedom * grown) / errors
