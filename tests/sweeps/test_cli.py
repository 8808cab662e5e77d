"""The verbs as a user meets them: what is printed, exit codes, JSON, and one message for bad input."""

import json
import signal
import subprocess
import sys
import time

import pytest

import equipoise
from tests.sweeps.written import DECKFIGHT, ROOT, SLIME, deckfight


@pytest.fixture
def said(capsys):
    """Run a command line; its exit code and what it printed on both streams."""

    def run(*words):
        code = equipoise.main([str(word) for word in words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_a_sweep_prints_the_change_the_diff_and_where_it_lies(said, tmp_path):
    path = deckfight(tmp_path, SLIME)
    code, out, err = said("sweep", path, "--results", tmp_path / "results")
    assert code == 0, out + err
    assert "balanced (certain at 95 % on fresh luck)" in out
    assert '-      "maxHp": 45,' in out
    assert "would break first" in out
    assert "one step away" in out
    assert "what mattered (PED-ANOVA)" in out
    assert (tmp_path / "results").exists()
    (folder,) = (tmp_path / "results").iterdir()
    assert (folder / "report.html").exists()
    assert (folder / "winner" / "base" / "enemies.json").exists()


def test_json_is_one_object_and_is_kept_as_well(said, tmp_path):
    path = deckfight(tmp_path, SLIME)
    code, out, _ = said("sweep", path, "--results", tmp_path / "results", "--json", "--no-report")
    found = json.loads(out)
    assert code == found["exit_code"] == 0
    assert found["certified"] is True
    assert found["before"][0]["estimate"] == 1.0
    assert 0.45 <= found["after"][0]["estimate"] <= 0.55
    (folder,) = (tmp_path / "results").iterdir()
    kept = json.loads((folder / "outcome.json").read_text(encoding="utf-8"))
    assert {**kept, "report": None} == found


def test_where_nothing_passes_the_nearest_is_shown_and_not_called_balanced(said, tmp_path):
    table = "[sweep]\ntrials = 9\n" + SLIME.replace("150", "60").replace("high = 30", "high = 12")
    code, out, _ = said("sweep", deckfight(tmp_path, table), "--results", tmp_path / "r", "--no-report")
    assert code == 1
    assert "nothing found meets every target; the nearest" in out
    assert "balanced" not in out


def test_bad_input_is_one_message(said, tmp_path):
    table = SLIME.replace("maxHp", "maxHq").replace("low = 5", "low = 50")
    code, out, err = said("sweep", deckfight(tmp_path, table), "--results", tmp_path / "r")
    assert code == 2
    assert out == ""
    assert err.startswith("equipoise: 2 defects:")
    assert "did you mean enemies.Slime.maxHp?" in err
    assert not (tmp_path / "r").exists()


def test_options_stand_in_for_the_file(said, tmp_path):
    path = deckfight(tmp_path, SLIME)
    results = tmp_path / "results"
    _, out, _ = said(
        "sweep", path, "--results", results, "--trials", 20, "--games", 200, "--json", "--no-report"
    )
    found = json.loads(out)
    assert found["points"] <= 6
    assert found["games"] <= 200
    assert found["budget_ended"] is True
    code, _, err = said("sweep", path, "--address", "ray://x:1")
    assert code == 2
    assert "--engine ray" in err


def test_an_ablation_is_a_table(said, tmp_path):
    path = deckfight(tmp_path, "", DECKFIGHT.replace("heuristic", "lookahead"), "even")
    code, out, err = said("ablate", path, "--games", 400, "--results", tmp_path / "results")
    assert code == 0, err
    assert "enemy_hp" in out
    assert "helps" in out
    code, out, _ = said("ablate", path, "--games", 400, "--results", tmp_path / "results", "--json")
    assert {row["weight"] for row in json.loads(out)["rows"]} == {"win", "loss", "hp", "enemy_hp"}


def test_the_schema_for_editors_knows_the_table(said):
    code, out, _ = said("schema")
    made = json.loads(out)
    assert code == 0
    assert {"mode", "parameter", "retune"} <= set(made["properties"]["sweep"]["properties"])
    assert set(made["$defs"]["ParameterTable"]["properties"]) >= {"path", "within", "choices"}
    assert made["properties"]["sweep"]["properties"]["parameter"]["items"]["$ref"] in (
        f"#/$defs/{name}" for name in made["$defs"]
    )


def test_the_python_face(tmp_path):
    path = deckfight(tmp_path, "[sweep]\ntrials = 4\ndeviations = false\n" + SLIME)
    result = equipoise.sweep(path, tmp_path / "results")
    rows = equipoise.results(result.folder).sql("SELECT count(DISTINCT trial) FROM trials").fetchall()
    assert rows == [(len(result.found),)]


def test_ctrl_c_says_so_and_the_same_command_goes_on(said, tmp_path):
    """Sent when the first trials are on the disk."""
    table = "[sweep]\nstop = 'budget'\ntrials = 60\ndeviations = false\n" + SLIME
    path, results = deckfight(tmp_path, table), tmp_path / "results"
    words = [sys.executable, "-m", "equipoise", "sweep", str(path), "--results", str(results), "--no-report"]
    with subprocess.Popen(
        words,
        cwd=ROOT,
        preexec_fn=_hear,  # noqa: PLW1509
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while process.poll() is None and not list(results.glob("*/trials/*.parquet")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, (out, err)
    (folder,) = results.iterdir()
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["status"] == "interrupted"
    code, out, _ = said("sweep", path, "--results", results, "--no-report", "--json")
    assert code == 0
    assert json.loads(out)["certified"] is True


def _hear():
    """A process started in the background may have been told to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
