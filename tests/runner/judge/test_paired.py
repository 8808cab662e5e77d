import dataclasses

import numpy as np
import pytest

from runner.judge.paired import moved, paired_metric, paired_scores, verdict_changes
from runner.judge.verdicts import Measures, Target, judge
from tests.runner.judge.tables import two_seat_summary

RNG = np.random.default_rng(11)
BEFORE = RNG.choice([0, 0.25, 0.5, 0.75, 1], size=2000)


def nudged(share: float) -> np.ndarray:
    """Some pairs a game better."""
    better = np.random.default_rng(12).random(2000) < share
    return np.where(better, np.minimum(BEFORE + 0.5, 1), BEFORE)


def test_the_same_rules_are_exactly_equal() -> None:
    same = paired_scores("a v b", BEFORE, BEFORE.copy(), same_rules=True)
    assert same.unchanged
    assert (same.mean, same.low, same.high) == (0, 0, 0)
    assert same.before == same.after == BEFORE.mean()
    turns = paired_metric("turns", np.arange(50), np.arange(50), same_rules=True)
    assert (turns.mean, turns.low, turns.high) == (0, 0, 0)
    assert moved([same, turns]) == ()


def test_the_same_rules_that_differ_are_a_defect() -> None:
    with pytest.raises(ValueError, match="pairs differ although rules and luck are the same"):
        paired_scores("a v b", BEFORE, nudged(0.1), same_rules=True)


def test_equal_outcomes_of_other_rules_are_no_proof() -> None:
    found = paired_scores("a v b", BEFORE, BEFORE.copy())
    assert found.unchanged
    assert found.mean == 0
    assert found.low < 0 < found.high
    assert found.high - found.low < 0.03


def test_a_small_change_is_found_on_the_same_luck() -> None:
    after = nudged(0.05)
    found = paired_scores("a v b", BEFORE, after)
    assert found.changed == np.count_nonzero(after != BEFORE)
    assert found.mean == pytest.approx(after.mean() - BEFORE.mean())
    assert 0 < found.low < found.mean < found.high
    shuffled = paired_scores("a v b", RNG.permutation(BEFORE), after)
    assert shuffled.low < 0, "two separate samples of this size would not show it"


def test_swapping_before_and_after_mirrors_the_interval() -> None:
    there, back = paired_scores("x", BEFORE, nudged(0.1)), paired_scores("x", nudged(0.1), BEFORE)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    assert back.log_e == pytest.approx(there.log_e)


@pytest.mark.parametrize("pairs", [0, 1])
def test_no_pair_or_one(pairs: int) -> None:
    found = paired_scores("x", BEFORE[:pairs], BEFORE[:pairs])
    assert (found.low, found.high) == pytest.approx((-1, 1), abs=0.2)
    assert found.log_e == pytest.approx(0, abs=1e-12)
    metric = paired_metric("turns", np.arange(pairs), np.arange(pairs) + 1)
    assert metric.low is None
    assert metric.mean == (1 if pairs else None)


def test_a_metric_in_its_own_unit() -> None:
    before = RNG.integers(0, 1000, size=500)
    after = before - RNG.integers(0, 40, size=500)
    found = paired_metric("hp", before, after, scale=20.0)
    assert found.mean == pytest.approx((after - before).mean() / 20)
    assert found.low < found.mean < found.high < 0
    assert found.before == pytest.approx(before.mean() / 20)


def test_what_moved_is_listed_by_size() -> None:
    none = [paired_scores(f"none {i}", BEFORE, BEFORE.copy()) for i in range(20)]
    small, large = paired_scores("small", BEFORE, nudged(0.1)), paired_scores("large", BEFORE, nudged(0.4))
    assert [one.name for one in moved([*none, small, large])] == ["large", "small"]
    assert moved([]) == ()


def test_unaligned_runs_are_refused() -> None:
    with pytest.raises(ValueError, match="expected the same luck"):
        paired_scores("x", BEFORE, BEFORE[:-1])


def test_verdicts_that_changed() -> None:
    targets = [Target(name, "win_rate", "m", 0, low, 0.55) for name, low in (("even", 0.45), ("lax", 0.0))]
    even, weak = two_seat_summary({(1, 0): 2000}), two_seat_summary({(0, 0): 300, (1, 0): 100})
    before = judge(targets, {"m": even}, 0.95, Measures())
    after = judge(targets, {"m": weak}, 0.95, Measures())
    ((old, new),) = verdict_changes(before, after)
    assert (old.target.name, old.status, new.status) == ("even", "met", "missed")
    assert verdict_changes(before, before) == ()
    renamed = [
        dataclasses.replace(one, target=dataclasses.replace(one.target, name="other")) for one in after
    ]
    assert verdict_changes(before, renamed) == ()
