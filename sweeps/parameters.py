"""A parameter: one number, or other value, that may move, and the values that it may take."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sweeps.paths import Parts

__all__ = ["Parameter", "Value"]

Value = bool | int | float | str

# A continuous range has no neighbouring values: a step of its width over this stands for one.
_STEPS_OF_A_RANGE = 20
# Rounding of sums of steps.
_DIGITS = 12


@dataclass(frozen=True)
class Parameter:
    """What may move, where it stands and between which values."""

    name: str
    places: tuple[Parts, ...]
    """Where it is written, all alike."""
    kind: str
    """"integer", "float" or "choice"."""
    today: Value
    low: float = 0
    high: float = 0
    step: float | None = None
    """None for a continuous range."""
    log: bool = False
    choices: tuple[Value, ...] = ()
    policy: str | None = None
    """Label of the policy whose weight it is."""

    @property
    def values(self) -> tuple[Value, ...] | None:
        """Every value it may take, in order; None for a continuous range."""
        if self.kind == "choice":
            return self.choices
        if self.step is None:
            return None
        return tuple(self._number(self.low + i * self.step) for i in range(self.count or 0))

    @property
    def count(self) -> int | None:
        """How many values it may take; None for a continuous range."""
        if self.kind == "choice":
            return len(self.choices)
        return None if self.step is None else round((self.high - self.low) / self.step) + 1

    def holds(self, value: Value) -> bool:
        """Whether `value` is one that it may take."""
        if self.kind == "choice":
            return any(_same(value, choice) for choice in self.choices)
        if isinstance(value, (bool, str)) or not self.low <= value <= self.high:
            return False
        return self.step is None or self.reached(value)

    def reached(self, value: float) -> bool:
        """Whether steps from the low end come to `value`."""
        steps = (value - self.low) / (self.step or 1)
        return math.isclose(steps, round(steps), abs_tol=1e-9)

    def distance(self, value: Value) -> float:
        """How far `value` is from today's: 0 for today's, 1 for the width of the range, or another choice."""
        if _same(value, self.today):
            return 0.0
        if isinstance(value, (bool, str)) or isinstance(self.today, (bool, str)) or self.kind == "choice":
            return 1.0
        if self.log and self.today > 0:
            return abs(math.log(value / self.today)) / math.log(self.high / self.low)
        return abs(value - self.today) / (self.high - self.low)

    def share(self, value: Value) -> float:
        """Where in the range `value` lies: 0 at the low end, 1 at the high end; among choices, by their order."""
        if self.kind == "choice":
            places = [i for i, choice in enumerate(self.choices) if _same(value, choice)]
            return (places[0] if places else 0) / (len(self.choices) - 1)
        assert not isinstance(value, str)
        if self.log:
            return math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def at(self, share: float) -> Value:
        """The value that lies nearest to that part of the range."""
        if self.kind == "choice":
            return self.choices[round(share * (len(self.choices) - 1))]
        value = self.low + share * (self.high - self.low)
        if self.log:
            value = self.low * (self.high / self.low) ** share
        if self.step is None:
            return float(min(max(value, self.low), self.high))
        steps = min(max(round((value - self.low) / self.step), 0), round((self.high - self.low) / self.step))
        return self._number(self.low + steps * self.step)

    def edits(self) -> Iterator[Value]:
        """Every other value than today's, nearest first; the greater one first of two."""
        others = [value for value in self.values or () if not _same(value, self.today)]
        yield from sorted(others, key=lambda value: (self.distance(value), -_order(value)))

    def neighbours(self, value: Value) -> tuple[Value, ...]:
        """The values one step below and above `value`; for a choice, every other one."""
        if self.kind == "choice":
            return tuple(choice for choice in self.choices if not _same(choice, value))
        assert not isinstance(value, (bool, str))
        step = self.step or (self.high - self.low) / _STEPS_OF_A_RANGE
        near = (self._number(value - step), self._number(value + step))
        return tuple(one for one in near if self.low <= float(one) <= self.high)

    def _number(self, value: float) -> int | float:
        return round(value) if self.kind == "integer" else round(value, _DIGITS)


def _same(one: Value, other: Value) -> bool:
    """Equal, and both or neither a truth value: 1 is not true here."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _order(value: Value) -> float:
    return 0.0 if isinstance(value, str) else float(value)
