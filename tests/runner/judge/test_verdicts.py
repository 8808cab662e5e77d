import dataclasses
import math

import numpy as np
import pytest

from runner.judge.verdicts import Measures, Target, judge
from tests.runner.judge.tables import two_seat_summary, with_metric

MEASURES = Measures(names=("payoff", "turns"), scales=(1, 1), unfinished=2)
EVEN = two_seat_summary({(1, 0): 3000, (2, 0): 1000, (0, 0): 1000})
STRONG = two_seat_summary({(1, 0): 100, (2, 0): 400})
BARELY = two_seat_summary({(1, 0): 40, (2, 0): 12, (0, 0): 12})


def win_rate(matchup: str, **changes: object) -> Target:
    return dataclasses.replace(Target(f"{matchup} even", "win_rate", matchup, 0, 0.45, 0.55), **changes)


def test_met_missed_and_undecided() -> None:
    targets = [win_rate("even"), win_rate("strong"), win_rate("barely"), win_rate("unplayed")]
    found = judge(targets, {"even": EVEN, "strong": STRONG, "barely": BARELY}, 0.95, MEASURES)
    assert [v.status for v in found] == ["met", "missed", "undecided", "undecided"]
    assert [v.decided_by for v in found] == ["e-process", "e-process", None, None]
    assert [v.needed for v in found][:2] == [0, 0]
    assert found[2].needed is not None
    assert found[2].needed > 500
    assert found[3].needed is None
    assert [v.estimate for v in found] == [0.5, 0.9, 0.5, None]
    assert [v.games for v in found] == [10000, 1000, 128, 0]


def test_both_methods_agree_and_say_who_decided() -> None:
    for summary, status in ((EVEN, "met"), (STRONG, "missed")):
        (found,) = judge([win_rate("m", method="sprt")], {"m": summary}, 0.95, MEASURES)
        assert (found.status, found.decided_by) == (status, "sprt")


@pytest.mark.parametrize("method", ["e-process", "sprt"])
def test_games_needed_is_where_the_same_proportions_decide(method: str) -> None:
    target, cells = win_rate("m", method=method), {(1, 0): 40, (2, 0): 12, (0, 0): 12}
    (before,) = judge([target], {"m": two_seat_summary(cells)}, 0.95, MEASURES)
    factor = 1 + before.needed / before.games
    for times, status in ((factor * 1.02, "met"), (factor * 0.97, "undecided")):
        more = two_seat_summary({cell: round(number * times) for cell, number in cells.items()})
        assert judge([target], {"m": more}, 0.95, MEASURES)[0].status == status


def test_a_larger_table_asks_for_more() -> None:
    summary = two_seat_summary({(1, 0): 260, (2, 0): 85, (0, 0): 85})
    alone = judge([win_rate("m")], {"m": summary}, 0.95, MEASURES)
    crowd = judge([win_rate("m")] + [win_rate(f"u{i}") for i in range(44)], {"m": summary}, 0.95, MEASURES)
    assert alone[0].status == "met"
    assert crowd[0].status == "undecided"
    assert crowd[0].needed > 0


@pytest.mark.parametrize("cells", [{}, {(2, 0): 1}, {(2, 0): 900}, {(0, 0): 900}, {(0, 2): 900}, {(0, 2): 1}])
def test_degenerate_counts_give_honest_finite_numbers(cells: dict[tuple[int, int], int]) -> None:
    targets = [
        Target("w", "win_rate", "m", 0, 0.45, 0.55),
        Target("s", "win_rate", "m", 0, 0.45, 0.55, method="sprt"),
        Target("d", "draw_rate", "m", 0, 0.0, 0.1),
        Target("l", "loss_rate", "m", 1, 0.0, 0.6),
        Target("a", "seat_advantage", "m", 0, -0.05, 0.05),
        Target("u", "unfinished_rate", "m", 0, 0.0, 0.01),
        Target("p", "payoff", "m", 0, -1.0, 1.0),
    ]
    for found in judge(targets, {"m": two_seat_summary(cells)}, 0.95, MEASURES):
        shown = (found.estimate, found.low, found.high, found.wilson_low, found.wilson_high, found.needed)
        assert all(math.isfinite(x) for x in shown if x is not None)
        if found.low is not None:
            assert found.low < found.high
            assert found.wilson_low < found.wilson_high
        if found.estimate is not None:
            assert found.low - 1e-12 <= found.estimate <= found.high + 1e-12


def test_seat_advantage_is_the_difference_of_win_rates() -> None:
    """Seat 0 wins 70 % of the games whoever sits there; the players are even."""
    summary = two_seat_summary({(1, 0): 900, (0, 0): 50, (2, 0): 50}, {(2, 0): 400, (1, 0): 600})
    seat = [Target(f"seat {s}", "seat_advantage", "m", s, -0.05, 0.05) for s in (0, 1)]
    first, second = judge(seat, {"m": summary}, 0.95, MEASURES)
    assert first.estimate == pytest.approx(0.4)
    assert second.estimate == pytest.approx(-0.4)
    assert first.status == second.status == "missed"
    assert (first.low, first.high) == pytest.approx((-second.high, -second.low))
    assert judge([win_rate("m")], {"m": summary}, 0.95, MEASURES)[0].estimate == 0.5


def test_draws_count_what_the_target_says() -> None:
    summary = two_seat_summary({(0, 1): 200, (1, 1): 200, (0, 2): 100})
    half, none = judge([win_rate("m"), win_rate("m", draw_value=0.0)], {"m": summary}, 0.95, MEASURES)
    assert half.estimate == 0.5
    assert none.estimate == 0.2
    draws, losses = judge(
        [Target("d", "draw_rate", "m", 0, 0, 0.1), Target("l", "loss_rate", "m", 0, 0, 0.1)],
        {"m": summary},
        0.95,
        MEASURES,
    )
    assert (draws.estimate, losses.estimate) == (0.6, 0.2)
    assert draws.status == "missed"


def test_unfinished_games_are_a_share_of_all_games() -> None:
    summary = two_seat_summary({(1, 0): 500})
    summary.ending_hist[2] = 470, 20, 10  # pairs by how many of their two games ended so
    summary.terminations[:] = 900, 40, 38, 60  # void games included: they say nothing
    (found,) = judge([Target("u", "unfinished_rate", "m", 0, 0.0, 0.1)], {"m": summary}, 0.95, MEASURES)
    assert found.estimate == pytest.approx(0.04)
    assert found.status == "met"
    assert found.low < 0.04 < found.high


def test_a_metric_of_the_game_by_its_moments() -> None:
    totals = np.random.default_rng(3).integers(8, 15, size=3000)
    summary = with_metric(two_seat_summary({(1, 0): 3000}), 1, 0, totals)
    target = Target("length", "turns", "m", 0, 5.0, 6.0)
    (found,) = judge([target], {"m": summary}, 0.95, MEASURES)
    assert (found.status, found.decided_by) == ("met", "asymptotic")
    assert found.interval == "asymptotic confidence sequence"
    assert found.estimate == pytest.approx(totals.mean() / 2)
    assert found.low < found.estimate < found.high
    assert found.wilson_low is None
    open_sided = dataclasses.replace(target, low=-math.inf, high=5.0)
    assert judge([open_sided], {"m": summary}, 0.95, MEASURES)[0].status == "missed"


def test_scale_divides_the_stored_integers() -> None:
    summary = with_metric(two_seat_summary({(1, 0): 100}), 0, 1, np.full(100, 500))
    scaled = Measures(names=("payoff", "turns"), scales=(100, 1))
    (found,) = judge([Target("p", "payoff", "m", 1, 0, 10)], {"m": summary}, 0.95, scaled)
    assert found.estimate == 2.5


def test_order_of_targets_and_kinds_is_kept() -> None:
    targets = [
        win_rate("even"),
        Target("t", "turns", "even", 0, 1, 2),
        win_rate("strong", method="sprt"),
        Target("d", "draw_rate", "even", 0, 0, 0.5),
        win_rate("barely"),
    ]
    summaries = {"even": EVEN, "strong": STRONG, "barely": BARELY}
    found = judge(targets, summaries, 0.95, MEASURES)
    assert [v.target for v in found] == targets
    assert found[0].status == "met"
    assert found[2].status == "missed"
    assert judge(targets[::-1], summaries, 0.95, MEASURES) == found[::-1]


def test_no_targets_no_verdicts() -> None:
    assert judge([], {}, 0.95, MEASURES) == ()


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(ValueError, match="certainty is 95"):
        judge([win_rate("m")], {}, 95, MEASURES)
    with pytest.raises(ValueError, match="metric 'fun' is unknown; expected one of win_rate"):
        judge([win_rate("m", metric="fun")], {}, 0.95, MEASURES)
    with pytest.raises(ValueError, match=r"low 0.6 is not at most high 0.4"):
        win_rate("m", low=0.6, high=0.4)
    with pytest.raises(ValueError, match="method is 'magic'"):
        win_rate("m", method="magic")
    with pytest.raises(ValueError, match=r"margin is 0\.2"):
        win_rate("m", method="sprt", margin=0.2)


def test_a_large_table_by_false_discoveries_decides_sooner() -> None:
    """Three hundred match-ups, every third of them clearly off."""
    even = two_seat_summary({(1, 0): 300, (2, 0): 100, (0, 0): 100})
    off = two_seat_summary({(1, 0): 130, (2, 0): 85, (0, 0): 25})
    targets = [win_rate(f"m{i}") for i in range(300)]
    summaries = {f"m{i}": even if i % 3 else off for i in range(300)}
    family = judge(targets, summaries, 0.95, MEASURES)
    sooner = judge(targets, summaries, 0.95, MEASURES, rule="false-discovery")
    assert [v.status for v in sooner] == ["met" if i % 3 else "missed" for i in range(300)]
    assert {v.status for v in family} == {"undecided"}


def test_three_hundred_targets_of_every_degenerate_kind() -> None:
    kinds = [{}, {(2, 0): 1}, {(2, 0): 900}, {(0, 0): 900}, {(0, 2): 900}, {(1, 0): 3}]
    summaries = {f"m{i}": two_seat_summary(kinds[i % 6]) for i in range(300)}
    for found in judge([win_rate(f"m{i}") for i in range(300)], summaries, 0.95, MEASURES):
        assert 0 <= found.low < found.high <= 1
        assert found.needed is None or found.needed >= 0
