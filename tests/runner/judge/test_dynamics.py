import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.judge.dynamics import alpha_rank, fictitious_play
from runner.judge.equilibrium import game_value

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def test_fictitious_play_of_small_games() -> None:
    assert np.round(fictitious_play(RPS)[0], 4).tolist() == [0.3345, 0.3340, 0.3315]
    assert np.round(fictitious_play(np.array([[1.0, -1], [-1, 1]]))[0], 4).tolist() == [0.4977, 0.5023]
    assert np.round(fictitious_play(np.array([[7.0, 4], [4, 6]]))[0], 4).tolist() == [0.3982, 0.6018]


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(st.integers(-5, 5).map(float), min_size=3, max_size=3), min_size=2, max_size=4))
def test_fictitious_play_approaches_the_value(rows: list[list[float]]) -> None:
    matrix = np.array(rows)
    value, _ = game_value(matrix)
    row, column = fictitious_play(matrix, 4000)
    assert (row @ matrix).min() <= value + 1e-9 <= (matrix @ column).max() + 2e-9
    assert (matrix @ column).max() - (row @ matrix).min() < 0.6


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
