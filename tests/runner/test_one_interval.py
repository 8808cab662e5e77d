"""One run, drawn on the terminal, as a page and as JSON: every interval is one and the same in all three."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import equipoise
from runner.judge.estimates import Estimate
from runner.judge.printed import COUNT, ELO, GLICKO, SHARE, ends, unit_of
from tests.dashboards.page import Node, parse

EXPERIMENT = """
name = "shown"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "hold_at(25)", "random"]
games = 2000
seed = 5

[[target]]
metric = "win_rate"
band = [0.45, 0.55]

[[target]]
metric = "seat_advantage"
band = [-0.2, 0.2]

[[target]]
metric = "turns"
band = [1, 30]

[[target]]
metric = "payoff"
of = "hold_at(20)"
band = [-0.5, 0.5]
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str, Node, str]:
    """`--json`, the terminal and the page, spaces and dashes alike in all, and JUnit."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "pig.toml").write_text("goal = 30\n", encoding="utf-8")
    path, junit = folder / "experiment.toml", folder / "junit.xml"
    path.write_text(EXPERIMENT, encoding="utf-8")
    patch = pytest.MonkeyPatch()
    patch.setattr("runner.show.console.WIDE", 400)  # on which no table needs to break a line
    answer, terminal = _run(path, folder, "--json"), _run(path, folder, "--details", "--junit", str(junit))
    patch.undo()
    page = parse(Path(json.loads(answer)["report"]).read_text(encoding="utf-8"))
    return json.loads(answer), terminal, page, junit.read_text(encoding="utf-8")


def _run(path: Path, folder: Path, *more: str) -> str:
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        equipoise.main(["run", str(path), "--results", str(folder), "--workers", "1", *more])
    return out.getvalue()


def plain(text: str) -> str:
    return text.replace("\u202f", " ").replace("−", "-").replace(" – ", " to ")


def test_verdicts(shown: tuple[dict[str, Any], str, Node, str]) -> None:
    answer, terminal, page, junit = shown
    told = plain(page.one("table", role="table").text)
    cases = {case.get("name"): case for case in ElementTree.fromstring(junit).iter("testcase")}
    assert {verdict["metric"] for verdict in answer["verdicts"]} == {
        "win_rate",
        "seat_advantage",
        "turns",
        "payoff",
    }
    for verdict in answer["verdicts"]:
        reach = ends(verdict["low"], verdict["high"], unit_of(verdict["metric"]))
        assert f"({reach}" in next(line for line in terminal.splitlines() if verdict["target"] in line)
        assert reach in told
        for message in cases[verdict["target"]]:
            assert reach in message.get("message", "")


def test_scores_metrics_and_lengths_of_match_ups(shown: tuple[dict[str, Any], str, Node, str]) -> None:
    answer, terminal, page, _ = shown
    text = plain(page.text)
    for row in answer["figures"]:
        rate = row["players"][0]["win_rate"]
        reach = ends(rate["low"], rate["high"], SHARE)
        assert reach in next(
            line for line in terminal.splitlines() if line.strip().startswith(row["name"]) and reach in line
        )
        assert reach in text
        for player in row["players"]:
            payoff = Estimate(**player["metrics"]["payoff"])
            assert -1.0 <= payoff.ends[0] <= payoff.ends[1] <= 1.0


def test_ratings(shown: tuple[dict[str, Any], str, Node, str]) -> None:
    answer, terminal, page, _ = shown
    text = plain(page.text)
    for member in answer["leagues"][0]["entrants"]:
        rating, glicko = member["rating"], member["glicko"]
        reach = ends(rating["low"], rating["high"], ELO)
        line = next(line for line in terminal.splitlines() if member["name"] in line and reach in line)
        assert reach in text
        assert f"{glicko['value']:.0f} ± {(glicko['high'] - glicko['low']) / 2:.0f}" in line
        assert ends(glicko["low"], glicko["high"], GLICKO) in text
        for key in ("low", "high"):
            assert (
                f"{100 * member['use'][key]:.1f}" in terminal or member["use"]["low"] == member["use"]["high"]
            )


def test_no_interval_is_of_zero_width_nor_beyond_what_is_possible(
    shown: tuple[dict[str, Any], str, Node, str],
) -> None:
    answer, terminal, page, _ = shown
    for text in (terminal, plain(page.text)):
        for never in ("100.0 ± ", "0.0 ± ", "(0.0 to 0.0)", "100.0 to 100.0", "±0.0"):
            assert not [line for line in text.splitlines() if f" {never}" in line]
    turns = [verdict for verdict in answer["verdicts"] if verdict["metric"] == "turns"]
    assert all(1.0 <= verdict["low"] < verdict["high"] for verdict in turns)
    assert ends(turns[0]["low"], turns[0]["high"], COUNT) in terminal
