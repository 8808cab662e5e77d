"""The test of chosen - m x offered, from second moments."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from runner.judge import ratios
from runner.judge.ratios import FEWEST_PAIRS, GUARD, Ratio, band_wagers, sequences

CERTAINTY = 0.95


def ratio(chosen: np.ndarray, among: np.ndarray) -> Ratio:
    c, n = chosen.astype(int), among.astype(int)
    return Ratio(len(c), *(int(x) for x in (c.sum(), n.sum(), (c * c).sum(), (c * n).sum(), (n * n).sum())))


@pytest.mark.parametrize("share", [0.001, 0.05, 0.5, 0.9])
@pytest.mark.parametrize("size", [1, 20, 500])
def test_no_law_of_a_pair_makes_a_bet_pay(share: float, size: int) -> None:
    """The largest mean of one pair's capital, over every law of c in 0 .. N whose share is `share`, is 1."""
    chosen = np.unique(np.linspace(0, size, 101).round())
    one = np.stack([np.ones(len(chosen)), chosen, np.full(len(chosen), size)], axis=-1)
    sums = np.concatenate([one, np.stack([chosen**2, chosen * size, 0 * chosen + size**2], axis=-1)], axis=-1)
    for side in ratios._capital(sums, np.full(len(chosen), share)):
        for capital in np.exp(side).T:
            equal = np.stack([np.ones(len(chosen)), chosen / size])
            best = linprog(-capital, A_eq=equal, b_eq=[1.0, share], bounds=(0, None))
            assert -best.fun <= 1 + 1e-9


def test_the_interval_holds_what_the_same_bets_do_not_refute() -> None:
    rng = np.random.default_rng(1)
    among = rng.geometric(1 / 15, 2000)
    one = ratio(rng.binomial(among, 0.08), among)
    (low,), (high,) = sequences([one], CERTAINTY)
    assert 0.06 < low < 0.08 < high < 0.1
    for edge, side in ((low, 0), (high, 3)):
        bets = band_wagers([one], [edge], [edge]).exponents[0, side]
        assert np.log(np.mean(np.exp(bets))) == pytest.approx(np.log(2 / (1 - CERTAINTY)), abs=0.05)


@pytest.mark.parametrize("chosen", [0, 3, 20])
def test_equal_pairs_never_claim_certainty(chosen: int) -> None:
    for pairs in (FEWEST_PAIRS, 1000):
        one = ratio(np.full(pairs, chosen), np.full(pairs, 20))
        (low,), (high,) = sequences([one], CERTAINTY)
        assert 0 <= low <= chosen / 20 <= high <= 1
        assert high - low > 0.3 / pairs


def test_a_pair_that_was_not_seen_may_hold_nothing_but_the_option() -> None:
    """No choice in n pairs leaves open what n pairs of all or nothing would leave open."""
    pairs = 400
    one = ratio(np.zeros(pairs), np.full(pairs, 20))
    (_,), (high,) = sequences([one], CERTAINTY)
    assert high > 1 - (1 - CERTAINTY) ** (1 / pairs)
    met, missed = band_wagers([one], [0.2 / pairs], [1.0]).evidence()
    assert met[0] < 0 < np.log(20) - missed[0]


def test_a_few_pairs_tell_nothing() -> None:
    few = FEWEST_PAIRS - 1
    one = ratio(np.zeros(few), np.full(few, 20))
    assert [float(end[0]) for end in sequences([one], CERTAINTY)] == [0.0, 1.0]
    met, missed = band_wagers([one], [0.5], [1.0]).evidence()
    assert met[0] == missed[0] == 0.0


def test_the_guard_covers_pairs_of_twice_the_typical_length() -> None:
    assert GUARD >= 2
