"""A player's progress from decision to decision: when to review one, and which badges are earned.

Badges reward care, never casualties, losses or wins. Pure: what happened goes in, what is due comes out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = [
    "BADGES", "BOXES", "BattlePlayed", "DecisionMade", "Review", "badge_counts", "badges_reached", "enqueued",
    "longest_streak", "reviewed", "score_of",
]  # fmt: skip

BOXES = (1, 3, 7, 21)
"""Days until a decision comes up again, by its box"""
BADGES = {
    "informed": 10,
    "own_way": 3,
    "steadfast": 30,
    "hundred": 100,
    "traveller": 10,
    "judge": 5,
}
"""What each takes: battles with intel before every decision; non-history decisions that gained mission; days in a row;
decisions; different scenarios; battles of at least `GOOD_JUDGMENT`"""
GOOD_JUDGMENT = 80.0
_SCORES = {"high": 1.0, "mid": 0.5, "low": 0.0}


class DecisionMade(NamedTuple):
    """One decision of a battle."""

    phase: str
    coa: str
    appropriate: str
    history: bool
    """What history, or doctrine, did"""
    informed: bool
    """Whether a card was opened before it, or none was on offer"""
    mission: float
    """Points gained"""


@dataclass(frozen=True)
class BattlePlayed:
    """One battle of a career."""

    scenario: str
    day: int
    """Counted from the career's first"""
    judgment: float
    decisions: tuple[DecisionMade, ...]


@dataclass(frozen=True)
class Review:
    """A decision that waits to be looked at again."""

    scenario: str
    phase: str
    box: int = 0
    """Index into `BOXES`"""
    due: int = field(default=0)
    """Day"""


def score_of(appropriate: str) -> float:
    """The score of a decision as a game of a rating: 1, .5 or 0."""
    return _SCORES[appropriate]


def enqueued(decision: DecisionMade) -> bool:
    """Whether a decision is to be reviewed, whatever came of it."""
    return decision.appropriate == "low" or (not decision.history and decision.appropriate != "high")


def reviewed(review: Review, decision: DecisionMade, day: int) -> Review | None:
    """The review after that decision was taken again on `day`: a box on, or back in the first if it was low again.

    None once it has come through the last box.
    """
    box = 0 if decision.appropriate == "low" else review.box + 1
    return None if box >= len(BOXES) else Review(review.scenario, review.phase, box, day + BOXES[box])


def badge_counts(battles: Sequence[BattlePlayed]) -> dict[str, int]:
    """How far each badge has come, by name; see `BADGES` for what it takes."""
    decisions = [decision for battle in battles for decision in battle.decisions]
    return {
        "informed": sum(all(d.informed for d in battle.decisions) for battle in battles),
        "own_way": sum(not d.history and d.mission > 0 for d in decisions),
        "steadfast": longest_streak(battle.day for battle in battles),
        "hundred": len(decisions),
        "traveller": len({battle.scenario for battle in battles}),
        "judge": sum(battle.judgment >= GOOD_JUDGMENT for battle in battles),
    }


def badges_reached(
    battles: Sequence[BattlePlayed], badges: Mapping[str, int] = BADGES
) -> dict[str, int | None]:
    """The battle, counted from 1, with which each badge was earned; None for those that were not."""
    reached: dict[str, int | None] = dict.fromkeys(badges)
    counts = dict.fromkeys(badges, 0)
    scenarios: set[str] = set()
    days: list[int] = []
    for number, battle in enumerate(battles, start=1):
        scenarios.add(battle.scenario)
        days.append(battle.day)
        alone = badge_counts([battle])
        for name in ("informed", "own_way", "hundred", "judge"):
            counts[name] += alone[name]
        counts["traveller"] = len(scenarios)
        if reached["steadfast"] is None:
            counts["steadfast"] = longest_streak(days)
        for name, needed in badges.items():
            if reached[name] is None and counts[name] >= needed:
                reached[name] = number
    return reached


def longest_streak(days: Iterable[int]) -> int:
    """The most days in a row."""
    known = set(days)
    starts = [day for day in known if day - 1 not in known]
    return max((_run(known, start) for start in starts), default=0)


def _run(days: set[int], start: int) -> int:
    length = 0
    while start + length in days:
        length += 1
    return length
