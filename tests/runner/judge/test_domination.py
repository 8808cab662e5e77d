import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.domination import (
    dominant_columns,
    dominant_rows,
    dominated_columns,
    dominated_rows,
    saddle_points,
)
from runner.judge.equilibrium import game_value

matrices = st.lists(st.lists(st.integers(-2, 2).map(float), min_size=3, max_size=3), min_size=2, max_size=4)


def test_examples_of_the_duel() -> None:
    assert saddle_points([[6, 4, 5], [5, 5, 5], [3, 5, 7]]) == [(1, 1)]
    assert dominant_rows([[6, 6], [5, 4]]) == [0]
    assert dominant_columns([[6, 6], [5, 4]]) == [1]


def test_rock_paper_scissors_is_sound() -> None:
    rps = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert dominant_rows(rps) == dominant_columns(rps) == saddle_points(rps) == dominated_rows(rps) == []


def test_equal_rows_dominate_neither_strictly() -> None:
    assert dominant_rows([[1, 2], [1, 2]]) == [0, 1]
    assert dominated_rows([[1, 2], [1, 2]]) == []
    assert dominated_rows([[1, 2], [1, 3], [0, 0]]) == [(0, 1), (2, 0), (2, 1)]
    assert dominated_columns([[1, 2], [1, 3]]) == [(1, 0)]


def test_a_single_option_dominates_nothing() -> None:
    assert dominant_rows([[1, 2, 3]]) == []


@given(matrices)
def test_a_saddle_is_the_value(rows: list[list[float]]) -> None:
    for row, column in saddle_points(rows):
        assert abs(rows[row][column] - game_value(np.array(rows))[0]) < 1e-7


@given(matrices)
def test_a_dominant_row_dominates_or_equals_every_row(rows: list[list[float]]) -> None:
    worse = {(row, by) for row, by in dominated_rows(rows)}
    for best in dominant_rows(rows):
        assert all((row, best) in worse or rows[row] == rows[best] for row in range(len(rows)))
