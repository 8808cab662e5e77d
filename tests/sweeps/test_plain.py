"""A game in plain Python, played in processes: sweeps of it, and players that fault."""

from pathlib import Path

import pytest

import games
import policies
from games.extensions import extended
from runner.run import EngineChoice
from sweeps.definition import load
from sweeps.run import sweep
from tests.sweeps.written import written

COINS = """
name = "coins"
game = "coins"
data = "data.json"
policies = ["heads", "{other}"]
games = 1_000
[[target]]
metric = "turns"
max = 9
[sweep]
mode = "smallest-change"
deviations = false
[[sweep.parameter]]
path = "goal"
low = 1
high = 8
"""
EXTENSION = Path(__file__).parent.parent / "extension"


@pytest.fixture
def coins(monkeypatch, tmp_path):
    """Path of a sweep over the goal of coins, against a given player."""
    monkeypatch.setenv("EQUIPOISE_PATH", str(EXTENSION))
    monkeypatch.setattr(games, "__path__", extended(games.__path__, "games"))
    monkeypatch.setattr(policies, "__path__", extended(policies.__path__, "policies"))

    def at(other, goal=6):
        (tmp_path / "data.json").write_text(f'{{"goal": {goal}}}\n', encoding="utf-8")
        return written(tmp_path, COINS.replace("{other}", other))

    return at


def test_a_plain_game_is_swept_in_processes(coins, tmp_path):
    definition = load(coins("any"))
    result = sweep(definition, definition.folder(tmp_path / "results"), EngineChoice(workers=2))
    assert result.exit_code == 0
    assert result.today.status == "missed"
    (goal,) = result.best.candidate.point
    assert 1 <= goal < 6
    assert result.document.read_text(encoding="utf-8") == f'{{"goal":{goal}}}\n'


def test_a_point_with_a_fault_is_no_answer(coins, tmp_path):
    """The raiser breaks in its third turn: a game of one point, in which it is tried, is mostly over before."""
    definition = load(coins("raiser", goal=1))
    result = sweep(definition, definition.folder(tmp_path / "results"), EngineChoice(workers=1))
    assert result.winner is None
    assert result.exit_code == 1
    faults = [r for one in result.found for r in one.assessment.readings if "fault" in r.name]
    assert len(faults) == len(result.found)
    assert {reading.status for reading in faults} == {"missed"}
