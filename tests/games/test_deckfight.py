from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from games.deckfight.data import DeckfightData
from games.deckfight.files import load
from tests.games.kit import GameContract
from tests.games.walks import Ending, Step

SETS = Path(__file__).parents[2] / "configs" / "games" / "deckfight"


class TestDeckfight(GameContract):
    game = "deckfight"
    file_names = ("folder",)

    @classmethod
    def documents(cls) -> dict[str, Any]:
        return {name: load(SETS / name) for name in ("base", "even", "wall", "zerocost", "op")}

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        generator.shuffle(state.draw[: state.draw_size])
