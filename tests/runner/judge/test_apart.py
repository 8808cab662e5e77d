import numpy as np
import pytest

from runner.judge.apart import difference_apart, difference_together
from runner.judge.estimates import Estimate
from runner.judge.intervals import wilson


def rate(wins: int, games: int) -> Estimate:
    low, high = wilson(wins, games, 0.95)
    return Estimate(wins / games, float(low), float(high), games)


def test_newcombe_of_a_published_example() -> None:
    """56 of 70 against 48 of 80: .2 (.0524 to .3339), Newcombe 1998, method 10."""
    found = difference_apart(rate(48, 80), rate(56, 70))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


@pytest.mark.parametrize(
    ("share", "rule"), [(0.0, difference_apart), (1.0, difference_together), (-1.0, difference_together)]
)
def test_the_truth_is_left_out_as_seldom_as_promised(share: float, rule) -> None:
    """Two runs of 400 games each on other luck, on the same, and on luck that does the contrary."""
    rng, runs, out = np.random.default_rng(8), 600, 0
    for _ in range(runs):
        luck = rng.random(400)
        other = {0.0: rng.random(400), 1.0: luck, -1.0: 1 - luck}[share]
        found = rule(rate(int((luck < 0.5).sum()), 400), rate(int((other < 0.55).sum()), 400))
        out += not found.low <= 0.05 <= found.high
    assert out / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_luck_that_does_the_contrary_breaks_what_is_for_other_luck() -> None:
    rng, runs, out = np.random.default_rng(9), 300, 0
    for _ in range(runs):
        luck = rng.random(400)
        found = difference_apart(rate(int((luck < 0.5).sum()), 400), rate(int((luck > 0.45).sum()), 400))
        out += not found.low <= 0.05 <= found.high
    assert out / runs > 0.1


def test_what_was_not_seen_has_no_difference() -> None:
    assert difference_apart(Estimate(None, 0, 1), rate(1, 2)).value is None
    assert difference_together(Estimate(5.0), rate(1, 2)).low is None
    exact = difference_apart(Estimate(0.25, 0.25, 0.25), Estimate(0.5, 0.5, 0.5))
    assert (exact.value, exact.low, exact.high) == (0.25, 0.25, 0.25)
