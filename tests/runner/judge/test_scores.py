import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.scores import pair_scores, seat_points


def histogram(k: int, cells: dict[tuple[int, int], int]) -> np.ndarray:
    hist = np.zeros((k + 1, k + 1), np.int64)
    for cell, number in cells.items():
        hist[cell] = number
    return hist


def test_two_seats_with_half_points_are_the_pentanomial() -> None:
    hist = histogram(2, {(0, 0): 13, (0, 1): 37, (1, 0): 30, (0, 2): 20, (1, 1): 25, (2, 0): 3})
    values, counts = pair_scores(hist, 0.5)
    assert values.tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert counts.tolist() == [13, 37, 50, 25, 3]


def test_worthless_draws_leave_three_scores() -> None:
    values, counts = pair_scores(histogram(2, {(0, 2): 4, (1, 1): 5, (2, 0): 6}), 0.0)
    assert values.tolist() == [0, 0.5, 1]
    assert counts.tolist() == [4, 5, 6]


def test_seat_advantage_of_an_even_seat_is_the_fair_share() -> None:
    for k in (2, 3, 5):
        values, counts = pair_scores(histogram(k, {(1, 0): 7, (0, k): 2}), seat_points(k))
        assert counts @ values / 9 == pytest.approx(1 / k)
        assert values[[0, -1]].tolist() == [0, 1]


@given(st.integers(1, 5), st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.data())
def test_number_and_total_survive_the_collapse(k: int, draw_value: float, data: st.DataObject) -> None:
    cells = [(w, d) for w in range(k + 1) for d in range(k + 1 - w)]
    numbers = data.draw(st.lists(st.integers(0, 50), min_size=len(cells), max_size=len(cells)))
    values, counts = pair_scores(histogram(k, dict(zip(cells, numbers, strict=True))), draw_value)
    assert counts.sum() == sum(numbers)
    total = sum(n * (w + draw_value * d) / k for (w, d), n in zip(cells, numbers, strict=True))
    assert counts @ values == pytest.approx(total)
    assert np.all(np.diff(values) > 0)


def test_several_histograms_collapse_together() -> None:
    hist = np.stack([histogram(2, {(2, 0): 3}), histogram(2, {(0, 1): 4})])
    _, counts = pair_scores(hist, 0.5)
    assert counts.tolist() == [[0, 0, 0, 0, 3], [0, 4, 0, 0, 0]]


def test_impossible_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="more wins and draws than seats"):
        pair_scores(histogram(2, {(2, 1): 1}), 0.5)
    with pytest.raises(ValueError, match="shape"):
        pair_scores(np.zeros((2, 3), np.int64), 0.5)
    with pytest.raises(ValueError, match="must lie in"):
        pair_scores(histogram(2, {}), 1.5)
    with pytest.raises(ValueError, match="at least 2 seats"):
        seat_points(1)
