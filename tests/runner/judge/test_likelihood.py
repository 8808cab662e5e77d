"""Published and independently computed figures of engine testing (fishtest)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.likelihood import (
    elo,
    elo_of_score,
    even_scores,
    llr_alt,
    llr_alt2,
    llr_logistic,
    llr_normalized,
    score_of_elo,
    tilt,
)

PAIRS = [13, 37, 50, 25, 3]
MANY_PAIRS = [4, 738, 1956, 937, 9]


def test_elo_of_a_pentanomial() -> None:
    result = elo(PAIRS)
    assert round(result.variance, 7) == 0.0576172
    assert round(result.elo, 5) == -43.65779
    assert round(result.normalized, 5) == -63.96808


def test_elo_interval() -> None:
    result = elo(MANY_PAIRS)
    assert round(result.elo, 3) == 9.966
    assert round(result.radius, 2) == 3.87


def test_likelihood_ratios_of_a_pentanomial() -> None:
    score0, score1 = score_of_elo([0.0, 2.716])
    assert round(llr_normalized(PAIRS, 0, 4), 6) == -0.549125
    assert round(llr_logistic(PAIRS, score0, score1), 5) == -0.53777
    assert round(llr_alt(PAIRS, score0, score1), 5) == -0.52199
    assert round(llr_alt2(PAIRS, score0, score1), 5) == -0.55966


def test_likelihood_ratio_of_many_pairs() -> None:
    assert round(llr_normalized(MANY_PAIRS, 0, 2.5), 4) == 2.9024


def test_likelihood_ratio_of_a_trinomial() -> None:
    score0, score1 = score_of_elo([0.0, 5.0])
    assert round(llr_alt2([80, 200, 100], score0, score1), 6) == 0.527609


def test_games_without_draws_are_the_binomial_ratio() -> None:
    exact = 70 * np.log(0.56 / 0.54) + 30 * np.log(0.44 / 0.46)
    assert llr_logistic([30, 70], 0.54, 0.56) == pytest.approx(exact)


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(difference: float) -> None:
    assert elo_of_score(score_of_elo(difference)) == pytest.approx(difference, abs=1e-6)


@given(st.lists(st.integers(1, 500), min_size=5, max_size=5), st.floats(0.05, 0.95))
def test_the_tilted_law_has_the_mean_asked_for(counts: list[int], mean: float) -> None:
    values, frequencies = even_scores(counts), np.array(counts) / sum(counts)
    deviations = values - mean
    law = frequencies / (1 + tilt(frequencies, deviations) * deviations)
    assert law.sum() == pytest.approx(1.0)
    assert law @ values == pytest.approx(mean)


def test_what_has_no_elo_is_refused() -> None:
    for counts in ([0, 0, 5], [0, 9, 0]):
        with pytest.raises(ValueError, match="both wins and losses"):
            elo(counts)
    with pytest.raises(ValueError, match="at least one observation"):
        elo([0, 0, 0])
    with pytest.raises(ValueError, match="outside the range"):
        llr_logistic([0, 0, 7], 0.5, 0.6)
