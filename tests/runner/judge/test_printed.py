"""Numbers and intervals as they are printed: enough digits, nothing impossible, plus-minus for symmetric ones alone."""

import numpy as np
import pytest

from runner.judge.estimates import Estimate
from runner.judge.printed import (
    COUNT,
    ELO,
    GLICKO,
    POINTS,
    SHARE,
    Unit,
    difference,
    estimate,
    interval,
    plus_minus,
    reach,
)


@pytest.mark.parametrize(
    ("one", "unit", "shown"),
    [
        (Estimate(0.571, 0.552, 0.59), SHARE, "57.1 ± 1.9 %"),
        (Estimate(1.0, 0.998, 1.0), SHARE, "100.0 % (99.8 to 100.0)"),
        (Estimate(0.0, 0.0, 0.658), SHARE, "0.0 % (0.0 to 65.8)"),
        (Estimate(0.0, 0.0, 0.0004), SHARE, "0.00 % (0.00 to 0.04)"),
        (Estimate(0.99999, 0.9997, 1.0), SHARE, ">99.99 % (99.97 to 100.00)"),
        (Estimate(0.02, -0.01, 0.05), POINTS, "+2.0 ± 3.0 points"),
        (Estimate(0.02, -0.03, 0.05), POINTS, "+2.0 points (-3.0 to +5.0)"),
        (Estimate(12.0, -3.0, 27.0), ELO, "+12.0 ± 15.0"),
        (Estimate(1512.2, 1450.0, 1574.4), GLICKO, "1512 ± 62"),
        (Estimate(22.25, 22.2, 22.3), COUNT, "22.250 ± 0.050"),
        (Estimate(1.0, 0.981, 1.0), COUNT, "1.000 (0.981 to 1.000)"),
        (Estimate(None, 0.0, 1.0), SHARE, "0.0 to 100.0 %"),
        (Estimate(0.5), SHARE, "50.0 %"),
    ],
)
def test_plus_minus_is_for_symmetric_intervals(one: Estimate, unit: Unit, shown: str) -> None:
    assert plus_minus(one, unit) == shown


def test_the_short_form_is_that_of_the_long() -> None:
    assert reach(Estimate(0.571, 0.552, 0.59), SHARE) == "±1.9"
    assert reach(Estimate(1.0, 0.998, 1.0), SHARE) == "99.8 to 100.0"
    assert estimate(Estimate(0.571, 0.552, 0.59), SHARE) == "57.1 % (55.2 to 59.0)"


@pytest.mark.parametrize("one", [None, Estimate(None), Estimate(0.3), Estimate(0.0, -1.0, 1.0)])
def test_a_difference_that_nothing_is_known_of_cannot_be_told(one: Estimate | None) -> None:
    assert difference(one) == "cannot tell"


def test_a_known_difference_is_told() -> None:
    assert difference(Estimate(0.03, 0.01, 0.05)) == "+3.0 points (+1.0 to +5.0)"


@pytest.mark.parametrize("unit", [SHARE, POINTS, ELO, COUNT])
def test_no_interval_of_some_width_is_printed_without_any(unit: Unit) -> None:
    rng = np.random.default_rng(8)
    for width in 10.0 ** rng.uniform(-7, -1, 300):
        low = float(rng.uniform(0, 1 - width))
        first, last = interval(low, low + width, unit).removesuffix(unit.suffix).split(" to ")
        assert float(first.replace(",", "")) < float(last.replace(",", ""))


def test_what_is_unknown_has_no_interval() -> None:
    assert interval(None, 0.3, SHARE) == interval(-np.inf, np.inf, COUNT) == "no interval yet"
