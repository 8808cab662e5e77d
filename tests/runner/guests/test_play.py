"""Own policies that pass the trial and go wrong in play: each costs its match-ups, and nobody else's."""

import json
import shutil
from pathlib import Path

import pytest

from tests.runner.guests.test_trial import ROOT, equipoise

COINS = ROOT / "tests" / "extension"
POLICIES = """
import os
import time

from games.rng import below
from policies.contract import Policy


def _policy(name, act):
    return Policy(name, "coins", act, {}, name, (), True, None)


def _tails(view, legal, params, weights, rng):
    return 1


def _rarely(what):
    def act(view, legal, params, weights, rng):
        if below(rng, 400) == 0:
            what()
        return 0

    return act


def _memory():
    return len(bytearray(1 << 45))


heads = _policy("heads", lambda view, legal, params, weights, rng: 0)
tails = _policy("tails", _tails)
ends = _policy("ends", _rarely(lambda: os._exit(0)))
kills = _policy("kills", _rarely(lambda: os.kill(os.getpid(), 11)))
sleeps = _policy("sleeps", _rarely(lambda: time.sleep(600)))
raises = _policy("raises", _rarely(lambda: 1 / 0))
allocates = _policy("allocates", _rarely(_memory))
"""
EXPERIMENT = """
name = "play"
game = "coins"
data = "coins.json"
policies = ["heads", "tails", "ends", "kills", "sleeps", "raises", "allocates"]
schedule = "gauntlet"
champions = ["heads"]
games = 1_600
stop = "fixed"
move_seconds = 2.0

[[target]]
metric = "win_rate"
band = [0.2, 0.8]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(COINS / "games", tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "coins.py").write_text(POLICIES, encoding="utf-8")
    (tmp_path / "coins.json").write_text('{"goal": 3}', encoding="utf-8")
    (tmp_path / "play.toml").write_text(EXPERIMENT, encoding="utf-8")
    return tmp_path


def test_who_dies_stalls_or_raises_in_play_is_named_and_all_others_are_judged(folder: Path) -> None:
    done = equipoise(folder, "run", "play.toml", "--no-report", "--json")
    assert done.returncode == 4, done.stderr
    told = json.loads(done.stdout)
    reasons = {fault["policy"]: fault["reason"] for fault in told["faults"]}
    assert reasons.keys() == {"ends", "kills", "sleeps", "raises", "allocates"}
    assert "ended with code 0" in reasons["ends"]
    assert "signal 11" in reasons["kills"]
    assert "more than 2 s" in reasons["sleeps"]
    assert "ZeroDivisionError" in reasons["raises"]
    assert "MemoryError" in reasons["allocates"]
    statuses = {verdict["target"]: verdict["verdict"] for verdict in told["verdicts"]}
    assert statuses["win rate of heads v tails"] == "met"
