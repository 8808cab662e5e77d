"""The bots against the exact product of history's odds, the gates of play, and drawn scenarios that pass them all."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from games.battle.data import RulesData
from games.battle.files import dump, load
from games.battle.gates import GATES
from games.battle.generator import TEMPLATES, draw_scenarios, with_scenario
from games.battle.paths import explore, history_chance
from policies.battle.bots import bot_figures
from policies.battle.scenarios import new_scenario
from tests.games.battle_documents import shipped


@pytest.mark.parametrize("scenario", ["amber-ford", "cold-saddle"])
def test_play_agrees_with_the_exact_product(scenario: str) -> None:
    data, games = shipped(), 40_000
    figures = {each.player: each for each in bot_figures(data, scenario, games)}
    exact = history_chance(data, scenario)
    assert abs(figures["history"].history - exact) < 4 * (exact * (1 - exact) / games) ** 0.5
    assert figures["greedy"].history == 0.0


@pytest.mark.parametrize("scenario", ["amber-ford", "cold-saddle"])
def test_shipped_scenarios_pass_the_gates_of_play(scenario: str) -> None:
    figures = bot_figures(shipped(), scenario)
    for gate in GATES.values():
        if gate.needs == "figures":
            assert all(row.passed for row in gate.check(figures, **gate.thresholds))


@pytest.mark.parametrize("scenario", ["amber-ford", "cold-saddle"])
def test_shipped_scenarios_come_out_in_seven_ways(scenario: str) -> None:
    """At 100,000 battles a bot, for the seventh cell of cold-saddle holds 1.1 %."""
    (row,) = GATES["diversity"].check(bot_figures(shipped(), scenario, 100_000))
    assert row.value == 7


def test_a_drawn_scenario_passes_every_gate_and_is_the_same_again(tmp_path: Path) -> None:
    found = new_scenario(7, "drawn")
    dump(found, tmp_path / "drawn.json")
    assert load(tmp_path / "drawn.json") == found == new_scenario(7, "drawn")
    assert new_scenario(8, "drawn") != found
    figures = bot_figures(found, "drawn")
    for gate in GATES.values():
        given = (figures,) if gate.needs == "figures" else (found, "drawn")
        assert all(row.passed for row in gate.check(*given, **gate.thresholds)), gate.name


def test_drawn_scenarios_keep_to_templates_and_limits() -> None:
    for scenario in islice(draw_scenarios(RulesData(), 3), 3):
        data = with_scenario(RulesData(), "drawn", scenario)
        assert len(explore(scenario).shortest) == 8
        assert explore(scenario).phases == set(scenario.phases)
        for phase in scenario.phases.values():
            for template, coa in zip(TEMPLATES.values(), phase.coas.values(), strict=True):
                assert template.mission[0] <= coa.effect.mission <= template.mission[1]
                assert template.tempo[0] <= coa.effect.tempo <= template.tempo[1]
                assert coa.minutes == template.minutes
        assert 0.05 <= history_chance(data, "drawn") <= 0.95


@pytest.mark.parametrize("layers", [7, 10])
def test_layers_out_of_range_are_refused(layers: int) -> None:
    with pytest.raises(ValueError, match="8 to 9 layers"):
        next(draw_scenarios(RulesData(), 1, layers))
