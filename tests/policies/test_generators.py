"""Every game that draws scenarios: from the seed alone, within its gates, and fit to be written and read again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import games
import policies
from games.contract import Game
from runner.catalogue import shipped_experiments
from runner.experiment import load

DRAWING = [name for name in games.names() if policies.generator(name) is not None]


@cache
def shipped(name: str) -> tuple[Game, Any]:
    """The game with the data of the first experiment that ships with it."""
    experiments = (
        load(path) for path in shipped_experiments() if f'game = "{name}"' in path.read_text("utf-8")
    )
    found = next(experiments)
    return found.game, found.document


def drawn(name: str, seed: int) -> Any:
    generate = policies.generator(name)
    assert generate is not None
    return generate(shipped(name)[1], seed, "drawn", None)


def test_duel_and_battle_draw() -> None:
    assert {"battle", "duel"} <= set(DRAWING)
    assert policies.generator("pig") is None


@pytest.mark.parametrize("name", DRAWING)
def test_the_seed_decides(name: str) -> None:
    assert drawn(name, 2) == drawn(name, 2)
    assert drawn(name, 2) != drawn(name, 3)


@pytest.mark.parametrize("name", DRAWING)
def test_what_is_drawn_passes_the_gates_and_survives_its_file(name: str, tmp_path: Path) -> None:
    game, _ = shipped(name)
    document = drawn(name, 2)
    assert game.scenarios(document) == ("drawn",)
    asked = [gate for gate in game.gates.values() if gate.needs == "document" and not gate.lint]
    assert asked
    for gate in asked:
        assert all(row.passed for row in gate.check(document, "drawn", **gate.thresholds)), gate.name
    game.dump(document, tmp_path / "drawn.json")
    assert game.load(tmp_path / "drawn.json") == document


@pytest.mark.parametrize(
    ("name", "fields"), [("duel", {"initiative_bonus": 2}), ("battle", {"judgment_staff": 5})]
)
def test_the_rules_are_those_of_the_data(name: str, fields: dict[str, int]) -> None:
    document = shipped(name)[1]
    changed = document.model_copy(update={"rules": document.rules.model_copy(update=fields)})
    generate = policies.generator(name)
    assert generate is not None
    assert generate(changed, 2, "drawn", None).rules == changed.rules


@pytest.mark.parametrize(
    ("name", "size", "told"), [("duel", 0, "1 to 12 phases"), ("battle", 3, "8 to 9 layers")]
)
def test_a_size_that_cannot_be_is_told(name: str, size: int, told: str) -> None:
    generate = policies.generator(name)
    assert generate is not None
    with pytest.raises(ValueError, match=told):
        generate(shipped(name)[1], 2, "drawn", size)
