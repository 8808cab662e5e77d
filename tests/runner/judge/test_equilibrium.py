import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matrix import value
from runner.judge.equilibrium import alpha_rank, fair_shares, nash_average, usage

WEIGHTED_RPS = np.array([[0, -0.2, 0.1], [0.2, 0, -0.3], [-0.1, 0.3, 0]])
RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
CLONED = np.array([[0.0, -1, 1, 1], [1, 0, -1, -1], [-1, 1, 0, 0], [-1, 1, 0, 0]])

games = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(-3, 3).map(float), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    ).map(np.array)
)


def test_weighted_rock_paper_scissors() -> None:
    found = usage(WEIGHTED_RPS)
    assert found.value == pytest.approx(0, abs=1e-9)
    for shares in (found.shares, found.low, found.high, found.entropy):
        assert shares == pytest.approx([0.5, 0.1666667, 0.3333333], abs=1e-7)


def test_cloned_scissors() -> None:
    found = usage(CLONED)
    assert found.low == pytest.approx([1 / 3, 1 / 3, 0, 0], abs=1e-6)
    assert found.high == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1 / 3], abs=1e-6)
    assert found.entropy == pytest.approx([0.3333333, 0.3333333, 0.1666667, 0.1666667], abs=1e-7)
    assert found.shares == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)


def test_all_equal() -> None:
    found = usage(np.zeros((4, 4)))
    assert found.low == pytest.approx([0] * 4, abs=1e-9)
    assert found.high == pytest.approx([1] * 4, abs=1e-9)
    assert found.entropy == pytest.approx([0.25] * 4, abs=1e-9)
    assert found.shares == pytest.approx([0.25] * 4, abs=1e-6)


def test_a_two_by_two_game() -> None:
    found = usage(np.array([[3.0, -1], [-2, 2]]))
    assert found.value == pytest.approx(0.5)
    assert found.shares == pytest.approx([0.5, 0.5])
    columns = usage(-np.array([[3.0, -1], [-2, 2]]).T)
    assert columns.value == pytest.approx(-0.5)
    assert columns.shares == pytest.approx([0.375, 0.625])


def test_a_duel_phase() -> None:
    found = usage(np.array([[7.0, 4], [4, 6]]))
    assert found.shares == pytest.approx([0.4, 0.6])
    assert found.value == pytest.approx(5.2)


def test_a_dead_row_does_not_hide_how_the_others_share() -> None:
    """Three equal rows and a hopeless one: the plain max-min is zero for any vertex."""
    found = usage(np.array([[0.0, 0], [0, 0], [0, 0], [-1, -1]]))
    assert found.shares == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)
    assert found.entropy == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)


def test_one_policy() -> None:
    found = usage(np.zeros((1, 1)))
    assert found.shares.tolist() == found.low.tolist() == found.high.tolist() == [1.0]


@settings(max_examples=25, deadline=None)
@given(games)
def test_every_answer_is_optimal_and_ordered(matrix: np.ndarray) -> None:
    found = usage(matrix)
    for shares in (found.shares, found.entropy):
        assert shares.min() >= 0
        assert shares.sum() == pytest.approx(1)
        assert (shares @ matrix).min() >= found.value - 1e-5
        assert np.all(shares >= found.low - 1e-5)
        assert np.all(shares <= found.high + 1e-5)
    assert entropy(found.entropy) >= entropy(found.shares) - 1e-6
    assert found.shares.min() >= found.entropy.min() - 1e-5
    assert value(-matrix.T) == pytest.approx(-found.value, abs=1e-7)


def entropy(shares: np.ndarray) -> float:
    positive = shares[shares > 0]
    return float(-(positive * np.log(positive)).sum())


def test_many_games_at_once_are_the_games_one_by_one() -> None:
    rng = np.random.default_rng(9)
    mixed = RPS * 0.2 + rng.normal(scale=0.05, size=(40, 3, 3))
    dominated = np.zeros((10, 3, 3)) + np.array([1.0, 0.5, 0.0])[:, None]
    tied = np.zeros((5, 3, 3))
    matrices = np.concatenate([mixed, dominated, tied])
    together = fair_shares(matrices)
    alone = np.array([usage(matrix).shares for matrix in matrices])
    np.testing.assert_allclose(together, alone, atol=1e-6)


def test_many_games_that_are_not_square() -> None:
    rng = np.random.default_rng(10)
    matrices = rng.normal(size=(60, 3, 5))
    alone = np.array([usage(matrix).shares for matrix in matrices])
    np.testing.assert_allclose(fair_shares(matrices), alone, atol=1e-6)


def test_nash_averaging_ignores_clones() -> None:
    shares, skill = nash_average(RPS)
    cloned_shares, cloned_skill = nash_average(CLONED)
    assert skill == pytest.approx([0, 0, 0], abs=1e-6)
    assert cloned_skill == pytest.approx([0, 0, 0, 0], abs=1e-6)
    assert cloned_shares[2:].sum() == pytest.approx(shares[2])


def test_three_hundred_policies() -> None:
    rng = np.random.default_rng(5)
    strength = rng.normal(size=300)
    noise = rng.normal(scale=0.3, size=(300, 300))
    advantage = np.tanh(strength[:, None] - strength[None] + noise - noise.T)
    found = usage(advantage)
    assert found.value == pytest.approx(0, abs=1e-7)
    assert np.isfinite(found.shares).all()
    assert (found.shares @ advantage).min() >= -1e-6


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="rows and columns"):
        usage(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="finite table"):
        usage(np.array([[0.0, np.nan]]))


def test_alpha_rank_of_a_cycle_is_even() -> None:
    assert alpha_rank(RPS) == pytest.approx([1 / 3] * 3)


def test_alpha_rank_of_a_dominant_entrant() -> None:
    matrix = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.6], [0.1, 0.4, 0.5]])
    shares = alpha_rank(matrix)
    assert shares[0] > 0.999
    assert shares.sum() == pytest.approx(1)


def test_alpha_rank_is_not_clone_invariant() -> None:
    """The known defect that the report must state."""
    cloned = RPS[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    assert alpha_rank(cloned)[2:].sum() == pytest.approx(0.4)


def test_alpha_rank_against_plain_linear_algebra() -> None:
    rng = np.random.default_rng(2)
    matrix = rng.uniform(0.4, 0.6, size=(5, 5))
    edge = 2.0 * (matrix - matrix.T)
    chance = (
        np.array([[(1 - np.exp(-d)) / (1 - np.exp(-10 * d)) if d else 0.1 for d in row] for row in edge.T])
        / 4
    )
    np.fill_diagonal(chance, 0)
    generator = chance - np.diag(chance.sum(axis=1))
    expected = np.linalg.lstsq(np.vstack([generator.T, np.ones(5)]), np.append(np.zeros(5), 1), rcond=None)[0]
    assert alpha_rank(matrix, intensity=2.0, population=10) == pytest.approx(expected)


def test_alpha_rank_of_extreme_selection_is_finite() -> None:
    shares = alpha_rank(RPS * 100, intensity=1000.0)
    assert shares == pytest.approx([1 / 3] * 3)
    assert alpha_rank(np.zeros((1, 1))).tolist() == [1.0]
