"""The gates of a run on its page: what is shut comes first, every answer is there, and names stay text."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboards import queries
from dashboards.report import report
from dashboards.run import Run
from dashboards.sections import Caps
from games.gates import GateRow
from runner.judge.gates import judge_rows, judge_sampled
from runner.store.manifest import read_manifest
from runner.store.parts import unit_part, write_groups
from runner.store.schemas import GATES, VERDICTS
from runner.store.verdicts import gate_table, verdict_table
from tests.dashboards.page import Node, parse
from tests.dashboards.recipes import HOSTILE, Recipe
from tests.dashboards.runs import vouch, write_run

SCRIPT = HOSTILE[0]
PLAYED = [
    GateRow("red_wins", f"{SCRIPT}, a v b", value, 0.45, 0.55, what="wins") for value in (0.5, 0.48, 0.52)
]
ANSWERS = (
    judge_rows(
        "usage", "river", "data", [GateRow("usage", f"river, phase {n}", 0.1 * n, 0.05, None) for n in (1, 2)]
    ),
    judge_rows(
        "dominance",
        SCRIPT,
        "exact",
        [GateRow("dominance", f"{SCRIPT}, 1", 2, None, 0, f"{SCRIPT} leads")],
    ),
    judge_sampled("red_wins", SCRIPT, ([PLAYED[0]], [PLAYED[1]], [PLAYED[2]]), 12_345),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_run(tmp_path_factory.mktemp("gates") / "run", Recipe())
    for table, schema, rows in (
        ("gates", GATES, gate_table(9, ANSWERS)),
        ("verdicts", VERDICTS, verdict_table(9, [gate.verdict for gate in ANSWERS], 2)),
    ):
        write_groups(unit_part(folder / table, 10), schema, [rows])
    gates = {"usage": "Every option is used", "dominance": SCRIPT}
    vouch(folder, {**read_manifest(folder), "gates": gates})
    return folder


@pytest.fixture(scope="module")
def page(run: Path) -> Node:
    with Run.open(run) as opened:
        return parse(report(opened))


def test_what_is_shut_comes_first(page: Node) -> None:
    section = page.one("section", id="gates")
    table = next(iter(section.all("table")))
    lines = [[cell.text for cell in row.children] for row in table.one("tbody").all("tr")]
    assert [line[0] for line in lines] == [f"dominance{SCRIPT}", "usageEvery option is used", "red_wins"]
    assert lines[0][1:] == [SCRIPT, "✕Missed", "2", "at most 0", "exact figures"]
    assert lines[1][1:] == ["river", "✓Met", "0.1 – 0.2", "at least 0.05", "the data"]
    assert lines[2][2:] == ["✓Met", "0.50.48 – 0.52", "wins: 0.45 to 0.55", "the games played"]


def test_every_answer_is_there_with_what_it_says(page: Node) -> None:
    folded = page.one("section", id="gates").one("details")
    lines = [[cell.text for cell in row.children] for row in folded.one("tbody").all("tr")]
    assert len(lines) == 4
    assert next(line for line in lines if line[1] == "dominance")[-1] == f"{SCRIPT} leads"


def test_the_board_tells_gates_in_a_sentence(page: Node) -> None:
    text = page.one("section", id="verdicts").text
    assert f"The gate dominance in {SCRIPT}: 1 is shut at 2; the limit is 0; known without play." in text
    assert "no play needed" in text
    assert (
        f"The gate red_wins in {SCRIPT}: a v b is open at 0.5; the band begins at 0.45; by play, at 95\u202f%."
        in text
    )


def test_names_make_no_element(page: Node) -> None:
    scripts = [node for node in page.all("script") if "alert(1)" in node.raw and node.get("type") is None]
    assert scripts == []


def test_what_is_left_out_is_said(run: Path) -> None:
    with Run.open(run) as opened:
        rows, total = queries.gates(opened, 2)
        assert (len(rows), total) == (2, 4)
        text = parse(report(opened, Caps(gates=2))).one("section", id="gates").text
    assert "Shown are 2 of 4 answers" in text


def test_a_run_without_gates_has_no_section(tmp_path: Path) -> None:
    with Run.open(write_run(tmp_path / "run", Recipe(pairs=50))) as opened:
        assert not list(parse(report(opened)).all("section", id="gates"))
