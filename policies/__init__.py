"""Who plays: one folder or file a game, found by the game's name; `contract.py` says what a policy is."""

import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from games.extensions import extended

if TYPE_CHECKING:
    from policies.contract import Policy

__all__ = ["careers", "exact_figures", "generator", "of"]

__path__ = extended(__path__, "policies")


def of(game: str) -> "dict[str, Policy]":
    """Every policy of `game` by name, sorted: all `Policy` values in `policies.<game>` and its modules.

    Raises `ValueError` when two different policies bear one name.
    """
    from policies.contract import Policy

    found: dict[str, Policy] = {}
    for module in _modules(game):
        for value in vars(module).values():
            if not isinstance(value, Policy) or value.game != game:
                continue
            if found.setdefault(value.name, value) is not value:
                raise ValueError(f"two policies of {game} are named {value.name!r}")
    return dict(sorted(found.items()))


def exact_figures(game: str) -> "Callable[..., tuple[Any, ...]] | None":
    """How figures of play of a game are had without playing: (document, scenario, entrants) -> figures.

    `policies.<game>` offers it under this name, where it can; it raises `ValueError` for an entrant it cannot read.
    Without entrants the figures are those of the game's own bots.
    """
    return cast("Callable[..., tuple[Any, ...]] | None", _offered(game, "exact_figures"))


def generator(game: str) -> "Callable[[Any, int, str, int | None], Any] | None":
    """How a game's scenarios are drawn: (document, seed, name, size) -> document with that scenario alone.

    `policies.<game>` offers it as `generate`, where it can. The rules are those of the document given, and whatever
    is drawn passes the game's gates; a size is the game's own affair, None its usual one. The same arguments give
    the same document. It raises `ValueError` with a readable text where that cannot be had.
    """
    return cast("Callable[[Any, int, str, int | None], Any] | None", _offered(game, "generate"))


def careers(game: str) -> "Callable[..., list[Any]] | None":
    """How battles of a career are had: (document, entrant, count, seed) -> `games.progress.BattlePlayed`, one a day.

    `policies.<game>` offers it as `battles`, where its decisions are worth a rating; it raises `KeyError` for a policy
    that it cannot play.
    """
    return cast("Callable[..., list[Any]] | None", _offered(game, "battles"))


def _offered(game: str, name: str) -> Any:
    return getattr(importlib.import_module(f"policies.{game}"), name, None) if of(game) else None


def _modules(game: str) -> list[ModuleType]:
    try:
        room = importlib.import_module(f"policies.{game}")
    except ModuleNotFoundError as error:
        if error.name == f"policies.{game}":
            return []
        raise
    if hasattr(room, "__path__"):  # a user's policies of a game that is kept elsewhere
        room.__path__ = list(dict.fromkeys(extended(room.__path__, f"policies/{game}")))
    inner = pkgutil.iter_modules(getattr(room, "__path__", []))
    return [room, *(importlib.import_module(f"policies.{game}.{entry.name}") for entry in inner)]
