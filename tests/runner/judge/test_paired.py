import numpy as np
import pytest

from runner.judge.paired import candidates, judged_twice, moved, paired_ratio, paired_scores
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
    turns = paired_ratio("turns", *[(np.arange(50), np.full(50, 2))] * 2, same_rules=True)
    assert (turns.mean, turns.low, turns.high) == (0, 0, 0)
    assert moved([same, turns]) == {}


def test_the_same_rules_that_differ_are_a_defect() -> None:
    with pytest.raises(ValueError, match="pairs differ although rules and luck are the same"):
        paired_scores("a v b", BEFORE, nudged(0.1), same_rules=True)


def test_equal_outcomes_of_other_rules_are_no_proof() -> None:
    found = paired_scores("a v b", BEFORE, BEFORE.copy())
    assert found.unchanged
    assert found.mean == 0
    assert found.low < 0 < found.high
    assert found.high - found.low < 0.004


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
    assert back.p_value == pytest.approx(there.p_value)


@pytest.mark.parametrize("pairs", [0, 1])
def test_no_pair_or_one(pairs: int) -> None:
    found = paired_scores("x", BEFORE[:pairs], BEFORE[:pairs])
    assert (found.low, found.high) == (-1, 1)
    assert found.p_value == 1
    two = np.full(pairs, 2)
    metric = paired_ratio("turns", (np.arange(pairs), two), (np.arange(pairs) + 1, two))
    assert metric.low is None
    assert metric.mean == (0.5 if pairs else None)
    assert moved([found, metric]) == {}


def test_a_metric_in_its_own_unit() -> None:
    before = RNG.integers(0, 1000, size=500)
    after = before - RNG.integers(0, 40, size=500)
    two = np.full(500, 2)
    found = paired_ratio("hp", (before, two), (after, two), scale=10.0)
    assert found.mean == pytest.approx((after - before).mean() / 20)
    assert found.low < found.mean < found.high < 0
    assert found.before == pytest.approx(before.mean() / 20)


def test_a_ratio_over_what_applies() -> None:
    """Hit points in games that were won: sums over wins, which are not the same games on both sides."""
    wins = [RNG.integers(0, 3, size=3000) for _ in range(2)]
    sums = [count * 30 + RNG.integers(-9, 10, size=3000) * (count > 0) for count in wins]
    found = paired_ratio("hp on win", (sums[0], wins[0]), (sums[1] + wins[1], wins[1]))
    assert found.before == pytest.approx(sums[0].sum() / wins[0].sum())
    assert found.low < 1 < found.high
    assert found.high - found.low < 1
    assert paired_ratio("never", (sums[0] * 0, wins[0] * 0), (sums[1], wins[1])).mean is None
    few = np.zeros(3000, np.int64)
    few[:9] = 1
    assert paired_ratio("seldom", (few, few), (sums[1], wins[1])).low is None, "nine pairs tell nothing"


def taken(
    pairs: int, chance: float, offers: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Offers and choices of 250 batches of pairs; players differ from pair to pair, so choices come in clusters."""
    offered = rng.poisson(offers, pairs)
    chosen = rng.binomial(offered, chance * rng.choice([0.5, 1.5], pairs))
    return chosen.reshape(250, -1).sum(axis=1), offered.reshape(250, -1).sum(axis=1)


@pytest.mark.parametrize(("chance", "offers"), [(0.3, 2.0), (0.3, 0.01), (0.001, 2.0), (0.0, 2.0)])
def test_an_option_taken_more_often_is_covered(chance: float, offers: float) -> None:
    rng, runs, out = np.random.default_rng(21), 150, 0
    for _ in range(runs):
        found = paired_ratio(
            "x", taken(5000, chance, offers, rng), taken(5000, chance + 0.0005, offers, rng), step=1.0
        )
        out += not found.low <= 0.0005 <= found.high
    assert out / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_what_moved_is_listed_by_standard_errors() -> None:
    none = [paired_scores(f"none {i}", BEFORE, BEFORE.copy()) for i in range(20)]
    small, large = paired_scores("small", BEFORE, nudged(0.1)), paired_scores("large", BEFORE, nudged(0.4))
    coarse = np.where(np.random.default_rng(13).random(2000) < 0.02, 1000, 0)
    noisy = paired_ratio("noisy", (coarse * 0, np.full(2000, 2)), (coarse, np.full(2000, 2)))
    every = [*none, small, large, noisy]
    listed = moved(every)
    assert [every[place].name for place in listed] == ["large", "small", "noisy"]
    assert noisy.mean > large.mean, "the largest number is not the largest move"
    assert moved([]) == {}


def test_what_cannot_differ_does_not_count_among_those_looked_at() -> None:
    none = [paired_scores(f"none {i}", BEFORE, BEFORE.copy()) for i in range(1000)]
    slight = paired_scores(
        "slight", BEFORE, np.where(np.arange(2000) < 20, np.minimum(BEFORE + 0.5, 1), BEFORE)
    )
    assert candidates([*none, slight]) == 1
    assert 0.0001 < slight.p_value < 0.05
    assert list(moved([*none, slight])) == [1000]


def test_intervals_of_what_is_listed_allow_for_the_choice() -> None:
    rng, alpha, outside, false, listed = np.random.default_rng(17), 0.1, 0.0, 0.0, 0
    for _ in range(40):
        shifts = np.repeat([0.0, 0.02], [36, 4])
        common = rng.random(1500) < 0.1
        after = [
            np.where(common, np.where(rng.random(1500) < 0.5 + shift * 5, 1.0, 0.0), 0.5) for shift in shifts
        ]
        truths = 0.1 * 5 * shifts
        found = moved([paired_scores("x", np.full(1500, 0.5), one) for one in after], alpha)
        for place, diff in found.items():
            assert not diff.low <= 0 <= diff.high
            outside += (not diff.low <= truths[place] <= diff.high) / len(found)
            false += (truths[place] == 0) / len(found)
        listed += len(found)
    assert listed > 40
    assert false / 40 <= alpha + 0.06
    assert outside / 40 <= alpha + 0.06


def test_unaligned_runs_are_refused() -> None:
    with pytest.raises(ValueError, match="expected the same luck"):
        paired_scores("x", BEFORE, BEFORE[:-1])


def test_verdicts_of_both_sides() -> None:
    targets = [Target(name, "win_rate", "m", 0, low, 0.55) for name, low in (("even", 0.45), ("lax", 0.0))]
    even, weak = two_seat_summary({(1, 0): 2000}), two_seat_summary({(0, 0): 300, (1, 0): 100})
    before = judge(targets, {"m": even}, 0.95, Measures())
    after = judge(targets, {"m": weak}, 0.95, Measures())
    broken, lax = judged_twice(before, after)
    assert (broken.name, broken.before.status, broken.after.status) == ("even", "met", "missed")
    assert broken.changed
    assert broken.broken
    assert not lax.changed
    mended, _ = judged_twice(after, before)
    assert mended.changed
    assert not mended.broken
    with pytest.raises(ValueError, match="not asked the same"):
        judged_twice(before, after[:1])
