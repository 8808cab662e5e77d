import numpy as np
import pytest

from runner.judge.choice import choice_effect


def played(groups: int, effect: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two players; the second is 20 points stronger and likes the option better; good luck invites choosing
    it."""
    luck = rng.uniform(-0.25, 0.25, size=(groups, 1))
    taste = np.array([0.3, 0.7])
    chosen = rng.random((groups, 2)) < taste + luck
    chance = 0.4 + luck + np.array([0.0, 0.2]) + effect * chosen
    scores = (rng.random((groups, 2)) < chance).astype(float)
    return scores, np.ones((groups, 2), bool), chosen


@pytest.mark.parametrize("effect", [0.0, 0.1, -0.1])
def test_the_effect_is_found_without_the_bias(effect: float) -> None:
    scores, seen, chosen = played(40_000, effect, np.random.default_rng(1))
    naive = scores[chosen].mean() - scores[~chosen].mean()
    found = choice_effect("card", scores, seen, chosen)
    assert abs(naive - effect) > 0.08
    assert found.effect == pytest.approx(effect, abs=0.02)
    assert found.low < effect < found.high
    assert found.high - found.low < 0.1


def test_the_interval_covers_no_effect() -> None:
    rng = np.random.default_rng(2)
    results = [choice_effect("card", *played(400, 0.0, rng)) for _ in range(100)]
    assert sum(found.low <= 0 <= found.high for found in results) >= 95


def test_a_choice_that_is_the_player_is_not_separable() -> None:
    scores = np.random.default_rng(3).integers(0, 2, size=(500, 2)).astype(float)
    chosen = np.tile([True, False], (500, 1))
    found = choice_effect("card", scores, np.ones((500, 2), bool), chosen)
    assert found.effect is None
    assert (found.low, found.high) == (-1, 1)
    assert found.differing == 500


@pytest.mark.parametrize("groups", [0, 1, 5])
def test_few_groups_say_nothing(groups: int) -> None:
    found = choice_effect("card", *played(groups, 0.1, np.random.default_rng(4)))
    assert found.effect is None


def test_unseen_groups_are_left_out() -> None:
    scores, seen, chosen = played(2000, 0.1, np.random.default_rng(5))
    seen[:500, 0] = False
    found = choice_effect("card", scores, seen, chosen)
    assert found == choice_effect("card", scores[500:], seen[500:], chosen[500:])
    assert found.groups == 1500


def test_equal_scores_never_claim_certainty() -> None:
    _, seen, chosen = played(1000, 0.0, np.random.default_rng(6))
    found = choice_effect("card", np.full((1000, 2), 0.5), seen, chosen)
    assert found.effect == 0
    assert found.low < 0 < found.high
