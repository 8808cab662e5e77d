"""Rows of gates become verdicts: exact ones at once, sampled ones when their interval leaves the threshold."""

from __future__ import annotations

import math

import numpy as np
import pytest

from games.gates import GateRow
from runner.judge.counted import MatchupCounts
from runner.judge.gates import GateVerdict, JudgedRow, judge_rows, judge_sampled
from runner.judge.observations import Measures
from runner.plan import Matchup
from runner.summary import Summary


def row(value: float, low: float | None = 0.4, high: float | None = 0.6, scope: str = "ford") -> GateRow:
    return GateRow("fair", scope, value, low, high)


@pytest.mark.parametrize(
    ("low", "high", "status"),
    [
        (0.5, 0.5, "met"),
        (0.4, 0.6, "met"),
        (0.39, 0.5, "undecided"),
        (0.5, 0.61, "undecided"),
        (0.1, 0.9, "undecided"),
        (0.1, 0.39, "missed"),
        (0.61, 0.7, "missed"),
    ],
)
def test_a_row_is_decided_by_its_interval(low: float, high: float, status: str) -> None:
    assert JudgedRow(row(0.5), low, high).status == status


@pytest.mark.parametrize(("low", "high", "status"), [(0.7, 9.0, "met"), (0.3, 0.35, "missed")])
def test_an_open_side_is_no_threshold(low: float, high: float, status: str) -> None:
    assert JudgedRow(row(0.5, high=None), low, high).status == status


def test_a_gate_is_told_by_its_worst_row() -> None:
    gate = judge_rows("fair", "ford", "exact", [row(0.5), row(0.58, scope="ford, a v b"), row(0.45)])
    assert gate.status == "met"
    verdict = gate.verdict
    assert verdict.target.name == "fair in ford: a v b"
    assert (verdict.estimate, verdict.low, verdict.high, verdict.interval) == (0.58, 0.58, 0.58, "exact")
    assert (verdict.games, verdict.needed, verdict.decided_by) == (0, 0, "exact figures")
    shut = judge_rows("fair", "ford", "data", [row(0.5), row(0.7)])
    assert (shut.status, shut.verdict.estimate) == ("missed", 0.7)


def test_a_gate_without_answers_is_undecided() -> None:
    gate = GateVerdict("fair", "ford", "play", ())
    assert gate.status == "undecided"
    assert gate.verdict.estimate is None
    assert math.isinf(gate.verdict.target.high)


def test_sampled_rows_are_enclosed_by_their_ends_in_either_order() -> None:
    """A gate that falls as its figures rise has its upper end first."""
    gate = judge_sampled("fair", "ford", ([row(0.5)], [row(0.55)], [row(0.45)]), 100)
    assert [(each.low, each.high) for each in gate.rows] == [(0.45, 0.55)]
    assert (gate.status, gate.needed) == ("met", 0)


def test_the_games_still_needed_follow_the_width() -> None:
    """Half a width of .04 about .57 must shrink to .03: (4/3)^2 of 900 games."""
    gate = judge_sampled("fair", "ford", ([row(0.57)], [row(0.53)], [row(0.61)]), 900)
    assert gate.status == "undecided"
    assert gate.needed == pytest.approx(700, abs=1)
    edge = judge_sampled("fair", "ford", ([row(0.6)], [row(0.5)], [row(0.7)]), 900)
    assert edge.needed is None
    assert edge.verdict.decided_by is None


MEASURES = Measures(("payoff", "turns", "hit"), (1, 1, 1))


def counts(wins: int, games: int, certainty: float = 0.95, cap: int = 10_000) -> MatchupCounts:
    """A match-up of two: player 0 won `wins` of `games` in seat 0 and none in seat 1; `hit` applies to seat 0 alone."""
    summary = Summary.empty(2, 1, 3, 0)
    summary.seat_results[0, 0] = (wins, 0, games - wins)
    summary.seat_results[0, 1] = (0, games, 0)
    summary.metric_n[2, 0] = games
    summary.metric_sum[2, 0] = summary.metric_sumsq[2, 0] = wins
    return MatchupCounts(Matchup("ford", ("a", "b")), summary, MEASURES, cap, certainty)


def test_a_share_bears_the_confidence_sequence() -> None:
    told = counts(300, 1000)
    won = told.won(0, 0)
    assert won.value == 0.3
    assert 0.25 < won.low < 0.3 < won.high < 0.35
    assert told.share("hit", 0) == won
    assert told.drawn(0, 1).value == 1.0
    assert told.asked == 3
    wider = counts(300, 1000, certainty=0.999).won(0, 0)
    assert wider.low < won.low < won.high < wider.high


def test_games_may_become_what_the_cap_allows() -> None:
    assert counts(300, 1000).games(0, 0) == (1000, 1000, 5000)
    assert counts(300, 1000, cap=500).games(0, 0) == (1000, 1000, 1000)


def test_nothing_played_says_nothing() -> None:
    told = counts(0, 0)
    assert told.won(0, 0) == (0.5, 0.0, 1.0)
    assert told.share("hit", 0) == (0.5, 0.0, 1.0)
    mean = told.mean("hit", 0)
    assert (mean.low, mean.high) == (-np.inf, np.inf)


def test_a_mean_of_one_seat_is_over_its_games() -> None:
    mean = counts(300, 1000).mean("hit", 0)
    assert mean.value == 0.3
    assert 0.24 < mean.low < 0.3 < mean.high < 0.36
