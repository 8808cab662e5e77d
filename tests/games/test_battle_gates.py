"""The gates of the shipped scenarios, and scenarios broken so that one gate each tells of it by name."""

from __future__ import annotations

from typing import Any

import pytest

from games.battle.data import BattleData
from games.battle.figures import BattleFigures
from games.battle.gates import (
    GATES,
    GateRow,
    clue_lint,
    diversity,
    dominance,
    endings,
    history_odds,
    size,
    volume,
)
from games.battle.lints import LINTS
from games.battle.paths import explore, history_chance, history_paths
from tests.games.battle_documents import chain, document, full, scenario, shipped


def rows(name: str, data: BattleData, title: str = "made") -> tuple[GateRow, ...]:
    gate = GATES[name]
    return gate.check(data, title, **gate.thresholds)


def failed(data: BattleData, title: str = "made") -> set[str]:
    """Gates of the data alone that are shut."""
    names = [name for name, gate in GATES.items() if gate.needs == "document"]
    return {name for name in names if not all(row.passed for row in rows(name, data, title))}


def value(name: str, scope: str, data: BattleData, title: str) -> float:
    return next(row.value for row in rows(name, data, title) if scope in row.scope)


def test_amber_ford_passes_every_gate_of_the_data() -> None:
    data, title = shipped(), "amber-ford"
    assert failed(data, title) == set()
    assert value("size", "phases", data, title) == 12
    assert value("size", "shortest", data, title) == 8
    assert len(explore(data.scenarios[title]).endings) == len(data.scenarios[title].endings) == 4
    assert value("history_odds", "", data, title) == pytest.approx(0.0776, abs=5e-5)
    assert value("branching", "", data, title) == 12
    assert value("clue_lint", "sole top", data, title) == 2 / 8


def test_cold_saddle_fails_where_its_size_rule_says_and_nowhere_else() -> None:
    data, title = shipped(), "cold-saddle"
    assert failed(data, title) == {"size"}
    assert [row.passed for row in rows("size", data, title)] == [True, False]
    assert all(row.passed for row in size(data, title, phases=7, decisions=6))
    assert value("size", "phases", data, title) == 10
    assert value("size", "shortest", data, title) == 7
    assert value("history_odds", "", data, title) == pytest.approx(0.067, abs=5e-5)
    assert value("clue_lint", "sole top", data, title) == 2 / 7


@pytest.mark.parametrize(
    ("odds", "decisions", "product", "passes"),
    [(0.65, 6, 0.0754, True), (0.65, 7, 0.0490, False), (0.65, 8, 0.0319, False), (None, 8, 0.05136, True)],
)
def test_history_odds_are_a_product(odds: float | None, decisions: int, product: float, passes: bool) -> None:
    """Odds of .65 by a clamp, or of a sum of +.8; nothing is lost on the way, so nothing is carried over."""
    rules = {} if odds is None else {"lowest_odds": odds, "highest_odds": odds}
    phases = chain(decisions)
    for phase in phases.values():
        phase["coas"]["c"].update(
            factors={"force": "superior"}, effect={"mission": 5, "preservation": 0, "tempo": 0}
        )
    data = document(scenario(phases), rules)
    (row,) = history_odds(data, "made")
    assert row.value == pytest.approx(product, abs=5e-5)
    assert row.passed is passes


def test_history_odds_carry_what_is_carried() -> None:
    phases = chain(3)
    for phase in phases.values():
        phase["coas"]["c"].update(
            kind="recon", factors={}, effect={"mission": 1, "preservation": -15, "tempo": 0}
        )
    (path,) = history_paths(document(scenario(phases)), "made")
    # 70: even; 55: recon carried; 40: recon carried, skill a step down.
    assert [step.odds for step in path.steps] == pytest.approx([0.5, 0.598688, 0.524979], abs=5e-7)
    assert path.ending == "history"
    assert history_chance(document(scenario(phases)), "made") == path.odds


def test_history_is_taken_through_every_drawn_incident() -> None:
    data = full()
    assert {path.incident for path in history_paths(data, "made")} == {"rain", "luck"}
    assert history_chance(data, "made") == pytest.approx(0.598688**4, abs=1e-6)


def broken(**changes: Any) -> BattleData:
    """A copy of amber-ford with parts of it replaced."""
    values = shipped().scenarios["amber-ford"].model_dump()
    return document({**values, **changes})


def altered(phase: str, coa: str, **changes: Any) -> BattleData:
    values = shipped().scenarios["amber-ford"].model_dump()
    values["phases"][phase]["coas"][coa].update(changes)
    return document(values)


def told(data: BattleData, gate: str) -> str:
    """What a shut gate says; no other may be shut."""
    assert failed(data) == {gate}
    return "; ".join(row.detail for row in rows(gate, data) if not row.passed)


def test_an_unreachable_ending_is_told_by_name() -> None:
    values = shipped().scenarios["amber-ford"].model_dump()["endings"]
    values[2]["when"] = {"all": ["bold2"], "none": ["bold2"]}
    assert told(broken(endings=values), "endings") == "better"


def test_two_history_endings_are_told_by_name() -> None:
    values = shipped().scenarios["amber-ford"].model_dump()["endings"]
    values[2]["kind"] = "history"
    assert told(broken(endings=values), "endings") == "better, history"


def test_a_history_that_strays_is_told_by_incident() -> None:
    values = shipped().scenarios["amber-ford"].model_dump()["endings"]
    values[1]["when"] = {"any": ["stalled", "storm"]}
    assert told(broken(endings=values), "endings") == "ends in partial when i2 is drawn"


def test_a_dominant_option_is_told_by_name() -> None:
    effect = {"mission": 12, "preservation": 8, "tempo": 9}
    data = altered(
        "4m", "b", effect=effect, factors={"force": "superior", "terrain": "good", "skill": "high"}
    )
    assert told(data, "dominance") == "4m.b is ahead on every axis"
    assert "4m.a by 4m.b" in LINTS["pairwise"].check(data, "made")[0].detail


def test_identical_factors_are_told_by_name() -> None:
    other = shipped().scenarios["amber-ford"].phases["4x"].coas["c"].factors.model_dump()
    data = altered("4x", "b", factors={**other, "force": "even", "skill": "mid"})
    assert told(data, "clue_lint") == "4x.b and 4x.c rest on the same factors"


def test_too_little_branching_is_told() -> None:
    data = document(scenario(chain(8)))
    assert [row.value for row in rows("branching", data)] == [0]
    assert not rows("branching", data)[0].passed


@pytest.mark.parametrize(("tops", "passes"), [(4, True), (5, False)])
def test_history_may_be_the_sole_top_in_half_the_phases(tops: int, passes: bool) -> None:
    phases = chain(8)
    for i, phase in enumerate(phases.values()):
        phase["coas"]["c"]["factors"] = {"force": "superior" if i < tops else "inferior"}
    row = clue_lint(document(scenario(phases)), "made")[0]
    assert (row.value, row.passed) == (tops / 8, passes)


@pytest.mark.parametrize(("longest", "passes"), [(2, True), (3, False)])
def test_history_may_be_the_longest_in_a_third_of_the_phases(longest: int, passes: bool) -> None:
    phases = chain(8)
    for i, phase in enumerate(phases.values()):
        phase["coas"]["c"]["text"] = "option 2, in more words" if i < longest else "option 2"
    row = clue_lint(document(scenario(phases)), "made")[1]
    assert (row.value, row.passed) == (longest / 8, passes)


def test_hypothetical_phases_give_no_clues() -> None:
    phases = chain(8)
    for name, phase in phases.items():
        phase["coas"]["c"]["factors"] = {"force": "superior"}
        if name != "p1":
            phase["hypothetical"] = True
            phase["coas"]["c"].update(history=False, doctrine=True)
    assert clue_lint(document(scenario(phases)), "made")[0].value == 1.0


def test_dominance_is_on_all_three_axes() -> None:
    phases = chain(1)
    assert all(row.passed for row in dominance(document(scenario(phases)), "made"))
    phases["p1"]["coas"]["a"].update(effect={"mission": 20, "preservation": 20, "tempo": 2})
    assert all(row.passed for row in dominance(document(scenario(phases)), "made"))


def test_unreachable_phases_are_linted() -> None:
    phases = chain(3)
    phases["p9"] = {**chain(1)["p1"]}
    assert LINTS["dead_phases"].check(document(scenario(phases)), "made")[0].detail == "p9"


def test_quirks_of_failure_are_linted() -> None:
    phases = chain(1)
    phases["p1"]["coas"]["a"]["effect"] = {"mission": -4, "preservation": 0, "tempo": -2}
    phases["p1"]["coas"]["b"]["effect"] = {"mission": -3, "preservation": 0, "tempo": 0}
    data = document(scenario(phases))
    assert LINTS["mission_quirk"].check(data, "made")[0].detail == "p1.a"
    assert LINTS["tempo_quirk"].check(data, "made")[0].detail == "p1.a"


def counted(player: str, cells: tuple[int, ...], games: int = 3000) -> BattleFigures:
    return BattleFigures("ford", player, games, tuple(n / games for n in cells), 0.0)


def test_diversity_pools_the_bots() -> None:
    one = counted("random", (2960, 40, 0, 0, 0, 0, 0, 0, 0))
    others = (
        counted("greedy", (0, 60, 0, 0, 2940, 0, 0, 0, 0)),
        counted("history", (0, 0, 0, 0, 0, 0, 0, 0, 3000)),
    )
    (row,) = diversity([one, *others])
    assert (row.value, row.passed) == (4, True)
    assert not diversity([one, *others], share=0.012)[0].passed


def test_volume_asks_for_bots_and_battles() -> None:
    bots = [counted(name, (3000, *(0,) * 8)) for name in ("random", "greedy", "history")]
    assert all(row.passed for row in volume(bots))
    assert [row.passed for row in volume(bots[:2])] == [False, True, True]
    assert [row.passed for row in volume(bots, games=100_000)] == [True, False, False, False]
    assert endings(full(), "made")[0].passed
