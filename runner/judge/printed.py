"""Numbers and their intervals as they are printed: the one form of terminal, pages, JUnit and whatever else shows them.

A number bears as many digits as tell the ends of its interval apart. `x ± r` is printed for intervals that are
symmetric about the number and nothing else; the others are written `x (low to high)`. Pages set the same text with
their own spaces and dashes (`dashboards/words.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from runner.judge.estimates import Estimate
from runner.judge.metrics import kind_of

__all__ = [
    "CANNOT_TELL",
    "COUNT",
    "ELO",
    "GLICKO",
    "POINTS",
    "SHARE",
    "TIMES",
    "Unit",
    "difference",
    "ends",
    "estimate",
    "interval",
    "plus_minus",
    "quantity",
    "reach",
    "unit_of",
    "value",
]

CANNOT_TELL = "cannot tell"
NO_INTERVAL = "no interval yet"
_MOST_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Unit:
    """How a kind of number is printed."""

    suffix: str = ""
    scale: float = 1.0
    decimals: int = 3
    """Decimals at least."""
    signed: bool = False
    share: bool = False
    """A part of a whole: what is not quite all or nothing is never rounded to it."""
    thousands: bool = True
    """Whether thousands stand apart."""
    reach: float | None = None
    """How far from 0 the number can possibly lie; None: there is no such bound."""


SHARE = Unit("%", 100.0, 1, share=True)
POINTS = Unit("points", 100.0, 1, signed=True, reach=1.0)
"""A difference of two shares."""
ELO = Unit("", 1.0, 1, signed=True)
GLICKO = Unit("", 1.0, 0, thousands=False)
TIMES = Unit("x", 1.0, 2)
"""A ratio of two numbers of one kind."""
COUNT = Unit()
"""Means of turns, of points, of whatever a game counts."""


def unit_of(metric: str) -> Unit:
    """How figures of a target's metric are printed."""
    return {"rate": SHARE, "points": POINTS, "times": TIMES}.get(kind_of(metric).unit, COUNT)


def estimate(one: Estimate, unit: Unit) -> str:
    """`57.1 % (55.2 to 59.0)`; the interval alone before anything was seen."""
    if one.value is None:
        return interval(one.low, one.high, unit)
    if one.low is None or one.high is None:
        return value(one.value, unit)
    decimals = _decimals(one.low, one.high, unit)
    return f"{value(one.value, unit, decimals)} ({ends(one.low, one.high, unit)})"


def plus_minus(one: Estimate, unit: Unit) -> str:
    """`57.1 ± 1.9 %` where the interval is symmetric to the last digit shown, else as `estimate`."""
    if one.value is None or one.low is None or one.high is None:
        return estimate(one, unit)
    decimals = _decimals(one.low, one.high, unit)
    radius = _radius(one, unit, decimals)
    if radius is None:
        return estimate(one, unit)
    return f"{_number(one.value, unit, decimals)} ± {radius} {unit.suffix}".rstrip()


def reach(one: Estimate, unit: Unit) -> str:
    """The interval alone and as short as can be, for the cells of a picture: `±1.9`, or `55.2 to 59.0`."""
    if one.value is None or one.low is None or one.high is None:
        return ""
    radius = _radius(one, unit, _decimals(one.low, one.high, unit))
    return f"±{radius}" if radius else ends(one.low, one.high, unit)


def _radius(one: Estimate, unit: Unit, decimals: int) -> str | None:
    """Half the interval; None where it is not symmetric to the last digit shown, or nothing would be left of it."""
    if one.value is None or one.low is None or one.high is None:
        return None
    step, below, above = 10.0**-decimals / unit.scale, one.value - one.low, one.high - one.value
    if abs(above - below) > 0.5 * step or min(above, below) < 0.5 * step:
        return None
    return _number((above + below) / 2, Unit(scale=unit.scale), decimals)


def difference(one: Estimate | None, unit: Unit = POINTS) -> str:
    """A difference with its interval; `cannot tell` where the interval holds all that is possible, or there is none."""
    if one is None or one.value is None or one.low is None or one.high is None:
        return CANNOT_TELL
    if unit.reach is not None and one.high - one.low >= 2.0 * unit.reach * (1.0 - 1e-9):
        return CANNOT_TELL
    return estimate(one, unit)


def interval(low: float | None, high: float | None, unit: Unit) -> str:
    """`55.2 to 59.0 %`."""
    told = ends(low, high, unit)
    return told if told == NO_INTERVAL else f"{told} {unit.suffix}".rstrip()


def ends(low: float | None, high: float | None, unit: Unit) -> str:
    """`55.2 to 59.0`, without its unit."""
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return NO_INTERVAL
    decimals = _decimals(low, high, unit)
    return " to ".join(_number(end, unit, decimals) for end in (low, high))


def quantity(number: float, unit: Unit, low: float | None = None, high: float | None = None) -> str:
    """A number alone, with the digits that its interval gives it: `57.1 %`."""
    known = low is not None and high is not None and isfinite(low) and isfinite(high)
    return value(number, unit, _decimals(low, high, unit) if known else None)  # type: ignore[arg-type]


def value(number: float, unit: Unit, decimals: int | None = None) -> str:
    """A number alone; without an interval, one that is no share shows four significant digits."""
    if decimals is None and not unit.share and not unit.signed:
        return f"{number:.4g} {unit.suffix}".rstrip()
    told = _number(number, unit, unit.decimals if decimals is None else decimals)
    return f"{told} {unit.suffix}".rstrip()


def _number(number: float, unit: Unit, decimals: int) -> str:
    shown = round(number * unit.scale, decimals) or 0.0
    if unit.share:
        step = 10.0**-decimals
        if 0.0 < number and shown <= 0.0:
            return f"<{step:.{decimals}f}"
        if number < 1.0 and shown >= unit.scale:
            return f">{unit.scale - step:.{decimals}f}"
    return f"{shown:{'+' * unit.signed}{',' * unit.thousands}.{decimals}f}"


def _decimals(low: float, high: float, unit: Unit) -> int:
    """Decimals that keep the ends apart by two units of the last digit; those of a unit at least."""
    width = (high - low) * unit.scale
    decimals = unit.decimals if unit.decimals < 3 or max(abs(low), abs(high)) < 1000.0 else 0
    while decimals < _MOST_DECIMALS and 0.0 < width * 10.0**decimals < 2.0 - 1e-9:
        decimals += 1
    return decimals
