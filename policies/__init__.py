"""Who plays: one folder or file a game, found by the game's name; `contract.py` says what a policy is."""

import importlib
import pkgutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from games.alike import alike, look_alikes
from games.defects import BadInput, Defect
from games.extensions import check, extended, widened
from games.own import imported, read_by, tried

if TYPE_CHECKING:
    from policies.contract import Policy

__all__ = ["broken", "careers", "exact_figures", "files", "generator", "of"]

__path__ = extended(__path__, "policies")


def of(game: str) -> "dict[str, Policy]":
    """Every policy of `game` by name, sorted: all `Policy` values in `policies.<game>` and its modules.

    An own file that cannot be imported is left out, see `broken`. Raises `BadInput` when two different policies bear
    one name, or names that look the same.
    """
    check()
    found: dict[str, Policy] = {}
    places: dict[str, ModuleType] = {}
    clashes = []
    for module in _modules(game)[0]:
        for value in _values(module):
            if value.game != game:
                continue
            known = places.setdefault(value.name, module)
            if found.setdefault(value.name, value) is not value:
                rule = f"a policy of {game} has that name already, in {known.__file__}"
                clashes.append(Defect(str(module.__file__), "", value.name, rule, "give it another name"))
    for one, other in look_alikes(found):
        rule = f"looks the same as {one!r} in {places[one].__file__}"
        clashes.append(Defect(str(places[other].__file__), "", other, rule, "give it another name"))
    if clashes:
        raise BadInput(clashes)
    return dict(sorted(found.items()))


def files(game: str, policy: str) -> set[Path]:
    """The file in which a policy of `game` is defined, and what own files of the game read when they were imported."""
    modules = _modules(game)[0]
    found = of(game)[policy]
    defining = [module for module in modules if found in _values(module)]
    return {Path(str(module.__file__)) for module in defining} | read_by(
        module.__name__ for module in modules
    )


def _values(module: ModuleType) -> "list[Policy]":
    from policies.contract import Policy

    return [value for value in vars(module).values() if isinstance(value, Policy)]


def broken(game: str) -> tuple[Defect, ...]:
    """Own policy files of `game` that cannot be imported, each with what is wrong."""
    return _modules(game)[1]


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


def _modules(game: str) -> tuple[tuple[ModuleType, ...], tuple[Defect, ...]]:
    """The modules of a game's policies, and what is wrong with those that cannot be imported."""
    return _imported(game, tuple(__path__))


@lru_cache(maxsize=64)
def _imported(game: str, path: tuple[str, ...]) -> tuple[tuple[ModuleType, ...], tuple[Defect, ...]]:
    room = _room(game)
    modules: list[ModuleType] = []
    defects: list[Defect] = []
    names = [room] if room else []
    tried(names)  # before its insides can be looked at
    for name in names:
        try:
            module = imported(name)
        except BadInput as error:
            defects += error.defects
            continue
        modules.append(module)
        if name == room and hasattr(module, "__path__"):  # a user's policies of a game may be kept elsewhere
            widened(module)
            inner = [f"{room}.{entry.name}" for entry in pkgutil.iter_modules(module.__path__)]
            tried(inner)
            names += inner
    return tuple(modules), tuple(defects)


def _room(game: str) -> str:
    """The module or package of a game's policies; empty where there is none."""
    known = {alike(module.name): module.name for module in pkgutil.iter_modules(__path__)}
    folder = known.get(alike(game))
    if folder is None and any((Path(place) / game).is_dir() for place in __path__):
        folder = game  # a folder without an `__init__.py`
    return f"policies.{folder}" if folder else ""
