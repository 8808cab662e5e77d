"""Matrix games against published figures, every extreme equilibrium, and their own definitions."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from games.matrix import (
    OptimalSet,
    dominant_columns,
    dominant_rows,
    dominated_columns,
    dominated_rows,
    equilibrium,
    fictitious_play,
    saddle_points,
    value,
)

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
# Scissors stands twice.
CLONED = np.array([[0, -1, 1, 1], [1, 0, -1, -1], [-1, 1, 0, 0], [-1, 1, 0, 0]])
SADDLE = [[6, 4, 5], [5, 5, 5], [3, 5, 7]]

tables = arrays(np.int64, array_shapes(min_dims=2, max_dims=2, max_side=4), elements=st.integers(-3, 3))


def extreme_mixes(table: np.ndarray, worth: float) -> np.ndarray:
    """Every extreme optimal mix of the row player, slowly: each comes from a regular square part of the table
    whose options all earn the same (Shapley and Snow 1950)."""
    m, n = table.shape
    found = []
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                system = np.vstack([table[np.ix_(rows, columns)].T, np.ones(size)])
                part, _, rank, _ = np.linalg.lstsq(system, np.append(np.full(size, worth), 1.0))
                mix = np.zeros(m)
                mix[list(rows)] = part
                fits = rank == size and mix.min() > -1e-9 and abs(mix.sum() - 1) < 1e-9
                if fits and (mix @ table).min() > worth - 1e-9:
                    found.append(mix)
    return np.array(found)


@pytest.mark.parametrize(
    ("table", "row", "worth"),
    [
        ([[7, 4], [4, 6]], (0.4, 0.6), 5.2),
        ([[3, -1], [-2, 2]], (0.5, 0.5), 0.5),
        ([[0, -0.2, 0.1], [0.2, 0, -0.3], [-0.1, 0.3, 0]], (1 / 2, 1 / 6, 1 / 3), 0.0),
        (ROCK_PAPER_SCISSORS, (1 / 3, 1 / 3, 1 / 3), 0.0),
        (CLONED, (1 / 3, 1 / 3, 1 / 6, 1 / 6), 0.0),
        ([[5, 5, 5, 5]] * 4, (1 / 4,) * 4, 5.0),
        (SADDLE, (0, 1, 0), 5.0),
        ([[2]], (1,), 2.0),
    ],
)
def test_max_min_usage_of_known_games(table, row, worth) -> None:
    found = equilibrium(table)
    assert found.value == pytest.approx(worth, abs=1e-9)
    np.testing.assert_allclose(found.row, row, atol=1e-7)


def test_ranges_and_greatest_entropy_of_known_games() -> None:
    cloned = OptimalSet.of_rows(CLONED)
    np.testing.assert_allclose(cloned.usage_range, [[1 / 3, 1 / 3]] * 2 + [[0, 1 / 3]] * 2, atol=1e-7)
    np.testing.assert_allclose(cloned.max_entropy, [1 / 3, 1 / 3, 1 / 6, 1 / 6], atol=1e-7)
    level = OptimalSet.of_rows(np.zeros((4, 4)))
    np.testing.assert_allclose(level.usage_range, [[0, 1]] * 4, atol=1e-7)
    np.testing.assert_allclose(level.max_entropy, [1 / 4] * 4, atol=1e-7)


def test_a_vertex_may_hide_an_option_that_max_min_usage_shows() -> None:
    """Two copies: an extreme equilibrium plays one of them never, the leximin mix plays both."""
    vertices = extreme_mixes(CLONED, 0.0)
    assert (vertices[:, 2:].min(axis=1) < 1e-9).all()
    assert equilibrium(CLONED).row[2:].min() > 0.16


def test_leximin_looks_beyond_the_smallest_usage() -> None:
    """Row 0 can never be used, so the smallest usage is nil whatever the others do; yet they share evenly."""
    table = [[0, 0, 0], [1, 1, 1], [1, 1, 1], [1, 1, 1]]
    np.testing.assert_allclose(equilibrium(table).row, [0, 1 / 3, 1 / 3, 1 / 3], atol=1e-7)


def test_fictitious_play_of_known_games() -> None:
    np.testing.assert_allclose(fictitious_play([[7, 4], [4, 6]])[0], [0.3982, 0.6018], atol=1e-9)
    row, _ = fictitious_play(ROCK_PAPER_SCISSORS)
    np.testing.assert_allclose(row, [0.3345, 0.3340, 0.3315], atol=5e-5)
    np.testing.assert_allclose(fictitious_play([[1, -1], [-1, 1]])[0], [0.4977, 0.5023], atol=1e-9)


def test_fictitious_play_answers_the_lowest_index_first() -> None:
    row, column = fictitious_play([[1, -1], [-1, 1]], steps=1)
    assert row.tolist() == [1, 0]
    assert column.tolist() == [1, 0]


def test_dominance_and_saddles_of_known_games() -> None:
    assert saddle_points(SADDLE) == ((1, 1),)
    assert dominant_rows([[6, 6], [5, 4]]) == (0,)
    assert dominant_columns([[6, 6], [5, 4]]) == (1,)
    assert saddle_points(ROCK_PAPER_SCISSORS) == ()
    assert dominant_rows(ROCK_PAPER_SCISSORS) == dominant_columns(ROCK_PAPER_SCISSORS) == ()


def test_weak_dominance_counts_and_of_copies_the_later_falls() -> None:
    assert dominated_rows([[1, 2], [1, 3], [1, 2]]) == ((0, 1), (2, 0), (2, 1))
    assert dominated_columns([[1, 2], [0, 0]]) == ((1, 0),)
    assert dominated_rows(ROCK_PAPER_SCISSORS) == ()


@pytest.mark.parametrize("wrong", [[], [[]], [1, 2], [[1, np.nan]], [[np.inf]], np.zeros((2, 2, 2))])
def test_what_is_no_table_is_refused(wrong) -> None:
    with pytest.raises(ValueError, match="finite table"):
        equilibrium(wrong)


@settings(max_examples=40)
@given(tables)
def test_both_mixes_secure_the_value(table: np.ndarray) -> None:
    found = equilibrium(table)
    assert found.row.sum() == pytest.approx(1)
    assert found.column.sum() == pytest.approx(1)
    assert min(found.row.min(), found.column.min()) >= 0
    assert (found.row @ table).min() == pytest.approx(found.value, abs=1e-6)
    assert (table @ found.column).max() == pytest.approx(found.value, abs=1e-6)


@settings(max_examples=40)
@given(tables)
def test_ranges_are_those_of_the_extreme_equilibria(table: np.ndarray) -> None:
    optimal = OptimalSet.of_rows(table)
    vertices = extreme_mixes(table, optimal.value)
    np.testing.assert_allclose(optimal.usage_range[:, 0], vertices.min(axis=0), atol=1e-6)
    np.testing.assert_allclose(optimal.usage_range[:, 1], vertices.max(axis=0), atol=1e-6)


@settings(max_examples=40)
@given(tables)
def test_no_optimal_mix_beats_max_min_usage_or_max_entropy(table: np.ndarray) -> None:
    """Against random blends of the extreme equilibria."""
    optimal = OptimalSet.of_rows(table)
    vertices = extreme_mixes(table, optimal.value)
    assert (optimal.max_entropy @ table).min() == pytest.approx(optimal.value, abs=1e-5)
    for blend in np.random.default_rng(7).dirichlet(np.ones(len(vertices)), 10) @ vertices:
        assert _lexicographic(blend) <= _lexicographic(optimal.max_min_usage)
        assert _entropy(blend) <= _entropy(optimal.max_entropy) + 1e-6


@settings(max_examples=40)
@given(tables)
def test_the_column_side_mirrors_the_row_side(table: np.ndarray) -> None:
    assert OptimalSet.of_columns(table).value == pytest.approx(-value(table), abs=1e-7)
    np.testing.assert_allclose(
        OptimalSet.of_columns(table).max_min_usage, equilibrium(table).column, atol=1e-6
    )


@settings(max_examples=40)
@given(tables, st.integers(-50, 50), st.sampled_from([1e-3, 1.0, 1e4]))
def test_equilibria_do_not_depend_on_the_unit_of_payoff(table: np.ndarray, shift: int, scale: float) -> None:
    moved, plain = equilibrium(table * scale + shift), equilibrium(table)
    np.testing.assert_allclose(moved.row, plain.row, atol=1e-5)
    assert (moved.value - shift) / scale == pytest.approx(plain.value, abs=1e-6)


@given(tables)
def test_saddles_are_the_pure_pairs_from_which_nobody_turns(table: np.ndarray) -> None:
    expected = [
        (i, j)
        for i in range(table.shape[0])
        for j in range(table.shape[1])
        if all(table[k, j] <= table[i, j] for k in range(table.shape[0]))
        and all(table[i, k] >= table[i, j] for k in range(table.shape[1]))
    ]
    assert list(saddle_points(table)) == expected


def _lexicographic(mix: np.ndarray) -> list[float]:
    """Usages from the smallest up, to five digits."""
    return np.sort(np.round(mix, 5)).tolist()


def _entropy(mix: np.ndarray) -> float:
    used = mix[mix > 0]
    return float(-(used * np.log(used)).sum())
