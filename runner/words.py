"""Verdicts in words and numbers, the same wherever they are shown."""

from runner.judge.targets import USE
from runner.judge.verdicts import Verdict

__all__ = ["ends", "needed", "number", "sentence"]


def sentence(verdict: Verdict) -> str:
    """Estimate, interval, games and band of a verdict, in one line."""
    band = f"band {number(verdict.target.low, verdict)} to {number(verdict.target.high, verdict)}"
    if verdict.estimate is None:
        return f"no games yet; {band}"
    seen = f"{number(verdict.estimate, verdict)} ({ends(verdict)}) in {verdict.games:,} games"
    more = "" if verdict.status != "undecided" else f"; {needed(verdict)}"
    return f"{seen}; {band}{more}"


def _is_rate(verdict: Verdict) -> bool:
    metric = verdict.target.metric
    return verdict.wilson_low is not None or metric == USE or metric.endswith(("_rate", "_advantage"))


def number(value: float | None, verdict: Verdict) -> str:
    """A value in the unit of the verdict's metric; "open" for an open side."""
    if value is None or abs(value) == float("inf"):
        return "open"
    return f"{100 * value:.1f} %" if _is_rate(verdict) else f"{value:.4g}"


def ends(verdict: Verdict) -> str:
    """The interval shown."""
    return f"{number(verdict.low, verdict)} to {number(verdict.high, verdict)}"


def needed(verdict: Verdict) -> str:
    """How many games are still needed, in words."""
    return (
        "unknown: the estimate stands on an edge"
        if verdict.needed is None
        else f"about {_rounded(verdict.needed):,} more games"
    )


def _rounded(number: int) -> int:
    """Two leading digits: the figure is an estimate."""
    power = 10 ** max(len(str(number)) - 2, 0)
    return -(-number // power) * power
