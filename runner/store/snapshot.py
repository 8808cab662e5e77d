"""The parts that a reader takes: those that the checksums name, once they were found to be what was stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.defects import BadInput, Defect
from runner.store.checksums import CHECKSUMS, Checksums, read_checksums
from runner.store.lock import is_locked
from runner.store.parts import Part
from runner.store.schemas import TABLES
from runner.store.verified import counted, name_of, problem_of, strays

__all__ = ["snapshot", "unreadable"]

_TRIES = 5
_HINT = "start the same command again: what is damaged is set aside and played again"


def snapshot(folder: Path, tables: Sequence[str] = TABLES) -> dict[str, list[Part]]:
    """The parts that count, by table; all tables tell of the same units.

    Raises `BadInput`, one line, where a part is gone or not what was stored: figures would be wrong.
    """
    checksums, problems = _examined(folder, tables)
    for _ in range(_TRIES):
        if not problems:
            break
        before = checksums
        checksums, problems = _examined(folder, tables)  # a writer may have merged it away meanwhile
        if checksums == before:
            break
    if problems or checksums is None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        name, rule = problems[0]
        hint = _HINT if checksums else "put it back from a copy, or play the run again with --fresh"
        raise BadInput([Defect(str(folder / name), "", None, f"{rule}{more}", hint)])
    return {table: counted(checksums, table) for table in tables}


def unreadable(folder: Path, tables: Sequence[str] = TABLES) -> str:
    """Why parts of a run cannot be read; empty where they can."""
    try:
        snapshot(folder, tables)
    except BadInput as error:
        return error.message()
    return ""


def _examined(folder: Path, tables: Sequence[str]) -> tuple[Checksums | None, list[tuple[str, str]]]:
    """The checksums, and what does not fit them: (name, what is wrong)."""
    try:
        checksums = read_checksums(folder)
    except OSError as error:
        return None, [(CHECKSUMS, f"cannot be read: {(error.strerror or str(error)).lower()}")]
    if checksums is None:
        there = (folder / CHECKSUMS).exists()
        rule = "is torn: it does not say what was stored" if there else "is gone (an older version kept none)"
        return None, [(CHECKSUMS, rule)]
    problems = []
    for name, one in checksums.parts.items():
        if name.partition("/")[0] in tables:
            path = folder / (one.was if one.was and (folder / one.was).exists() else name)
            if problem := problem_of(path, one):
                problems.append((name, problem))
    if checksums.damaged:
        problems.append((CHECKSUMS, "is damaged: a line of it cannot be read"))
    if not is_locked(folder):
        lost = [part for part in strays(folder, checksums)[1] if part.folder.name in tables]
        problems += [(name_of(part), f"lies there, and {CHECKSUMS} does not know it") for part in lost]
    return checksums, problems
