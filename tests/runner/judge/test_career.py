"""Careers: ratings of decisions against the published values, grades, and what battles add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.battle.files import load
from games.progress import BattlePlayed, DecisionMade
from policies.battle.careers import battles
from policies.battle.simple import greedy, history
from policies.contract import Entrant
from runner.judge.career import (
    GRADES,
    NEW_ACCOUNT,
    STANDARD,
    career_of,
    coup_doeil,
    grade_of,
    provisional,
    rated,
    reviews_after,
)
from runner.judge.glicko import Glicko, Opponent, rate

SCENARIOS = Path(__file__).resolve().parents[3] / "configs" / "games" / "battle" / "scenarios.json"
EIGHT = [1, 1, 0.5, 0.5, 1, 0, 1, 0.5]


def test_the_papers_example() -> None:
    games = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
    found = rate(Glicko(1500, 200), games)
    assert (found.rating, found.rd) == (pytest.approx(1464.0507, abs=5e-5), pytest.approx(151.5165, abs=5e-5))
    assert found.sigma == pytest.approx(0.0599960, abs=5e-8)


@pytest.mark.parametrize(("score", "rating"), [(1.0, 1672.820), (0.5, 1500.0), (0.0, 1327.180)])
def test_a_first_decision(score: float, rating: float) -> None:
    found = rated(NEW_ACCOUNT, [score])
    assert found.rating == pytest.approx(rating, abs=5e-4)
    assert found.rd == pytest.approx(266.680, abs=5e-4)


def test_eight_decisions_at_once_or_one_by_one() -> None:
    once = rate(NEW_ACCOUNT, [Opponent(*STANDARD, score) for score in EIGHT])
    assert (once.rating, once.rd) == (pytest.approx(1631.598, abs=5e-4), pytest.approx(134.356, abs=5e-4))
    assert once.sigma == pytest.approx(0.0599976, abs=5e-8)
    each = rated(NEW_ACCOUNT, EIGHT)
    assert (each.rating, each.rd) == (pytest.approx(1632.233, abs=5e-4), pytest.approx(144.582, abs=5e-4))


def test_an_idle_period() -> None:
    assert rate(Glicko(1500, 200), []).rd == pytest.approx(200.2714, abs=5e-5)


@pytest.mark.parametrize(
    ("rating", "grade"),
    [
        (1349.9, "squad"),
        (1350, "platoon"),
        (1500, "company"),
        (1650, "battalion"),
        (1800, "regiment"),
        (1950, "division"),
    ],
)
def test_grades(rating: float, grade: str) -> None:
    assert grade_of(Glicko(rating, 50)) == grade


def test_a_rating_is_provisional_until_it_is_sure() -> None:
    assert provisional(Glicko(2200, 110.1))
    assert not provisional(Glicko(2200, 110))
    assert coup_doeil(Glicko(2100, 110))
    assert not coup_doeil(Glicko(2100, 111))
    assert not coup_doeil(Glicko(2099, 60))


def played(day: int, *worths: str) -> BattlePlayed:
    decisions = tuple(DecisionMade(f"p{i}", "a", worth, False, True, 1.0) for i, worth in enumerate(worths))
    return BattlePlayed("ford", day, 60.0, decisions)


def test_a_nearly_faultless_career_climbs_to_the_top() -> None:
    career = career_of([played(day, *["high"] * 7, "mid" if day % 2 else "high") for day in range(40)])
    reached = [career.grades[grade] for grade in GRADES]
    assert career.grade == "division"
    assert not career.provisional
    assert reached == sorted(number for number in reached if number is not None)
    assert career.coup_doeil is not None
    assert career.coup_doeil >= max(number for number in reached if number is not None)
    assert career.waiting == 1  # the one that was middling every other day
    assert career.badges["hundred"] == 13


def test_a_faultless_career_is_never_sure_of() -> None:
    """Certain wins tell little: the deviation stays above what a settled rating asks for."""
    career = career_of([played(day, *["high"] * 8) for day in range(40)])
    assert career.rating.rating > 2100
    assert career.provisional
    assert career.coup_doeil is None


def test_reviews_wait_and_come_up_again() -> None:
    low = reviews_after([played(0, "low")])
    assert [(review.box, review.due) for review in low.values()] == [(0, 1)]
    assert [r.box for r in reviews_after([played(0, "low"), played(1, "high")]).values()] == [1]
    assert [r.due for r in reviews_after([played(0, "low"), played(1, "low")]).values()] == [2]
    assert [
        r.due for r in reviews_after([played(0, "low"), played(1, "mid"), played(3, "mid")]).values()
    ] == [4]
    assert reviews_after([played(day, "low" if day == 0 else "mid") for day in (0, 1, 4, 11, 32)]) == {}


def test_bots_make_careers() -> None:
    document = load(SCENARIOS)
    careers = {}
    for policy in (greedy, history):
        made = battles(document, Entrant(policy.name, policy), 60)
        assert made == battles(document, Entrant(policy.name, policy), 60)
        assert {battle.scenario for battle in made} == set(document.scenarios)
        careers[policy.name] = career_of(made)
    assert careers["history"].decisions == 30 * 8 + 30 * 7
    assert careers["history"].badges["informed"] == 10
    assert careers["greedy"].badges["informed"] is None
    assert careers["history"].rating.rating > careers["greedy"].rating.rating
    assert careers["history"].badges["steadfast"] == careers["greedy"].badges["steadfast"] == 30
