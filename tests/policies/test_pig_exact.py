"""pig worked out exactly: every figure of the oracle, which was made apart from this code."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import policies
from games.pig.chance import roll_outcomes
from games.pig.data import PigData
from policies.contract import Entrant
from policies.pig import exact, solver

ORACLE = json.loads((Path(__file__).parents[1] / "data" / "pig.json").read_text(encoding="utf-8"))
ONE, TWO = PigData(), PigData(dice=2)
ROWS = [
    pytest.param(document, row, chances, id=f"{document.dice}-{row}")
    for document, table in ((ONE, "one_die"), (TWO, "two_dice"))
    for row, chances in ORACLE[table].items()
]


def entrant(label: str, against: Entrant | None = None) -> Entrant:
    """`hold_at(20)` as it takes part; what refers to another refers to `against`."""
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", label)
    assert found
    policy = policies.of("pig")[found[1]]
    weights = {next(iter(policy.weights)): int(found[2])} if found[2] else {}
    refs = {ref: against for ref in policy.refs if against is not None}
    return Entrant(label, policy, weights, refs)


def both(row: str) -> tuple[Entrant, Entrant]:
    """The two entrants of a row, `A v B`."""
    first, second = row.split(" v ")
    return entrant(first, entrant(second)), entrant(second, entrant(first))


@cache
def match(document: PigData, row: str) -> exact.Match:
    """A row worked out."""
    return exact.chances(document, *both(row))


@pytest.mark.parametrize(("document", "row", "expected"), ROWS)
def test_chances_of_two_policies(document: PigData, row: str, expected: list[float]) -> None:
    assert match(document, row).seats == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("goal", [10, 20, 30, 50, 100])
def test_value_of_the_first_turn(goal: int) -> None:
    expected = ORACLE["first_player_value_by_goal"][str(goal)]
    assert exact.optimum(PigData(goal=goal)).seats[0] == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("scores", ORACLE["state_values"])
def test_state_values(scores: str) -> None:
    own, other = (int(score) for score in scores.split(","))
    assert exact.optimum(ONE).moving[own, other] == pytest.approx(ORACLE["state_values"][scores], abs=1e-9)


def test_a_point_each_from_the_goal_has_a_value_in_closed_form() -> None:
    """At (99, 99) any roll but a 1 wins: v = 5/6 + (1 - v) / 6."""
    assert exact.optimum(ONE).moving[99, 99] == pytest.approx(6 / 7, abs=1e-12)


def test_holding_may_be_an_island_among_rolls() -> None:
    """At 41 against 49: roll to 21, hold 22 to 26, roll from 27."""
    rolls = exact.optimum(ONE).rolls[0, 41, 49]
    assert [total for total in range(28) if not rolls[total]] == [22, 23, 24, 25, 26]


@pytest.mark.parametrize(
    "document", [PigData(goal=60), PigData(goal=40, dice=2)], ids=["one-die", "two-dice"]
)
def test_the_optimum_answers_itself(document: PigData) -> None:
    """No policy does better against the optimum than the optimum."""
    best = exact.optimum(document)
    answer = exact.response(document, entrant("optimal"))
    assert np.allclose(answer.moving, best.moving, rtol=0, atol=1e-11)
    assert np.allclose(best.moving + best.waiting.T, 1, rtol=0, atol=1e-11)


@pytest.mark.parametrize("label", ["hold_at(20)", "keep_pace", "four_turns"])
def test_a_best_response_is_worth_what_its_solver_says(label: str) -> None:
    document, to = PigData(goal=60), entrant(label)
    answer = exact.response(document, to)
    assert exact.response(document, to).seats[0] > exact.optimum(document).seats[0]
    if answer.rolls.shape[0] == 1:
        played = exact.chances(document, entrant("best_response", to), to)
        assert played.seats == pytest.approx(answer.seats, abs=1e-12)
    for other in ("optimal", "hold_at(20)", "keep_pace"):
        assert answer.seats[0] >= exact.chances(document, entrant(other), to).seats[0] - 1e-12


@pytest.mark.parametrize("label", ORACLE["turn"])
def test_what_a_turn_comes_to(label: str) -> None:
    turn, expected = exact.turn(ONE, entrant(label)), ORACLE["turn"][label]
    found = {"p_zero": turn.zero, "mean_points": turn.points, "mean_rolls": turn.rolls}
    assert found == pytest.approx({name: expected[name] for name in found}, abs=1e-9)
    assert turn.totals[20:26] == pytest.approx(expected.get("totals_20_25", turn.totals[20:26]), abs=1e-9)
    assert turn.totals.sum() + turn.zero == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("label", [label for label in ORACLE["solo_turns"] if label != "minimum"])
def test_turns_alone(label: str) -> None:
    assert exact.turns_alone(ONE, entrant(label)) == pytest.approx(ORACLE["solo_turns"][label], abs=1e-9)


def test_the_fewest_turns_alone() -> None:
    assert exact.fewest_turns(ONE) == pytest.approx(ORACLE["solo_turns"]["minimum"], abs=1e-9)
    assert exact.turns_alone(PigData(mandatory_first_roll=False), entrant("pessimist")) == np.inf


def test_a_race_that_nobody_runs_is_won_by_nobody() -> None:
    document = PigData(mandatory_first_roll=False, goal=30)
    assert exact.chances(document, entrant("pessimist"), entrant("pessimist")).seats == (0, 0)
    first, second = exact.chances(document, entrant("hold_at(20)"), entrant("pessimist")).seats
    assert (first, second) == pytest.approx((1, 1), abs=1e-12)


def test_passing_helps_nobody_with_one_die() -> None:
    """The freedom to pass at 0 changes no value of best play."""
    free = exact.optimum(PigData(goal=40, mandatory_first_roll=False))
    assert np.allclose(free.moving, exact.optimum(PigData(goal=40)).moving, rtol=0, atol=1e-11)


# --- against slow readable twins --------------------------------------------------------------------------


def slow_optimum(goal: int, dice: int, sweeps: int) -> dict[tuple[int, int, int], float]:
    """Plain value iteration on (own, other, total), as in Neller and Presser's equation, nothing clever."""
    outcomes = [(int(o), float(p)) for o, p in zip(*roll_outcomes(dice), strict=True)]
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    value = dict.fromkeys(states, 0.5)

    def at(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else value[i, j, k]

    def after(outcome: int, i: int, j: int, k: int) -> float:
        if outcome > 0:
            return at(i, j, k + outcome)
        return 1 - at(j, i if outcome == 0 else 0, 0)

    for _ in range(sweeps):
        for i, j, k in states:
            roll = sum(p * after(o, i, j, k) for o, p in outcomes)
            value[i, j, k] = max(roll, 1 - at(j, i + k, 0)) if k else roll
    return value


@pytest.mark.parametrize(("goal", "dice"), [(9, 1), (11, 2)])
def test_value_iteration_agrees_with_its_slow_twin(goal: int, dice: int) -> None:
    slow = slow_optimum(goal, dice, 60)
    best = exact.optimum(PigData(goal=goal, dice=dice))
    for i in range(goal):
        for j in range(goal):
            assert best.moving[i, j] == pytest.approx(slow[i, j, 0], abs=1e-11)


@pytest.mark.parametrize("dice", [1, 2])
def test_a_turn_agrees_with_every_sequence_of_rolls(dice: int) -> None:
    """Turn odds by walking the whole tree of a short turn."""
    race, need = (100, True, *roll_outcomes(dice)), 14
    rolls = np.array([1] * 9 + [0] * (need - 9), np.uint8)
    tree: dict[Any, float] = {"lost": 0.0, "crashed": 0.0, "made": 0.0}

    def grow(total: int, p: float) -> None:
        if total >= need or not rolls[total]:
            tree[min(total, need)] = tree.get(min(total, need), 0.0) + p
            return
        tree["made"] += p
        for outcome, q in zip(*roll_outcomes(dice), strict=True):
            if outcome > 0:
                grow(total + int(outcome), p * q)
            else:
                tree["lost" if outcome == 0 else "crashed"] += p * q

    grow(0, 1.0)
    banked = np.zeros(need + 1)
    lost, crashed, made = solver.turn_odds(race, need, rolls, banked)
    assert (lost, crashed, made) == pytest.approx((tree["lost"], tree["crashed"], tree["made"]), abs=1e-12)
    assert banked == pytest.approx([tree.get(total, 0.0) for total in range(need + 1)], abs=1e-12)


# --- what cannot be worked out ----------------------------------------------------------------------------


def test_a_policy_that_draws_luck_is_refused() -> None:
    with pytest.raises(ValueError, match="random draws luck of its own"):
        exact.response(ONE, entrant("random"))


def test_a_policy_that_minds_more_than_the_scores_is_refused() -> None:
    """Best play against four_turns counts its scoring turns: as an opponent it cannot be enumerated."""
    counting = entrant("best_response", entrant("four_turns"))
    with pytest.raises(ValueError, match="decides on more than"):
        exact.chances(PigData(goal=60), counting, entrant("hold_at(20)"))


def test_a_goal_beyond_every_table_is_refused() -> None:
    with pytest.raises(ValueError, match="up to 250, not 1000"):
        entrant("optimal").array(PigData(goal=1000))


# --- the figures of games/pig/README.md -------------------------------------------------------------------

README = (Path(__file__).parents[2] / "games" / "pig" / "README.md").read_text(encoding="utf-8")
PRINTED = re.findall(
    r"^\| `(\S+)` \| .* \| ([.\d]+) / ([.\d]+) \| ([.\d]+) / ([.\d]+) \| ([.\d]+) \|$", README, re.M
)


@pytest.mark.parametrize("row", PRINTED, ids=[row[0] for row in PRINTED])
def test_the_readme_prints_what_is_so(row: tuple[str, ...]) -> None:
    label, *printed = row
    name = label.split("(to=")[0]
    player = entrant(name, entrant("hold_at(20)"))
    found = [
        *match(ONE, f"{name} v hold_at(20)").seats,
        *exact.chances(ONE, player, entrant("optimal")).seats,
    ]
    assert [f"{chance:.4f}".lstrip("0") for chance in found] == printed[:4]
    assert f"{exact.turns_alone(ONE, player):.3f}" == printed[4]


def test_the_readme_has_its_table() -> None:
    assert len(PRINTED) == 9
    optimum, answer = (
        match(ONE, "optimal v hold_at(20)").seats,
        exact.response(ONE, entrant("hold_at(20)")).seats,
    )
    for share in (sum(optimum) / 2, sum(answer) / 2, answer[0]):
        assert f"{share:.2%}".replace("%", " %") in README
    assert f"{exact.fewest_turns(ONE):.3f} turns" in README
