"""Folders of the user's own that hold further games and policies, and what is wrong with them."""

import ast
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from games.alike import alike
from games.defects import BadInput, Defect

__all__ = ["check", "extended", "extension_folders", "widened"]

_VARIABLE = "EQUIPOISE_PATH"
_HOME = Path(__file__).resolve().parent.parent
_OWN_ROOMS = ("games", "policies")
# What lies about in folders without being anybody's code.
_IGNORED = ("__pycache__",)


def extension_folders() -> tuple[Path, ...]:
    """The folders that `EQUIPOISE_PATH` names, in order."""
    return tuple(
        Path(part).resolve() for part in os.environ.get(_VARIABLE, "").split(os.pathsep) if part.strip()
    )


def extended(package_path: Iterable[str], room: str) -> list[str]:
    """`package_path` of a room, followed by the folders of that name in the extension folders."""
    return [
        *package_path,
        *(str(folder / room) for folder in extension_folders() if (folder / room).is_dir()),
    ]


def widened(package: ModuleType) -> None:
    """Let a package of a room be continued in the extension folders: policies of a game may be kept elsewhere."""
    if hasattr(package, "__path__"):
        package.__path__ = list(dict.fromkeys(extended(package.__path__, package.__name__.replace(".", "/"))))


def check() -> None:
    """Raises `BadInput` for a folder that is not there, and for every own file that a shipped one would hide."""
    found = list(_found(extension_folders()))
    if found:
        raise BadInput(found)


def _found(folders: tuple[Path, ...]) -> Iterator[Defect]:
    for folder in folders:
        if not folder.is_dir():
            rule = "is no folder" if folder.exists() else "does not exist"
            yield Defect(_VARIABLE, "", str(folder), rule, "create it, or take it out of the variable")
    for room in _OWN_ROOMS:
        places = [folder / room for folder in folders if (folder / room).is_dir()]
        yield from _hidden(_HOME / room, places)
        for game in sorted({entry.name for place in places for entry in _entries(place) if entry.is_dir()}):
            if room == "policies":
                inner = [place / game for place in places if (place / game).is_dir()]
                yield from _hidden(_HOME / room / game, inner)


def _hidden(shipped: Path, places: list[Path]) -> Iterator[Defect]:
    """Files and folders of one name: the later ones would never be looked at."""
    first = {_module(entry): entry for entry in _entries(shipped)} if shipped.is_dir() else {}
    for place in places:
        for entry in _entries(place):
            earlier = first.get(_module(entry))
            if earlier is None:
                first[_module(entry)] = entry
            elif not _both_are_seen(earlier, entry):
                ships = any(earlier.is_relative_to(_HOME / room) for room in _OWN_ROOMS)
                whose = "Equipoise has one of its own" if ships else str(earlier)
                rule = f"would never be used, for another of that name comes before it ({whose})"
                yield Defect(str(entry), "", None, rule, "rename it")


def _entries(folder: Path) -> list[Path]:
    """The modules and packages of a folder, by name."""
    return [
        entry
        for entry in sorted(folder.iterdir())
        if entry.name not in _IGNORED
        and not entry.name.startswith(".")
        and (entry.suffix == ".py" if entry.is_file() else entry.is_dir())
    ]


def _module(entry: Path) -> str:
    return alike(entry.stem if entry.is_file() else entry.name)


def _both_are_seen(earlier: Path, entry: Path) -> bool:
    """Whether the later of two of one name is looked at too: policies of a game that is kept elsewhere are."""
    if earlier.is_dir() and entry.is_dir() and entry.parent.name == "policies":
        return True
    return entry.name == "__init__.py" and _says_nothing(entry)


def _says_nothing(file: Path) -> bool:
    """Whether a module holds nothing but comments and texts."""
    try:
        body = ast.parse(file.read_bytes()).body
    except (SyntaxError, ValueError):
        return False
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)
