import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.likelihood import llr_logistic
from runner.judge.sprt import band_evidence, log_ratio

PENTANOMIAL = np.linspace(0, 1, 5)


@given(st.lists(st.integers(1, 300), min_size=5, max_size=5), st.floats(0.1, 0.9))
def test_ratio_is_the_generalised_likelihood_ratio(counts: list[int], edge: float) -> None:
    expected = llr_logistic(counts, edge - 0.01, edge + 0.01)
    assert log_ratio(PENTANOMIAL, counts, edge, 0.01) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("wins", "expected"), [(500, "met"), (510, "met"), (700, "missed"), (545, "open")])
def test_a_thousand_games_against_the_usual_band(wins: int, expected: str) -> None:
    met, missed = band_evidence(np.array([0.0, 1.0]), np.array([1000 - wins, wins]), 0.45, 0.55)
    bar = math.log(20)
    assert (met >= bar) == (expected == "met")
    assert (missed >= bar) == (expected == "missed")


@pytest.mark.parametrize(
    "counts", [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
)
def test_one_sided_counts_stay_finite(counts: list[int]) -> None:
    assert np.all(np.isfinite(band_evidence(PENTANOMIAL, np.array(counts), 0.45, 0.55)))


def test_all_wins_miss_and_all_even_pairs_meet() -> None:
    met, missed = band_evidence(PENTANOMIAL, np.array([0, 0, 0, 0, 400]), 0.45, 0.55)
    assert missed > math.log(20) > met
    met, missed = band_evidence(PENTANOMIAL, np.array([0, 0, 400, 0, 0]), 0.45, 0.55)
    assert met > math.log(20) > missed


def test_open_side_and_an_edge_nearer_to_zero_than_the_margin() -> None:
    values = np.array([0.0, 1.0])
    met, missed = band_evidence(values, np.array([2000, 0]), 0.0, 0.005)
    assert met > math.log(20)
    assert missed == pytest.approx(-met)


def test_a_narrow_band_shares_the_stake() -> None:
    values, counts = np.array([0.0, 1.0]), np.array([300, 700])
    at_low, at_high = log_ratio(values, counts, np.array([0.49, 0.51]), 0.01)
    _, missed = band_evidence(values, counts, 0.49, 0.51)
    assert missed == pytest.approx(np.logaddexp(-at_low, at_high) - math.log(2))
