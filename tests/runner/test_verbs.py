"""Options that mean one thing on every verb, the first screen, JUnit in step with exit codes, and what to do next."""

import json
import re
import shlex
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from typer.main import get_command

import equipoise
import runner.cli
import sweeps.cli
from runner.counts import VerdictCounts
from runner.judge.targets import Target
from runner.judge.verdicts import Verdict
from runner.order import distance, worst_first
from runner.show.steps import command, with_more_games
from sweeps.definition import load as load_sweep
from tests.sweeps.written import SLIME, deckfight

PIG = """
name = "screen"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "hold_at(25)", "random"]
games = 600
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""


@pytest.fixture
def pig(tmp_path):
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    path = tmp_path / "screen.toml"
    path.write_text(PIG, encoding="utf-8")
    return path


def said(capsys, *words):
    code = equipoise.main([str(word) for word in words])
    return code, capsys.readouterr().out


def options_of(verb):
    """The options of a verb, by name: their help and what they take."""
    app = sweeps.cli.app if verb in ("sweep", "ablate") else runner.cli.app
    found = get_command(app).commands[verb].params
    return {one.opts[0]: (one.help, one.metavar) for one in found if one.param_type_name == "option"}


COMMON = {
    "--results": ("run", "sweep", "compare", "ablate", "careers"),
    "--budget": ("run", "sweep", "compare", "ablate", "careers"),
    "--fresh": ("run", "sweep", "compare", "ablate", "careers"),
    "--seed": ("run", "sweep", "compare", "ablate", "careers"),
    "--json": ("run", "sweep", "compare", "ablate", "careers"),
    "--workers": ("run", "sweep", "compare", "ablate"),
    "--engine": ("run", "sweep", "compare", "ablate"),
    "--address": ("run", "sweep", "compare", "ablate"),
    "--junit": ("run", "sweep", "compare"),
    "--details": ("run", "sweep", "ablate", "careers"),
}


@pytest.mark.parametrize("option", COMMON)
def test_a_common_option_means_one_thing(option):
    assert len({options_of(verb)[option] for verb in COMMON[option]}) == 1


def test_what_has_no_meaning_for_a_verb_is_no_option_of_it(capsys):
    for verb, option in (("careers", "--junit"), ("ablate", "--junit"), ("careers", "--workers")):
        assert option not in options_of(verb)
        assert said(capsys, verb, "x.toml", option, "1")[0] == 2


def test_the_budget_of_a_sweep_goes_with_that_of_the_experiment(tmp_path):
    path = deckfight(tmp_path, "[sweep]\n" + SLIME)
    normal, smoke, full = (load_sweep(path, play=name) for name in ("normal", "smoke", "full"))
    assert smoke.experiment.games < normal.experiment.games < full.experiment.games
    ratio = smoke.experiment.games / normal.experiment.games
    assert smoke.table.budget == round(normal.table.budget * ratio)
    assert smoke.table.games <= smoke.experiment.games
    assert full.table.games > normal.table.games
    assert full.table.budget > normal.table.budget
    assert load_sweep(path, play="smoke", budget=77).table.budget == 77


# --- order and counts ------------------------------------------------------------------------------------


def verdict(status, estimate, low=0.45, high=0.55, name="x"):
    target = Target(name, "win_rate", "m", 0, low, high)
    return Verdict(
        target, status, estimate, 0.0, 1.0, "confidence sequence", None, None, 10, 5, 0, None
    )  # fmt: skip


def test_the_worst_come_first_by_their_distance_from_the_band():
    found = [
        verdict("met", 0.5), verdict("missed", 0.6), verdict("undecided", 0.549), verdict("missed", 0.1),
        verdict("undecided", 0.5), verdict("undecided", None), verdict("met", 0.54),
    ]  # fmt: skip
    told = [(one.status, one.estimate) for one in worst_first(found)]
    assert told == [
        ("missed", 0.1), ("missed", 0.6), ("undecided", 0.549), ("undecided", 0.5), ("undecided", None),
        ("met", 0.54), ("met", 0.5),
    ]  # fmt: skip
    assert distance(verdict("missed", 0.6)) == pytest.approx(1.0)
    assert distance(verdict("missed", 80, -float("inf"), 60)) == pytest.approx(20 / 60)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A run of 40 players: 780 targets."""
    folder = tmp_path_factory.mktemp("crowd")
    (folder / "pig.toml").write_text("goal = 20\n", encoding="utf-8")
    names = ", ".join(f'"hold_at({n})"' for n in range(1, 41))
    text = PIG.replace('"hold_at(20)", "hold_at(25)", "random"', names).replace("games = 600", "games = 64")
    (folder / "screen.toml").write_text(text, encoding="utf-8")
    return folder / "screen.toml", folder / "results"


def test_many_targets_fit_one_screen_and_the_rest_is_counted(crowd, capsys):
    path, results = crowd
    code, out = said(capsys, "run", path, "--results", results, "--no-report", "--json")
    found = json.loads(out)["verdicts"]
    _, out = said(capsys, "run", path, "--results", results, "--no-report")
    lines = out.rstrip().splitlines()
    assert len(lines) <= 46
    (rest,) = re.findall(r"and ([\d,]+) more: (.*)", out)
    assert rest[0] == f"{len(found) - 20:,}"
    counts = VerdictCounts.of_statuses(one["verdict"] for one in found)
    shown = VerdictCounts.of_statuses(re.findall(r"^ [✔✘?] (\w+)", out, re.MULTILINE))
    assert shown.total == 20
    left = replace(counts, **{key: getattr(counts, key) - getattr(shown, key) for key in _KEYS})
    assert rest[1] == left.words()
    assert counts.words() in out
    assert f"and {780 - 6} more match-ups" in out
    assert code in (1, 3)


_KEYS = ("missed", "undecided", "met")


def test_notes_on_method_and_leagues_wait_behind_details(pig, tmp_path, capsys):
    words = ["run", pig, "--results", tmp_path / "results", "--no-report"]
    _, first = said(capsys, *words)
    _, all_of_it = said(capsys, *words, "--details")
    for words in ("alpha-rank", "run in circles", "chosen less passed", "use at equilibrium"):
        assert words not in first
        assert words in all_of_it
    assert first.index("missed") < first.index("win rate of") < first.index("match-up")


# --- what to do next -------------------------------------------------------------------------------------


def test_next_steps_fit_what_was_found_and_can_be_typed(pig, tmp_path, capsys):
    words = ["run", pig, "--results", tmp_path / "results", "--no-report"]
    code, out = said(capsys, *words)
    assert code == 1
    steps = dict(re.findall(r"^(\S.*?)  +equipoise (.*)$", out, re.MULTILINE))
    replay = shlex.split(steps["a game of the worst"])
    assert replay[2].endswith("v random")
    assert said(capsys, *replay)[0] == 0
    assert shlex.split(steps["with a [sweep] table"])[0] == "sweep"
    code, told = said(capsys, *shlex.split(steps["all tables"]))
    assert code == 1
    assert "Glicko-2" in told
    assert said(capsys, *shlex.split(steps["as one HTML page"]))[0] == 0


def test_the_sweep_beside_a_file_is_suggested(pig, tmp_path, capsys):
    pig.with_name("screen-sweep.toml").write_text(PIG, encoding="utf-8")
    _, out = said(capsys, "run", pig, "--results", tmp_path / "results", "--no-report")
    assert f"equipoise sweep {pig.with_name('screen-sweep.toml')}" in out


def test_more_games_are_those_of_the_next_budget():
    words = ["run", "a.toml", "--fresh", "--json"]
    assert with_more_games([*words, "--budget", "smoke"], 9) == "equipoise run a.toml --json"
    assert with_more_games([*words, "--budget=smoke"], 9) == "equipoise run a.toml --json"
    assert with_more_games(words, 9) == "equipoise run a.toml --json --budget full"
    assert with_more_games([*words, "--budget", "full"], 9) == "equipoise run a.toml --json --games 9"
    assert with_more_games([*words, "--games", "3"], 9) == "equipoise run a.toml --json --games 9"
    assert command("replay", "a b", "A v B", 0) == 'equipoise replay "a b" "A v B" 0'
    assert shlex.split(command("x", 'a"$b'))[2] == 'a"$b'


# --- JUnit and exit codes --------------------------------------------------------------------------------

UNDECIDED = (
    PIG.replace(', "random"', "")
    .replace("[0.45, 0.55]", "[0.40, 0.445]")
    .replace("band", 'of = "hold_at(20)"\nband')
)


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize(("text", "code"), [(UNDECIDED, 3), (PIG, 1)])
def test_junit_keeps_step_with_the_exit_code(text, code, allowed, pig, tmp_path, capsys):
    pig.write_text(text, encoding="utf-8")
    junit = tmp_path / "j.xml"
    words = ["run", pig, "--results", tmp_path / "results", "--no-report", "--junit", junit]
    words += ["--allow-undecided"] if allowed else []
    expected = 0 if allowed and code == 3 else code
    found, out = said(capsys, *words)
    assert found == expected
    suite = ElementTree.parse(junit).getroot()[0]
    types = {one.get("type") for one in suite.iter("failure")}
    skipped = [one.get("message") for one in suite.iter("skipped")]
    assert (suite.get("failures") != "0") == (expected != 0)
    assert len(skipped) == int(suite.get("skipped"))
    if code == 3:
        assert types == (set() if allowed else {"undecided"})
        assert all("band 40 % to 44.5 %" in message for message in skipped)
        assert ("1 undecided, which --allow-undecided lets pass" in out) == allowed
    else:
        assert "missed" in types
        assert ("undecided" in types) <= (not allowed)
    assert json.loads(said(capsys, *words, "--json")[1])["exit_code"] == expected


def test_a_sweep_writes_junit_that_passes_when_it_is_certified(tmp_path, capsys):
    path, junit = deckfight(tmp_path, "[sweep]\ndeviations = false\n" + SLIME), tmp_path / "j.xml"
    words = ["sweep", path, "--results", tmp_path / "results", "--no-report", "--junit", junit]
    code, out = said(capsys, *words)
    assert code == 0
    suite = ElementTree.parse(junit).getroot()[0]
    assert [one.get("name") for one in suite.iter("testcase")] == [
        "certified on fresh luck",
        "win rate of heuristic",
    ]
    assert suite.get("failures") == "0"
    assert "equipoise compare" in out
    code, _ = said(capsys, *words, "--games", 200)
    suite = ElementTree.parse(junit).getroot()[0]
    assert (code != 0) == (suite.get("failures") != "0")
