"""What is counted of battles, against what the loop counts elsewhere and against battles walked by hand."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from games.battle import GAME
from games.battle.data import KINDS, BattleData
from games.battle.events import AXES, BINS, CELLS, CLASSES, events, first_way, ways
from games.contract import FIRST_ENDING
from runner.plan import Matchup, Unit
from runner.summary import Summary
from tests.games import arenas
from tests.games.battle_documents import chain, document, full, scenario, shipped
from tests.games.kit import happened
from tests.games.walks import any_move, walk

GAMES = 300


@cache
def counted(name: str) -> tuple[BattleData, dict[str, int], Summary]:
    """Battles of chance in one of the shipped scenarios: times by name of the event, and all that was summed."""
    data = shipped()
    summary = arenas.arena("battle", data).simulate(Unit(Matchup(name, ("random",)), 0, GAMES)).summary
    return data, dict(zip(events(data), summary.events[:, 0].tolist(), strict=True)), summary


@pytest.mark.parametrize("name", ["amber-ford", "cold-saddle"])
def test_who_enters_a_phase_is_who_is_offered_its_options(name: str) -> None:
    data, times, summary = counted(name)
    offered = dict(zip(GAME.options(data), summary.options[0, 0, :, 0].tolist(), strict=True))
    played = data.scenarios[name]
    for phase in played.phases:
        entered = sum(
            n for event, n in times.items() if event.startswith(f"{name}: ") and event.endswith(f"> {phase}")
        )
        assert offered[f"{phase}.a"] == entered + (GAMES if phase == played.start else 0)


@pytest.mark.parametrize("name", ["amber-ford", "cold-saddle"])
def test_ways_to_endings_are_the_terminations(name: str) -> None:
    data, times, summary = counted(name)
    for ending in data.scenarios[name].endings:
        led = sum(
            n
            for event, n in times.items()
            if event.startswith(f"{name}: ") and event.endswith(f"> ending {ending.id}")
        )
        assert led == summary.terminations[FIRST_ENDING + KINDS.index(ending.kind)]


def test_every_battle_lies_in_one_cell_whose_bins_are_sums_of_classes() -> None:
    _, times, _ = counted("amber-ford")
    assert sum(times[cell] for cell in CELLS) == GAMES
    for place, axis in enumerate(AXES[:2]):
        classes = [n for event, n in times.items() if re.fullmatch(rf"{axis} [-0-9]+", event)]
        for name, held in zip(BINS, (classes[:4], classes[4:7], classes[7:]), strict=True):
            cells = [cell for cell in CELLS if cell.split(", ")[place] == f"{axis} {name}"]
            assert len(cells) == 3
            assert sum(times[cell] for cell in cells) == sum(held)


@pytest.mark.parametrize("axis", AXES)
def test_the_classes_of_an_axis_hold_every_battle_and_its_mean(axis: str) -> None:
    _, times, summary = counted("amber-ford")
    held = [n for event, n in times.items() if re.fullmatch(rf"{axis} [-0-9]+", event)]
    assert len(held) == CLASSES
    assert sum(held) == GAMES
    mean = summary.metric_sum[2 + AXES.index(axis), 0] / GAMES / 100
    lowest = float(np.arange(0, 100, 10) @ np.array(held)) / GAMES
    assert lowest <= mean <= lowest + 10


def test_a_battle_that_goes_round_counts_a_way_each_time() -> None:
    data, repeated = full(), 0
    phases, names = tuple(data.scenarios["made"].phases), events(data)
    for seed in range(60):
        steps = list(walk(GAME, data, any_move(np.random.default_rng(seed)), key=seed + 1))
        entered = [int(steps[0].before.phase)] + [
            int(s.after.phase) for s in steps if s.after.turn > s.before.turn
        ]
        expected = Counter(f"made: {phases[one]} > {phases[other]}" for one, other in pairwise(entered))
        state = steps[-1].after
        if state.ending >= 0:
            ending = data.scenarios["made"].endings[int(state.ending)].id
            expected[f"made: {phases[entered[-1]]} > ending {ending}"] += 1
        found = Counter(names[i] for i in happened(GAME, data, state)[0] if i >= first_way(data, "made"))
        assert found == expected
        repeated += max(expected.values()) > 1
    assert repeated


def test_ways_say_what_leads_there() -> None:
    found = {(way.phase, way.to): way.coas for way in ways(full().scenarios["made"])}
    assert found["p2", "p3"] == ("a", "b", "c")
    assert found["p2", "p4"] == ("b",)
    assert found["p3", "p1"] == ("b fails",)
    assert found["p3", "p4"] == ("a", "b succeeds", "c")
    assert found["p4", "history"] == ()
    assert ("p1", "p1") not in found


def test_two_scenarios_share_no_way() -> None:
    data = shipped()
    assert len(set(events(data))) == len(events(data))
    first, second = (first_way(data, name) for name in data.scenarios)
    assert first == len(AXES) * CLASSES + len(CELLS)
    assert second == first + len(ways(data.scenarios["amber-ford"]))
    assert len(events(data)) == second + len(ways(data.scenarios["cold-saddle"]))


def test_a_scenario_is_exhibited_with_its_endings_by_their_own_names() -> None:
    listed = GAME.exhibits(shipped())
    graphs = [one for one in listed if one["kind"] == "branch graph"]
    assert [one["scenario"] for one in graphs] == ["amber-ford", "cold-saddle"]
    names = events(shipped())
    for graph in graphs:
        data = shipped().scenarios[graph["scenario"]]
        assert [one["name"] for one in graph["nodes"]] == list(data.phases)
        assert {one["name"] for one in graph["nodes"] if one["hypothetical"]} == {
            p for p in data.phases if p[-1] == "x"
        }
        for way in graph["ways"]:
            to = f"ending {way['to']}" if way["ends"] else way["to"]
            assert names[way["event"]] == f"{graph['scenario']}: {way['from']} > {to}"
            assert way["hypothetical"] == ("x" in way["from"] + (way["to"] if not way["ends"] else ""))
    mission = next(one for one in listed if one.get("of") == "mission")
    assert [names[event] for event in mission["events"]][:2] == ["mission 0-9", "mission 10-19"]


def test_two_endings_of_a_kind_keep_their_own_names() -> None:
    value = scenario(chain(2))
    value["endings"].insert(1, {"id": "routed", "kind": "failed", "when": {"all": ["lost", "stalled"]}})
    (graph, *_) = GAME.exhibits(document(value))
    found = {one["name"]: GAME.terminations[one["termination"]] for one in graph["endings"]}
    assert found == {
        "failed": "failed", "routed": "second failed", "partial": "partial", "better": "better", "history": "history",
    }  # fmt: skip
