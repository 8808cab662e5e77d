import numpy as np
import pytest

from runner.judge.controls import distinct_games, mirror


def mirror_hist(k: int, decided: int, drawn: int) -> np.ndarray:
    hist = np.zeros((k, k + 1, k + 1), np.int64)
    hist[:, 1, 0] = decided
    hist[:, 0, k] = drawn
    return hist


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_a_true_mirror_passes(k: int) -> None:
    result = mirror(mirror_hist(k, 90, 10), "greedy")
    assert result.passed
    assert result.name == "mirror: greedy"
    assert "100 pairs" in result.detail


def test_one_pair_off_fails() -> None:
    hist = mirror_hist(2, 90, 10)
    hist[0, 2, 0] += 1
    hist[1, 0, 0] += 1
    result = mirror(hist, "greedy")
    assert not result.passed
    assert result.detail.startswith("2 of 202 player scores over 101 pairs are not exactly 1/2")


def test_an_even_mean_with_variance_fails() -> None:
    hist = np.zeros((2, 3, 3), np.int64)
    hist[:, 2, 0] = hist[:, 0, 0] = 50
    assert not mirror(hist, "greedy").passed


def test_a_mirror_that_was_not_played_fails() -> None:
    assert not mirror(mirror_hist(2, 0, 0), "greedy").passed


def test_distinct_games() -> None:
    digests = np.arange(100, dtype=np.uint64)
    assert distinct_games(digests).passed
    assert not distinct_games(digests % np.uint64(3)).passed
    assert distinct_games(digests % np.uint64(3), least=0.02).passed
    assert not distinct_games(np.zeros(100, np.uint64), least=0.0).passed
    assert distinct_games(digests[:1]).passed
