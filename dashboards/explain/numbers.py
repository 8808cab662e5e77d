"""What pig's exhibit is about, exactly: the points that a turn is worth, in whole numbers and fractions.

An outcome of a roll is the points it adds to the turn total, `LOST` (the total is gone) or `SCORE_LOST` (so is the
score). Outcomes and chances to win come from `pig.json`, which is worked out by the exact solver of the game: this room
knows no rules, and a test holds the file to them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

__all__ = [
    "LOST",
    "MOST_SCORE",
    "MOST_TOTAL",
    "SCORE_LOST",
    "Node",
    "Position",
    "Record",
    "crossing",
    "leaves",
    "positions",
    "records",
    "roll_value",
    "rolls",
    "verdict",
]

Node = Literal["mean", "minimum"]
LOST, SCORE_LOST = 0, -1
MOST_TOTAL, MOST_SCORE = 40, 90
"""As far as the sliders go, points."""


@dataclass(frozen=True, slots=True)
class Record:
    """How a policy fares in races to 100: exact, so without an interval."""

    policy: str
    against: Mapping[str, tuple[float, float]]
    """By opponent: chance to win moving first, and second."""
    alone: float
    """Turns to the goal on average against nobody."""

    def both_seats(self, opponent: str) -> float:
        """Chance to win when the first move is taken in turns."""
        first, second = self.against[opponent]
        return (first + second) / 2


@dataclass(frozen=True, slots=True)
class Position:
    """A decision in a race to 100 with one die: chances to win after each choice, both then at their best."""

    own: int
    other: int
    total: int
    hold: float
    roll: float


def rolls(dice: int) -> list[tuple[int, int]]:
    """(outcome, ways out of 6 ** dice) of a roll of one die or two."""
    return [(outcome, ways) for outcome, ways in _given()["rolls"][str(dice)]]


def records(dice: int) -> list[Record]:
    """The policies that the page compares, those that look at the other score first."""
    table = _given()["one_die" if dice == 1 else "two_dice"]
    return [
        Record(
            policy,
            {other: (first, second) for other, (first, second) in row["against"].items()},
            row["alone"],
        )
        for policy, row in table.items()
    ]


def positions() -> list[Position]:
    """Decisions on which points and the chance to win agree or part."""
    return [Position(**row) for row in _given()["positions"]]


def leaves(total: int, dice: int = 1, score: int = 0) -> list[tuple[int, int]]:
    """(points the turn comes to, ways) after one more roll at a turn total, `score` being what is banked."""
    gone = {LOST: 0, SCORE_LOST: -score}
    return [(gone.get(outcome, total + outcome), ways) for outcome, ways in rolls(dice)]


def roll_value(total: int, dice: int = 1, score: int = 0, node: Node = "mean") -> Fraction:
    """Points that a turn is worth if it is rolled once more and then held; one die, mean: (5 T + 20) / 6."""
    after = leaves(total, dice, score)
    if node == "minimum":
        return Fraction(min(points for points, _ in after))
    return Fraction(sum(points * ways for points, ways in after), sum(ways for _, ways in after))


def crossing(dice: int = 1, score: int = 0) -> Fraction:
    """The turn total, whole or not, at which rolling (on average) and holding are worth the same points.

    Rolling is worth roll_value(0) + slope T, holding T; one die: 20, two: (200 - score) / 11.
    """
    start = roll_value(0, dice, score)
    slope = roll_value(1, dice, score) - start
    return start / (1 - slope)


def verdict(
    total: int, dice: int = 1, score: int = 0, node: Node = "mean"
) -> Literal["roll", "equal", "hold"]:
    """Which choice is worth more points."""
    value = roll_value(total, dice, score, node)
    return "roll" if value > total else "hold" if value < total else "equal"


@lru_cache(maxsize=1)
def _given() -> dict[str, Any]:
    given: dict[str, Any] = json.loads(Path(__file__).with_name("pig.json").read_text(encoding="utf-8"))
    return given
