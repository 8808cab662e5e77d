"""The figures of deckfight's source, all nine data sets and four batches of each, to the last digit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.deckfight.files import load
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job, Outcomes

ROOT = Path(__file__).resolve().parents[2]
ORACLE = json.loads((ROOT / "tests" / "data" / "deckfight.json").read_text("utf-8"))["variants"]
BATCHES = [
    pytest.param(name, batch, id=f"{name}-{batch['games']}-{batch['seed']}")
    for name, variant in ORACLE.items()
    for batch in variant["batches"]
]


def played(name: str, batch: dict[str, Any]) -> tuple[Arena, Outcomes]:
    """The batch on the source's single stream of luck."""
    spec = EntrantSpec("heuristic", "heuristic", {}, {})
    document = load(ROOT / "configs" / "games" / "deckfight" / name).model_dump(by_alias=True)
    arena = Arena(Job("deckfight", document, (spec,), batch["seed"], "sequential", keep_games=True))
    return arena, arena.simulate(Unit(Matchup(arena.scenarios[0], ("heuristic",)), 0, batch["games"]))


@pytest.mark.parametrize("name", ORACLE)
def test_the_data_set_is_the_source_s(name: str) -> None:
    document = load(ROOT / "configs" / "games" / "deckfight" / name).model_dump(
        by_alias=True, exclude_none=True
    )
    assert document["cards"] == ORACLE[name]["cards"]
    assert list(document["starterDeck"]) == ORACLE[name]["starter_deck"]
    enemy = document["enemies"][document["activeEnemy"]]
    assert {**enemy, "intents": list(enemy["intents"])} == ORACLE[name]["enemy"]


@pytest.mark.parametrize(("name", "batch"), BATCHES)
def test_a_batch_comes_out_to_the_last_digit(name: str, batch: dict[str, Any]) -> None:
    arena, outcomes = played(name, batch)
    assert outcomes.games is not None
    summary, turns, hp = outcomes.summary, outcomes.games["turns"], outcomes.games["metrics"][:, 2, 0]
    results = [int(count) for count in summary.seat_results[0, 0]]
    assert results == [batch["wins"], batch["draws"], batch["losses"]]
    assert turns.mean() == pytest.approx(batch["mean_turns"], abs=1e-12)
    assert np.median(turns) == batch["median_turns"]
    games_won, hp_won = int(summary.metric_n[3, 0]), int(summary.metric_sum[3, 0])
    assert games_won == batch["wins"]
    assert hp_won / max(games_won, 1) == pytest.approx(batch["mean_hp_on_win"], abs=1e-12)
    plays = {
        card: int(count)
        for card, count in zip(arena.options, summary.options[0, 0, :, 1], strict=True)
        if count
    }
    assert plays == {card: stats["plays"] for card, stats in batch["card_stats"].items()}
    outcome = np.select([outcomes.games["winner"] == 0, outcomes.games["winner"] == -1], [1, 2], 0)
    first = np.stack([outcome, turns, hp], axis=1)[:40].tolist()
    assert first == batch["first_games_outcome_turns_hp"]


@pytest.mark.parametrize("name", ["base", "zerocost"])
def test_energy_and_effects_follow_from_plays(name: str) -> None:
    """The source also counts energy, damage and block: plays times what the data says of the card."""
    batch = ORACLE[name]["batches"][1]
    arena, outcomes = played(name, batch)
    facts = dict(zip(arena.options, arena.game.option_facts(arena.document), strict=True))  # type: ignore[misc]
    for number, card in enumerate(arena.options):
        plays = int(outcomes.summary.options[0, 0, number, 1])
        stats = {"plays": plays, "energy": plays * facts[card]["cost"]}
        stats |= {what: plays * facts[card][what] for what in ("damage", "block")}
        assert stats == batch["card_stats"][card]
