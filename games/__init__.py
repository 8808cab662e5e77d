"""What can happen: one folder a game, found by its name; `contract.py` says what a game is.

Folders named in `EQUIPOISE_PATH` (separated as in PATH) may hold a `games/` and a `policies/` folder of their own.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING

from games.extensions import extended

if TYPE_CHECKING:
    from games.contract import Game

__all__ = ["load", "names"]

__path__ = extended(__path__, "games")


def names() -> tuple[str, ...]:
    """The names of all games, sorted: the folders beside this file and in `EQUIPOISE_PATH`."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def load(name: str) -> "Game":
    """The game called `name`. Raises `KeyError` for a name that `names()` does not list."""
    if name not in names():
        raise KeyError(name)
    game: Game = importlib.import_module(f"games.{name}").GAME
    return game
