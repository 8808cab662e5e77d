"""Options on the page: the judge's own numbers under the names that card players know, and the same-luck effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dashboards import queries
from dashboards.estimates import impacts
from dashboards.report import report
from dashboards.run import Run
from dashboards.sections import Caps
from runner.figures import impacts_of
from tests.dashboards.page import Node, parse
from tests.dashboards.recipes import RECIPES, Recipe
from tests.dashboards.runs import played, write_run
from tests.dashboards.test_report import rows_of, said

Opened = Callable[[str], Run]
Shown = Callable[[str], Node]


@pytest.mark.parametrize("name", ["pig", "deck", "three seats"])
def test_the_page_has_the_impacts_that_the_terminal_has(opened: Opened, name: str) -> None:
    run = opened(name)
    table, counts = played(RECIPES[name])
    summaries = {one.key: total for one, total in counts.items()}
    expected = impacts_of(table, summaries, [option for option, _ in run.options], run.certainty)
    found = impacts(run, queries.options(run), queries.results(run))
    by_option = {one.option: one for one in expected}
    for _, one in found:
        assert one == by_option[one.option]
    assert [row.chosen for row, _ in found] == sorted((row.chosen for row, _ in found), reverse=True)


def test_one_policy_has_its_own_results_and_match_ups(opened: Opened) -> None:
    run = opened("pig")
    policy = "optimal"
    counts = {one: total for one, total in played(RECIPES["pig"])[1].items() if not one.control}
    mine = {one: total for one, total in counts.items() if policy in one.players}
    results = sum(total.seat_results[one.players.index(policy)].sum(axis=0) for one, total in mine.items())
    assert queries.results(run, policy) == tuple(results)


def test_the_bias_is_said_beside_the_columns_it_is_in(shown: Shown) -> None:
    text = said(shown("pig"), "options")
    assert "GIH WR and IWD compare different games" in text
    assert "The effect on the same luck is the figure to trust." in text
    assert "what they did before they chose is not" in text
    heads = [one.text for one in shown("pig").one("section", id="options").all("th", scope="col")]
    assert heads[:7] == ["Option", "Plays", "Taken", "Same luck", "GIH WR", "GNS WR", "IWD"]
    rows = rows_of(shown("pig"), "Options, all policies together")
    assert all(row[3] == "cannot tell" for row in rows)


def test_a_game_for_one_has_no_same_luck_effect_and_says_why(shown: Shown) -> None:
    text = said(shown("deck"), "options")
    assert "nobody else meets the same luck" in text
    assert "Same luck" not in text


def test_what_cannot_be_told_is_not_told(tmp_path: Path) -> None:
    few = write_run(tmp_path / "few", Recipe(policies=("a", "b"), strengths=(0.0,), pairs=6))
    with Run.open(few) as run:
        rows = rows_of(parse(report(run)), "Options, all policies together")
    assert [row[3] for row in rows] == ["cannot tell"] * 2


def test_match_ups_left_out_of_the_effect_are_counted(opened: Opened) -> None:
    page = parse(report(opened("pig"), replace(Caps(), effects=4)))
    assert "Here: the 4 of 6 match-ups with most games." in said(page, "options")
