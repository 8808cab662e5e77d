"""A player's career: a rating from the worth of decisions, the grade that goes with it, badges and reviews.

Each decision is a game of Glicko-2 against a fixed opponent, scored 1, .5 or 0 by how appropriate it was:
the rating measures judgment, not luck. It is separate from any rating of players against each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.progress import (
    BADGES,
    BOXES,
    BattlePlayed,
    Review,
    badge_counts,
    badges_reached,
    enqueued,
    reviewed,
    score_of,
)
from runner.judge.glicko import Glicko, Opponent, rate

__all__ = [
    "COUP_DOEIL", "GRADES", "NEW_ACCOUNT", "PROVISIONAL_RD", "STANDARD", "Career", "career_of", "coup_doeil",
    "grade_of", "provisional", "rated", "reviews_after",
]  # fmt: skip

NEW_ACCOUNT = Glicko(1500.0, 350.0, 0.06)
STANDARD = (1500.0, 200.0)
"""Rating and deviation of the opponent that a decision plays against"""
PROVISIONAL_RD = 110.0
GRADES: Mapping[str, float] = {
    "squad": float("-inf"),
    "platoon": 1350.0,
    "company": 1500.0,
    "battalion": 1650.0,
    "regiment": 1800.0,
    "division": 1950.0,
}
"""Rating from which a grade is held"""
COUP_DOEIL = 2100.0


@dataclass(frozen=True)
class Career:
    """What a run of battles came to; numbers of decisions and battles count from 1."""

    rating: Glicko
    decisions: int
    grade: str
    provisional: bool
    grades: Mapping[str, int | None]
    """Grade -> the decision with which it was first held and no longer provisional; None for never"""
    coup_doeil: int | None
    """The decision with which it was reached"""
    badges: Mapping[str, int | None]
    """Badge -> the battle with which it was earned; None for never"""
    badge_counts: Mapping[str, int]
    waiting: int
    """Reviews that are left at the end"""


def rated(player: Glicko, scores: Iterable[float], tau: float = 0.5) -> Glicko:
    """The player after decisions of these scores, each a rating period of its own."""
    for score in scores:
        player = rate(player, [Opponent(*STANDARD, score)], tau)
    return player


def provisional(player: Glicko) -> bool:
    """Whether the rating is still too uncertain to be held to."""
    return player.rd > PROVISIONAL_RD


def grade_of(player: Glicko) -> str:
    """The highest grade whose rating is reached."""
    return [grade for grade, least in GRADES.items() if player.rating >= least][-1]


def coup_doeil(player: Glicko) -> bool:
    """Whether the eye for a situation is beyond doubt: a rating of 2100 that is no longer provisional."""
    return player.rating >= COUP_DOEIL and not provisional(player)


def career_of(battles: Sequence[BattlePlayed], start: Glicko = NEW_ACCOUNT) -> Career:
    """The career that these battles make, in order."""
    player, number, coup = start, 0, None
    grades: dict[str, int | None] = dict.fromkeys(GRADES)
    for battle in battles:
        for decision in battle.decisions:
            player, number = rated(player, [score_of(decision.appropriate)]), number + 1
            if not provisional(player):
                for grade, least in GRADES.items():
                    if grades[grade] is None and player.rating >= least:
                        grades[grade] = number
            coup = number if coup is None and coup_doeil(player) else coup
    return Career(
        rating=player,
        decisions=number,
        grade=grade_of(player),
        provisional=provisional(player),
        grades=grades,
        coup_doeil=coup,
        badges=badges_reached(battles, BADGES),
        badge_counts=badge_counts(battles),
        waiting=len(reviews_after(battles)),
    )


def reviews_after(battles: Sequence[BattlePlayed]) -> dict[tuple[str, str], Review]:
    """Reviews that wait after these battles, by scenario and phase.

    Meeting a phase again on or after the day its review is due is the review.
    """
    waiting: dict[tuple[str, str], Review] = {}
    for battle in battles:
        for decision in battle.decisions:
            place = battle.scenario, decision.phase
            review = waiting.get(place)
            if review is None:
                if enqueued(decision):
                    waiting[place] = Review(*place, 0, battle.day + BOXES[0])
            elif battle.day >= review.due:
                moved = reviewed(review, decision, battle.day)
                if moved is None:
                    del waiting[place]
                else:
                    waiting[place] = moved
    return waiting
