import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.judge.equilibrium import fair_shares, game_value, nash_average, share_ranges, usage

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
    assert found.unique
    assert found.value == pytest.approx(0, abs=1e-9)
    for shares in (found.shares, found.low, found.high, found.entropy):
        assert shares == pytest.approx([0.5, 0.1666667, 0.3333333], abs=1e-7)


def test_cloned_scissors() -> None:
    found = usage(CLONED)
    assert not found.unique
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


@settings(max_examples=40, deadline=None)
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
    assert game_value(-matrix.T)[0] == pytest.approx(-found.value, abs=1e-7)


def entropy(shares: np.ndarray) -> float:
    positive = shares[shares > 0]
    return float(-(positive * np.log(positive)).sum())


def vertices(matrix: np.ndarray) -> np.ndarray:
    """All optimal vertices, by every choice of tight constraints."""
    rows, columns = matrix.shape
    value, _ = game_value(matrix)
    walls = np.vstack([np.eye(rows), matrix.T])
    heights = np.concatenate([np.zeros(rows), np.full(columns, value)])
    found = []
    for chosen in itertools.combinations(range(rows + columns), rows - 1):
        system = np.vstack([walls[list(chosen)], np.ones(rows)])
        if abs(np.linalg.det(system)) > 1e-9:
            x = np.linalg.solve(system, np.append(heights[list(chosen)], 1.0))
            if np.all(walls @ x >= heights - 1e-7):
                found.append(x)
    return np.array(found)


@settings(max_examples=30, deadline=None)
@given(games)
def test_ranges_are_those_of_all_vertices(matrix: np.ndarray) -> None:
    corners = vertices(matrix)
    low, high = share_ranges(matrix)
    assert low == pytest.approx(corners.min(axis=0), abs=1e-5)
    assert high == pytest.approx(corners.max(axis=0), abs=1e-5)


def test_fair_shares_are_those_of_usage() -> None:
    for matrix in (WEIGHTED_RPS, CLONED, np.zeros((3, 5))):
        assert fair_shares(matrix) == pytest.approx(usage(matrix).shares)


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
    with pytest.raises(ValueError, match="at least one row"):
        usage(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="nan or inf"):
        usage(np.array([[0.0, np.nan]]))
