"""Careers through the command line: the same seed gives the same careers, and each figure bears its spread."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import equipoise
from runner.careers import careers
from runner.experiment import load

CONFIGS = Path(__file__).parent.parent.parent / "configs"
BATTLE = f"""
name = "made"
game = "battle"
data = {json.dumps(str(CONFIGS / "games/battle/scenarios.json"))}
policies = ["history", "greedy"]
"""


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("careers") / "made.toml"
    path.write_text(BATTLE, encoding="utf-8")
    return path


def test_careers_differ_in_luck_alone(experiment: Path) -> None:
    loaded = load(experiment)
    history, greedy = careers(loaded, 6, 30)
    assert (history, greedy) == careers(loaded, 6, 30)
    assert history.rating[0] <= history.rating[1] <= history.rating[2]
    assert history.rating[0] > greedy.rating[2]
    named = {each.name: each for each in history.milestones}
    assert (named["informed"].reached, named["informed"].quartiles) == (6, (10, 10, 10))
    assert 0 < named["informed"].low < named["informed"].share == named["informed"].high == 1
    assert named["steadfast"].quartiles == (30, 30, 30)
    assert named["own_way"].reached == 0
    assert named["own_way"].quartiles is None
    assert named["own_way"].high < 1
    assert named["traveller"].reached == 0  # two scenarios are no ten
    assert sum(history.grades.values()) == history.careers == 6


def test_drawn_scenarios_make_a_traveller(experiment: Path) -> None:
    done: list[int] = []
    (history, _) = careers(load(experiment), 2, 40, scenarios=8, told=done.append)
    assert {each.name: each.reached for each in history.milestones}["traveller"] == 2
    assert done == [40] * 4


def test_the_verb_shows_and_prints_them(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["careers", str(experiment), "--careers", "3", "--battles", "12", "--results", str(tmp_path)]
    assert equipoise.main(words) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "3 careers of 12 battles each" in told
    assert "reached by none: " in told
    assert equipoise.main([*words, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)["careers"]
    assert [one["policy"] for one in plain] == ["history", "greedy"]
    assert {"name", "unit", "share", "low", "high", "quartiles"} < set(plain[0]["milestones"][0])


def test_a_game_without_careers_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert equipoise.main(["careers", str(CONFIGS / "pig.toml")]) == 2
    assert "has no careers (found 'pig')" in capsys.readouterr().err
