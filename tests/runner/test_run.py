"""Whole runs: the same bytes whatever plays them, resumed after a kill, judged, and with honest exit codes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import equipoise
from runner import experiment as experiments
from runner.manifest import folder_of
from runner.run import EngineChoice, run
from runner.store import Store

ROOT = Path(__file__).parent.parent.parent

PIG = """
name = "small"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "hold_at(25)", "random"]
games = 6000
keep = "games"
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""


@pytest.fixture
def pig(tmp_path):
    """Path of a small pig experiment."""
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    path = tmp_path / "experiment.toml"
    path.write_text(PIG, encoding="utf-8")
    return path


def parts(folder):
    """Every Parquet part of a run, by its path in the folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def played(path, results, **choice):
    loaded = experiments.load(path)
    return run(loaded, folder_of(loaded, results), EngineChoice(**choice))


def test_the_stored_bytes_do_not_depend_on_workers_or_unit_size(pig, tmp_path):
    reference = parts(played(pig, tmp_path / "one", workers=1).folder)
    assert {name.split("/")[0] for name in reference} == {"units", "options", "games", "verdicts"}
    for number, choice in enumerate(({"workers": 2}, {"unit_pairs": 7}, {"unit_pairs": 1000, "workers": 2})):
        assert parts(played(pig, tmp_path / str(number), **choice).folder) == reference


def test_units_of_one_pair_give_the_same_bytes(pig, tmp_path):
    pig.write_text(PIG.replace("games = 6000", "games = 60"), encoding="utf-8")
    reference = parts(played(pig, tmp_path / "one").folder)
    assert parts(played(pig, tmp_path / "two", unit_pairs=1).folder) == reference


@pytest.mark.ray
def test_ray_stores_the_same_bytes(pig, tmp_path):
    reference = parts(played(pig, tmp_path / "local").folder)
    assert parts(played(pig, tmp_path / "ray", name="ray", workers=2).folder) == reference


def test_the_order_of_policies_changes_no_figure(pig, tmp_path):
    first = played(pig, tmp_path / "one")
    pig.write_text(
        PIG.replace('"hold_at(20)", "hold_at(25)"', '"hold_at(25)", "hold_at(20)"'), encoding="utf-8"
    )
    second = played(pig, tmp_path / "two")
    forward = first.summaries['["race", "hold_at(20)", "hold_at(25)"]']
    backward = second.summaries['["race", "hold_at(25)", "hold_at(20)"]']
    assert forward.digest == backward.digest
    assert (forward.score_hist[0] == backward.score_hist[1]).all()


def test_a_finished_run_is_not_played_again(pig, tmp_path):
    first = played(pig, tmp_path)
    before = {
        name: (first.folder / name).stat().st_mtime_ns for name in parts(first.folder) if "units" in name
    }
    again = played(pig, tmp_path)
    assert again.verdicts == first.verdicts
    assert {name: (first.folder / name).stat().st_mtime_ns for name in before} == before


def test_verdicts_mirrors_and_controls(pig, tmp_path):
    result = played(pig, tmp_path)
    assert [verdict.status for verdict in result.verdicts][1:] == ["missed", "missed"]
    assert len(result.controls) == 4
    assert all(control.passed for control in result.controls)
    assert result.exit_code == 1


def command(path, results):
    words = [
        sys.executable,
        "-m",
        "equipoise",
        "run",
        str(path),
        "--results",
        str(results),
        "--json",
        "--no-report",
    ]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(words, cwd=ROOT, preexec_fn=_hear_interrupts, **pipes)  # noqa: PLW1509


def _hear_interrupts():
    """A shell's background jobs, and all they start, are deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def killed_and_resumed(pig, tmp_path, kills):
    """Parts of a run killed after random pauses, and of one left in peace."""
    generator = random.Random(5)
    whole = time.monotonic()
    with command(pig, tmp_path / "peace") as process:
        out, err = process.communicate(timeout=300)
    assert process.returncode == 1, err
    whole = time.monotonic() - whole
    for _ in range(kills):
        with command(pig, tmp_path / "killed") as process:
            try:
                process.wait(generator.uniform(0.3, 1.0) * whole)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
    with command(pig, tmp_path / "killed") as process:
        again, err = process.communicate(timeout=300)
    assert process.returncode == 1, err
    first, second = json.loads(out), json.loads(again)
    assert first["verdicts"] == second["verdicts"]
    return parts(Path(first["run"])), parts(Path(second["run"]))


def test_killed_at_any_moment_a_run_ends_with_the_same_numbers(pig, tmp_path):
    peace, killed = killed_and_resumed(pig, tmp_path, kills=1)
    assert killed == peace


@pytest.mark.slow
def test_killed_many_times(pig, tmp_path, study):
    pig.write_text(PIG.replace("games = 6000", "games = 60000"), encoding="utf-8")
    peace, killed = killed_and_resumed(pig, tmp_path, kills=study(20, 5))
    assert killed == peace


def test_interrupted_by_the_user_it_says_so_and_goes_on(pig, tmp_path):
    endless = PIG.replace("games = 6000", 'games = 4000000\nstop = "fixed"').replace('keep = "games"\n', "")
    pig.write_text(endless, encoding="utf-8")
    with command(pig, tmp_path) as process:
        deadline = time.monotonic() + 120
        while not list(tmp_path.glob("small-*/units/*.parquet")):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
    assert process.returncode == 130
    (folder,) = tmp_path.glob("small-*")
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["status"] == "interrupted"


def test_an_interrupt_while_storing_stores_nothing_twice(pig, tmp_path, monkeypatch):
    """Ctrl-C that comes once a batch is stored, before the run knows it."""
    store_all, stored = Store.add_all, []

    def interrupted(self, outcomes, number):
        store_all(self, outcomes, number)
        stored.append(len(outcomes))
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "add_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        played(pig, tmp_path)
    assert len(stored) == 1
    monkeypatch.undo()
    assert played(pig, tmp_path).exit_code in (1, 3)


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("band = [0.3, 0.7]", 0),
        ('of = "hold_at(20)"\nband = [0.6, 0.7]', 1),
        ('of = "hold_at(20)"\nband = [0.40, 0.445]', 3),
    ],
)
def test_exit_codes_say_what_was_found(target, code, tmp_path, capsys):
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    path = tmp_path / "experiment.toml"
    text = PIG.replace(', "random"', "").replace("band = [0.45, 0.55]", target).replace("6000", "2000")
    path.write_text(text, encoding="utf-8")
    words = [
        "run",
        str(path),
        "--results",
        str(tmp_path),
        "--no-report",
        "--json",
        "--junit",
        str(tmp_path / "j.xml"),
    ]
    assert equipoise.main(words) == code
    answer = json.loads(capsys.readouterr().out)
    assert answer["exit_code"] == code
    (verdict,) = answer["verdicts"]
    assert verdict["low"] < verdict["estimate"] < verdict["high"]
    xml = (tmp_path / "j.xml").read_text(encoding="utf-8")
    assert f'failures="{int(code in (1, 3))}"' in xml
    assert 'skipped="0"' in xml


USE = '[[target]]\nmetric = "use"\nmin = 0.05\n'


def test_a_strategy_that_optimal_play_never_uses_is_missed(tmp_path, capsys):
    """Nobody gains by `random` in a race for 50 points, so its share is 0, and 256 games a pairing show it."""
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    path = tmp_path / "experiment.toml"
    path.write_text(PIG.split("[[target]]", maxsplit=1)[0] + USE, encoding="utf-8")
    assert equipoise.main(["run", str(path), "--results", str(tmp_path), "--no-report", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    (verdict,) = answer["verdicts"]
    assert (verdict["target"], verdict["verdict"]) == ("use of every strategy", "missed")
    assert (verdict["estimate"], verdict["low"], verdict["decided_by"]) == (0.0, 0.0, "bootstrap")
    assert verdict["high"] < 0.05
    assert verdict["games"] <= 3 * 6000
    query = "SELECT scope, metric, matchup, pairs FROM verdicts WHERE seq = (SELECT max(seq) FROM verdicts)"
    assert equipoise.main(["sql", answer["run"], query, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "scope": "every match-up in race",
            "metric": "use",
            "matchup": '["race"]',
            "pairs": verdict["games"] // 2,
        }
    ]
    (league,) = answer["leagues"]
    assert [one["name"] for one in league["entrants"]] == ["hold_at(20)", "hold_at(25)", "random"]
    assert league["entrants"][2]["rating"]["high"] < league["entrants"][0]["rating"]["low"]
    assert league["entrants"][2]["use"]["high"] < 0.05


def test_the_terminal_shows_ratings_and_use(pig, tmp_path, capsys):
    assert equipoise.main(["run", str(pig), "--results", str(tmp_path), "--no-report", "--details"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    for words in (
        "Elo (95 %)",
        "Glicko-2",
        "alpha-rank",
        "use at equilibrium",
        "95 % band",
        "run in circles",
        "clones",
    ):
        assert words in told
    assert "nan" not in told


def test_a_policy_that_cannot_be_played_is_named_and_stops_nobody_else(pig, tmp_path):
    folder = tmp_path / "mine" / "policies" / "pig"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text(
        "from policies.contract import policy\n\n\n"
        '@policy("pig")\ndef broken(view, legal, params, weights, rng):\n    """Not what a compiler reads."""\n'
        "    return view.no_such_field\n",
        encoding="utf-8",
    )
    pig.write_text(PIG.replace('"random"', '"broken"'), encoding="utf-8")
    words = ["run", str(pig), "--results", str(tmp_path / "results"), "--no-report", "--quiet"]
    environment = {**os.environ, "EQUIPOISE_PATH": str(tmp_path / "mine")}
    done = subprocess.run(
        [sys.executable, "-m", "equipoise", *words],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 4, done.stderr
    told = " ".join(done.stdout.split())
    assert "fault: broken was not let play: AttributeError" in told
    assert "no_such_field" in told
    assert "Traceback" not in done.stderr
