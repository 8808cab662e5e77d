"""The effect of a choice on the same luck, against truths that raw win rates get wrong."""

import numpy as np
import pytest

from runner.judge.choice import FEWEST_PAIRS, choice_effects
from runner.judge.estimates import Estimate


def effects_of(winner: np.ndarray, seen: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """`Summary.effects [1, 2, 4]` of one option, slowly: `winner [n, k]` the player who won each rotation or -1,
    `seen` and `chosen [n, k, k]` by (pair, rotation, player)."""
    sums, k = np.zeros((1, 2, 4), np.int64), winner.shape[1]
    for won, saw, took in zip(winner, seen, chosen, strict=True):
        by_seat = [[saw[r, (s - r) % k] for r in range(k)] for s in range(k)]
        if not all(all(seat) or not any(seat) for seat in by_seat):
            continue
        games = took.sum(axis=0)
        lead = int((k - 1) * games[0] - games[1:].sum())
        points = int(2 * (won == 0).sum() + (won == -1).sum())
        if lead:
            sums[0, int(lead < 0)] += [1, abs(lead), points, points**2]
    return sums


def played(
    pairs: int, effect: float, rng: np.random.Generator, taste: tuple[float, ...] = (0.3, 0.7)
) -> np.ndarray:
    """Player 1 is 20 points stronger and likes the option better; good luck for a seat invites choosing it there."""
    k = len(taste)
    luck = rng.uniform(-0.25, 0.25, size=(pairs, 1, k))  # by seat
    seat_of = (np.arange(k)[None, :] + np.arange(k)[:, None]) % k  # by (rotation, player)
    fortune = np.take_along_axis(
        np.broadcast_to(luck, (pairs, k, k)), np.broadcast_to(seat_of, (pairs, k, k)), axis=2
    )
    chosen = rng.random((pairs, k, k)) < np.array(taste) + fortune
    worth = effect * chosen + fortune + 0.2 * (np.arange(k) == 1) / (k - 1)
    chance = 1 / k + worth - (worth.sum(axis=2, keepdims=True) - worth) / (k - 1)
    first = chance[:, :, 0]
    others = rng.integers(1, k, size=first.shape)
    winner = np.where(rng.random(first.shape) < first, 0, others)
    return effects_of(winner, np.ones_like(chosen), chosen)


def one(sums: np.ndarray, seats: int = 2) -> Estimate:
    (found,) = choice_effects(sums[None], seats)
    return found


@pytest.mark.parametrize("effect", [0.0, 0.1, -0.1])
def test_the_effect_is_found_though_strength_and_luck_go_with_the_choice(effect: float) -> None:
    found = one(played(20_000, effect, np.random.default_rng(1)))
    assert found.value == pytest.approx(effect, abs=0.02)
    assert found.low < effect < found.high
    assert found.high - found.low < 0.12


def test_three_players_at_a_table() -> None:
    found = one(played(20_000, 0.06, np.random.default_rng(2), taste=(0.3, 0.7, 0.5)), seats=3)
    assert found.value == pytest.approx(0.06, abs=0.02)
    assert found.low < 0.06 < found.high


def test_the_interval_covers_no_effect() -> None:
    rng = np.random.default_rng(3)
    found = [one(played(800, 0.0, rng)) for _ in range(100)]
    assert all(each.value is not None for each in found)
    assert sum(each.low <= 0 <= each.high for each in found) >= 95


def test_match_ups_of_different_strength_are_not_mixed() -> None:
    """Pooled as one match-up, two that differ in strength and taste would credit the option with the strength."""
    rng = np.random.default_rng(4)
    even, uneven = (played(20_000, 0.05, rng, taste) for taste in ((0.7, 0.3), (0.3, 0.7)))
    uneven[..., 3] += 2 * uneven[..., 2] + uneven[..., 0]  # half a game more for player 0 in every pair
    uneven[..., 2] += uneven[..., 0]
    (apart,) = choice_effects(np.stack([even, uneven]), 2)
    assert apart.value == pytest.approx(0.05, abs=0.02)
    assert one(even + uneven).value != pytest.approx(0.05, abs=0.05)
    assert apart.number == even[..., 0].sum() + uneven[..., 0].sum()


def test_a_choice_that_is_the_player_is_not_separable() -> None:
    chosen = np.zeros((500, 2, 2), bool)
    chosen[:, :, 0] = True
    winner = np.random.default_rng(5).integers(0, 2, size=(500, 2))
    found = one(effects_of(winner, np.ones_like(chosen), chosen))
    assert (found.value, found.low, found.high, found.number) == (None, -1, 1, 500)


def test_what_one_saw_and_the_other_did_not_is_left_out() -> None:
    rng = np.random.default_rng(6)
    chosen, winner = rng.random((50, 2, 2)) < 0.5, rng.integers(0, 2, size=(50, 2))
    seen = np.ones_like(chosen)
    seen[:10, 0, 0] = False
    assert (effects_of(winner, seen, chosen) == effects_of(winner[10:], seen[10:], chosen[10:])).all()
    elsewhere = np.ones_like(chosen)
    elsewhere[:, 0, 1] = elsewhere[:, 1, 0] = False  # nobody sees it in the second seat
    assert effects_of(winner, elsewhere, chosen)[..., 0].sum() > 0


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_few_pairs_say_nothing(pairs: int) -> None:
    found = one(played(pairs, 0.1, np.random.default_rng(7)))
    assert (found.value, found.low, found.high) == (None, -1, 1)
    assert choice_effects(np.zeros((0, 3, 2, 4), np.int64), 2) == (Estimate(None, -1.0, 1.0, 0),) * 3


def test_equal_scores_never_claim_certainty() -> None:
    sums = np.zeros((1, 2, 4), np.int64)
    sums[0, :] = [FEWEST_PAIRS, FEWEST_PAIRS, 2 * FEWEST_PAIRS, 4 * FEWEST_PAIRS]
    found = one(sums)
    assert found.value == 0
    assert found.low < 0 < found.high
