import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.asymptotic import FEWEST_PAIRS, Moments, band_wagers, sequence


def moments_of(totals: np.ndarray, scale: float = 2.0) -> Moments:
    return Moments.of_sums(len(totals), int(totals.sum()), int((totals**2).sum()), scale)


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=50))
def test_moments_are_those_of_the_pair_means(totals: list[int]) -> None:
    moments = moments_of(np.array(totals), scale=20.0)
    means = np.array(totals) / 20
    assert moments.mean == pytest.approx(means.mean(), abs=1e-9)
    assert moments.variance == pytest.approx(means.var(), abs=1e-6)


def test_huge_sums_do_not_cancel() -> None:
    """A billion pairs around ten million: the squares need 87 bits."""
    moments = Moments.of_sums(10**9, 10**16, 10**23 + 10**9, 1.0)
    assert moments.variance == 1.0


def test_sequence_is_the_normal_mixture_boundary() -> None:
    totals = np.repeat([0, 2], 500)
    low, high = sequence(moments_of(totals), 0.95)
    assert (high - low) / 2 == pytest.approx(0.048246, rel=1e-3)


@pytest.mark.parametrize("totals", [[5, 5], [5] * 1000, [0, 7]])
def test_sequence_never_collapses(totals: list[int]) -> None:
    low, high = sequence(moments_of(np.array(totals)), 0.95)
    assert math.isfinite(low)
    assert low < np.mean(totals) / 2 < high


def test_nothing_is_known_of_a_spread_from_one_pair() -> None:
    assert sequence(moments_of(np.array([3])), 0.95) is None
    assert sequence(Moments.of_sums(0, 0, 0, 2.0), 0.95) is None


def test_bands_of_a_mean() -> None:
    rng = np.random.default_rng(1)
    totals = rng.integers(9, 12, size=4000)
    moments = moments_of(totals)
    bar = math.log(20)
    met, missed = band_wagers([moments] * 4, [4, -np.inf, 5.2, -np.inf], [6, 5.5, 6, 4.9]).evidence()
    assert (met >= bar).tolist() == [True, True, False, False]
    assert (missed >= bar).tolist() == [False, False, True, True]


def test_too_few_pairs_decide_nothing() -> None:
    few = moments_of(np.full(FEWEST_PAIRS - 1, 100))
    assert band_wagers([few], [0.0], [1.0]).evidence() == (0.0, 0.0)
    enough = moments_of(np.full(FEWEST_PAIRS, 100))
    assert band_wagers([enough], [0.0], [1.0]).evidence()[1] > math.log(20)
