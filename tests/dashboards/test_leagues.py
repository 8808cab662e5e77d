"""Ratings and use on the page: the judge's own numbers, and a warning where one number is meaningless."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dashboards import queries
from dashboards.estimates import leagues
from dashboards.markup import join
from dashboards.pages.ratings import rating_section
from dashboards.pages.use import use_section
from dashboards.run import Run
from dashboards.sections import Reading, sections
from runner.judge.league import MOST_IN_USE, League, league
from runner.judge.payoffs import Meeting
from tests.dashboards.page import Node, parse
from tests.dashboards.recipes import RECIPES
from tests.dashboards.runs import played
from tests.dashboards.test_report import plain, rows_of, said

Opened = Callable[[str], Run]
Shown = Callable[[str], Node]

RPS = ("rock", "paper", "scissors")
BEATS = {(2, 0): 490, (1, 0): 420, (0, 0): 90}


def met(row: str, column: str, cells: dict[tuple[int, int], int]) -> Meeting:
    hist = np.zeros((3, 3), np.int64)
    for cell, number in cells.items():
        hist[cell] = number
    return Meeting(row, column, hist)


def in_circles() -> League:
    return league(RPS, [met(RPS[i - 1], RPS[i - 2], BEATS) for i in range(3)])


def drawn(run: Run, *found: League) -> tuple[Node, Node]:
    """Both sections with a scenario a league."""
    named = {f"scenario {number}": one for number, one in enumerate(found)}
    sections = (rating_section(run, named, 4, 500), use_section(run, named, 4))
    ratings, use = (parse(str(join(section.html()))) for section in sections)
    return ratings, use


def judged(name: str) -> dict[str, League]:
    """The leagues of a made-up run from its summaries, as the terminal and --json have them."""
    by_scenario: dict[str, list[Meeting]] = {}
    for one, total in played(RECIPES[name])[1].items():
        if not one.control:
            by_scenario.setdefault(one.scenario, []).append(Meeting(*one.players, total.score_hist[0]))
    return {scenario: league(RECIPES[name].policies, meetings) for scenario, meetings in by_scenario.items()}


@pytest.mark.parametrize("name", ["pig", "use", "gauntlet"])
def test_the_page_has_the_league_that_the_judge_has(opened: Opened, name: str) -> None:
    run = opened(name)
    shown, expected = leagues(queries.meetings(run), run.labels, run.certainty), judged(name)
    assert list(shown) == list(expected) == list(RECIPES[name].scenarios)
    for scenario, one in shown.items():
        assert np.array_equal(one.table.counts, expected[scenario].table.counts)
        assert one.members == expected[scenario].members
        assert one.cycles == expected[scenario].cycles


def test_ratings_are_listed_best_first_with_their_intervals(shown: Shown) -> None:
    (one,) = judged("pig").values()
    rows = {row[0]: row[1:] for row in rows_of(shown("pig"), "Ratings")}
    best = max(one.members, key=lambda member: member.rating.elo)
    assert next(iter(rows)) == best.name
    for member in one.members:
        rating, glicko = member.rating, member.glicko
        assert rows[member.name][0] == f"{rating.elo:+.1f}{rating.low:+.1f} to {rating.high:+.1f}"
        assert rows[member.name][1] == f"{glicko.value:.0f}{glicko.low:.0f} – {glicko.high:.0f}"
        assert plain(rows[member.name][2]).replace(" ", "") == str(int(rating.games))
        assert member.nash is not None
        assert rows[member.name][3].startswith(f"{50 + 50 * (member.nash.value or 0):.1f} %")
    assert "not invariant under clones" in said(shown("pig"), "ratings")


def test_use_is_shown_with_band_range_entropy_and_places(shown: Shown) -> None:
    rows = rows_of(shown("use"), "Use at equilibrium in right")
    assert rows[0][0] == "a"
    assert {row[2] for row in rows} == {"100.0 %", "0.0 %"}
    assert all(row[4] == "33.3 %" for row in rows)
    assert all("–" in row[1] for row in rows)
    assert "Least used:" in said(shown("use"), "use")


def test_a_use_verdict_is_told_in_a_sentence(shown: Shown) -> None:
    text = said(shown("use"), "verdicts")
    assert (
        "The least used strategy in left has 0.0 % of optimal play; the limit is 5 %; certain at 95 %."
        in text
    )
    assert "bootstrap band 0.0" in text
    unplayed = said(shown("empty"), "verdicts")
    assert "has not been played yet" in unplayed


def test_a_table_that_runs_in_circles_is_not_to_be_ranked(opened: Opened) -> None:
    ratings, use = drawn(opened("pig"), in_circles())
    warning = ratings.one("p", class_="lead warning").text
    assert plain(warning) == (
        "Do not rank by these numbers: 100 % of the differences run in circles. "
        "A single number per entrant is meaningless here (by chance alone: p < 0.001)."
    )
    assert [row[1][:4] for row in rows_of(use, "Use")] == ["33.3"] * 3


def test_entrants_that_never_met_are_kept_apart(opened: Opened) -> None:
    strangers = league(("a", "b", "c", "d"), [met("a", "b", BEATS), met("c", "d", {(2, 0): 9})])
    ratings, use = drawn(opened("pig"), strangers)
    assert "2 groups of entrants never met" in ratings.text
    notes = {row[0] for row in rows_of(ratings, "Ratings")}
    assert notes >= {"agroup 1", "cgroup 2, lost nothing, held finite by half a game won and lost"}
    assert "Not everybody has met everybody" in use.text


def test_a_large_field_is_rated_but_not_solved(opened: Opened) -> None:
    names = tuple(f"p{number}" for number in range(MOST_IN_USE + 1))
    ratings, use = drawn(
        opened("pig"), league(names, [met(names[i - 1], names[i], BEATS) for i in range(len(names))])
    )
    assert len(rows_of(ratings, "Ratings")) == len(names)
    assert f"for {MOST_IN_USE} entrants at most" in use.text


def test_more_scenarios_than_fit_are_counted(opened: Opened) -> None:
    ratings, use = drawn(opened("pig"), *[in_circles()] * 6)
    for section in (ratings, use):
        assert "Shown are 4 of 6 scenarios." in section.text
        assert len(list(section.all("h3"))) == 4


@pytest.mark.parametrize(("name", "seats"), [("one policy", "one"), ("three seats", "3")])
def test_games_for_other_than_two_say_why_there_is_nothing(opened: Opened, name: str, seats: str) -> None:
    """Asked for; a report leaves both out where the game seats one."""
    found = sections(Reading(opened(name)), ["ratings", "use"])
    assert [section.identity for section in found] == ["ratings", "use"]
    assert all(f"the game seats {seats}" in str(section.html()) for section in found)
