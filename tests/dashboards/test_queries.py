"""Every query against the same sums taken with NumPy from the summaries that were stored."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dashboards import queries
from dashboards.rows import PairRow, SeatRow
from dashboards.run import Run
from runner.figures import median
from runner.judge.asymptotic import Moments
from runner.plan import Matchup
from runner.summary import OPTION_COLUMNS, Summary
from tests.dashboards.recipes import RECIPES, Recipe
from tests.dashboards.runs import played

Opened = Callable[[str], Run]
KINDS = ("pig", "deck", "three seats")


def stored(name: str) -> dict[Matchup, Summary]:
    """What the run's match-ups came to, controls left out."""
    return {one: total for one, total in played(RECIPES[name])[1].items() if not one.control}


def score(hist: np.ndarray, draw: float = 0.5) -> tuple[float, float]:
    """Mean and variance of pair scores of a histogram [k+1, k+1]."""
    k = len(hist) - 1
    points = (np.arange(k + 1)[:, None] + draw * np.arange(k + 1)[None, :]) / k
    mean = (hist * points).sum() / hist.sum()
    return float(mean), float((hist * points**2).sum() / hist.sum() - mean**2)


@pytest.mark.parametrize("name", KINDS)
def test_overview_counts_everything_but_controls(opened: Opened, name: str) -> None:
    summaries, size = stored(name), queries.overview(opened(name))
    assert size.matchups == len(summaries)
    assert size.games == sum(total.games for total in summaries.values())
    assert size.voided == sum(total.voided for total in summaries.values())
    assert size.policies == len(RECIPES[name].policies)
    assert size.control_games == RECIPES[name].pairs * RECIPES[name].seats


@pytest.mark.parametrize("name", KINDS)
def test_standings_are_means_over_match_ups_with_their_variance(opened: Opened, name: str) -> None:
    summaries, k = stored(name), RECIPES[name].seats
    rows = queries.standings(opened(name))
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
    for row in rows:
        mine = [
            (*score(total.score_hist[one.players.index(row.policy)]), total.pairs)
            for one, total in summaries.items()
            if row.policy in one.players
        ]
        assert row.matchups == len(mine)
        assert row.score == pytest.approx(np.mean([mean for mean, _, _ in mine]), abs=1e-12)
        honest = [Moments(n, mean, spread, 1 / (2 * k)).honest_variance / n for mean, spread, n in mine]
        assert row.variance == pytest.approx(sum(honest) / len(mine) ** 2 * row.pairs, rel=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_pairs_weigh_every_table_at_which_two_sat_the_same(opened: Opened, name: str) -> None:
    summaries, recipe = stored(name), RECIPES[name]
    rows = {(row.row, row.column): row for row in queries.pairs(opened(name), recipe.policies)}
    expected: dict[tuple[str, str], list[np.ndarray]] = {}
    for one, total in summaries.items():
        for player, label in enumerate(one.players):
            for other in set(one.players) - {label} if recipe.seats > 1 else {one.scenario}:
                expected.setdefault((label, other), []).append(total.score_hist[player])
    assert set(rows) == set(expected)
    for key, hists in expected.items():
        _is_even_mean(rows[key], hists)


def _is_even_mean(row: PairRow | SeatRow, hists: list[np.ndarray], draw: float = 0.5) -> None:
    """Whether the row takes these histograms together, each weighing the same."""
    assert (row.matchups, row.pairs) == (len(hists), sum(hist.sum() for hist in hists))
    assert row.score == pytest.approx(np.mean([score(hist, draw)[0] for hist in hists]), abs=1e-12)
    step = 1 / (2 * (len(hists[0]) - 1))
    known = [(hist.sum(), *score(hist, draw)) for hist in hists]
    honest = sum(Moments(n, middle, spread, step).honest_variance / n for n, middle, spread in known)
    assert row.variance == pytest.approx(honest / len(hists) ** 2 * row.pairs, rel=1e-9)
    assert row.hist == (tuple(hists[0].ravel().tolist()) if len(hists) == 1 else None)


def test_pairs_of_some_policies_leave_the_others_out(opened: Opened) -> None:
    rows = queries.pairs(opened("pig"), ["optimal", "keep_pace"])
    assert {(row.row, row.column) for row in rows} == {("optimal", "keep_pace"), ("keep_pace", "optimal")}


@pytest.mark.parametrize("name", KINDS)
def test_match_ups_come_furthest_from_even_first(opened: Opened, name: str) -> None:
    summaries = {one.key: total for one, total in stored(name).items()}
    rows = queries.matchups(opened(name), 100)
    even = 1 / max(RECIPES[name].seats, 2)
    distances = [abs(score(summaries[row.matchup].score_hist[0])[0] - even) for row in rows]
    assert distances == pytest.approx(sorted(distances, reverse=True))
    assert len(rows) == len(summaries)
    for row in rows:
        total = summaries[row.matchup]
        assert row.hist == tuple(total.score_hist[0].ravel().tolist())
        assert row.drawn == total.seat_results[0, :, 1].sum()
        assert row.median_turns == median(total.turns_hist)
        lengths = np.arange(len(total.turns_hist))
        assert row.mean_turns == pytest.approx((total.turns_hist * lengths).sum() / total.turns_hist.sum())
        assert row.unfinished == total.endings[1].sum()
    assert queries.matchups(opened(name), 2) == rows[:2]


@pytest.mark.parametrize("name", KINDS)
def test_seats_weigh_all_match_ups_the_same(opened: Opened, name: str) -> None:
    for draw in (0.5, 1 / RECIPES[name].seats):
        for row in queries.seats(opened(name), draw):
            _is_even_mean(row, [total.seat_hist[row.seat] for total in stored(name).values()], draw)
    single = queries.seat_matchups(opened(name), 100)
    found = {one.key: total for one, total in stored(name).items()}
    assert len(single) == len(found)
    assert all(row.hist == tuple(found[row.matchup].seat_hist[0].ravel().tolist()) for row in single)


@pytest.mark.parametrize("name", KINDS)
def test_lengths_and_endings(opened: Opened, name: str) -> None:
    summaries, run = stored(name), opened(name)
    longest = max(len(total.turns_hist) for total in summaries.values())
    turns = sum(np.pad(t.turns_hist, (0, longest - len(t.turns_hist))) for t in summaries.values())
    summary = queries.length_summary(run)
    assert summary is not None
    assert (summary.games, summary.median) == (turns.sum(), median(turns))
    assert (summary.least, summary.most) == (np.flatnonzero(turns)[0], np.flatnonzero(turns)[-1])
    k = RECIPES[name].seats
    assert summary.mean == pytest.approx(
        np.mean([t.pair_sum[1, 0] / t.pairs / k for t in summaries.values()])
    )
    for bins in (1, 7, 1000):
        rows = queries.lengths(run, bins)
        assert len(rows) <= bins
        assert sum(row.games for row in rows) == turns.sum()
        assert all(row.games == turns[row.first : row.last + 1].sum() for row in rows)
    ended = sum(total.terminations for total in summaries.values())
    assert {row.code: row.games for row in queries.endings(run)} == {i: n for i, n in enumerate(ended) if n}


@pytest.mark.parametrize("name", KINDS)
def test_metrics_are_means_over_the_match_ups_of_a_policy(opened: Opened, name: str) -> None:
    summaries = stored(name)
    rows = queries.metrics(opened(name), 100)
    names = [metric.name for metric in opened(name).metrics]
    assert len(rows) == len(names) * len(RECIPES[name].policies)
    for row in rows:
        at = names.index(row.metric)
        mine = [
            (t, one.players.index(row.policy)) for one, t in summaries.items() if row.policy in one.players
        ]
        scale = opened(name).metrics[at].scale
        means = [t.metric_sum[at, p] / t.metric_n[at, p] / scale for t, p in mine if t.metric_n[at, p]]
        assert row.matchups == len(means)
        assert row.mean == pytest.approx(np.mean(means))
        assert row.games == sum(total.metric_n[at, player] for total, player in mine)
    assert len({row.policy for row in queries.metrics(opened(name), 2)}) == 2


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("of", [None, 0], ids=["all policies", "one policy"])
def test_options_sum_over_seats_and_match_ups(opened: Opened, name: str, of: int | None) -> None:
    summaries, recipe = stored(name), RECIPES[name]
    policy = None if of is None else recipe.policies[of]
    rows = {row.option: row for row in queries.options(opened(name), policy)}
    counts = sum(
        total.options[player].sum(0)
        for one, total in summaries.items()
        for player, label in enumerate(one.players)
        if policy in (None, label)
    )
    assert set(rows) == {option for option, _ in recipe.options}
    for at, (option, _) in enumerate(recipe.options):
        assert [getattr(rows[option], column) for column in OPTION_COLUMNS[:8]] == counts[at, :8].tolist()
    seated = [sum(policy in (None, label) for label in one.players) * t.games for one, t in summaries.items()]
    assert {row.games for row in rows.values()} == {sum(seated)}


def test_the_flag_follows_the_median_of_its_kind(opened: Opened) -> None:
    rows = {row.option: row for row in queries.options(opened("deck"))}
    assert {row.option: row.median for row in rows.values()} == {
        "Strike": 5.5, "Bash": 5.5, "Slam": 5.5, "Defend": 5.0, "Parry": 5.0,
    }  # fmt: skip
    assert [name for name, row in rows.items() if row.suspicious(1.5)] == ["Strike"]
    assert not [name for name, row in rows.items() if row.suspicious(1.7)]


def test_an_option_never_played_has_a_row(opened: Opened) -> None:
    last = queries.options(opened("deck"))[-1]
    assert (last.option, last.chosen, last.games_chosen) == ("Parry", 0, 0)


def test_the_last_judging_counts_and_what_is_broken_comes_first(opened: Opened) -> None:
    run = opened("pig")
    rows = queries.verdicts(run, 100)
    order = [("missed", "undecided", "met").index(row.verdict) for row in rows]
    assert order == sorted(order)
    assert len(rows) == 18
    assert all(row.games for row in rows)
    assert queries.verdicts(run, 3) == rows[:3]
    statuses = queries.statuses(run)
    assert [(row.metric, row.missed + row.undecided + row.met) for row in statuses] == [
        ("seat_advantage", 6), ("win_rate", 6), ("turns", 6),
    ]  # fmt: skip
    missed = [row for row in rows if row.verdict == "missed" and row.metric == "win_rate"]
    distances = [max(row.band_low - row.estimate, row.estimate - row.band_high) for row in missed]
    assert distances == sorted(distances, reverse=True)
    assert rows[0].players == ("optimal", "hold_at(25)")


def test_an_end_at_the_limit_of_a_rate_is_open(opened: Opened) -> None:
    (row,) = queries.verdicts(opened("one policy"), 10)
    assert (row.band_low, row.band_high) == (0.9, None)


def test_faults_name_the_policy_and_its_commonest_reason(opened: Opened) -> None:
    recipe: Recipe = RECIPES["pig"]
    rows = queries.faults(opened("pig"))
    first, *others = rows
    assert first.policy == recipe.policies[0]
    assert first.reason is not None
    assert "ZeroDivisionError" in first.reason
    assert all(row.reason is None for row in others)
    assert sum(row.pairs for row in rows) == recipe.faults * 7  # six match-ups and the control


def test_a_run_without_games_answers_everything_with_nothing(opened: Opened) -> None:
    run = opened("empty")
    assert queries.overview(run).games == 0
    assert queries.length_summary(run) is None
    assert queries.seats(run, 0.5) == ()
    nothing = (queries.standings, queries.endings, queries.faults)
    assert all(query(run) == () for query in nothing)
    assert queries.matchups(run, 5) == queries.seat_matchups(run, 5) == queries.metrics(run, 5) == ()
    assert queries.lengths(run, 5) == queries.pairs(run, ["optimal"]) == ()
    assert [row.chosen for row in queries.options(run)] == [0, 0]
