"""What can happen: one folder a game, found by its name; `contract.py` says what a game is.

Folders named in `EQUIPOISE_PATH` (separated as in PATH) may hold a `games/` and a `policies/` folder of their own.
"""

import pkgutil
from typing import TYPE_CHECKING

from games.alike import alike
from games.extensions import check, extended
from games.own import imported

if TYPE_CHECKING:
    from games.contract import Game

__all__ = ["load", "names"]

__path__ = extended(__path__, "games")


def names() -> tuple[str, ...]:
    """The names of all games, sorted: the folders beside this file and in `EQUIPOISE_PATH`.

    Raises `BadInput` where a folder of `EQUIPOISE_PATH` is not there, or holds what would never be used.
    """
    check()
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def load(name: str) -> "Game":
    """The game called `name`.

    Raises `KeyError` for a name that `names()` does not list, `BadInput` for an own game that cannot be imported.
    """
    known = {alike(one): one for one in names()}
    if alike(name) not in known:
        raise KeyError(name)
    game: Game = imported(f"games.{known[alike(name)]}", needs=("GAME",)).GAME
    return game
