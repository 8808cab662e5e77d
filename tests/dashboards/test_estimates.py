"""Counts to estimates: the judge's own numbers, on whichever path they come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from dashboards import queries
from dashboards.estimates import length, mean, proportion, scores, seat_advantages, standing
from dashboards.rows import StandingRow
from dashboards.run import Run
from runner.judge.asymptotic import Moments
from runner.judge.intervals import normal_mixture_radius, wilson
from runner.judge.targets import Target
from runner.judge.verdicts import Measures, judge
from tests.dashboards.recipes import RECIPES
from tests.dashboards.runs import METRICS, played

Opened = Callable[[str], Run]


def judged(
    name: str, metric: str, player: int = 0
) -> dict[str, tuple[float | None, float | None, float | None]]:
    """Estimate and interval of a metric in every match-up, as the judge gives them."""
    matchups, counts = played(RECIPES[name])
    targets = [Target("t", metric, one.key, player, -1.0, 1.0) for one in matchups]
    measures = Measures(tuple(name for name, _, _ in METRICS), tuple(scale for _, _, scale in METRICS))
    verdicts = judge(targets, {one.key: total for one, total in counts.items()}, 0.95, measures)
    return {v.target.matchup: (v.estimate, v.low, v.high) for v in verdicts}


@pytest.mark.parametrize("name", ["pig", "deck", "three seats"])
def test_win_rates_of_match_ups_are_those_of_the_verdicts(opened: Opened, name: str) -> None:
    rows = queries.matchups(opened(name), 100)
    found = scores([row.hist for row in rows], RECIPES[name].seats, 0.5, 0.95)
    expected = judged(name, "win_rate")
    for row, one in zip(rows, found, strict=True):
        assert (one.value, one.low, one.high) == pytest.approx(expected[row.matchup], abs=1e-6)


@pytest.mark.parametrize("name", ["pig", "three seats"])
def test_seat_leads_of_match_ups_are_those_of_the_verdicts(opened: Opened, name: str) -> None:
    rows = queries.seat_matchups(opened(name), 100)
    found = seat_advantages([row.hist for row in rows], RECIPES[name].seats, 0.95)
    expected = judged(name, "seat_advantage")
    for row, one in zip(rows, found, strict=True):
        assert (one.value, one.low, one.high) == pytest.approx(expected[row.matchup], abs=1e-6)


@pytest.mark.parametrize("metric", ["payoff", "turns"])
def test_a_mean_over_one_match_up_is_that_of_its_verdict(opened: Opened, metric: str) -> None:
    (row,) = (row for row in queries.metrics(opened("one policy"), 9) if row.metric == metric)
    one, spread = mean(row, 0.95)
    ((value, low, high),) = judged("one policy", metric).values()
    assert (one.value, one.low, one.high) == pytest.approx((value, low, high), abs=1e-9)
    (total,) = (total for matchup, total in played(RECIPES["one policy"])[1].items() if not matchup.control)
    squares = total.metric_sumsq[[m for m, _, _ in METRICS].index(metric), 0] / total.games
    assert spread == pytest.approx(float(np.sqrt(squares - value**2)))


def test_a_metric_of_won_games_alone_takes_each_pair_as_one_game(opened: Opened) -> None:
    row = next(row for row in queries.metrics(opened("pig"), 9) if row.metric == "hp_on_win")
    at = [name for name, _, _ in METRICS].index("hp_on_win")
    mine = [
        (total, one.players.index(row.policy))
        for one, total in played(RECIPES["pig"])[1].items()
        if row.policy in one.players and not one.control
    ]
    known = [
        Moments.of_sums(t.metric_n[at, p], t.metric_sum[at, p], t.metric_sumsq[at, p], 1) for t, p in mine
    ]
    assert any(total.pair_n[at, p] * 2 < total.metric_n[at, p] for total, p in mine)
    variance = sum(Moments(m.pairs // 2, 0, m.variance, 1).honest_variance / (m.pairs // 2) for m in known)
    number = sum(m.pairs // 2 for m in known)
    one, _ = mean(row, 0.95)
    assert one.value == pytest.approx(np.mean([m.mean for m in known]))
    radius = normal_mixture_radius(number, 0.05, variance / len(known) ** 2 * number)
    assert one.radius == pytest.approx(float(radius), rel=1e-6)


def test_the_length_of_games_is_a_mean_over_pairs(opened: Opened) -> None:
    summary = queries.length_summary(opened("one policy"))
    row = next(row for row in queries.metrics(opened("one policy"), 9) if row.metric == "turns")
    assert summary is not None
    found, same = length(summary, 0.95), mean(row, 0.95)[0]
    assert (found.value, found.low, found.high) == pytest.approx((same.value, same.low, same.high))


def test_proportions_are_wilson_s() -> None:
    low, high = wilson(7, 9, 0.9)
    one = proportion(7, 9, 0.9)
    assert (one.value, one.low, one.high) == (7 / 9, float(low), float(high))
    nothing = proportion(0, 0, 0.9)
    assert (nothing.value, nothing.low, nothing.high) == (None, 0.0, 1.0)


def test_a_standing_stays_a_rate() -> None:
    row = StandingRow("a", 3, 12, 6, 0.99, 0.2, None, 0)
    one = standing(row, 0.5, 0.95)
    assert one.low is not None
    assert one.low < 0.99 < one.high == 1.0
    assert standing(replace(row, pairs=1), 0.5, 0.95).radius == 0.5


def test_a_policy_with_one_match_up_has_the_interval_of_that(opened: Opened) -> None:
    (row,) = queries.standings(opened("one policy"))
    ((value, low, high),) = judged("one policy", "win_rate").values()
    one = standing(row, 0.5, 0.95)
    assert (one.value, one.low, one.high) == pytest.approx((value, low, high), abs=1e-6)
    row = next(row for row in queries.standings(opened("gauntlet")) if row.policy != "c")
    (pair,) = (
        pair for pair in queries.pairs(opened("gauntlet"), ["c", row.policy]) if pair.row == row.policy
    )
    assert row.hist == pair.hist
    assert all(row.hist is None for row in queries.standings(opened("pig")))


def test_nothing_to_estimate_is_no_estimate() -> None:
    assert scores([], 2, 0.5, 0.95) == ()
    (one,) = scores([[0] * 9], 2, 0.5, 0.95)
    assert (one.value, one.low, one.high) == (None, 0.0, 1.0)
