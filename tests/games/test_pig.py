from __future__ import annotations

from typing import Any

from games.pig.data import PigData
from tests.games.kit import GameContract


class TestPig(GameContract):
    game = "pig"
    file_names = ("pig.toml", "pig.json")

    @classmethod
    def documents(cls) -> dict[str, Any]:
        return {
            "classic": PigData(),
            "two-dice": PigData(dice=2, goal=30),
            "optional-first-roll": PigData(mandatory_first_roll=False),
            "short": PigData(goal=20, turn_cap=60),
        }
