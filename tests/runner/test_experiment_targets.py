"""Which figures a `[[target]]` table asks for."""

from __future__ import annotations

import math
from typing import Any

import pytest

from games.defects import Findings
from runner import plan
from runner.configuration import TargetTable
from runner.judge.targets import Target
from runner.plan import Matchup
from runner.targets import spread

TWO = plan.round_robin(["a", "b", "c"], ["s"], 2)


def targets(matchups: tuple[Matchup, ...], *tables: dict[str, Any]) -> tuple[Target, ...]:
    findings = Findings("file")
    made = spread([TargetTable.model_validate(table) for table in tables], matchups, findings)
    assert findings.defects == []
    return made


def asked(matchups: tuple[Matchup, ...], **table: Any) -> list[tuple[str, int]]:
    """Name and player of each target, of a win-rate band unless `table` says otherwise."""
    whole = {"metric": "win_rate", **({} if {"min", "max"} & set(table) else {"band": [0.45, 0.55]}), **table}
    return [(target.name, target.player) for target in targets(matchups, whole)]


def test_an_even_band_asks_once_a_pairing() -> None:
    assert asked(TWO) == [("win rate of a v b", 0), ("win rate of a v c", 0), ("win rate of b v c", 0)]


def test_an_even_band_asks_of_the_one_that_is_named() -> None:
    assert asked(TWO, of="b") == [("win rate of b v a", 1), ("win rate of b v c", 0)]


def test_a_lopsided_band_asks_both_players() -> None:
    one = TWO[:1]
    both = [("win rate of a v b", 0), ("win rate of b v a", 1)]
    assert asked(one, min=0.4) == asked(one, band=[0.4, 0.5]) == both


def test_where_draws_count_nothing_the_second_is_no_mirror_of_the_first() -> None:
    assert len(asked(TWO[:1], draw=0)) == 2


def test_against_picks_the_others() -> None:
    assert asked(TWO, of="c", against="a") == [("win rate of c v a", 1)]
    assert asked(TWO, against="b") == [("win rate of a v b", 0), ("win rate of c v b", 1)]


def test_a_label_matches_itself_whatever_signs_it_holds() -> None:
    odd = (Matchup("s", ("x[1]*", "y")), Matchup("s", ("x1", "y")))
    assert asked(odd, of="x[1]*") == [("win rate of x[1]* v y", 0), ("win rate of x1 v y", 0)]
    assert asked(odd, of="x[1]") == [("win rate of x1 v y", 0)]


def test_globs_mind_case() -> None:
    findings = Findings("file")
    table = TargetTable.model_validate({"metric": "win_rate", "min": 0.4, "of": "A"})
    assert spread([table], TWO, findings) == ()
    assert [defect.path for defect in findings.defects] == ["target[0]"]


def test_scenarios_are_told_where_there_are_several() -> None:
    both = plan.round_robin(["a", "b"], ["s", "t"], 2)
    assert asked(both) == [("win rate of a v b in s", 0), ("win rate of a v b in t", 0)]
    assert asked(both, scenario="t") == [("win rate of a v b in t", 0)]


@pytest.mark.parametrize("metric", ["draw_rate", "unfinished_rate", "turns"])
def test_a_figure_that_players_share_is_asked_once(metric: str) -> None:
    table = {"metric": metric, "max": 0.9}
    assert [(t.player, t.matchup) for t in targets(TWO, table)] == [(0, matchup.key) for matchup in TWO]


def test_a_seat_advantage_is_of_the_first_of_two_seats() -> None:
    found = targets(TWO[:1], {"metric": "seat_advantage", "band": [-0.05, 0.05]})
    assert [(t.name, t.player) for t in found] == [("seat advantage of the first seat, a v b", 0)]


def test_a_seat_advantage_is_of_every_seat_of_more() -> None:
    four = plan.round_robin(["a", "b", "c", "d"], ["s"], 4)
    found = targets(four, {"metric": "seat_advantage", "max": 0.05})
    assert [target.player for target in found] == [0, 1, 2, 3]
    assert {target.low for target in found} == {-1 / 3}


def test_figures_of_a_mirror_are_the_same_for_all() -> None:
    assert asked(plan.mirror(["a"], ["s"], 3), metric="loss_rate", max=0.4) == [("loss rate of a v a v a", 0)]


def test_more_than_two_players_are_each_asked() -> None:
    three = plan.round_robin(["a", "b", "c"], ["s"], 3)
    assert asked(three) == [
        ("win rate of a v b v c", 0),
        ("win rate of b v a v c", 1),
        ("win rate of c v a v b", 2),
    ]


def test_twins_at_a_table_are_told_apart() -> None:
    table = plan.gauntlet(["a"], ["a", "b"], ["s"], 3)
    names = [name for name, _ in asked(table)]
    assert names == [
        "win rate of a v b v b",
        "win rate of b (player 1) v a v b",
        "win rate of b (player 2) v a v b",
    ]


def test_one_seat() -> None:
    assert asked((Matchup("s", ("a",)), Matchup("s", ("b",)))) == [("win rate of a", 0), ("win rate of b", 0)]


def test_open_sides_stand_at_the_limits_of_the_figure() -> None:
    rate = targets(TWO[:1], {"metric": "loss_rate", "max": 0.4})[0]
    length = targets(TWO[:1], {"metric": "turns", "min": 10})[0]
    seat = targets(TWO[:1], {"metric": "seat_advantage", "max": 0.1})[0]
    assert (rate.low, rate.high) == (0.0, 0.4)
    assert (length.low, length.high) == (10.0, math.inf)
    assert (seat.low, seat.high) == (-1.0, 0.1)


def test_settings_reach_the_judge() -> None:
    table = {
        "metric": "win_rate",
        "band": [0.4, 0.6],
        "draw": 0,
        "method": "sprt",
        "margin": 0.02,
        "of": "a",
        "against": "b",
    }
    matchup = TWO[0].key
    assert targets(TWO, table) == (
        Target("win rate of a v b", "win_rate", matchup, 0, 0.4, 0.6, 0.0, "sprt", 0.02),
    )


def test_several_bands_on_one_figure_are_told_apart_by_name() -> None:
    wide, narrow = (
        {"metric": "win_rate", "band": [0.4, 0.6]},
        {"metric": "win_rate", "band": [0.45, 0.55], "of": "a"},
    )
    names = [target.name for target in targets(TWO, wide, narrow)]
    assert len(set(names)) == len(names) == 5
    assert "win rate of a v b [0.4, 0.6]" in names
    assert "win rate of b v c" in names


def test_use_is_asked_of_a_whole_scenario() -> None:
    two = plan.round_robin(["a", "ab", "c"], ["s", "t"], 2)
    made = targets(
        two, {"metric": "use", "min": 0.05}, {"metric": "use", "min": 0.1, "of": "a*", "scenario": "t"}
    )
    assert [(one.name, one.matchup, one.entrants, one.low, one.high) for one in made] == [
        ("use of every strategy in s", '["s"]', ("a", "ab", "c"), 0.05, 1.0),
        ("use of every strategy in t", '["t"]', ("a", "ab", "c"), 0.05, 1.0),
        ("use of every a* in t", '["t"]', ("a", "ab"), 0.1, 1.0),
    ]


def test_use_of_a_single_strategy_asks_nothing() -> None:
    findings = Findings("file")
    assert (
        spread([TargetTable.model_validate({"metric": "use", "min": 0.05, "of": "a"})], TWO, findings) == ()
    )
    assert "matches no match-up" in findings.defects[0].rule
