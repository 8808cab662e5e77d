"""Verdicts in words and numbers, the same wherever they are shown."""

import math

from runner.judge.metrics import kind_of
from runner.judge.verdicts import Verdict

__all__ = ["ends", "needed", "number", "sentence", "unknown", "value_of"]


def sentence(verdict: Verdict) -> str:
    """Estimate, interval, games and band of a verdict, in one line."""
    band = f"band {number(verdict.target.low, verdict)} to {number(verdict.target.high, verdict)}"
    if verdict.estimate is None:
        return f"{unknown(verdict)}; {band}"
    if verdict.interval == "exact":
        return f"{number(verdict.estimate, verdict)}, exactly; {band}"
    seen = f"{number(verdict.estimate, verdict)} ({ends(verdict)}) in {verdict.games:,} games"
    more = "" if verdict.status != "undecided" else f"; {needed(verdict)}"
    return f"{seen}; {band}{more}"


def unknown(verdict: Verdict) -> str:
    """Why a verdict has no estimate."""
    return verdict.why or "no games yet"


def number(value: float | None, verdict: Verdict) -> str:
    """A value in the unit of the verdict's metric; "open" for an open side."""
    return value_of(verdict.target.metric, value, without_bound=value == verdict.estimate)


def value_of(metric: str, value: float | None, without_bound: bool = False) -> str:
    """A value in the unit of `metric`; an infinite one is an open side, or a measured figure `without_bound`."""
    unit = kind_of(metric).unit
    if value is None or math.isinf(value):
        return "without bound" if value is not None and without_bound else "open"
    if unit in ("rate", "points"):
        return f"{100 * value:.1f} %"
    return f"{value:.4g} x" if unit == "times" else f"{value:.4g}"


def ends(verdict: Verdict) -> str:
    """The interval shown; of what the data tells, that it is exact."""
    if verdict.interval == "exact":
        return "exact"
    return f"{number(verdict.low, verdict)} to {number(verdict.high, verdict)}"


def needed(verdict: Verdict) -> str:
    """How many games are still needed, in words."""
    if verdict.why:
        return f"unknown: {verdict.why}"
    return (
        "unknown: the estimate stands on an edge"
        if verdict.needed is None
        else f"about {_rounded(verdict.needed):,} more games"
    )


def _rounded(number: int) -> int:
    """Two leading digits: the figure is an estimate."""
    power = 10 ** max(len(str(number)) - 2, 0)
    return -(-number // power) * power
