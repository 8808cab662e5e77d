import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.judge.eprocess import log_above, log_below
from runner.judge.intervals import beta_binomial_sequence, confidence_sequence, normal_mixture_radius, wilson
from runner.judge.linearised import wilson_of

PENTANOMIAL = np.linspace(0, 1, 5)
counts_of_pairs = st.lists(st.integers(0, 2000), min_size=5, max_size=5).map(np.array)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.344590, 0.655410), (520, 1000, 0.464261, 0.575408), (800, 1600, 0.455163, 0.544837)],
)
def test_beta_binomial_sequence(wins: int, games: int, low: float, high: float) -> None:
    ends = beta_binomial_sequence(wins, games)
    assert [round(end, 6) for end in ends] == [low, high]


@pytest.mark.parametrize(("number", "radius"), [(100, 0.215309), (1000, 0.048246), (2000, 0.033983)])
def test_normal_mixture_radius(number: int, radius: float) -> None:
    assert round(float(normal_mixture_radius(number)), 6) == radius


def test_wilson_of_a_textbook_example() -> None:
    low, high = wilson(8, 10)
    assert (float(low), float(high)) == pytest.approx((0.490162, 0.943318), abs=5e-7)


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (0, 1), (1, 1), (0, 500), (500, 500), (0.5, 1)])
def test_every_interval_of_a_proportion_is_honest(wins: float, games: int) -> None:
    counts = np.array([games - wins, wins])
    sequence = confidence_sequence(np.array([0.0, 1.0]), counts)
    for low, high in (wilson(wins, games), beta_binomial_sequence(wins, games), sequence):
        assert 0 <= low < high <= 1
        if games:
            assert low <= wins / games <= high
        else:
            assert (low, high) == (0, 1)


@settings(max_examples=30)
@given(counts_of_pairs)
def test_confidence_sequence_is_finite_and_holds_the_mean(counts: np.ndarray) -> None:
    low, high = confidence_sequence(PENTANOMIAL, counts)
    assert 0 <= low < high <= 1
    if counts.sum():
        assert low <= counts @ PENTANOMIAL / counts.sum() <= high


@settings(max_examples=30)
@given(counts_of_pairs.filter(lambda counts: counts.sum() > 50))
def test_confidence_sequence_inverts_the_evidence(counts: np.ndarray) -> None:
    low, high = (float(end) for end in confidence_sequence(PENTANOMIAL, counts))
    for end, inward in ((low, 1e-6), (high, -1e-6)):
        if end in (0.0, 1.0):
            continue
        for bound, refuted in ((end - inward, True), (end + inward, False)):
            evidence = np.logaddexp(
                log_above(PENTANOMIAL, counts, bound), log_below(PENTANOMIAL, counts, bound)
            )
            assert (evidence - np.log(2) >= np.log(20)) == refuted


@pytest.mark.parametrize("cell", [0, 2, 4])
def test_equal_pairs_never_claim_certainty(cell: int) -> None:
    counts = np.zeros(5)
    counts[cell] = 10_000_000
    low, high = confidence_sequence(PENTANOMIAL, counts)
    assert 1e-9 < high - low < 0.01


def test_more_pairs_narrow_the_sequence_and_more_certainty_widens_it() -> None:
    counts = np.array([10.0, 20, 40, 20, 10])
    widths = [np.ptp(confidence_sequence(PENTANOMIAL, counts * n)) for n in (1, 4, 16, 64)]
    assert widths == sorted(widths, reverse=True)
    assert np.ptp(confidence_sequence(PENTANOMIAL, counts, 0.99)) > widths[0]


def test_rows_are_independent() -> None:
    counts = np.array([[0.0, 0, 0, 0, 0], [1, 2, 3, 4, 5], [0, 0, 9, 0, 0]])
    together = np.stack(confidence_sequence(PENTANOMIAL, counts), axis=-1)
    alone = np.array([confidence_sequence(PENTANOMIAL, row) for row in counts])
    np.testing.assert_allclose(together, alone, atol=1e-12)


def test_no_rounding_leaves_the_rate_itself_out_of_its_interval() -> None:
    trials = np.arange(1, 400)
    for rate in (0.0, 1.0):
        low, high = wilson(rate * trials, trials)
        assert (low <= rate).all()
        assert (high >= rate).all()
        low, high = wilson_of(np.full(len(trials), rate), trials, 1.96)
        assert (low <= rate).all()
        assert (high >= rate).all()
