"""What pig's policies decide, state by state, and which weights they refuse."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import policies
from games.pig.chance import LOST, roll_ways
from games.pig.data import PigData, encode
from games.pig.rules import HOLD, ROLL, STATE
from policies.contract import Entrant
from policies.pig import exact, search
from policies.pig.tables import BITS, follow_table, pack
from tests.games.walks import blank

POLICIES = policies.of("pig")
ONE, TWO, FREE = PigData(), PigData(dice=2), PigData(mandatory_first_roll=False)


def plays(name: str, document: PigData = ONE, **weights: float) -> np.ndarray:
    """Decisions uint8 [layers, goal, goal, goal] of a policy."""
    return exact.decisions(document, Entrant(name, POLICIES[name], weights))


def hold_numbers(rolls: np.ndarray, goal: int) -> np.ndarray:
    """[goal, goal] first total that is held, having checked that every higher one is held too."""
    first = np.argmin(rolls, axis=-1)
    for own, other in product(range(goal), repeat=2):
        assert not rolls[own, other, first[own, other] : goal - own].any()
    return first


@pytest.mark.parametrize("n", [1, 20, 25, 100])
def test_hold_at_holds_at_n_or_at_the_goal(n: int) -> None:
    (rolls,) = plays("hold_at", n=n)
    for own, total in product(range(100), repeat=2):
        if own + total < 100:
            assert np.all(rolls[own, :, total] == (total < n))


@pytest.mark.parametrize("depth", [1, 2, 3, 5, 8, 40])
def test_expectimax_on_points_is_hold_at_20_at_every_depth(depth: int) -> None:
    assert np.array_equal(plays("expectimax", depth=depth), plays("hold_at", n=20))


def test_one_roll_expectation_holds_at_20_a_tie_included() -> None:
    assert np.array_equal(plays("roll_or_hold"), plays("hold_at", n=20))


@pytest.mark.parametrize("document", [ONE, TWO])
def test_a_search_one_roll_deep_is_the_one_roll_expectation(document: PigData) -> None:
    assert np.array_equal(plays("expectimax", document, depth=1), plays("roll_or_hold", document))


@pytest.mark.parametrize("score", [0, 1, 57, 99, 180, 199, 200, 249])
def test_with_two_dice_a_search_on_points_minds_the_score(score: int) -> None:
    """(25 T + 200 - score) / 36 > T rolls: ever less the more there is to lose, and from 200 on not at all."""
    expected = max(0, math.ceil((200 - score) / 11))
    assert search.hold_number(score, 2, 1, search.mean) == expected


def test_two_dice_hold_at_19_while_there_is_no_score_to_lose() -> None:
    (rolls,) = plays("roll_or_hold", TWO)
    numbers = hold_numbers(rolls, 100)
    assert np.all(numbers[0] == 19)
    assert np.all(numbers[70:80] < 19)


@given(score=st.integers(0, 99), depth=st.integers(1, 3), dice=st.sampled_from([1, 2]))
def test_the_search_on_points_agrees_with_its_slow_twin(score: int, depth: int, dice: int) -> None:
    """The whole tree, without memo or early stop."""

    def roll(total: int, left: int) -> float:
        leaves = [
            (choice(total + o, left - 1) if o > 0 else 0 if o == LOST else -score, w)
            for o, w in roll_ways(dice)
        ]
        return sum(value * ways for value, ways in leaves) / 6**dice

    def choice(total: int, left: int) -> float:
        return max(total, roll(total, left)) if left else total

    number = search.hold_number(score, dice, depth, search.mean)
    for total in range(max(0, number - 2), number + 3):
        assert (roll(total, depth) > total + 1e-12) == (total < number)


def test_a_pessimist_rolls_only_where_it_must() -> None:
    assert np.array_equal(plays("pessimist"), plays("hold_at", n=1))
    assert not plays("pessimist", FREE).any()
    assert not plays("pessimist", PigData(dice=2, mandatory_first_roll=False, goal=30), depth=3).any()


def test_keep_pace_is_the_published_rule() -> None:
    (rolls,) = plays("keep_pace")
    for own, other in product(range(100), repeat=2):
        far = own < 71 and other < 71
        need = min(100 - own, 21 + math.floor((other - own) / 8 + 0.5)) if far else 100 - own
        assert rolls[own, other, : 100 - own].tolist() == [1] * need + [0] * (100 - own - need)


def test_four_turns_shares_the_way_that_is_left() -> None:
    rolls = plays("four_turns")
    assert rolls.shape[0] == 4  # the fourth layer stands for three scoring turns or more
    for scoring, own in [(0, 0), (1, 25), (1, 31), (2, 50), (2, 57), (3, 75), (3, 96)]:
        share = (100 - own) // (4 - scoring)
        assert rolls[scoring, own, 10, : 100 - own].tolist() == [1] * share + [0] * (100 - own - share)


def test_a_search_through_the_whole_turn_improves_on_its_leaf_everywhere() -> None:
    """Policy improvement: the best turn on hold_at(20)'s chances is no worse against it, from any scores."""
    document = PigData(goal=50)
    leaf = Entrant("leaf", POLICIES["hold_at"], {})
    deep = Entrant("deep", POLICIES["win_probability"], {"depth": 50})
    before, after = (exact.chances(document, player, leaf).moving for player in (leaf, deep))
    assert np.all(after >= before - 1e-12)
    assert after[0, 0] > before[0, 0] + 0.01
    assert np.all(after <= exact.response(document, leaf).moving + 1e-12)


# --- tables -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goal", "layers"), [(7, 1), (50, 2), (51, 1), (101, 1)])
def test_a_packed_table_gives_back_every_decision(goal: int, layers: int) -> None:
    generator = np.random.default_rng(goal)
    rolls = generator.integers(0, 2, (layers, goal, goal, goal)).astype(np.uint8)
    packed = pack(rolls)
    assert packed.size == 1 + layers * goal * goal * math.ceil(goal / BITS)
    state, legal = blank(STATE), np.array([ROLL, HOLD])
    params = encode(PigData(goal=goal)).view(np.recarray)[0]
    for _ in range(300):
        layer, own, other = generator.integers(layers), generator.integers(goal), generator.integers(goal)
        total, state.seat = generator.integers(goal - own), generator.integers(2)
        state.score[state.seat], state.score[1 - state.seat] = own, other
        state.scoring[1 - state.seat], state.total = layer + (layer == layers - 1) * 3, total
        expected = ROLL if rolls[layer, own, other, total] else HOLD
        assert follow_table(state, legal, params, packed) == expected
        if not (rolls[layer, own, other, total]):
            assert follow_table(state, legal[:1], params, packed) == ROLL


# --- weights ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "weights", "named"),
    [
        ("hold_at", {"n": 0}, ["n = 0"]),
        ("hold_at", {"n": 20.5}, ["n = 20.5"]),
        ("hold_at", {"n": math.nan}, ["n = nan"]),
        ("hold_at", {"n": math.inf}, ["n = inf"]),
        ("expectimax", {"depth": 0}, ["depth = 0"]),
        ("pessimist", {"depth": -1}, ["depth = -1"]),
        ("four_turns", {"turns": 0}, ["turns = 0"]),
        ("keep_pace", {"base": 21.5, "slope": 0, "close": 29}, ["base = 21.5", "slope = 0"]),
        ("win_probability", {"depth": 0.5, "leaf": 0}, ["depth = 0.5", "leaf = 0"]),
    ],
)
def test_weights_that_make_no_sense_are_all_named(
    name: str, weights: dict[str, float], named: list[str]
) -> None:
    with pytest.raises(ValueError, match="must be a whole number, 1 or more") as caught:
        Entrant(name, POLICIES[name], weights).array(ONE)
    assert str(caught.value).startswith(", ".join(named))


def test_a_response_needs_to_know_to_whom() -> None:
    with pytest.raises(ValueError, match="best_response needs to"):
        Entrant("best_response", POLICIES["best_response"], {}).array(ONE)
    to = Entrant("random", POLICIES["random"], {})
    with pytest.raises(ValueError, match="draws luck"):
        Entrant("best_response", POLICIES["best_response"], {}, {"to": to}).array(ONE)
