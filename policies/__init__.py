"""Who plays: one folder or file a game, found by the game's name; `contract.py` says what a policy is."""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from games.extensions import extended

if TYPE_CHECKING:
    from policies.contract import Entrant, Policy

__all__ = ["exact_figures", "of"]

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


def exact_figures(game: str) -> "Callable[[Any, str, Sequence[Entrant]], tuple[Any, ...]] | None":
    """How figures of play of a game are had without playing: (document, scenario, entrants) -> figures.

    `policies.<game>` offers it under this name, where it can; it raises `ValueError` for an entrant it cannot read.
    """
    found = getattr(importlib.import_module(f"policies.{game}"), "exact_figures", None) if of(game) else None
    return cast("Callable[[Any, str, Sequence[Entrant]], tuple[Any, ...]] | None", found)


def _modules(game: str) -> list[ModuleType]:
    try:
        room = importlib.import_module(f"policies.{game}")
    except ModuleNotFoundError as error:
        if error.name == f"policies.{game}":
            return []
        raise
    inner = pkgutil.iter_modules(getattr(room, "__path__", []))
    return [room, *(importlib.import_module(f"policies.{game}.{entry.name}") for entry in inner)]
