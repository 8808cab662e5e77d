import numpy as np
import pytest

from runner.judge.payoffs import Meeting, PayoffTable


def meeting(row: str, column: str, wins: int, even: int, losses: int, drawn: int = 0) -> Meeting:
    hist = np.zeros((3, 3), np.int64)
    hist[2, 0], hist[1, 0], hist[0, 0], hist[0, 2] = wins, even, losses, drawn
    return Meeting(row, column, hist)


def test_a_population_mirrors_its_meetings() -> None:
    table = PayoffTable.one_population(
        ("a", "b"), [meeting("b", "a", 60, 30, 10), meeting("a", "a", 9, 9, 0)]
    )
    assert table.counts[1, 0].tolist() == [10, 0, 30, 0, 60]
    assert table.counts[0, 1].tolist() == [60, 0, 30, 0, 10]
    assert table.counts[0, 0].sum() == 0
    assert table.advantage == pytest.approx(np.array([[0, -0.5], [0.5, 0]]))
    assert table.complete


def test_meetings_of_one_pairing_add_up() -> None:
    table = PayoffTable.one_population(("a", "b"), [meeting("a", "b", 1, 0, 0), meeting("b", "a", 2, 0, 0)])
    assert table.pairs[0, 1] == 3
    assert table.advantage[0, 1] == pytest.approx(-1 / 3)


def test_two_populations() -> None:
    table = PayoffTable.two_populations(("a",), ("x", "y"), [meeting("a", "y", 3, 0, 1, drawn=4)])
    assert table.advantage.tolist() == [[0.0, 0.25]]
    assert not table.complete


def test_resampling_centres_on_the_table_and_keeps_antisymmetry() -> None:
    table = PayoffTable.one_population(("a", "b"), [meeting("a", "b", 600, 200, 200)])
    drawn = table.resampled(500, seed=1)
    np.testing.assert_allclose(drawn, -np.swapaxes(drawn, 1, 2))
    assert drawn[:, 0, 1].mean() == pytest.approx(0.4, abs=0.01)
    assert drawn[:, 0, 1].std() == pytest.approx(np.sqrt((0.8 - 0.16) / 1000), rel=0.15)
    assert np.array_equal(drawn, table.resampled(500, seed=1))
    assert not np.array_equal(drawn, table.resampled(500, seed=2))


@pytest.mark.parametrize("cells", [(0, 0, 0), (1, 0, 0), (500, 0, 0), (0, 500, 0)])
def test_no_cell_is_ever_certain(cells: tuple[int, int, int]) -> None:
    table = PayoffTable.one_population(("a", "b"), [meeting("a", "b", *cells)])
    drawn = table.resampled(100, seed=3)[:, 0, 1]
    assert np.isfinite(drawn).all()
    assert drawn.std() > 1e-4
    if not any(cells):
        assert drawn.min() < -0.9 < 0.9 < drawn.max()
