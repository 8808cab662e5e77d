"""Games that end by the turn cap: never a draw that meets a band, and certain to be few before anything is met."""

import dataclasses
import json

import numpy as np
import pytest

from games.contract import TURN_CAP
from runner.judge.observations import Scores
from runner.judge.targets import USE, Target
from runner.judge.unfinished import wagers_alone
from runner.judge.verdicts import Measures, Verdict, judge
from runner.summary import Summary
from tests.runner.judge.tables import two_seat_summary

MEASURES = Measures(unfinished=TURN_CAP)
LIMIT = 0.05


def table(cells: dict[tuple[int, int], int], capped: float) -> Summary:
    """A match-up of which the share `capped` of the pairs ended by the turn cap, both their games."""
    summary = two_seat_summary(cells)
    ended = round(capped * summary.pairs)
    summary.ending_hist[TURN_CAP] = summary.pairs - ended, 0, ended
    return summary


def judged(summary: Summary, metric: str = "win_rate", limit: float = LIMIT, **changes: object) -> Verdict:
    low, high = (-0.05, 0.05) if metric == "seat_advantage" else (0.45, 0.55)
    target = Target("t", metric, "m", 0, low, high, unfinished=limit)
    return judge([dataclasses.replace(target, **changes)], {"m": summary}, 0.95, MEASURES)[0]


NOBODY = {(0, 2): 2000}
EVEN = {(1, 0): 4000, (2, 0): 1000, (0, 0): 1000}


@pytest.mark.parametrize("metric", ["win_rate", "seat_advantage"])
@pytest.mark.parametrize("method", ["e-process", "sprt"])
def test_a_game_that_nobody_finishes_is_missed_and_says_why(metric: str, method: str) -> None:
    found = judged(table(NOBODY, 1.0), metric, method=method)
    assert (found.status, found.decided_by, found.needed) == ("missed", "unfinished", 0)
    assert found.why is not None
    assert found.why.startswith("certainly more than 5 % of the games end by the turn cap: 100.0 % (")
    assert found.unfinished is not None
    assert found.unfinished.value == 1.0
    assert judged(table(NOBODY, 1.0), metric, limit=1.0, method=method).status == "met"


@pytest.mark.parametrize("metric", ["draw_rate", "loss_rate"])
def test_every_target_on_results_asks_that_games_end(metric: str) -> None:
    ends = {"low": 0.0, "high": 1.0 if metric == "draw_rate" else 0.55}
    assert judged(table(NOBODY, 1.0), metric, **ends).decided_by == "unfinished"
    assert judged(table(EVEN, 0.0), metric, low=0.0, high=0.6).status == "met"


def test_few_unfinished_games_change_nothing() -> None:
    found = judged(table(EVEN, 0.01))
    assert (found.status, found.decided_by, found.why) == ("met", "e-process", None)
    assert found.unfinished is not None
    assert found.unfinished.excludes(LIMIT)


def test_a_point_estimate_below_the_limit_is_not_enough() -> None:
    """4 % of 1,200 games: the band is certain, the share is not."""
    cells = {(1, 0): 560, (2, 0): 20, (0, 0): 20}
    assert judged(table(cells, 0.04), limit=1.0).status == "met"
    found = judged(table(cells, 0.04))
    assert (found.status, found.decided_by) == ("undecided", None)
    assert found.why is not None
    assert found.why.startswith(
        "not yet certain that fewer than 5 % of the games end by the turn cap: 4.0 % ("
    )
    assert found.needed is not None
    grown = 1.02 * (1 + found.needed / found.games)
    more = {cell: round(number * grown) for cell, number in cells.items()}
    assert judged(table(more, 0.04)).status == "met"


def test_on_the_limit_nothing_is_ever_met_nor_needed() -> None:
    found = judged(table(EVEN, LIMIT))
    assert (found.status, found.needed) == ("undecided", None)


def test_a_missed_band_is_missed_whatever_ended_the_games() -> None:
    found = judged(table({(2, 0): 3000}, 0.0))
    assert (found.status, found.decided_by, found.why) == ("missed", "e-process", None)


def test_wins_and_games_without_a_winner_are_told() -> None:
    found = judged(table({(1, 1): 100, (0, 2): 100}, 0.0))
    assert (found.estimate, found.won, found.drawn) == (0.625, 0.25, 0.75)


def test_use_asks_it_of_every_match_up() -> None:
    names = ("rock", "paper", "scissors")
    keys = [
        json.dumps(["s", *two]) for two in (("paper", "rock"), ("scissors", "paper"), ("rock", "scissors"))
    ]
    beats = {(2, 0): 1470, (1, 0): 1260, (0, 0): 270}
    target = Target("use", USE, '["s"]', 0, 0.05, 1.0, entrants=names, unfinished=LIMIT)
    sound = {key: table(beats, 0.01) for key in keys}
    (met,) = judge([target], sound, 0.95, MEASURES)
    assert (met.status, met.why) == ("met", None)
    for share, status in ((1.0, "missed"), (0.045, "undecided")):
        (found,) = judge([target], {**sound, keys[0]: table(beats, share)}, 0.95, MEASURES)
        assert (found.status, found.unfinished.value) == (status, pytest.approx(share))
        assert "end by the turn cap" in found.why


def test_a_share_on_the_limit_is_seldom_taken_for_certain() -> None:
    """4,000 runs of which 5 % of the pairs are unfinished, looked at 12 times each: in at most 5 % certainly few."""
    rng, runs = np.random.default_rng(5), 4000
    pairs, capped, wrong = 0, np.zeros(runs), np.zeros(runs, bool)
    for added in [128] + [192] * 11:
        pairs, capped = pairs + added, capped + rng.binomial(added, LIMIT, runs)
        shares = [Scores((0.0, 1.0), np.array([pairs - hits, hits]), 2) for hits in capped]
        met, _ = wagers_alone(shares, LIMIT).evidence()
        wrong |= met >= np.log(1 / 0.05)
    assert 0 < wrong.mean() <= 0.05
