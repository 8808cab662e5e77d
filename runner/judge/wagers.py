"""The common form of every sequential test here: bets whose log capital grows in proportion to the counts.

Whatever is observed, the evidence for one side of one edge is log mean over g of exp(x_g), with x_g linear
in the counts: G sizes of bet for the e-process, one log likelihood ratio for the SPRT, G effect sizes for
an asymptotic mean. So one formula turns them into "met" and "missed", and one bisection says how many more
pairs are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["SIDES", "STAKE", "Unfinished", "Wagers", "log_mean_exp"]

Floats = NDArray[np.float64]

SIDES = ("above low", "below low", "above high", "below high")
ABOVE_LOW, BELOW_LOW, ABOVE_HIGH, BELOW_HIGH = range(4)

# Growth beyond a factor of 2**30 is as good as never.
LARGEST_DOUBLING = 30.0
STAKE = 0.05
"""Part of the stake on "missed" that goes on too many unfinished games, where their share is limited."""


def log_mean_exp(exponents: Floats) -> Floats:
    """log mean exp over the last axis, without overflow."""
    top = exponents.max(-1)
    return np.asarray(top + np.log(np.mean(np.exp(exponents - top[..., None]), axis=-1)))


@dataclass(frozen=True)
class Unfinished:
    """Bets on the share of games that the turn cap ends, against a limit a target."""

    exponents: Floats
    """[T, 2, G] log capital of each bet: the share is below the limit; it is above."""
    asked: NDArray[np.bool_]
    """[T] whether the target limits it; where not, these bets prove and ask nothing."""

    def take(self, rows: NDArray[np.intp]) -> Unfinished:
        """The targets of these rows."""
        return Unfinished(self.exponents[rows], self.asked[rows])

    def evidence(self, factor: ArrayLike = 1.0) -> tuple[Floats, Floats]:
        """Log evidence `[T]` that such games are few enough (inf where nothing is asked), and that they are too many
        (-inf there), at `factor [T]` times the present counts."""
        sides = log_mean_exp(self.exponents * np.asarray(factor, np.float64)[..., None, None])
        return np.where(self.asked, sides[:, 0], np.inf), np.where(self.asked, sides[:, 1], -np.inf)


@dataclass(frozen=True)
class Wagers:
    """Bets on the two edges of T bands, and on the share of unfinished games where a target limits it."""

    exponents: Floats
    """[T, 4, G] log capital of each bet, by `SIDES`."""
    open_low: NDArray[np.bool_]
    """[T] nothing can lie below the band: its low edge asks and proves nothing."""
    open_high: NDArray[np.bool_]
    """[T] likewise above it."""
    shared: NDArray[np.bool_]
    """[T] "missed" on either side would mislead equally often, so the two sides share one stake."""
    unfinished: Unfinished | None = None
    """None where no target limits it."""

    @classmethod
    def stack(cls, parts: Sequence[Wagers]) -> Wagers:
        """All targets of `parts` in one table, without limits on unfinished games; a single bet is repeated to fill
        the axis, its mean unchanged."""
        width = max(part.exponents.shape[-1] for part in parts)
        whole = [np.repeat(p.exponents, width if p.exponents.shape[-1] == 1 else 1, axis=-1) for p in parts]
        return cls(
            np.concatenate(whole),
            np.concatenate([part.open_low for part in parts]),
            np.concatenate([part.open_high for part in parts]),
            np.concatenate([part.shared for part in parts]),
        )

    def take(self, rows: NDArray[np.intp]) -> Wagers:
        """The targets of these rows."""
        limits = None if self.unfinished is None else self.unfinished.take(rows)
        return Wagers(
            self.exponents[rows], self.open_low[rows], self.open_high[rows], self.shared[rows], limits
        )

    def evidence(self, factor: ArrayLike = 1.0) -> tuple[Floats, Floats]:
        """Log evidence `[T]` for "met" and for "missed", at `factor [T]` times the present counts.

        "Met" must refute both outsides, so the weaker of the two counts and alpha is not split (an
        intersection-union test). "Missed" may come from either side; where both could mislead, the two share
        one stake: their average. With both sides open the band is certainly met. Where the share of unfinished games
        is limited, it is one more part of "met", and of "missed" with `STAKE`.
        """
        met, missed = self.of_band(factor)
        if self.unfinished is None:
            return met, missed
        few, many = self.unfinished.evidence(factor)
        both = np.logaddexp(missed + np.log1p(-STAKE), many + np.log(STAKE))
        return np.minimum(met, few), np.where(self.unfinished.asked, both, missed)

    def of_band(self, factor: ArrayLike = 1.0) -> tuple[Floats, Floats]:
        """The evidence of the band alone, whatever ended the games."""
        sides = log_mean_exp(self.exponents * np.asarray(factor, np.float64)[..., None, None])
        met = np.minimum(
            np.where(self.open_low, np.inf, sides[:, ABOVE_LOW]),
            np.where(self.open_high, np.inf, sides[:, BELOW_HIGH]),
        )
        missed = np.logaddexp(
            np.where(self.open_low, -np.inf, sides[:, BELOW_LOW]),
            np.where(self.open_high, -np.inf, sides[:, ABOVE_HIGH]),
        )
        split = self.shared & ~self.open_low & ~self.open_high
        return met, np.where(split, missed - np.log(2.0), missed)

    def growth(self, bars: ArrayLike) -> Floats:
        """The factor `[T]` by which counts must grow, in the present proportions, to reach log evidence
        `bars [T]`.

        Each side is a log mean of exponentials linear in the factor: convex and zero at zero, so above zero
        it keeps rising and crosses a positive bar once or never. Bisection on the exponent of the factor
        finds it; 1 where the evidence suffices already, inf where `2**LARGEST_DOUBLING` would not do.
        """
        bars = np.asarray(bars, np.float64)

        def enough(doublings: Floats) -> NDArray[np.bool_]:
            return np.asarray(np.maximum(*self.evidence(2.0**doublings)) >= bars)

        lower, upper = np.zeros(bars.shape), np.full(bars.shape, LARGEST_DOUBLING)
        already, never = enough(lower), ~enough(upper)
        for _ in range(26):
            middle = 0.5 * (lower + upper)
            reached = enough(middle)
            lower, upper = np.where(reached, lower, middle), np.where(reached, middle, upper)
        return np.where(already, 1.0, np.where(never, np.inf, 2.0**upper))
