import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.multiplicity import (
    benjamini_hochberg,
    declared,
    discoveries,
    holm,
    holm_evidence,
    thresholds,
)

log_evidences = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=12)


def test_holm() -> None:
    assert holm([0.001, 0.012, 0.03, 0.2]) == pytest.approx([0.004, 0.036, 0.06, 0.2])
    assert holm([0.2, 0.03, 0.001, 0.012]) == pytest.approx([0.2, 0.06, 0.004, 0.036])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []


def test_e_bh() -> None:
    assert np.flatnonzero(benjamini_hochberg(np.log([100, 40, 30, 5, 1]), 0.05)).tolist() == [0]
    assert np.flatnonzero(benjamini_hochberg(np.log([5, 60, 100]), 0.05)).tolist() == [1, 2]
    assert benjamini_hochberg(np.log([1, 2]), 0.05).sum() == 0
    assert benjamini_hochberg([], 0.05).tolist() == []


def test_holm_on_evidence() -> None:
    assert holm_evidence(np.log([30, 100]), 0.05).tolist() == [True, True]
    assert holm_evidence(np.log([30, 39]), 0.05).tolist() == [False, False]


def by_subsets(log_met: np.ndarray, log_missed: np.ndarray, alpha: float) -> tuple[list[bool], list[bool]]:
    """Closed testing written out: a verdict stands when no truth that contradicts it survives.

    A truth says of each target whether it is inside its band; it is refuted when the average evidence against
    it is at least 1/alpha.
    """
    m = len(log_met)
    kept = []
    for truth in range(2**m):
        inside = np.array([truth >> j & 1 for j in range(m)], bool)
        against = np.where(inside, np.exp(log_missed), np.exp(log_met))
        if against.mean() < 1 / alpha:
            kept.append(inside)
    met = [all(inside[i] for inside in kept) for i in range(m)]
    missed = [not any(inside[i] for inside in kept) for i in range(m)]
    return met, missed


@given(log_evidences.filter(lambda rows: len(rows) <= 8))
def test_the_rule_is_closed_testing_over_all_truths(rows: list[tuple[float, float]]) -> None:
    """Evidence for both verdicts at once cannot occur, so it is not generated."""
    log_met = np.array([met for met, _ in rows])
    log_missed = np.array([-abs(missed) if met > 0 else missed for met, missed in rows])
    met, missed, _ = declared(log_met, log_missed, 0.05)
    expected_met, expected_missed = by_subsets(log_met, log_missed, 0.05)
    assert met.tolist() == expected_met
    assert missed.tolist() == expected_missed


@given(log_evidences)
def test_order_of_targets_does_not_matter(rows: list[tuple[float, float]]) -> None:
    log_met, log_missed = np.array(rows).T
    bars = thresholds(log_met, log_missed, 0.05)
    assert thresholds(log_met[::-1], log_missed[::-1], 0.05)[::-1] == pytest.approx(bars)


def test_one_target_needs_one_over_alpha() -> None:
    assert np.exp(thresholds([5.0], [-5.0], 0.05)) == pytest.approx([20.0])


def test_a_target_on_the_edge_helps_the_others() -> None:
    """Its weaker evidence is near 1, and whichever null is true has shown at least that."""
    assert np.exp(thresholds([5.0, 0.0], [-np.inf, 0.0], 0.05)) == pytest.approx([39.0, 40.0])


def test_astronomic_evidence_does_not_overflow() -> None:
    met, missed, _ = declared([1e6, -1e6, 0.0], [-1e6, 1e6, 0.0], 0.05)
    assert met.tolist() == [True, False, False]
    assert missed.tolist() == [False, True, False]


def test_discoveries_are_those_of_e_bh() -> None:
    strong = np.log([100.0, 60, 30, 5, 1])
    met, missed, bars = declared([*strong[:2], -9, -9, -9], [-9, -9, *strong[2:]], 0.05, "false-discovery")
    assert met.tolist() == [True, True, False, False, False]
    assert missed.tolist() == [False, False, False, False, False]
    assert np.exp(bars) == pytest.approx([50, 50, 100 / 3, 100 / 3, 100 / 3])


@given(log_evidences)
def test_discoveries_agree_with_their_bars(rows: list[tuple[float, float]]) -> None:
    log_met, log_missed = np.array(rows).T
    stronger = np.maximum(log_met, log_missed)
    assert np.array_equal(
        stronger >= discoveries(log_met, log_missed, 0.05), benjamini_hochberg(stronger, 0.05)
    )


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="rule is 'lenient'"):
        declared([1.0], [0.0], 0.05, "lenient")
