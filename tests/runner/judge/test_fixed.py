"""The interval of a mean difference: anchors that can be worked out, and coverage on truths that are known."""

import numpy as np
import pytest
from scipy.stats import binomtest, chi2, t

from runner.judge.fixed import Differences

RARE = {
    "none": ((), ()),
    "one of 10,000": ((0.5,), (1e-4,)),
    "two each way": ((0.5, -0.5), (1e-4, 1e-4)),
    "three, one way": ((0.5,), (3e-4,)),
    "a whole pair against quarters": ((-1.0, 0.25), (2e-4, 8e-4)),
    "a whole pair against halves": ((-0.5, 0.5, 1.0), (9e-4, 3e-4, 3e-4)),
    "one in a hundred": ((-0.5, 0.5), (0.004, 0.006)),
    "most": ((-0.5, 0.5, 1.0), (0.3, 0.4, 0.1)),
}


def of_counts(counts: dict[float, int], reach: float = 1.0) -> Differences:
    return Differences.of(np.repeat(list(counts), list(counts.values())).astype(float), reach)


def missed(
    values: tuple[float, ...], chances: tuple[float, ...], certainty: float, runs: int, seed: int
) -> float:
    """Share of runs of 10,000 pairs whose interval leaves out the true mean."""
    every, likely = np.array([0.0, *values]), np.array([1.0 - sum(chances), *chances])
    truth, out, known = float(every @ likely), 0, {}
    for counts in np.random.default_rng(seed).multinomial(10_000, likely, size=runs):
        key = tuple(counts)
        if key not in known:
            known[key] = Differences.of(np.repeat(every, counts), 1.0).interval(certainty)
        low, high = known[key]
        out += not low - 1e-12 <= truth <= high + 1e-12
    return out / runs


@pytest.mark.parametrize("name", RARE)
def test_the_truth_is_left_out_as_seldom_as_promised(name):
    share = missed(*RARE[name], certainty=0.95, runs=400, seed=3)
    assert share <= 0.05 + 3 * (0.05 * 0.95 / 400) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("certainty", [0.9, 0.95, 0.999])
@pytest.mark.parametrize("name", RARE)
def test_coverage_of_rare_changes_at_length(name, certainty):
    error = 1.0 - certainty
    share = missed(*RARE[name], certainty=certainty, runs=20_000, seed=5)
    assert share <= 1.1 * error + 3 * (error / 20_000) ** 0.5


def test_the_interval_is_no_wider_than_it_need_be_where_many_pairs_differ():
    values = np.random.default_rng(1).choice([-0.5, 0.0, 0.5, 1.0], p=[0.3, 0.2, 0.4, 0.1], size=4000)
    low, high = Differences.of(values, 1.0).interval(0.95)
    half = t.ppf(0.975, 3999) * values.std(ddof=1) / 4000**0.5
    assert (high - low) / 2 == pytest.approx(half, rel=0.02)
    assert (low + high) / 2 == pytest.approx(values.mean(), abs=0.05 * half)


def test_a_shift_of_every_pair_is_no_spread():
    values = np.random.default_rng(2).normal(10.0, 1.0, 4000)
    low, high = Differences.of(values, 5.0).interval(0.95)
    assert (high - low) / 2 == pytest.approx(1.96 / 4000**0.5, rel=0.05)


@pytest.mark.parametrize("changed", [1, 3, 6, 12, 20])
def test_changes_of_one_size_are_judged_as_the_exact_sign_test_does(changed):
    found = of_counts({0.0: 10_000 - changed, 0.5: changed}, reach=0.5)
    exact = binomtest(changed, changed, 0.5).pvalue
    assert found.p_value == pytest.approx(exact, rel=0.35)
    assert (found.errors > 1.96) == (found.p_value < 0.05) == (changed >= 6)


@pytest.mark.parametrize("reach", [0.25, 1.0])
def test_nothing_seen_leaves_what_three_in_n_may_be(reach):
    low, high = of_counts({0.0: 10_000}, reach).interval(0.95)
    assert high == -low == pytest.approx(reach * chi2.ppf(0.975, 2) / 2 / 10_000, rel=0.01)


def test_the_p_value_is_where_the_interval_meets_0():
    found = of_counts({0.0: 9_000, 0.5: 560, -0.5: 440})
    low, high = found.interval(1.0 - found.p_value)
    assert min(abs(low), abs(high)) < 1e-6
    mirrored = of_counts({0.0: 9_000, -0.5: 560, 0.5: 440})
    assert mirrored.errors == pytest.approx(-found.errors)
    assert mirrored.interval(0.95) == pytest.approx((-found.interval(0.95)[1], -found.interval(0.95)[0]))


@pytest.mark.parametrize("values", [[1.0], [0.5, 0.5], [0.0, 1.0], [-1.0] * 5, [0.5] * 10_000])
def test_numbers_are_finite_whatever_was_seen(values):
    found = Differences.of(np.array(values), 1.0)
    assert np.isfinite([*found.interval(0.95), *found.interval(0.9999), found.errors]).all()
    assert found.interval(0.95)[0] < found.mean < found.interval(0.95)[1]
    assert 0.0 <= found.p_value <= 1.0
