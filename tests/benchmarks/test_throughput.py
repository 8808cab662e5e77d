"""Games a second of each game and policy pair on one core, in the compiled loop."""

from pathlib import Path

import pytest

import games
import policies
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job

DATA = Path(__file__).parent.parent.parent / "configs/games"
PAIRS = {
    "pig": ("pig/classic.toml", [("hold_at", "hold_at"), ("hold_at", "keep_pace"), ("optimal", "optimal")]),
    "deckfight": ("deckfight/base", [("heuristic",), ("random",), ("lookahead",)]),
    "duel": ("duel", [("balanced", "balanced"), ("balanced", "uniform"), ("doctrine", "crowd")]),
    "battle": ("battle/scenarios.json", [("history",), ("greedy",), ("planner",), ("random",)]),
}
CASES = [
    pytest.param(game, data, players, id=f"{game}-{'-'.join(players)}")
    for game, (data, pairs) in PAIRS.items()
    for players in pairs
]


@pytest.mark.parametrize(("game", "data", "players"), CASES)
def test_games_a_second(benchmark, game, data, players):
    rules = games.load(game)
    document = rules.load(DATA / data)
    specs = tuple(
        EntrantSpec(name, name, dict(policies.of(game)[name].weights), {}) for name in sorted(set(players))
    )
    job = Job(game, document.model_dump(mode="json", by_alias=True), specs, 1, "per-game")
    arena = Arena(job)
    matchup = Matchup(arena.scenarios[0], players)
    arena.simulate(Unit(matchup, 0, 8))
    pairs = 2000
    outcomes = benchmark.pedantic(arena.simulate, args=(Unit(matchup, 0, pairs),), rounds=30, warmup_rounds=2)
    played = outcomes.summary.games
    decisions = int(outcomes.summary.options[..., 1].sum())
    benchmark.extra_info["games a second"] = round(played / benchmark.stats["min"])
    benchmark.extra_info["ns a decision"] = round(benchmark.stats["min"] / max(decisions, 1) * 1e9, 1)
    assert played == pairs * rules.seats
