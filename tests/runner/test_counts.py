"""One count of games and of verdicts, wherever it is shown: terminal, JSON, JUnit, page, SQL."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import equipoise
from dashboards.run import Run
from dashboards.sections import Reading
from runner.counts import SweepCounts, VerdictCounts, count_games
from runner.store import query, read_manifest
from tests.dashboards.runs import vouch
from tests.sweeps.written import SLIME, deckfight

PIG = """
name = "counted"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "hold_at(25)", "random"]
games = 2000
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""


@pytest.fixture
def pig(tmp_path):
    """Path of a small pig experiment: two match-ups are missed, one is undecided or met."""
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    path = tmp_path / "experiment.toml"
    path.write_text(PIG, encoding="utf-8")
    return path


def said(capsys, *words):
    code = equipoise.main([str(word) for word in words])
    return code, capsys.readouterr().out


def test_controls_are_counted_apart():
    found = count_games([(False, 100, 50, 2), (True, 64, 32, 0), (False, 20, 10, 0)])
    assert (found.games, found.pairs, found.voided, found.controls) == (120, 60, 2, 64)
    assert found.words() == "120 games and 64 as controls"
    assert count_games([]).words() == "0 games"


def test_every_status_is_counted_and_what_is_broken_comes_first():
    statuses = ["met", "missed", "undecided", "met", "missed"]
    assert VerdictCounts.of_statuses(statuses).words() == "2 missed, 1 undecided, 2 met"
    assert VerdictCounts.of_statuses(["met"]).words() == "1 met"
    assert VerdictCounts().words() == VerdictCounts().worst == ""


def test_a_sweep_tells_its_games_by_what_they_are_for():
    told = SweepCounts(1000, 256, 64, 128).words()
    assert (
        told == "1,000 games of search, 256 on fresh luck (and 128 as controls), 64 on steps around the best"
    )
    assert SweepCounts(1, 0, 0, 0).words() == "1 game of search"


def test_all_faces_of_a_run_show_one_count(pig, tmp_path, capsys):
    junit = tmp_path / "j.xml"
    words = ["run", pig, "--results", tmp_path / "results"]
    _, out = said(capsys, *words, "--json", "--junit", junit)
    answer = json.loads(out)
    games, controls = answer["games"], answer["control_games"]
    assert controls == 3 * 2 * 64
    assert games == sum(row["games"] for row in answer["figures"])
    assert games == query(Path(answer["run"]), _SQL).rows[0][0]
    with Run.open(Path(answer["run"])) as run:
        reading = Reading(run)
        assert (reading.size.games, reading.size.control_games) == (games, controls)
        statuses = {key: sum(getattr(one, key) for one in reading.statuses) for key in _KEYS}
    _, terminal = said(capsys, *words)
    assert f"{games:,} games and {controls:,} as controls" in " ".join(terminal.split())
    page = Path(answer["report"]).read_text(encoding="utf-8")
    assert f"{games:,} games".replace(",", "\u202f") in page
    told = VerdictCounts.of_statuses(verdict["verdict"] for verdict in answer["verdicts"])
    assert statuses == {key: getattr(told, key) for key in _KEYS}
    assert told.words() in " ".join(terminal.split())
    assert f"3 targets: {told.words()}" in page
    suite = ElementTree.parse(junit).getroot()[0]
    properties = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert (properties["games"], properties["control_games"]) == (str(games), str(controls))


_KEYS = ("missed", "undecided", "met")
_SQL = "SELECT sum(games)::BIGINT FROM units WHERE NOT control"


def test_all_faces_of_a_sweep_show_one_count(tmp_path, capsys):
    path = deckfight(tmp_path, SLIME)
    words = ["sweep", path, "--results", tmp_path / "results"]
    code, out = said(capsys, *words, "--json")
    found = json.loads(out)
    assert code == 0
    counts = SweepCounts(
        found["games"], found["fresh_games"], found["deviation_games"], found["control_games"]
    )
    assert counts.fresh == sum(one["games"] for one in found["certificates"])
    folder = Path(found["sweep"])
    trials = query(folder, "SELECT phase = 'deviation', sum(played)::BIGINT FROM trials GROUP BY 1").rows
    assert dict(trials) == {False: counts.search, True: counts.around}
    _, terminal = said(capsys, *words, "--no-report")
    assert counts.words() in " ".join(terminal.split())
    page = Path(found["report"]).read_text(encoding="utf-8")
    assert counts.words(lambda n: f"{n:,}".replace(",", "\u202f")) in page


def test_the_page_of_a_finished_sweep_shows_the_controls_of_its_fresh_luck(tmp_path, capsys):
    path = deckfight(tmp_path, SLIME)
    _, out = said(capsys, "sweep", path, "--results", tmp_path / "results", "--json")
    page = Path(json.loads(out)["report"]).read_text(encoding="utf-8")
    assert "No control has been evaluated" not in page
    assert len(re.findall("✓ passed", page)) >= 1
    assert "certify-1, replay: heuristic" in page


def test_a_run_in_play_says_how_far_it_is(pig, tmp_path, capsys):
    _, out = said(capsys, "run", pig, "--results", tmp_path / "results", "--no-report", "--json")
    folder = Path(json.loads(out)["run"])
    for part in folder.glob("verdicts/*.parquet"):
        part.unlink()
    manifest = read_manifest(folder)
    for status, words in (("running", "will be judged when"), ("interrupted", "stopped before")):
        vouch(folder, {**manifest, "status": status})
        out = tmp_path / f"{status}.html"
        assert equipoise.main(["report", str(folder), "--out", str(out)]) == 0
        page = out.read_text(encoding="utf-8")
        assert words in page
        assert "Add a [[target]]" not in page
        assert "of at most 2\u202f000 a match-up" in page
