"""Reviews and badges."""

from __future__ import annotations

import pytest

from games.progress import (
    BADGES,
    BOXES,
    BattlePlayed,
    DecisionMade,
    Review,
    badge_counts,
    badges_reached,
    enqueued,
    longest_streak,
    reviewed,
)


def made(
    appropriate: str = "mid", history: bool = False, informed: bool = True, mission: float = 1.0
) -> DecisionMade:
    return DecisionMade("1m", "a", appropriate, history, informed, mission)


@pytest.mark.parametrize(
    ("appropriate", "history", "due"),
    [("low", True, True), ("mid", True, False), ("mid", False, True), ("high", False, False)],
)
def test_what_is_to_be_reviewed(appropriate: str, history: bool, due: bool) -> None:
    for mission in (-9.0, 9.0):
        assert enqueued(made(appropriate, history, mission=mission)) is due


def test_boxes() -> None:
    review = Review("ford", "1m", 0, BOXES[0])
    days = []
    for _ in range(3):
        moved = reviewed(review, made("mid"), review.due)
        assert moved is not None
        days.append(moved.due - review.due)
        review = moved
    assert days == [3, 7, 21]
    assert reviewed(review, made("high"), review.due) is None
    assert reviewed(review, made("low"), 50) == Review("ford", "1m", 0, 51)


def test_badges_take_what_they_say() -> None:
    battles = [
        BattlePlayed(
            f"s{day % 12}", day, 80.0 if day % 2 else 79.9, (made(informed=day > 3), made(history=True))
        )
        for day in range(60)
    ]
    assert badges_reached(battles) == {
        "informed": 14,
        "own_way": 3,
        "steadfast": 30,
        "hundred": 50,
        "traveller": 10,
        "judge": 10,
    }
    counts = badge_counts(battles[:14])
    assert {name: counts[name] >= needed for name, needed in BADGES.items()} == {
        "informed": True,
        "own_way": True,
        "steadfast": False,
        "hundred": False,
        "traveller": True,
        "judge": True,
    }


def test_own_way_takes_a_gain() -> None:
    battle = BattlePlayed("ford", 0, 50.0, (made(mission=0.0), made(mission=-2.0), made(mission=0.5)))
    assert badge_counts([battle])["own_way"] == 1


def test_streaks() -> None:
    assert longest_streak([]) == 0
    assert longest_streak([5, 1, 2, 2, 3, 7, 8]) == 3
