"""A number with its uncertainty: the one form in which rates, means and effects leave this folder."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

__all__ = ["Estimate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval; `value` is None without observations, the ends where no interval is known."""

    value: float | None
    low: float | None = None
    high: float | None = None
    number: int = 0
    """Observations behind it: games, unless said otherwise."""

    @property
    def radius(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def ends(self) -> tuple[float, float]:
        """The interval, without end on a side where none is known."""
        return -inf if self.low is None else self.low, inf if self.high is None else self.high

    def excludes(self, value: float) -> bool:
        """Whether the interval leaves `value` out."""
        low, high = self.ends
        return value < low or value > high
