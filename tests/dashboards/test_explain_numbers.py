"""The figures of pig's exhibit: its own sums in fractions, and what it takes as given, held to the exact solver."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dashboards.explain import numbers
from policies.pig.search import hold_number, mean, worst
from tests.dashboards.pig_numbers import FILE, worked_out

ORACLE = json.loads((Path(__file__).parents[1] / "data" / "pig.json").read_text(encoding="utf-8"))
TOTALS = range(numbers.MOST_TOTAL + 1)
SCORES = range(numbers.MOST_SCORE + 1)


def figures(value: Any, path: str = "") -> dict[str, Any]:
    """Every leaf of a nested value by its path."""
    if isinstance(value, (dict, list, tuple)):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        return {key: one for name, part in inside for key, one in figures(part, f"{path}/{name}").items()}
    return {path: value}


def test_what_is_given_is_what_the_solver_says() -> None:
    stored, solved = figures(json.loads(FILE.read_text(encoding="utf-8"))), figures(worked_out())
    assert list(stored) == list(solved)
    assert stored == pytest.approx(solved, abs=1e-10)


@pytest.mark.parametrize("dice", [1, 2])
def test_what_is_given_is_what_the_oracle_says(dice: int) -> None:
    """The oracle was made apart from the project's solver; it names the rows `A v B`."""
    oracle = ORACLE["one_die" if dice == 1 else "two_dice"]
    compared = 0
    for record in numbers.records(dice):
        for opponent, seats in record.against.items():
            row = f"{record.policy.split('(to=')[0]} v {opponent}"
            if row in oracle:
                assert seats == pytest.approx(tuple(oracle[row]), abs=1e-9), row
                compared += 1
    assert compared >= (10 if dice == 1 else 3)


def test_one_die_is_the_line_of_the_books_and_crosses_at_twenty() -> None:
    assert [numbers.roll_value(total) for total in TOTALS] == [Fraction(5 * t + 20, 6) for t in TOTALS]
    assert numbers.crossing() == 20
    verdicts = [numbers.verdict(total) for total in TOTALS]
    assert verdicts == ["roll"] * 20 + ["equal"] + ["hold"] * 20


def test_two_dice_put_the_score_at_stake() -> None:
    for score in SCORES:
        assert numbers.crossing(2, score) == Fraction(200 - score, 11)
        assert numbers.roll_value(7, 2, score) == Fraction(25 * 7 + 200 - score, 36)
    assert numbers.crossing(2) == Fraction(200, 11)
    assert [numbers.verdict(total, 2) for total in (18, 19)] == ["roll", "hold"]
    assert [numbers.verdict(total, 2, 24) for total in (15, 16, 17)] == ["roll", "equal", "hold"]


def test_the_pessimist_never_rolls_unless_it_must() -> None:
    """At 0 with one die it does not mind; everywhere else it holds."""
    assert [numbers.verdict(total, node="minimum") for total in TOTALS] == ["equal"] + ["hold"] * 40
    for score in (0, 1, 50):
        verdicts = [numbers.verdict(total, 2, score, "minimum") for total in TOTALS]
        assert verdicts == ["hold" if score else "equal"] + ["hold"] * 40


@pytest.mark.parametrize("depth", [1, 4])
def test_the_game_s_own_search_holds_where_the_exhibit_says(depth: int) -> None:
    """Deeper searches on points find the same hold number; a tie holds."""
    for dice, score in [(1, 0), (2, 0), (2, 2), (2, 24), (2, 61), (2, 90)]:
        first = next(total for total in TOTALS if numbers.verdict(total, dice, score) != "roll")
        assert hold_number(score, dice, depth, mean) == first
        assert hold_number(score, dice, depth, worst) == 0


def test_leaves_are_what_the_tree_shows() -> None:
    assert [value for value, _ in numbers.leaves(6)] == [0, 8, 9, 10, 11, 12]
    assert numbers.leaves(6, 2, 30)[:3] == [(0, 10), (-30, 1), (10, 1)]
    assert [sum(ways for _, ways in numbers.leaves(6, dice)) for dice in (1, 2)] == [6, 36]


def test_positions_are_where_points_and_winning_part() -> None:
    """Both kinds are shown: choices that points get right, and choices that they get wrong either way."""
    kinds = {(numbers.verdict(one.total), one.roll > one.hold) for one in numbers.positions()}
    assert kinds >= {("hold", False), ("hold", True), ("roll", False), ("equal", True)}
