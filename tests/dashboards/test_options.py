"""Options on the page: the judge's own rows, the same as those of the terminal and `--json`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest

from dashboards.estimates import option_rows
from dashboards.report import report
from dashboards.run import Run
from dashboards.sections import Caps
from runner.judge.estimates import Estimate
from runner.judge.options import OptionFigures
from runner.options import options_of
from tests.dashboards.page import Node, parse
from tests.dashboards.recipes import RECIPES, Recipe
from tests.dashboards.runs import played, write_run
from tests.dashboards.test_report import rows_of, said

Opened = Callable[[str], Run]
Shown = Callable[[str], Node]
TABLE = "Options by policy and seat"


def by_place(rows: tuple[OptionFigures, ...]) -> dict[tuple[str, str, int, str], OptionFigures]:
    return {(row.scenario, row.policy, row.seat, row.option): row for row in rows}


@pytest.mark.parametrize("name", ["pig", "deck", "three seats", "forced"])
def test_the_page_has_the_rows_that_the_terminal_has(opened: Opened, name: str) -> None:
    run = opened(name)
    table, counts = played(RECIPES[name])
    summaries = {one.key: total for one, total in counts.items()}
    names = [option for option, _ in run.options]
    expected = by_place(options_of(table, summaries, names, run.certainty, RECIPES[name].dealt))
    found = by_place(option_rows(run, run.labels))
    assert found.keys() == expected.keys()
    for place, row in found.items():
        for one in fields(row):
            mine, theirs = getattr(row, one.name), getattr(expected[place], one.name)
            if isinstance(mine, Estimate):  # sums of fractions, in another order of the match-ups
                assert mine.number == theirs.number, (place, one.name)
                for end in ("value", "low", "high"):
                    left, right = getattr(mine, end), getattr(theirs, end)
                    assert (left is right is None) or math.isclose(left, right, abs_tol=1e-9), (
                        place,
                        one.name,
                    )
            else:
                assert mine == theirs, (place, one.name)


def test_what_is_compared_comes_first_and_seats_are_counted_from_one(shown: Shown) -> None:
    page = shown("pig")
    section = page.one("section", id="options")
    heads = [one.text for one in section.all("th", scope="col")]
    assert heads[:6] == ["Option", "Scenario", "Policy", "Seat", "Chosen less passed", "Taken"]
    rows = rows_of(page, TABLE)
    assert {row[3] for row in rows} == {"1", "2"}
    assert len(rows) == 4 * 2 * 2
    text = said(page, "options")
    assert "within one match-up and seat" in text
    assert "effects = 200" in text
    assert "same luck" not in text.replace("twice on the same luck", "")
    assert "two points" not in text


def test_a_game_that_deals_nothing_compares_nothing_seen_with_unseen(shown: Shown) -> None:
    for name, told in (("pig", False), ("deck", True)):
        heads = [one.text for one in shown(name).one("section", id="options").all("th", scope="col")]
        assert ("IWD" in heads) is told
        assert ("the games that last" in said(shown(name), "options")) is told


def test_forced_choices_are_the_figure_to_trust_where_they_were_asked_for(shown: Shown) -> None:
    page = shown("forced")
    assert "Forced choice is the figure to trust" in said(page, "options")
    heads = [one.text for one in page.one("section", id="options").all("th", scope="col")]
    assert heads[5] == "Forced choice"
    assert all(row[5].count("points") == 2 for row in rows_of(page, TABLE)), "a number with its interval"


def test_what_cannot_be_told_is_not_told(tmp_path: Path) -> None:
    few = write_run(tmp_path / "few", Recipe(policies=("a", "b"), strengths=(0.0,), pairs=6))
    with Run.open(few) as run:
        rows = rows_of(parse(report(run)), TABLE)
    assert {row[4] for row in rows} == {"cannot tell"}
    assert all("of 1" in row[-1] for row in rows), "and why is said"


def test_policies_and_rows_left_out_are_counted(opened: Opened) -> None:
    page = parse(report(opened("pig"), replace(Caps(), option_policies=3, options=5)))
    text = said(page, "options")
    assert "Figures are of the 3 strongest of 4 policies." in text
    assert "Shown are the 5 most telling of 12 rows." in text
    assert len(rows_of(page, TABLE)) == 5
