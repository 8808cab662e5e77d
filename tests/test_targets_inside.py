"""Targets inside a game from the file to the page: what is played, judged, stored, told, compared and swept."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import equipoise
from runner import experiment as experiments
from runner.manifest import folder_of
from runner.run import RunResult, run
from runner.store import query
from sweeps.definition import load as load_sweep
from sweeps.run import sweep
from tests.dashboards.page import parse

ROOT = Path(__file__).parent.parent
CONFIGS = ROOT / "configs"

CARDS = """
[[target]]
metric = "share"
option = "*"
min = 0.05
"""


def deckfight(tmp_path: Path, text: str, data: str = "base", **keys: str) -> Path:
    """Path of an experiment of the heuristic with these targets."""
    settings = "".join(f"{key} = {value}\n" for key, value in keys.items())
    path = tmp_path / "cards.toml"
    path.write_text(
        f'name = "cards"\ngame = "deckfight"\ndata = {json.dumps(str(CONFIGS / "games/deckfight" / data))}\n'
        f'policies = ["heuristic"]\n{settings}{text}',
        encoding="utf-8",
    )
    return path


def played(path: Path, results: Path) -> RunResult:
    loaded = experiments.load(path)
    return run(loaded, folder_of(loaded, results))


def answer(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    equipoise.main([*map(str, words), "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_share_is_the_one_that_the_source_published(tmp_path: Path) -> None:
    """2,000 games on the source's own stream: 326 of 32,955 plays are Bash."""
    keys = {"stream": '"sequential"', "stop": '"fixed"', "games": "2_000"}
    result = played(deckfight(tmp_path, CARDS, **keys), tmp_path / "results")
    shares = {verdict.target.item: verdict for verdict in result.verdicts}
    assert shares["Bash"].estimate == pytest.approx(326 / 32_955, abs=1e-12)
    assert sum(verdict.estimate or 0.0 for verdict in shares.values()) == pytest.approx(1.0)
    assert {card: verdict.status for card, verdict in shares.items()} == {
        "Strike": "met",
        "Defend": "met",
        "Bash": "missed",
    }
    assert result.exit_code == 1


def test_a_run_ends_once_every_card_is_decided(tmp_path: Path) -> None:
    result = played(deckfight(tmp_path, CARDS), tmp_path / "results")
    assert result.games < 2_000
    assert {verdict.status for verdict in result.verdicts} == {"met", "missed"}
    rows = query(result.folder, "SELECT item, seat, why, metric FROM verdicts ORDER BY seq, item").rows
    assert rows[:3] == (
        ("Bash", None, None, "share"),
        ("Defend", None, None, "share"),
        ("Strike", None, None, "share"),
    )


EVERYTHING = """
[[target]]
metric = "taken"
option = "Defend"
band = [0.4, 0.8]
[[target]]
metric = "played"
option = "Bash"
max = 0.5
[[target]]
metric = "ending"
ending = "*"
max = 0.1
[[target]]
metric = "efficiency"
option = "*"
max = 1.5
"""


def test_endings_use_and_data_are_judged_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = deckfight(tmp_path, EVERYTHING, "op")
    junit = tmp_path / "junit.xml"
    found = answer(capsys, "run", path, "--results", tmp_path / "results", "--junit", junit)
    verdicts = {row["target"]: row for row in found["verdicts"]}
    assert verdicts["enemy defeated: games of heuristic that end so"]["verdict"] == "missed"
    assert verdicts["player defeated: games of heuristic that end so"]["verdict"] == "met"
    assert verdicts["turn cap: games of heuristic that end so"]["estimate"] == 0.0
    exact = [row for row in found["verdicts"] if row["metric"] == "efficiency"]
    assert [row["item"] for row in exact] == ["Strike", "Defend", "Bash"]
    assert {(row["interval"], row["games"], row["decided_by"]) for row in exact} == {("exact", 0, "data")}
    assert all(row["low"] == row["estimate"] == row["high"] for row in exact)
    names = {case.get("name") for case in ElementTree.parse(junit).iter("testcase")}
    assert set(verdicts) <= names
    json.dumps(found, allow_nan=False)


def test_a_card_without_cost_has_no_bound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = deckfight(tmp_path, '[[target]]\nmetric = "efficiency"\noption = "*"\nmax = 1.5\n', "zerocost")
    loaded = experiments.load(path)
    values = {v.target.item: v for v in played(path, tmp_path / "results").verdicts}
    free = [item for item, verdict in values.items() if verdict.estimate == math.inf]
    assert free
    assert {values[item].status for item in free} == {"missed"}
    found = answer(capsys, "run", path, "--results", tmp_path / "results")
    json.dumps(found, allow_nan=False)
    text = " ".join(
        parse((folder_of(loaded, tmp_path / "results") / "report.html").read_text("utf-8")).text.split()
    )
    assert f"{free[0]} costs nothing: its efficiency is without bound" in text


def test_the_page_tells_shares_in_their_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = deckfight(tmp_path, CARDS)
    equipoise.main(["run", str(path), "--results", str(tmp_path / "results")])
    terminal = " ".join(capsys.readouterr().out.split())
    assert "Bash: share of heuristic's plays" in terminal
    page = folder_of(experiments.load(path), tmp_path / "results") / "report.html"
    text = " ".join(parse(page.read_text(encoding="utf-8")).text.replace("\u202f", " ").split())
    assert "of what heuristic plays in Slime is Bash; the limit is 5 %; certain at 95 %." in text
    assert "limit of at least 5 %" in text
    assert "asymptotic confidence sequence" in text


def test_compare_tells_which_card_is_used_now(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = deckfight(tmp_path, CARDS)
    after = CONFIGS / "games/deckfight/bash20"
    found = answer(capsys, "compare", path, after, "--games", 2_000)
    (row,) = found["verdicts"]
    assert (row["target"], row["before"], row["after"]) == (
        "Bash: share of heuristic's plays",
        "missed",
        "met",
    )


def patched(tmp_path: Path, change: Callable[[str], str]) -> Path:
    """The base data with its cards changed as text."""
    folder, base = tmp_path / "patched", CONFIGS / "games/deckfight/base"
    folder.mkdir()
    cards = (base / "cards.json").read_text(encoding="utf-8")
    (folder / "cards.json").write_text(change(cards), encoding="utf-8")
    (folder / "enemies.json").write_bytes((base / "enemies.json").read_bytes())
    return folder


def test_compare_tells_what_the_data_says_now(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '[[target]]\nmetric = "efficiency"\noption = "Bash"\nmax = 1.5\n'
    strong = patched(tmp_path, lambda cards: cards.replace('"damage": 10', '"damage": 60'))
    found = answer(capsys, "compare", deckfight(tmp_path, text), strong, "--games", 200)
    assert [(row["before"], row["after"]) for row in found["verdicts"]] == [("met", "missed")]
    json.dumps(found, allow_nan=False)


def test_compare_tells_what_the_data_no_longer_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Targets follow the names of options, not their places."""
    folder = patched(tmp_path, lambda cards: cards.replace('"Bash"', '"Kick"'))
    found = answer(capsys, "compare", deckfight(tmp_path, CARDS), folder, "--games", 2_000)
    assert [(row["before"], row["after"]) for row in found["verdicts"]] == [("missed", "undecided")]


SWEEP = """
[sweep]
mode = "search"
sampler = "grid"
trials = 9
games = 512
first = 128
certify = 1
deviations = false
[[sweep.parameter]]
path = "cards.Bash.damage"
low = 8
high = 16
"""


def test_a_sweep_makes_every_card_used(tmp_path: Path) -> None:
    definition = load_sweep(deckfight(tmp_path, CARDS + SWEEP))
    result = sweep(definition, definition.folder(tmp_path / "results"))
    assert result.exit_code == 0
    assert result.best.candidate.values["cards.Bash.damage"] > 12
    today = {reading.name: reading for reading in result.today.readings}
    assert today["Bash: share of heuristic's plays"].distance() > 1
    fresh = result.certificates[-1].readings
    assert all(reading.status == "met" for reading in fresh)
    assert {reading.metric for reading in fresh} == {"share"}


@pytest.mark.parametrize(("goal", "best"), [("maximise", 16), ("minimise", 8)])
def test_a_share_can_be_the_goal_of_a_sweep(tmp_path: Path, goal: str, best: int) -> None:
    asked = f'[sweep.{goal}]\nmetric = "taken"\noption = "Bash"\n'
    text = SWEEP.replace("[[sweep", asked + "[[sweep", 1)
    definition = load_sweep(deckfight(tmp_path, text))
    assert definition.goal is not None
    assert definition.goal.target.name == "Bash: taken by heuristic when offered"
    result = sweep(definition, definition.folder(tmp_path / "results"))
    shares = {
        one.candidate.values["cards.Bash.damage"]: one.assessment.readings[-1].estimate
        for one in result.found
    }
    chosen = result.best.candidate.values["cards.Bash.damage"]
    ends = max if goal == "maximise" else min
    assert shares[chosen] == ends(shares.values())
    assert (chosen > 12) == (best > 12)


def test_a_goal_is_one_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = '[sweep.maximise]\nmetric = "share"\noption = "*"\n'
    path = deckfight(tmp_path, SWEEP.replace("[[sweep", asked + "[[sweep", 1))
    assert equipoise.main(["sweep", str(path)]) == 2
    assert "picks 3 figures, and one is needed" in " ".join(capsys.readouterr().err.split())


EFFECT = """
[[target]]
metric = "effect"
option = "Strike"
band = [-0.2, 0.2]
"""


def test_an_effect_is_measured_on_every_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody asks for `effects`: the target does."""
    path = deckfight(tmp_path, EFFECT, "even", games="4_000")
    found = answer(capsys, "run", path, "--results", tmp_path / "results")
    (row,) = found["verdicts"]
    assert row["target"] == "Strike: worth to heuristic"
    assert row["seat"] is None
    assert row["verdict"] == "met"
    assert -0.2 < row["low"] < row["estimate"] < row["high"] < 0.2
    assert row["interval"] == "confidence sequence"


def test_an_effect_can_be_the_goal_of_a_sweep(tmp_path: Path) -> None:
    asked = '[sweep.maximise]\nmetric = "effect"\noption = "Bash"\n'
    text = SWEEP.replace("[[sweep", asked + "[[sweep", 1).replace("high = 16", "high = 10")
    definition = load_sweep(deckfight(tmp_path, text, "even"))
    result = sweep(definition, definition.folder(tmp_path / "results"))
    assert all(one.assessment.readings[-1].estimate is not None for one in result.found)


def test_efficiency_follows_the_numbers_of_each_point(tmp_path: Path) -> None:
    text = '[[target]]\nmetric = "efficiency"\noption = "Bash"\nmin = 1.1\n' + SWEEP
    definition = load_sweep(deckfight(tmp_path, text))
    result = sweep(definition, definition.folder(tmp_path / "results"))
    assert result.exit_code == 0
    bash = result.best.candidate.values["cards.Bash.damage"]
    # The median of Strike's 6 and Bash's own damage per energy is their mean.
    assert (bash / 2) / ((6 + bash / 2) / 2) >= 1.1
    (today,) = result.today.readings
    assert (today.estimate, today.at_least, today.status) == (
        pytest.approx(5 / 5.5),
        today.estimate,
        "missed",
    )
