"""Gates: what a scenario or a pair of players is asked before a game ships, and how each answer is told.

A game that has gates keeps them in its `gates.py`: pure functions that return rows, and a dictionary `GATES` by name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Gate", "GateRow", "gate"]


class GateRow(NamedTuple):
    """One thing that a gate asked."""

    name: str
    """Of the gate"""
    scope: str
    """The scenario, and the pair, phase or side"""
    value: float
    low: float | None
    """What the value must reach, if anything"""
    high: float | None
    """What it must not exceed"""
    detail: str = ""

    @property
    def passed(self) -> bool:
        """Whether the value lies within its thresholds."""
        return self.slack >= 0

    @property
    def slack(self) -> float:
        """How far the value may still move the wrong way; negative when the gate is shut."""
        sides = [] if self.low is None else [self.value - self.low]
        return min(sides if self.high is None else [*sides, self.high - self.value])

    @property
    def threshold(self) -> str:
        """The thresholds as people write them."""
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        return f"at least {self.low:g}" if self.low is not None else f"at most {self.high:g}"


@dataclass(frozen=True)
class Gate:
    """A gate as experiments name it."""

    name: str
    summary: str
    needs: str
    """"figures": `check(figures, **thresholds)`; "document": `check(document, scenario, **thresholds)`"""
    check: Callable[..., tuple[GateRow, ...]]
    thresholds: dict[str, float]


def gate(check: Callable[..., Any], needs: str, **thresholds: float) -> Gate:
    """The gate that a function makes; its docstring's text after the number becomes the summary."""
    summary = (check.__doc__ or "").split(". ", 1)[1].rstrip(".")
    return Gate(check.__name__, summary, needs, check, thresholds)
