"""Verdicts in words and numbers, the same wherever they are shown."""

import math

from runner.judge import printed
from runner.judge.metrics import limits
from runner.judge.printed import unit_of
from runner.judge.verdicts import Verdict

__all__ = ["ends", "estimated", "needed", "number", "sentence", "unknown", "value_of"]


def sentence(verdict: Verdict) -> str:
    """Estimate, interval, games and band of a verdict, in one line; and why it is not met, where the band is silent."""
    band = f"band {band_of(verdict)}"
    if verdict.estimate is None:
        return f"{unknown(verdict)}; {band}"
    if verdict.interval == "exact":
        return f"{value_of(verdict.target.metric, verdict.estimate)}, exact; {band}"
    won = "" if not verdict.drawn else f", {printed.value(verdict.won or 0.0, printed.SHARE)} of them won"
    seen = f"{estimated(verdict)} ({ends(verdict)}) in {verdict.games:,} games{won}"
    why = "" if verdict.why is None else f"; {verdict.why}"
    more = "" if verdict.status != "undecided" else f"; {needed(verdict)}"
    return f"{seen}; {band}{why}{more}"


def unknown(verdict: Verdict) -> str:
    """Why a verdict has no estimate."""
    return verdict.why or "no games yet"


def estimated(verdict: Verdict) -> str:
    """The estimate; of a win rate with games that nobody won, that it is a score."""
    unit = unit_of(verdict.target.metric)
    if verdict.estimate is None:
        return ""
    if verdict.interval == "exact":
        return value_of(verdict.target.metric, verdict.estimate)
    told = printed.quantity(verdict.estimate, unit, verdict.low, verdict.high)
    return f"score {told}" if verdict.drawn and verdict.won != verdict.estimate else told


def value_of(metric: str, value: float) -> str:
    """A measured or exact value in the unit of `metric`, by itself."""
    return "without bound" if math.isinf(value) else printed.value(value, unit_of(metric))


def band_of(verdict: Verdict) -> str:
    """`45 % to 55 %`; of a band with one side `at least 5 %`, where the other is open or as far as the figure goes."""
    target = verdict.target
    least, most = limits(target.metric, 2)
    low, high = number(target.low, verdict), number(target.high, verdict)
    if target.low > least and target.high < most:
        return f"{low} to {high}"
    if target.low > least:
        return f"at least {low}"
    return f"at most {high}" if target.high < most else "anything"


def unlike_its_interval(verdict: Verdict) -> bool:
    """Whether a verdict stands beside an interval that by itself would tell another: see `INTERVAL_NOTE`."""
    target, low, high = verdict.target, verdict.low, verdict.high
    if low is None or high is None or verdict.why:
        return False
    inside, outside = target.low <= low and high <= target.high, high < target.low or low > target.high
    return {"met": not inside, "missed": not outside, "undecided": inside or outside}[verdict.status]


INTERVAL_NOTE = (
    "An interval holds by itself, on both sides; a verdict asks of one edge at a time, and must hold with all others "
    "of the table. So the one may tell more or less than the other."
)


def number(value: float | None, verdict: Verdict) -> str:
    """A bound in the unit of the verdict's metric; "open" for an open side."""
    if value is None or math.isinf(value):
        return "open"
    unit = unit_of(verdict.target.metric)
    return f"{unit.scale * value:{'+' if unit.signed else ''}.6g} {unit.suffix}".rstrip()


def ends(verdict: Verdict) -> str:
    """The interval shown; of what the data tells, that it is exact."""
    if verdict.interval == "exact":
        return "exact"
    return printed.interval(verdict.low, verdict.high, unit_of(verdict.target.metric))


def needed(verdict: Verdict) -> str:
    """How many games are still needed, in words."""
    if verdict.needed is not None:
        return f"about {_rounded(verdict.needed):,} more games"
    if verdict.estimate is None and verdict.why:
        return f"unknown: {verdict.why}"
    return "unknown" if verdict.why else "unknown: the estimate stands on an edge"


def _rounded(number: int) -> int:
    """Two leading digits: the figure is an estimate."""
    power = 10 ** max(len(str(number)) - 2, 0)
    return -(-number // power) * power
