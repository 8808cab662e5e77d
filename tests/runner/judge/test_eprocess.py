import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge import eprocess
from runner.judge.eprocess import FRACTIONS, band_evidence, log_above, log_below

PENTANOMIAL = np.linspace(0, 1, 5)
counts_of_pairs = st.lists(st.integers(0, 400), min_size=5, max_size=5).map(np.array)


def plain_evidence(values: list[float], counts: list[int], bound: float, sign: int) -> float:
    """The formula of the specification, letter by letter, in plain floats."""
    room = bound if sign > 0 else 1 - bound
    total = 0.0
    for fraction in FRACTIONS:
        capital = 1.0
        for value, count in zip(values, counts, strict=True):
            capital *= (1 + sign * fraction / room * (value - bound)) ** count
        total += capital
    return math.log(total / len(FRACTIONS))


@given(st.lists(st.integers(0, 20), min_size=5, max_size=5), st.floats(0.05, 0.95))
def test_counts_give_the_formula(counts: list[int], bound: float) -> None:
    values = PENTANOMIAL.tolist()
    assert log_above(PENTANOMIAL, counts, bound) == pytest.approx(plain_evidence(values, counts, bound, 1))
    assert log_below(PENTANOMIAL, counts, bound) == pytest.approx(plain_evidence(values, counts, bound, -1))


@given(counts_of_pairs, st.floats(0.01, 0.98))
def test_evidence_above_falls_and_below_rises_with_the_bound(counts: np.ndarray, bound: float) -> None:
    assert log_above(PENTANOMIAL, counts, bound) >= log_above(PENTANOMIAL, counts, bound + 0.01) - 1e-9
    assert log_below(PENTANOMIAL, counts, bound) <= log_below(PENTANOMIAL, counts, bound + 0.01) + 1e-9


@given(counts_of_pairs)
def test_nothing_is_shown_against_the_sample_mean(counts: np.ndarray) -> None:
    if counts.sum():
        mean = counts @ PENTANOMIAL / counts.sum()
        assert log_above(PENTANOMIAL, counts, mean) <= 1e-9
        assert log_below(PENTANOMIAL, counts, mean) <= 1e-9


@pytest.mark.parametrize("bound", [0.05, 0.3, 0.5])
def test_expected_evidence_of_one_pair_is_at_most_one(bound: float) -> None:
    """Every law with mean `bound` on two points mixes to any law, so two points suffice."""
    for low in PENTANOMIAL[PENTANOMIAL <= bound]:
        for high in PENTANOMIAL[PENTANOMIAL > bound]:
            weight = (bound - low) / (high - low)
            e = [math.exp(log_above(np.array([value]), np.array([1]), bound)) for value in (low, high)]
            assert (1 - weight) * e[0] + weight * e[1] == pytest.approx(1.0)


def test_batches_equal_single_calls() -> None:
    counts = np.array([[3, 0, 9, 2, 8], [100, 0, 0, 0, 1]])
    bounds = np.array([0.45, 0.1])
    together = log_above(PENTANOMIAL, counts, bounds)
    assert together.tolist() == [log_above(PENTANOMIAL, c, b) for c, b in zip(counts, bounds, strict=True)]


def test_met_and_missed_of_a_two_sided_band() -> None:
    values = np.array([0.0, 1.0])
    met, missed = band_evidence(values, np.array([2000, 2000]), 0.45, 0.55)
    assert met > math.log(20) > 0 > missed
    met, missed = band_evidence(values, np.array([30, 70]), 0.45, 0.55)
    assert met < 0 < missed


def test_a_one_sided_band_splits_nothing() -> None:
    """Draws at most 10 %."""
    values, counts = np.array([0.0, 0.5, 1.0]), np.array([930, 50, 20])
    met, missed = band_evidence(values, counts, 0.0, 0.1)
    assert met == log_below(values, counts, 0.1)
    assert missed == log_above(values, counts, 0.1)
    upper_met, upper_missed = band_evidence(1 - values, counts, 0.9, 1.0)
    assert (upper_met, upper_missed) == pytest.approx((met, missed))


def test_a_band_of_everything_is_met_at_once() -> None:
    assert band_evidence(PENTANOMIAL, np.zeros(5), 0.0, 1.0) == (np.inf, -np.inf)


def test_a_band_closed_at_zero_stays_finite() -> None:
    values = np.array([0.0, 1.0])
    met, missed = band_evidence(values, np.array([500, 0]), -1.0, 0.0)
    assert np.isfinite(met)
    assert met <= 0
    _, missed = band_evidence(values, np.array([500, 3]), -1.0, 0.0)
    assert missed > math.log(20)


def test_growth_reaches_the_bar_and_not_sooner() -> None:
    counts = np.array([[450.0, 550.0], [500.0, 500.0], [550.0, 450.0]])
    low, high = np.full(3, 0.45), np.full(3, 0.55)
    wagers = eprocess.band_wagers(np.array([0.0, 1.0]), counts, low, high)
    bars = np.full(3, math.log(400))
    factors = wagers.growth(bars)
    assert factors.tolist()[0] == np.inf == factors[2], "an estimate on the edge is never decided"
    for factor, enough in ((factors[1], True), (factors[1] * 0.999, False)):
        met, missed = eprocess.band_evidence(np.array([0.0, 1.0]), counts[1] * factor, 0.45, 0.55)
        assert (max(met, missed) >= bars[1]) == enough


def test_growth_of_decided_counts_is_one() -> None:
    wagers = eprocess.band_wagers(
        np.array([0.0, 1.0]), np.array([[0.0, 900.0]]), np.array([0.45]), np.array([0.55])
    )
    assert wagers.growth(np.array([3.0])) == [1.0]
