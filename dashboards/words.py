"""Numbers in plain words: rounding, units, intervals, and how a status is shown."""

from __future__ import annotations

from dataclasses import dataclass

from runner.judge import printed
from runner.judge.estimates import Estimate
from runner.judge.metrics import METRICS, RATES

__all__ = [
    "POINTS",
    "RATES",
    "STATUSES",
    "Status",
    "band_words",
    "bound",
    "count",
    "interval",
    "number",
    "p_value",
    "percent",
    "plural",
    "quantity",
    "reach",
    "typeset",
    "with_interval",
]


# Differences of rates, shown in points; the other `RATES` are shown in per cent, and multiples with their sign.
POINTS = frozenset(name for name, kind in METRICS.items() if kind.unit == "points")
_TIMES = frozenset(name for name, kind in METRICS.items() if kind.unit == "times")


@dataclass(frozen=True, slots=True)
class Status:
    """How a status shows itself: a word, a symbol and a class for its colour, so colour is never alone."""

    word: str
    symbol: str
    key: str


STATUSES = {
    "missed": Status("Missed", "✕", "missed"),
    "undecided": Status("Undecided", "?", "undecided"),
    "met": Status("Met", "✓", "met"),
}


def count(value: int) -> str:
    """1234567 -> 1 234 567, with spaces that do not break."""
    return f"{value:,}".replace(",", "\u202f")


def plural(value: int, one: str, many: str | None = None) -> str:
    """`1 game`, `2 games`."""
    return f"{count(value)} {one if value == 1 else many or one + 's'}"


def percent(value: float | None, digits: int = 1, radius: float | None = None) -> str:
    """.5714 -> 57.1 %; never rounded up to a certainty it is not: .99999 -> >99.9 %.

    A small `radius`, half the width of the interval, brings more digits.
    """
    if value is None:
        return "–"
    if not digits or radius is None:
        return typeset(printed.value(value, printed.SHARE, digits))
    return typeset(printed.quantity(value, printed.SHARE, value - radius, value + radius))


def number(value: float | None, spread: float | None = None) -> str:
    """Rounded well below its uncertainty `spread`, half the width of its interval; without one to four digits."""
    if value is None:
        return "–"
    if spread is None:
        return typeset(printed.value(value, printed.COUNT))
    return typeset(printed.quantity(value, printed.COUNT, value - spread, value + spread))


def typeset(text: str) -> str:
    """A printed number as pages set it: minus signs, and spaces that do not break."""
    joined = text.replace(" %", "\u202f%").replace(" points", "\u202fpoints")
    return joined.replace(",", "\u202f").replace("-", "−")


def p_value(value: float) -> str:
    """`p = 0.35`, `p < 0.001`."""
    return "p < 0.001" if value < 0.001 else f"p = {value:.2g}"


def quantity(value: float | None, metric: str, unit: str = "", spread: float | None = None) -> str:
    """A value of a metric with its unit; `spread` is half the width of its interval."""
    if value is None:
        return "–"
    if metric in RATES:
        radius = 0.0 if spread is None else spread
        return typeset(printed.quantity(value, printed.unit_of(metric), value - radius, value + radius))
    if metric in _TIMES:
        return f"{number(value)}\u202f×" if value != float("inf") else "without bound"
    return f"{number(value, spread)} {unit}".strip()


def interval(low: float | None, high: float | None, metric: str = "win_rate") -> str:
    """`55.2 – 59.0 %`."""
    told = typeset(printed.interval(low, high, printed.unit_of(metric)))
    return told if "−" in told or "+" in told else told.replace(" to ", " – ")


def reach(one: Estimate) -> str:
    """The interval of a share as short as can be: `±1.9`, or `55.2–59.0`."""
    return typeset(printed.reach(one, printed.SHARE)).replace(" to ", "–")


def with_interval(estimate: Estimate, metric: str = "win_rate") -> str:
    """`57.1 % (55.2 – 59.0 %)`."""
    if estimate.value is None:
        return "–"
    reach = interval(estimate.low, estimate.high, metric)
    return f"{quantity(estimate.value, metric, spread=estimate.radius)} ({reach})"


def bound(value: float | None, metric: str, unit: str = "") -> str:
    """An edge of a band, as the experiment gives it: 45 %, not 45.0 %."""
    if value is None:
        return "no limit"
    if metric in POINTS:
        return f"{value * 100:+.6g}\u202fpoints".replace("-", "−")
    if metric in RATES:
        return f"{value * 100:.6g}\u202f%"
    if metric in _TIMES:
        return f"{value:.6g}\u202f×"
    return f"{value:.6g} {unit}".strip().replace("-", "−")


def band_words(low: float | None, high: float | None, metric: str, unit: str = "") -> str:
    """`band of 45 to 55 %`, `limit of at most 10 %`."""
    if low is None:
        return f"limit of at most {bound(high, metric, unit)}" if high is not None else "no limit"
    if high is None:
        return f"limit of at least {bound(low, metric, unit)}"
    plain = bound(low, metric).removesuffix("\u202f%").removesuffix("\u202fpoints").removesuffix("\u202f×")
    return f"band of {plain} to {bound(high, metric, unit)}"
