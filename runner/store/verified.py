"""Whether the parts that should be there are, with the bytes that were stored; and files that nobody put there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from runner.store.checksums import OUTCOME_TABLES, Checksums, Sum, sum_of
from runner.store.parts import Part, listed, part_of

__all__ = ["OUTCOME_TABLES", "SEQUENCE_TABLES", "counted", "name_of", "problem_of", "strays"]

SEQUENCE_TABLES = ("verdicts", "gates", "trials")
"""Tables of which each part is one step of the run."""

_seen: dict[Path, tuple[tuple[int, ...], str]] = {}
"""Files that were read whole by this process: what the system said of them, and their digest."""


def name_of(part: Part) -> str:
    """The name of a part in its run's folder."""
    return f"{part.folder.name}/{part.path.name}"


def counted(checksums: Checksums, table: str) -> list[Part]:
    """The parts of a table that count, in order of numbers; under their old names while they bear them."""
    found = []
    for name, one in checksums.parts.items():
        if name.partition("/")[0] == table:
            path = checksums.folder / name
            if one.was and (checksums.folder / one.was).exists():
                path = checksums.folder / one.was
            if (part := part_of(path)) is not None:
                found.append(part)
    return sorted(found)


def problem_of(path: Path, expected: Sum) -> str:
    """What is wrong with a part, in words; nothing where it holds what was stored.

    A file that this process has read whole is not read again while the system says that nothing changed it.
    """
    try:
        state = path.stat()
        if state.st_size != expected.size:
            return f"has {state.st_size} bytes of the {expected.size} that were stored"
        key = (state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
        seen = _seen.get(path)
        if seen is None or seen[0] != key:
            seen = _seen[path] = key, sum_of(path).digest
    except FileNotFoundError:
        return "is gone"
    except OSError as error:
        return f"cannot be read: {(error.strerror or str(error)).lower()}"
    return "" if seen[1] == expected.digest else "is damaged: its bytes are not those that were stored"


def strays(
    folder: Path, checksums: Checksums, tables: Iterable[str] = (*OUTCOME_TABLES, *SEQUENCE_TABLES)
) -> tuple[list[Part], list[Part]]:
    """Parts that lie there and do not count: what a kill or a merge left, and what nobody can have left.

    A kill leaves one unit or step half stored, or a merge that had not been noted, or files that one supersedes.
    Where the checksums are damaged, nothing but what is superseded can be told apart.
    """
    known = {table: counted(checksums, table) for table in tables}
    last = max((part.last for table in OUTCOME_TABLES for part in known.get(table, ())), default=0)
    left, unknown, flying = [], [], set()
    for table, parts in known.items():
        for part in sorted(set(listed(folder / table)) - set(parts)):
            if table in OUTCOME_TABLES and any(own.holds(part) for own in parts):
                left.append(part)
            elif checksums.damaged:
                unknown.append(part)
            elif table in OUTCOME_TABLES and part.last > last:
                flying.add(part.last)
                left.append(part)
            elif table in OUTCOME_TABLES and any(part.holds(own) for own in parts):
                left.append(part)
            else:
                unknown.append(part)
    return _sorted_out(left, unknown, last, len(flying) > 1)


def _sorted_out(
    left: list[Part], unknown: list[Part], last: int, several: bool
) -> tuple[list[Part], list[Part]]:
    """One step can be half stored, and one unit: more than that, and somebody took lines from the checksums."""
    if several:
        unknown += [part for part in left if part.last > last]
        left = [part for part in left if part.last <= last]
    steps = [part for part in unknown if part.folder.name in SEQUENCE_TABLES]
    if len(unknown) == len(steps) == 1 and not several:
        return [*left, *steps], []
    return left, unknown
