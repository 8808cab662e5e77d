"""Globs over names, as every table of an experiment uses them."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache

from games.defects import Findings, suggestion
from runner.configuration import GateTable, TargetTable

__all__ = ["check_globs", "matches"]


def check_globs(
    path: str,
    table: TargetTable | GateTable,
    picked: Sequence[tuple[str, Sequence[str] | None, str]],
    findings: Findings,
) -> None:
    """Note each glob of the table that by itself picks nothing: (key, what it may pick or None, what that is)."""
    for key, names, noun in picked:
        found = getattr(table, key)
        listed = isinstance(found, list)
        for index, glob in enumerate(found if listed else [found]):
            if names is not None and not any(matches(name, glob) for name in names):
                place = f"{path}.{key}[{index}]" if listed else f"{path}.{key}"
                findings.add(place, glob, f"matches no {noun}", suggestion(glob, names))


def matches(name: str, globs: str | Sequence[str]) -> bool:
    """Whether a glob, or one of several, picks a name; a name matches itself, whatever signs of a glob it holds."""
    several = [globs] if isinstance(globs, str) else globs
    return any(_fits(name, glob) for glob in several)


@lru_cache(maxsize=65_536)
def _fits(name: str, glob: str) -> bool:
    return name == glob or fnmatchcase(name, glob)
