"""Targets on what is counted inside a game, from counts whose games are known."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from runner.judge.effort import PATIENCE, next_round
from runner.judge.inside import observe_inside
from runner.judge.observations import Measures, Scores
from runner.judge.ratios import Ratio
from runner.judge.targets import DATA, Target
from runner.judge.verdicts import Verdict, judge
from runner.summary import Summary, merge
from tests.runner.judge.simulated import win_rate_targets
from tests.runner.judge.simulated_options import MEASURES, OPTION, summary_of, target
from tests.runner.judge.tables import two_seat_summary

RNG = np.random.default_rng(7)
CHOICES = RNG.integers(5, 15, (600, 2))
OFFERED = RNG.binomial(CHOICES, [0.5, 0.2])
CHOSEN = RNG.binomial(OFFERED, [0.3, 0.1])
PLAYED = summary_of(OFFERED, CHOSEN, CHOICES)


def verdict_on(asked: Target, summary: Summary, measures: Measures = MEASURES) -> Verdict:
    (found,) = judge([asked], {"m": summary}, 0.95, measures)
    return found


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize(("metric", "among"), [("share", CHOICES), ("taken", OFFERED)])
def test_a_ratio_is_of_totals_over_pairs(metric: str, among: np.ndarray, seat: int | None) -> None:
    c, n = (each.sum(1) if seat is None else each[:, seat] for each in (CHOSEN, among))
    seen = observe_inside(target(metric, 0, 1, seat), PLAYED, MEASURES)
    assert seen == Ratio(
        600, *(int(x) for x in (c.sum(), n.sum(), (c * c).sum(), (c * n).sum(), (n * n).sum()))
    )
    found = verdict_on(target(metric, 0.01, 0.9, seat), PLAYED)
    assert found.estimate == pytest.approx(c.sum() / n.sum())
    assert found.low is not None
    assert found.high is not None
    assert found.low < c.sum() / n.sum() < found.high
    assert (found.games, found.pairs) == (1200, 600)
    assert (found.interval, found.decided_by) == ("asymptotic confidence sequence", "asymptotic")


def test_a_share_of_one_seat_is_not_that_of_both() -> None:
    first, second, both = (verdict_on(target("share", 0.06, 1, seat), PLAYED).status for seat in (0, 1, None))
    assert (first, second, both) == ("met", "missed", "met")


def test_played_is_the_share_of_games_in_which_it_is_chosen() -> None:
    both = observe_inside(target("played", 0, 1), PLAYED, MEASURES)
    assert isinstance(both, Scores)
    assert both.values == (0.0, 0.5, 1.0)
    assert both.estimate == pytest.approx((CHOSEN > 0).mean())
    one = verdict_on(target("played", 0.5, 1, seat=1), PLAYED)
    assert one.estimate == pytest.approx((CHOSEN[:, 1] > 0).mean())
    assert one.decided_by == "e-process"


def test_an_ending_is_counted_by_pairs_and_by_the_seat_of_the_player() -> None:
    endings, hist = np.zeros((3, 2), np.int64), np.zeros((3, 3), np.int64)
    endings[2] = [90, 30]  # player 0 sits in seat 0 in rotation 0
    hist[2] = [400, 80, 20]
    ended = dataclasses.replace(
        Summary.empty(2, 3, 2, 1, 1), pairs=500, games=1000, endings=endings, ending_hist=hist
    )
    asked = dataclasses.replace(target("ending", 0, 0.1), item="won")
    assert verdict_on(asked, ended).estimate == pytest.approx(0.12)
    by_seat = [dataclasses.replace(asked, player=player, seat=0) for player in (0, 1)]
    assert [verdict_on(one, ended).estimate for one in by_seat] == [pytest.approx(0.18), pytest.approx(0.06)]


def test_an_event_is_counted_once_a_game() -> None:
    games, hist = np.zeros((1, 2, 2), np.int64), np.zeros((1, 2, 3), np.int64)
    games[0, 0], hist[0, 0] = [100, 50], [365, 120, 15]
    seen = dataclasses.replace(
        Summary.empty(2, 3, 2, 1, 1), pairs=500, games=1000, event_games=games, event_hist=hist
    )
    asked = dataclasses.replace(target("event", 0, 0.25), item="crit")
    assert verdict_on(asked, seen).estimate == pytest.approx(0.15)
    assert verdict_on(asked, seen).status == "met"
    assert verdict_on(dataclasses.replace(asked, seat=0), seen).estimate == pytest.approx(0.2)


def test_an_effect_is_in_points_of_score() -> None:
    forced = np.zeros((2, 2, 1, 6), np.int64)
    forced[0, 1, 0] = [10, 0, 260, 20, 310, 4]
    seen = dataclasses.replace(PLAYED, forced=forced)
    found = verdict_on(target("effect", -0.03, 0.03, seat=1), seen)
    assert found.estimate == pytest.approx((-2 * 10 + 20 + 2 * 310) / 2 / 600)
    assert found.status == "missed"
    assert found.low is not None
    assert -1 < found.low < 0.5 < 0.517 < (found.high or 0) < 1
    unforced = verdict_on(target("effect", -0.03, 0.03, seat=0), seen)
    assert (unforced.status, unforced.estimate) == ("undecided", None)
    assert unforced.why is not None
    assert "never forced" in unforced.why


@pytest.mark.parametrize("metric", ["share", "taken", "played", "effect"])
def test_what_was_never_offered_is_undecided_with_a_reason(metric: str) -> None:
    nothing = np.zeros((20_000, 2), np.int64)
    never = summary_of(nothing, nothing, np.full((20_000, 2), 12))
    for low, high in ((0.05, 1.0), (0.0, 0.5)):
        found = verdict_on(target(metric, low, high, seat=0), never)
        assert (found.status, found.why, found.estimate) == ("undecided", "never offered", None)
        assert found.low is not None
        assert found.high is not None
        assert found.high - found.low >= 1
        assert found.games == 40_000


def test_what_is_never_offered_is_not_waited_for_without_end() -> None:
    asked = target("share", 0.05, 1.0)
    for pairs, goes_on in ((500, True), (PATIENCE, False)):
        nothing = np.zeros((pairs, 2), np.int64)
        seen = {"m": summary_of(nothing, nothing, nothing + 12)}
        verdicts = judge([asked], seen, 0.95, MEASURES)
        assert bool(next_round([asked], verdicts, seen, {"m": 2}, 1_000_000)) == goes_on


def test_what_the_data_does_not_have_is_undecided_with_a_reason() -> None:
    found = verdict_on(dataclasses.replace(target("share", 0.05, 1), item="gone"), PLAYED)
    assert (found.status, found.why) == ("undecided", "the data has no option 'gone'")


def test_three_choices_in_ten_thousand_games_prove_that_it_is_rare_and_no_more() -> None:
    rng = np.random.default_rng(3)
    chosen = np.zeros((5_000, 2), np.int64)
    chosen[rng.choice(5_000, 3, replace=False), 0] = 1
    choices = np.full((5_000, 2), 16)
    rare = summary_of(chosen, chosen, choices)
    assert verdict_on(target("share", 0.05, 1), rare).status == "missed"
    assert verdict_on(target("share", 0.00001, 0.00003), rare).status == "undecided"
    taken = verdict_on(target("taken", 0.5, 1), rare)
    assert taken.status == "undecided"
    assert taken.low is not None
    assert taken.low < 0.5


def test_what_is_needed_is_enough() -> None:
    """As many games more of the same decide, and no fewer."""
    choices = np.full((128, 2), 10)
    part = summary_of(choices, np.random.default_rng(4).binomial(choices, 0.075), choices)
    asked = target("share", 0.068, 1)
    early = verdict_on(asked, part)
    assert early.status == "undecided"
    assert early.needed is not None
    added = next_round([asked], [early], {"m": part}, {"m": 2}, 1_000_000)
    assert 0 < added["m"] <= max(early.needed, 256)
    times = 1 + early.needed / part.games
    assert verdict_on(asked, merge([part] * math.ceil(times))).status == "met"
    assert verdict_on(asked, merge([part] * (math.ceil(times) - 1))).status == "undecided"


EFFICIENT = Measures(options=("a", "b"), efficiencies=(("a", 1.2), ("b", math.inf)))


def efficiency(item: str, high: float = 1.5) -> Target:
    return Target(f"{item}: efficiency", "efficiency", DATA, 0, 0.0, high, item=item)


def test_what_the_data_says_is_exact_and_takes_no_game() -> None:
    fine, free, unknown = judge([efficiency(item) for item in "abc"], {}, 0.95, EFFICIENT)
    assert (fine.status, fine.estimate, fine.low, fine.high) == ("met", 1.2, 1.2, 1.2)
    assert (fine.interval, fine.games, fine.needed, fine.decided_by) == ("exact", 0, 0, "data")
    assert (free.status, free.estimate) == ("missed", math.inf)
    assert (unknown.status, unknown.needed) == ("undecided", None)
    assert unknown.why
    targets = [efficiency(item) for item in "abc"]
    assert next_round(targets, [fine, free, unknown], {}, {}, 1000) == {}


def test_what_the_data_says_takes_no_share_of_the_error() -> None:
    rates = win_rate_targets(2)
    counts = {one.matchup: two_seat_summary({(2, 0): 130, (1, 0): 150, (0, 0): 90}) for one in rates}
    alone = judge(rates, counts, 0.95, EFFICIENT)
    beside = judge([efficiency("a"), *rates, efficiency("b")], counts, 0.95, EFFICIENT)
    assert beside[1:3] == alone


def test_targets_of_all_kinds_share_one_certainty() -> None:
    """The more that is asked, the more each must show."""
    alone = verdict_on(target("share", 0.05, 1), PLAYED)
    crowd = [dataclasses.replace(target("share", 0.05, 1), name=str(i)) for i in range(200)]
    assert alone.status == "met"
    few = summary_of(OFFERED[:260], CHOSEN[:260], CHOICES[:260])
    (one,) = judge(crowd[:1], {"m": few}, 0.95, MEASURES)
    many = judge([*crowd, *win_rate_targets(3)], {"m": few}, 0.95, MEASURES)
    assert one.needed == 0 or (many[0].needed or 0) > (one.needed or 0)
    assert OPTION in MEASURES.options
