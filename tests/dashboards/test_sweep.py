"""The page of a sweep: what it says is what the sweep found, and names from data stay text."""

import json
import shutil

import pytest

from dashboards.report import LARGEST, report, write_report
from dashboards.run import Run
from dashboards.sweeps import points, statuses
from sweeps.definition import load
from sweeps.run import sweep
from tests.dashboards.page import parse
from tests.sweeps.written import DECKFIGHT, SLIME, deckfight

SECTIONS = ["verdicts", "asked", "difference", "history", "matters", "deviations", "made"]


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    definition = load(deckfight(folder, "[sweep]\n" + SLIME))
    return sweep(definition, definition.folder(folder / "results"))


@pytest.fixture(scope="module")
def page(result):
    text = write_report(result.folder).read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    return parse(text)


def words(page, section):
    """The text of a section with ordinary spaces."""
    return page.one("section", id=section).text.replace("\u202f", " ")


def test_every_part_is_there_and_linked(page):
    assert [section.get("id") for section in page.all("section")] == SECTIONS
    assert [link.get("href") for link in page.one("nav").all("a")] == [f"#{one}" for one in SECTIONS]
    assert "The target is met" in page.one("header").text


def test_what_is_changed_is_told_with_its_certainty(page, result):
    text = words(page, "verdicts")
    assert "Balanced: certain at 95 %" in text
    for name, value in zip(result.sweep.space.names, result.best.candidate.point, strict=True):
        assert name in text
        assert str(value) in text


def test_before_and_after_carry_their_intervals(page, result):
    (cells,) = [
        [cell.text for cell in row.children] for row in page.one("section", id="asked").one("tbody").all("tr")
    ]
    reading = result.certificates[-1].readings[0]
    assert cells[0] == "win rate of heuristic"
    assert "100.0" in cells[3]
    assert f"{100 * reading.estimate:.1f}" in cells[4]
    assert f"{100 * reading.at_least:.1f}" in cells[4]


def test_the_difference_is_shown_line_by_line(page, result):
    (pre,) = page.one("section", id="difference").all("pre")
    assert pre.text.splitlines() == result.diff.splitlines()


def test_every_deviation_has_its_line(page, result):
    rows = list(page.one("section", id="deviations").one("tbody").all("tr"))
    assert len(rows) == len(result.deviations) == 4


def test_points_are_those_that_were_played(result):
    with Run.open(result.folder) as run:
        rows = points(run, 10_000)
    assert [row.games for row in rows] == [one.assessment.games for one in result.found]
    assert rows[0].parameters == {"enemies.Slime.maxHp": 45, "enemies.Slime.intents[0].value": 10}
    assert rows[0].state == "missed"


def test_a_sweep_that_has_not_ended_says_so(result, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(result.folder, folder)
    (folder / "outcome.json").unlink()
    text = words(parse(write_report(folder).read_text(encoding="utf-8")), "verdicts")
    assert "has not ended" in text


def test_only_fresh_luck_is_called_met():
    after = [{"kind": "target", "status": "met"}]
    assert statuses({"after": after, "certified": False})[0].met == 0
    assert statuses({"after": after, "certified": True})[0].met == 1
    assert statuses({}) == ()


def test_a_front_is_drawn_and_hostile_names_stay_text(tmp_path):
    hostile = "<img src=x onerror=alert(1)> & $\\alpha$"
    table = "[sweep]\nobjectives = 'pareto'\ntrials = 20\ndeviations = false\n" + SLIME.replace(
        "low = 30", f"low = 30\nname = {json.dumps(hostile)}"
    )
    definition = load(deckfight(tmp_path, table, DECKFIGHT))
    made = sweep(definition, definition.folder(tmp_path / "results"))
    with Run.open(made.folder) as run:
        text = report(run)
    page = parse(text)
    assert "front" in [section.get("id") for section in page.all("section")]
    assert "<img src=x" not in text
    assert hostile in words(page, "front") or hostile in words(page, "verdicts")
    assert len(list(page.one("section", id="front").one("tbody").all("tr"))) == len(made.front)
