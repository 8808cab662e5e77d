"""Evidence and intervals for means without known bounds (pay-off, turns, hit points), from merged moments.

An asymptotic confidence sequence: the normal-mixture boundary with the running variance of pair means in
place of the true one (Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence
sequences", 2024). It is labelled as such wherever shown, and decides nothing before `FEWEST_PAIRS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from runner.judge.eprocess import FRACTIONS
from runner.judge.intervals import normal_mixture_radius
from runner.judge.wagers import Wagers

__all__ = ["FEWEST_PAIRS", "NO_LIMITS", "Moments", "band_wagers", "sequence", "within"]

FEWEST_PAIRS = 64
"""Below this many pairs the normal approximation is not trusted with a verdict."""

# Effect sizes in standard deviations of a pair mean, as dense as the e-process's grid so the two can be
# stacked.
EFFECTS = np.geomspace(0.002, 1.0, len(FRACTIONS))


@dataclass(frozen=True)
class Moments:
    """Merged moments of pair means in the metric's own unit.

    `resolution` is the smallest step a pair mean can take; it stands for what one unseen pair could add, so
    that equal observations never claim certainty.
    """

    pairs: int
    mean: float
    variance: float
    resolution: float

    @classmethod
    def of_sums(cls, pairs: int, total: int, total_of_squares: int, scale: float) -> Moments:
        """From exact integer sums of pair totals; `scale` turns a pair total into a pair mean by division.

        The difference n * sumsq - sum^2 is taken in Python integers: no cancellation, no overflow.
        """
        if pairs <= 0:
            return cls(0, 0.0, 0.0, 1.0 / scale)
        spread = int(pairs) * int(total_of_squares) - int(total) ** 2
        return cls(
            pairs=int(pairs),
            mean=int(total) / pairs / scale,
            variance=spread / pairs**2 / scale**2,
            resolution=1.0 / scale,
        )

    @property
    def estimate(self) -> float | None:
        """The mean; None without pairs."""
        return self.mean if self.pairs else None

    @property
    def honest_variance(self) -> float:
        """Observed variance plus one unseen pair one step away."""
        return self.variance + self.resolution**2 / max(self.pairs, 1)


NO_LIMITS = (-np.inf, np.inf)


def sequence(
    moments: Moments, certainty: float, limits: tuple[float, float] = NO_LIMITS
) -> tuple[float, float] | None:
    """Asymptotic confidence sequence for the mean, within the `limits` of what a value can be.

    None with fewer than 2 pairs, where no spread is known.
    """
    if moments.pairs < 2:
        return None
    radius = float(normal_mixture_radius(moments.pairs, 1.0 - certainty, moments.honest_variance))
    return within(moments.mean, moments.mean - radius, moments.mean + radius, limits)


def within(mean: float, low: float, high: float, limits: tuple[float, float]) -> tuple[float, float]:
    """The interval `low` to `high` cut off at what is possible; never short of the mean, whatever the limits claim."""
    return max(low, min(limits[0], mean)), min(high, max(limits[1], mean))


def band_wagers(moments: Sequence[Moments], low: ArrayLike, high: ArrayLike) -> Wagers:
    """Bets on T bands `[low, high]`, each `[T]`, from T moments: n (d z - d^2 / 2) for effect sizes d.

    z is the distance of the mean from the edge in standard deviations of a pair. With fewer than
    `FEWEST_PAIRS` nothing is wagered. A side at -inf or inf is open.
    """
    edges = np.stack([np.asarray(low, np.float64), np.asarray(high, np.float64)], axis=-1)
    mean, deviation = (
        np.array([[value] for value in column])
        for column in ([m.mean for m in moments], [m.honest_variance**0.5 for m in moments])
    )
    pairs = np.array([m.pairs if m.pairs >= FEWEST_PAIRS else 0 for m in moments], np.float64)
    z = (mean - np.where(np.isfinite(edges), edges, mean)) / deviation
    signed = np.stack([z[:, 0], -z[:, 0], z[:, 1], -z[:, 1]], axis=-1)[..., None]
    bets = pairs[:, None, None] * (EFFECTS * signed - 0.5 * EFFECTS**2)
    return Wagers(bets, edges[:, 0] == -np.inf, edges[:, 1] == np.inf, np.ones(len(moments), bool))
