"""What a sweep writes: the difference of two documents, file by file in one order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from runner import experiment as experiments
from sweeps.writing import diff

CONFIGS = Path(__file__).parent.parent.parent / "configs"


def test_files_come_in_the_order_of_their_names() -> None:
    """A card and an enemy changed at once; the order of a set would be another with another hash seed."""
    today = experiments.load(CONFIGS / "deckfight.toml")
    plain = today.document.model_dump(mode="json", by_alias=True)
    plain["cards"]["Strike"]["damage"] += 1
    plain["enemies"]["Slime"]["maxHp"] += 1
    changed = replace(today, document=today.game.document.model_validate(plain))
    told = [line[4:].strip() for line in diff(today, changed).splitlines() if line.startswith("--- ")]
    assert told == ["a/base/cards.json", "a/base/enemies.json"]
