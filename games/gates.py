"""Gates: what a scenario or its players are asked before a game ships, and how each answer is told.

A game that has gates lists them in its `Game`. A gate is a pure function that returns rows. It is put either to the
data alone, or to figures of play; a game says in `Game.figures` how it reads those off what was counted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

__all__ = ["Counted", "Gate", "GateRow", "Interval", "Sampled", "gate"]


class Interval(NamedTuple):
    """A number that was estimated, and between which ends it lies."""

    value: float
    low: float
    high: float


class Sampled(NamedTuple):
    """Figures of play three times: as estimated, and with every number at an end of its interval.

    Whatever a gate asks must rise or fall with each number of the figures, so that its answers at the two ends
    enclose its answer for the truth.
    """

    estimate: Any
    low: Any
    high: Any


class Counted(Protocol):
    """What was counted of one match-up; players and seats by number, in the order of its players."""

    players: tuple[str, ...]
    scenario: str

    def games(self, player: int, seat: int) -> Interval:
        """Games of that player in that seat; the upper end is what they may still become."""

    def won(self, player: int, seat: int) -> Interval:
        """Share of those games that the player won."""

    def drawn(self, player: int, seat: int) -> Interval:
        """Share of those games without a winner."""

    def share(self, metric: str, player: int) -> Interval:
        """Mean of a metric that is 0 or 1."""

    def happened(self, event: int, player: int) -> Interval:
        """Share of the player's games in which an event happened that happens once in a game at most."""

    def mean(self, metric: str, player: int) -> Interval:
        """Mean of any metric, in whole stored units."""


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
    what: str = ""
    """What was asked, for a gate that asks several things"""

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
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Every threshold with the value it has where an experiment says nothing."""
    optional: tuple[str, ...] = ()
    """Thresholds that the data sets where an experiment says nothing."""
    rates: tuple[str, ...] = ()
    """Thresholds that are shares or chances, from 0 to 1; all others are 0 or more."""
    lint: bool = False
    """Whether it only says what is worth a look: nothing ships or stays for its sake."""


def gate(
    check: Callable[..., Any], needs: str, *optional: str, rates: Sequence[str] = (), **thresholds: float
) -> Gate:
    """The gate that a function makes; the first line of its docstring, less its number, becomes the summary."""
    line = (check.__doc__ or "").strip().split("\n")[0]
    summary = line.split(". ", 1)[-1].rstrip(".")
    return Gate(check.__name__, summary, needs, check, thresholds, optional, tuple(rates))
