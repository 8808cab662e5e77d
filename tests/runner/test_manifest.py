"""What a manifest says of the game's events and exhibits, and that neither is part of what the run is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from runner import experiment as experiments
from runner.experiment import Experiment
from runner.manifest import digest_of, identity_of, manifest_of

CONFIGS = Path(__file__).resolve().parent.parent.parent / "configs"


@pytest.fixture(scope="module")
def duel() -> Experiment:
    return experiments.load(CONFIGS / "duel.toml")


def test_exhibits_of_the_scenarios_that_are_played(duel: Experiment) -> None:
    everything = manifest_of(duel)["exhibits"]
    assert {one["scenario"] for one in everything} == {"river-line", "ridge-screen"}
    some = manifest_of(replace(duel, scenarios=("river-line",)))["exhibits"]
    assert some == [one for one in everything if one["scenario"] == "river-line"]
    assert len(some) == 6


def test_what_a_run_is_does_not_hang_on_its_exhibits(duel: Experiment) -> None:
    plain = replace(duel, game=replace(duel.game, exhibits=None))
    assert manifest_of(plain)["exhibits"] == []
    assert digest_of(identity_of(plain)) == digest_of(identity_of(duel)) == manifest_of(duel)["digest"]


def test_events_stand_in_the_order_of_their_ids() -> None:
    battle = experiments.load(CONFIGS / "battle.toml")
    manifest = json.loads(json.dumps(manifest_of(battle)))
    assert manifest["events"] == list(battle.game.events(battle.document))
    ways = [way for one in manifest["exhibits"] for way in one.get("ways", ())]
    assert manifest["events"][ways[0]["event"]] == "amber-ford: 1m > 2m"


def test_a_game_without_either_says_so() -> None:
    manifest = manifest_of(experiments.load(CONFIGS / "pig.toml"))
    assert (manifest["events"], manifest["exhibits"]) == ([], [])
