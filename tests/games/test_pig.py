"""pig keeps to the game contract, and its rules are the published ones."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import games
from games.contract import FIRST_ENDING, NOBODY, TURN_CAP
from games.defects import BadInput
from games.pig.chance import LOST, MOST_OUTCOMES, SCORE_LOST, roll_outcomes
from games.pig.data import PigData
from games.pig.rules import HOLD, ROLL, RULES, STATE, chance, land
from games.rng import new_stream
from tests.games.kit import GameContract
from tests.games.walks import Ending, Step, blank, encoded, ending, walk

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "configs" / "games" / "pig").glob("*.toml"))
TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts" / "pig"
PIG = games.load("pig")


class TestPig(GameContract):
    game = "pig"
    file_names = ("pig.toml", "pig.json")

    @classmethod
    def documents(cls) -> dict[str, Any]:
        return {
            "classic": PigData(),
            "two-dice": PigData(dice=2, goal=30),
            "optional-first-roll": PigData(mandatory_first_roll=False, goal=40, turn_cap=60),
            "short": PigData(goal=15, turn_cap=60),
        }

    def check_step(self, step: Step, document: Any) -> None:
        """Points come from banking alone; only 1-1 takes them away; the other's score stands."""
        seat, before, after = step.before.seat, step.before, step.after
        gained = after.score[seat] - before.score[seat]
        assert after.score[1 - seat] == before.score[1 - seat]
        assert gained == before.total if step.action == HOLD else gained in (0, -before.score[seat])
        assert document.dice == 2 or gained >= 0
        assert np.all(before.score < document.goal)
        if step.action == ROLL and after.turn == before.turn and not after.termination:
            assert after.total == before.total + after.faces[: document.dice].sum()
            assert 1 not in after.faces[: document.dice]

    def check_ending(self, state: Any, ending: Ending, document: Any) -> None:
        """Whoever reached the goal won one point from the other; by the turn cap nobody did."""
        assert np.array_equal(ending.metrics[0], state.score)
        assert (ending.winner == NOBODY) == (state.termination == TURN_CAP)
        assert sum(ending.payoff) == 0
        if ending.winner != NOBODY:
            assert state.score[ending.winner] >= document.goal > state.score[1 - ending.winner]
            assert ending.payoff[ending.winner] == 1


def state_of(score: tuple[int, int], total: int = 0, seat: int = 0, turn: int = 4) -> Any:
    """In the middle of a race."""
    state = blank(STATE)
    state.score[:] = score
    state.scoring[:] = [points > 0 for points in score]
    state.seat, state.turn, state.total, state.rolls = seat, turn, total, int(total > 0)
    return state


# --- chance -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2])
def test_chance_lists_what_the_faces_come_to(dice: int) -> None:
    outcomes, odds = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES)
    n = chance(blank(STATE), encoded(PIG, PigData(dice=dice)), outcomes, odds)
    assert np.array_equal(outcomes[:n], roll_outcomes(dice)[0])
    assert np.array_equal(odds[:n], roll_outcomes(dice)[1])
    ways = Counter(
        SCORE_LOST if faces == (1, 1) else LOST if 1 in faces else sum(faces)
        for faces in product(range(1, 7), repeat=dice)
    )
    assert {int(o): round(p * 6**dice, 9) for o, p in zip(outcomes[:n], odds[:n], strict=True)} == ways
    assert odds[:n].sum() == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize("dice", [1, 2])
def test_rolls_fall_as_chance_says(dice: int) -> None:
    params, stream, n = encoded(PIG, PigData(dice=dice)), new_stream(seed=3), 7_200
    seen: Counter[int] = Counter()
    for _ in range(n):
        state = state_of((40, 50), total=10)
        RULES.step(state, params, ROLL, stream)
        seen[SCORE_LOST if state.score[0] == 0 else LOST if state.seat == 1 else int(state.total) - 10] += 1
    outcomes, odds = roll_outcomes(dice)
    assert set(seen) == set(outcomes.tolist())
    chi_squared = sum((seen[int(o)] - n * p) ** 2 / (n * p) for o, p in zip(outcomes, odds, strict=True))
    assert chi_squared < {1: 20.515, 2: 29.588}[dice]  # 99.9 % points, 5 and 10 degrees of freedom


@pytest.mark.parametrize("dice", [1, 2])
def test_a_roll_does_what_landing_its_outcome_does(dice: int) -> None:
    params, stream = encoded(PIG, PigData(dice=dice)), new_stream(seed=4)
    for _ in range(300):
        rolled, landed = state_of((40, 50), total=10), state_of((40, 50), total=10)
        RULES.step(rolled, params, ROLL, stream)
        faces = rolled.faces[:dice].tolist()
        land(landed, params, SCORE_LOST if faces == [1, 1] else LOST if 1 in faces else sum(faces))
        landed.faces[:] = rolled.faces
        assert rolled.tobytes() == landed.tobytes()


# --- what an action does ----------------------------------------------------------------------------------


def test_points_add_up_and_a_one_loses_the_turn() -> None:
    params, state = encoded(PIG, PigData()), state_of((30, 50), total=12)
    land(state, params, 6)
    assert (state.total, state.seat, state.turn) == (18, 0, 4)
    land(state, params, LOST)
    assert (state.total, state.rolls, state.seat, state.turn) == (0, 0, 1, 5)
    assert state.score.tolist() == [30, 50]


def test_two_ones_lose_the_score_and_its_scoring_turns() -> None:
    state = state_of((30, 50), total=12)
    land(state, encoded(PIG, PigData(dice=2)), SCORE_LOST)
    assert (state.total, state.seat) == (0, 1)
    assert state.score.tolist() == [0, 50]
    assert state.scoring.tolist() == [0, 1]


def test_the_goal_counts_once_it_is_banked() -> None:
    params, state = encoded(PIG, PigData()), state_of((90, 50), total=8)
    land(state, params, 6)
    assert state.termination == 0
    RULES.step(state, params, HOLD, new_stream())
    assert state.termination == FIRST_ENDING
    assert PIG.terminations[state.termination] == "goal reached"
    assert ending(PIG, PigData(), state).winner == 0


def test_a_hold_banks_and_counts_a_scoring_turn_unless_it_passes() -> None:
    params, state = encoded(PIG, PigData(mandatory_first_roll=False)), state_of((30, 50), total=12)
    RULES.step(state, params, HOLD, new_stream())
    assert (state.score.tolist(), state.scoring.tolist(), state.seat) == ([42, 50], [2, 1], 1)
    RULES.step(state, params, HOLD, new_stream())
    assert (state.score.tolist(), state.scoring.tolist(), state.seat) == ([42, 50], [2, 1], 0)


@pytest.mark.parametrize(("mandatory", "first"), [(True, [ROLL]), (False, [ROLL, HOLD])])
def test_the_first_roll_is_due_only_where_it_is_mandatory(mandatory: bool, first: list[int]) -> None:
    params, actions = encoded(PIG, PigData(mandatory_first_roll=mandatory)), np.zeros(2, np.int64)
    assert actions[: RULES.legal(state_of((0, 0)), params, actions)].tolist() == first
    assert actions[: RULES.legal(state_of((0, 0), total=3), params, actions)].tolist() == [ROLL, HOLD]


def test_a_race_that_nobody_runs_ends_by_the_turn_cap() -> None:
    document = PigData(mandatory_first_roll=False, turn_cap=9)
    steps = list(walk(PIG, document, lambda decision: HOLD))
    assert len(steps) == 9
    assert steps[-1].after.termination == TURN_CAP
    assert steps[-1].after.turn == 8


# --- data and text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_data_loads(path: Path, tmp_path: Path) -> None:
    document = PIG.load(path)
    PIG.dump(document, tmp_path / "again.toml")
    assert PIG.load(tmp_path / "again.toml") == document


def test_every_defect_of_a_document_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "pig.toml"
    path.write_text('goal = 0\ndice = 3\nturn_cap = "many"\nmandatory_frist_roll = true\n', encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        PIG.load(path)
    found = {defect.path: defect for defect in caught.value.defects}
    assert set(found) == {"goal", "dice", "turn_cap", "mandatory_frist_roll"}
    assert "mandatory_first_roll" in found["mandatory_frist_roll"].hint


GOLDEN = {
    "one-die": (PigData(goal=25), lambda decision: HOLD if decision.state.total >= 10 else ROLL, 3),
    "two-dice": (PigData(goal=40, dice=2), lambda decision: HOLD if decision.state.total >= 25 else ROLL, 50),
    "turn-cap": (PigData(mandatory_first_roll=False, turn_cap=3), lambda decision: HOLD, 1),
}


def transcript(name: str) -> str:
    """A game as a person reads it."""
    document, choose, key = GOLDEN[name]
    steps, names = list(walk(PIG, document, choose, key=key)), ("Ann", "Bob")
    moves = [PIG.text.move(step.before, step.action, step.after, document, names) for step in steps]
    opening = PIG.text.opening(steps[0].before, document, names)
    closing = PIG.text.closing(steps[-1].after, document, names)
    return "\n".join([*opening, *(line for lines in moves for line in lines), *closing]) + "\n"


@pytest.mark.parametrize("name", GOLDEN)
def test_games_read_as_they_did(name: str) -> None:
    assert transcript(name) == (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")


def test_no_transcript_is_left_over() -> None:
    assert {path.stem for path in TRANSCRIPTS.iterdir()} == set(GOLDEN)
