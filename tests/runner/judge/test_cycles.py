import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.cycles import cyclic_share, log_odds, rotation

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def test_rock_paper_scissors_is_all_rotation() -> None:
    scores = np.where(RPS == 0, 500.0, np.where(RPS > 0, 700.0, 300.0))
    table, variance = log_odds(scores, np.full((3, 3), 1000.0))
    ratings, _ = rotation(table)
    found = cyclic_share(table, variance)
    assert ratings == pytest.approx([0, 0, 0], abs=1e-12)
    assert found.share == pytest.approx(1.0)
    assert found.p_value < 1e-6
    assert "a single number per entrant is meaningless" in found.warning


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=8))
def test_differences_of_ratings_do_not_rotate(strengths: list[float]) -> None:
    theta = np.array(strengths)
    table = theta[:, None] - theta[None]
    ratings, turning = rotation(table)
    assert ratings == pytest.approx(theta - theta.mean(), abs=1e-9)
    assert np.abs(turning[~np.eye(len(theta), dtype=bool)]).max() < 1e-9


@given(st.lists(st.integers(-300, 300).map(lambda x: x / 100), min_size=10, max_size=10))
def test_the_two_parts_are_at_right_angles(cells: list[float]) -> None:
    table = np.zeros((5, 5))
    table[np.triu_indices(5, 1)] = cells
    table -= table.T
    ratings, turning = rotation(table)
    gradient = ratings[:, None] - ratings[None]
    assert np.nansum(gradient * turning) == pytest.approx(0, abs=1e-9)
    expected = np.nansum(turning**2) / np.sum(table**2) if table.any() else 0.0
    assert cyclic_share(table).share == pytest.approx(expected)


def test_noise_among_equals_does_not_warn() -> None:
    rng = np.random.default_rng(8)
    scores = np.zeros((6, 6))
    for i, j in zip(*np.triu_indices(6, 1), strict=True):
        scores[i, j] = rng.binomial(400, 0.5)
        scores[j, i] = 400 - scores[i, j]
    table, variance = log_odds(scores, np.full((6, 6), 400.0))
    found = cyclic_share(table, variance)
    assert found.share > 0.5
    assert found.warning is None


def test_unplayed_and_empty_tables_are_quiet() -> None:
    lonely, _ = log_odds(np.zeros((3, 3)), np.zeros((3, 3)))
    assert cyclic_share(lonely).share == 0.0
    assert cyclic_share(np.zeros((1, 1))).warning is None
    chain = np.array([[0, 1, np.nan], [-1, 0, 1], [np.nan, -1, 0]])
    found = cyclic_share(chain, np.full((3, 3), 0.1))
    assert found.share == pytest.approx(0, abs=1e-12)
    assert found.p_value == 1.0
