"""Distances from bands, their bounds, and what is weighed against what."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import TURN_CAP
from games.gates import GateRow
from runner.judge.gates import judge_rows
from runner.judge.targets import Target
from runner.judge.verdicts import Measures, judge
from sweeps.gates import gate_readings
from sweeps.objective import Reading, band_scale, open_band, unfinished
from tests.runner.judge.tables import two_seat_summary


def reading(estimate, low=0.45, high=0.55, at_least=None, at_most=None, status="undecided"):
    ends = (estimate if at_least is None else at_least, estimate if at_most is None else at_most)
    return Reading("win", "target", low, high, band_scale(low, high), estimate, *ends, status)


@pytest.mark.parametrize(
    ("estimate", "distance"), [(0.5, 0), (0.45, 0), (0.40, 1), (0.6, 1), (1.0, 9), (0.56, 0.2)]
)
def test_one_is_half_a_band_outside(estimate, distance):
    assert reading(estimate).distance() == pytest.approx(distance)


def test_an_aim_asks_for_the_inner_part():
    assert reading(0.46).distance(aim=0.5) == pytest.approx(0.3)
    assert reading(0.49).distance(aim=0.5) == 0


@given(st.floats(0, 1), st.floats(0, 0.3), st.floats(0, 0.3), st.floats(0.01, 0.5), st.floats(0, 0.9))
def test_the_interval_bounds_the_distance(estimate, below, above, low, aim):
    one = reading(estimate, low, low + 0.3, estimate - below, estimate + above)
    assert one.least(aim) <= one.distance(aim) + 1e-12
    assert one.distance(aim) <= one.most(aim) + 1e-12
    inside = [one.at_least + share * (one.at_most - one.at_least) for share in (0, 0.3, 0.7, 1)]
    for truth in inside:
        exact = reading(truth, low, low + 0.3)
        assert one.least(aim) - 1e-9 <= exact.distance(aim) <= one.most(aim) + 1e-9


def test_nothing_is_known_before_the_first_game():
    none = Reading("win", "target", 0.45, 0.55, 0.05, None, -math.inf, math.inf, "undecided")
    assert none.distance() == math.inf
    assert none.least() == 0
    assert none.slack is None
    assert not none.surely_missed


@pytest.mark.parametrize(
    ("low", "high", "scale"),
    [(0.45, 0.55, 0.05), (-math.inf, 0.1, 0.05), (0.4, math.inf, 0.2), (-math.inf, 0, 1), (3, 3, 1.5)],
)
def test_distances_count_in_half_bands(low, high, scale):
    assert band_scale(low, high) == pytest.approx(scale)


def test_a_side_at_the_limit_of_a_rate_is_open():
    assert open_band(Target("d", "draw_rate", "m", 0, 0.0, 0.1), 2) == (-math.inf, 0.1)
    assert open_band(Target("w", "win_rate", "m", 0, 0.6, 1.0), 2) == (0.6, math.inf)
    assert open_band(Target("s", "seat_advantage", "m", 0, -1.0, 0.05), 2) == (-math.inf, 0.05)
    assert open_band(Target("t", "turns", "m", 0, 0.0, 9.0), 2) == (0.0, 9.0)


def test_a_draw_rate_of_nothing_is_no_distance_from_a_cap():
    low, high = open_band(Target("d", "draw_rate", "m", 0, 0.0, 0.1), 2)
    assert reading(0.0, low, high).distance(aim=0.5) == 0


def test_a_gate_is_exact():
    rows = (
        GateRow("usage", "river, phase 1", 0.03, 0.05, None),
        GateRow("usage", "river, phase 2", 1, None, 1),
    )
    one, other = gate_readings([judge_rows("usage", "river", "data", rows)])
    assert (one.status, one.kind, one.least(), one.most()) == (
        "missed",
        "gate",
        one.distance(),
        one.distance(),
    )
    assert one.distance() == pytest.approx(0.8)
    assert one.slack == pytest.approx(-0.8)
    assert (other.status, other.slack) == ("met", 0)


def test_a_point_that_nobody_finishes_is_far_from_its_targets() -> None:
    """Its score is even; a search that saw that alone would be drawn to it."""
    summary = two_seat_summary({(0, 2): 500})
    target = Target("w", "win_rate", "m", 0, 0.45, 0.55, unfinished=0.05)
    for capped, status in ((500, "missed"), (30, "undecided"), (10, None)):
        summary.ending_hist[TURN_CAP] = 500 - capped, 0, capped
        found = unfinished(judge([target], {"m": summary}, 0.95, Measures(unfinished=TURN_CAP)))
        assert [reading.status for reading in found] == ([status] if status else [])
        assert all(reading.distance() == pytest.approx((capped / 500 - 0.05) / 0.05) for reading in found)
