"""duel's rules: every published example, and random matches against the slow implementation."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import FIRST_ENDING, NOBODY
from games.duel import GAME
from games.duel.rules import (
    BLUE,
    BY_MARGIN,
    BY_STRENGTH,
    DRAWN,
    FORFEIT,
    RED,
    TIMED_OUT,
    concession,
    initiative_of,
    score_of,
    settle,
    tempo_of,
)
from tests.games.duel_documents import crafted, played, shipped, variant
from tests.games.duel_slow import play
from tests.games.walks import encoded, ending

PARAMS = encoded(GAME, shipped())
HOLDING = (["HLD"] * 5, ["HLD"] * 5)
CARRIED = ([7, 5, 5, 5, 3], ["BRK", "ENV", "DEC", "FIR", "CTR"], ["WDR", "BRK", "DLY", "REC", "FIR"])
FIRST = (0, 0)
RIVER, RIDGE = 0, 1


@pytest.mark.parametrize(
    ("cell", "red", "blue", "score", "tempo", "costs"),
    [
        (7, "BRK", "WDR", 7, 2, (5, 7)),
        (9, "ENV", "HLD", 9, 2, (4, 10)),
        (3, "CTR", "FIR", 3, -2, (10, 4)),
    ],
)
def test_one_phase(cell, red, blue, score, tempo, costs) -> None:
    (state,) = played(crafted([cell], [red], [blue]), [FIRST])
    assert state.margin == score - 5
    assert state.tempo == tempo
    assert tuple(100 - state.strength) == costs


def test_a_phase_under_the_opponents_initiative_is_clamped() -> None:
    """CTR x FIR with two factors against it, Blue's initiative: cell 1, m 0, R12 B4."""
    document = crafted([3, 1], ["CTR", "CTR"], ["FIR", "FIR"])
    before, after = played(document, [FIRST, FIRST])
    assert before.initiative == -1
    assert after.margin - before.margin == 0 - 5
    assert tuple(before.strength - after.strength) == (12, 4)


@pytest.mark.parametrize(
    ("tempos", "holder"), [([1, 1], 1), ([2, -1], 0), ([-2], -1), ([2, 2, -2], 0), ([], 0)]
)
def test_initiative(tempos, holder) -> None:
    latest_first = [*reversed(tempos), 0, 0, 0][:3]
    assert initiative_of(PARAMS, *latest_first, len(tempos)) == holder


def test_initiative_may_wait_for_a_whole_window() -> None:
    params = encoded(GAME, variant(rules={"initiative_full_window": True}))
    assert initiative_of(params, 2, 0, 0, 1) == 0
    assert initiative_of(params, 2, 0, 0, 2) == 1


def test_initiative_may_look_back_one_phase_or_three() -> None:
    one, three = (encoded(GAME, variant(rules={"initiative_window": window})) for window in (1, 3))
    assert initiative_of(one, 1, 1, 1, 3) == 0
    assert initiative_of(three, 1, 0, 1, 3) == 1


def test_a_time_out_adds_to_tempo_after_the_clamp() -> None:
    assert tempo_of(PARAMS, 3, -1) == -3
    clamped = encoded(GAME, variant(rules={"time_out_after_clamp": False}))
    assert tempo_of(clamped, 3, -1) == -2


def test_two_time_outs_without_forfeit() -> None:
    document = crafted([5] * 5, *HOLDING, time_outs=True, forfeit_after=0)
    states = played(document, [(TIMED_OUT, 0), (TIMED_OUT, 0), FIRST, FIRST, FIRST])
    margins = [0, *(int(state.margin) for state in states)]
    assert [5 + now - before for before, now in pairwise(margins)] == [5, 5, 4, 5, 5]
    assert states[-1].margin == -1
    assert tuple(states[-1].strength) == (78, 80)
    assert states[-1].winner == BLUE


def test_two_time_outs_in_a_row_forfeit() -> None:
    states = played(crafted([5] * 5, *HOLDING, time_outs=True), [(TIMED_OUT, 0), (TIMED_OUT, 0)])
    assert states[0].termination == 0
    assert states[1].termination == FORFEIT
    assert states[1].winner == BLUE
    assert states[1].turn == 1


def test_time_outs_that_are_not_in_a_row_do_not_forfeit() -> None:
    states = played(crafted([5] * 5, *HOLDING, time_outs=True), [(0, TIMED_OUT), FIRST, (0, TIMED_OUT)])
    assert states[-1].termination == 0


def test_both_sides_forfeiting_at_once_is_nobodys_win() -> None:
    document = crafted([5] * 5, *HOLDING, time_outs=True)
    state = played(document, [(TIMED_OUT, TIMED_OUT)] * 2)[-1]
    assert state.termination == FORFEIT
    assert ending(GAME, document, state).winner == NOBODY


@pytest.mark.parametrize(
    ("phases", "margin", "strengths", "winner", "how"),
    [
        (5, 1, (50, 50), RED, BY_MARGIN),
        (8, -1, (50, 50), BLUE, BY_MARGIN),
        (10, 1, (50, 50), RED, BY_MARGIN),
        (11, 1, (50, 51), BLUE, BY_STRENGTH),
        (6, 0, (60, 59), RED, BY_STRENGTH),
        (6, 0, (60, 60), NOBODY, DRAWN),
    ],
)
def test_who_wins(phases, margin, strengths, winner, how) -> None:
    assert settle(PARAMS, phases, margin, *strengths) == (winner, how)
    assert how - FIRST_ENDING < len(GAME.endings)


def test_carried_initiative_turns_a_result() -> None:
    document = crafted(*CARRIED)
    states = played(document, [FIRST] * 5)
    margins = [0, *(int(state.margin) for state in states)]
    assert [5 + now - before for before, now in pairwise(margins)] == [7, 6, 6, 5, 3]
    assert [0, *(int(state.initiative) for state in states[:-1])] == [0, 1, 1, 0, 0]
    last = states[-1]
    assert last.margin == 2
    assert tuple(last.strength) == (74, 74)
    assert last.winner == RED
    assert last.plain_margin == 0
    assert tuple(last.plain_strength) == (74, 78)
    metrics = ending(GAME, document, last).metrics
    assert metrics[:2, RED].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("scenario", "choices", "scores", "margin", "strength", "winner"),
    [
        (RIVER, [(0, 0)] * 6, [6, 7, 3, 4, 5, 6], 1, (66, 71), RED),
        (
            RIVER,
            [(0, 0), (0, 0), (3, 0), (2, 3), (1, 3), (0, 3)],
            [6, 7, 9, 4, 8, 7], 11, (72, 57), RED,
        ),
        (
            RIVER,
            [(2, 0), (3, 1), (0, 0), (1, 2), (0, 2), (3, 3)],
            [2, 3, 1, 3, 3, 2], -16, (47, 79), BLUE,
        ),
        (
            RIDGE,
            [(0, 0), (1, 1), (2, 2), (3, 3), (0, 1), (1, 2), (2, 3), (3, 0)],
            [3, 6, 5, 6, 5, 2, 5, 4], -4, (54, 65), BLUE,
        ),
    ],
)  # fmt: skip
def test_published_matches(scenario, choices, scores, margin, strength, winner) -> None:
    states = played(shipped(), choices, scenario)
    margins = [0, *(int(state.margin) for state in states)]
    assert [5 + now - before for before, now in pairwise(margins)] == scores
    assert states[-1].margin == margin
    assert tuple(states[-1].strength) == strength
    assert states[-1].winner == winner


choices_of_six = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=6, max_size=6)


@settings(max_examples=60)
@given(
    choices_of_six,
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(0, 3),
    st.integers(0, 4),
)
def test_matches_as_the_slow_implementation_has_them(choices, window, threshold, bonus, rate) -> None:
    rules = {
        "initiative_window": window,
        "initiative_threshold": threshold,
        "initiative_bonus": bonus,
        "concession_rate": rate,
    }
    document = variant(rules=rules, maps=("river-line",))
    last = played(document, choices)[-1]
    slow = play(document, "river-line", choices)
    assert (last.margin, tuple(last.strength), last.winner) == (slow.margin, slow.strength, slow.winner)
    plain = play(document, "river-line", choices, carry=False)
    assert (last.plain_margin, tuple(last.plain_strength)) == (plain.margin, plain.strength)
    metrics = ending(GAME, document, last).metrics
    assert metrics[1, RED] == (plain.winner != slow.winner)


@settings(max_examples=30)
@given(choices_of_six)
def test_sums_for_the_correlation(choices) -> None:
    document = shipped()
    last = played(document, choices)[-1]
    slow = play(document, "river-line", choices)
    phases = document.maps["river-line"]
    x = np.array([document.met(phase)[pair] for phase, pair in zip(phases, choices, strict=True)])
    y = np.array(slow.scores) - document.rules.level
    metrics = dict(
        zip([m.name for m in GAME.metrics], ending(GAME, document, last).metrics[:, RED], strict=True)
    )
    found = [metrics[name] for name in ("phases", "x", "y", "xx", "yy", "xy")]
    assert found == [6, x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum()]


def test_clamps_hold_at_both_ends() -> None:
    assert score_of(PARAMS, 0, -1) == 0
    assert score_of(PARAMS, 10, 1) == 10
    assert concession(PARAMS, 5) == 6
    assert concession(PARAMS, -3) == 0
