"""Opening a folder after anything: a clean end, a kill at any moment, a power failure, damaged or deleted files.

1. what was being written is removed, and what a kill or a merge left that does not count;
2. every part is compared with its checksum; a damaged one is set aside in `torn/` with a warning, and so is what
   lies there without a checksum;
3. where a part is damaged or gone, or tables disagree, all parts of those units are set aside as well: they are
   played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from runner.store.contents import Layout, sums
from runner.store.files import delete, sweep_temporaries
from runner.store.parts import Part
from runner.store.spans import Span
from runner.store.verified import OUTCOME_TABLES, SEQUENCE_TABLES, counted, name_of, problem_of, strays
from runner.summary import Summary

__all__ = ["TORN", "Recovery", "recover"]

TORN = "torn"


@dataclass
class Recovery:
    """What was found: the sums of everything that counts, and what had to be set aside."""

    spans: list[Span[Summary]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    bad: list[Part] = field(default_factory=list)
    """Parts of units that are damaged or gone."""
    changed: bool = False


def recover(layout: Layout) -> Recovery:
    """Bring the folder in order and sum it up. Only the holder of the lock may."""
    found = Recovery(changed=bool(layout.checksums.damaged) or layout.checksums.half)
    if layout.checksums.damaged:
        lines = layout.checksums.damaged
        found.warnings.append(
            f"{layout.checksums.path} is damaged ({lines} line{'s' * (lines > 1)}): what it named is played again"
        )
    layout.checksums.finish_renames()
    for table in (*OUTCOME_TABLES, *SEQUENCE_TABLES):
        sweep_temporaries(layout.folder / table)
    _clear(layout, found)
    for table in (*OUTCOME_TABLES, *SEQUENCE_TABLES):
        _compare(layout, table, found)
    for stretch in _stretches({table: layout.active(table) for table in OUTCOME_TABLES}):
        if spans := _agreed(layout, stretch, found.bad):
            found.spans += spans
        else:
            _give_up(layout, stretch, found)
    if found.changed:
        layout.checksums.rewrite()
    return found


def _clear(layout: Layout, found: Recovery) -> None:
    """Remove what was left half done; set aside what cannot have been left so."""
    left, unknown = strays(layout.folder, layout.checksums)
    for part in left:
        delete(part.path)
    found.bad += [part for part in unknown if part.folder.name in OUTCOME_TABLES]
    for part in unknown:
        aside = _set_aside(layout, part)
        found.warnings.append(f"{part.path} is torn: it has no checksum; kept as {aside}, played again")


def _compare(layout: Layout, table: str, found: Recovery) -> None:
    """Set aside the parts of a table that are not what was stored."""
    schema = layout.schemas[table]
    for part in counted(layout.checksums, table):
        expected = layout.checksums.parts[name_of(part)]
        problem = problem_of(part.path, expected) or _other_columns(part, schema)
        if not problem:
            continue
        if table in OUTCOME_TABLES:
            found.bad.append(part)
        del layout.checksums.parts[name_of(part)]
        found.changed = True
        kept = f"kept as {_set_aside(layout, part)}; " if part.path.exists() else ""
        found.warnings.append(f"{part.path} is torn ({problem}): {kept}what it held is played again")


def _other_columns(part: Part, schema: pa.Schema) -> str:
    """Whether a part with the right bytes was written with other columns than today's."""
    try:
        if pq.read_schema(part.path).names == schema.names:
            return ""
    except (OSError, pa.ArrowException):
        pass
    return "was stored by another version"


def _set_aside(layout: Layout, part: Part) -> Path:
    table = part.folder.name
    target = layout.folder / TORN / f"{table}-{part.path.name}"
    target.parent.mkdir(exist_ok=True)
    copies = 1
    while target.exists():
        copies += 1
        target = target.with_name(f"{table}-{part.path.stem}.{copies}{part.path.suffix}")
    part.path.rename(target)
    return target


def _stretches(tables: Mapping[str, Sequence[Part]]) -> Iterator[dict[str, list[Part]]]:
    """Parts of all tables in the smallest groups that share no unit number."""
    stretch: dict[str, list[Part]] = {}
    last = -1
    for part, table in sorted((part, table) for table, parts in tables.items() for part in parts):
        if part.first > last and stretch:
            yield stretch
            stretch = {}
        stretch = stretch or {name: [] for name in tables}
        stretch[table].append(part)
        last = max(last, part.last)
    if stretch:
        yield stretch


def _agreed(layout: Layout, stretch: Mapping[str, list[Part]], bad: Sequence[Part]) -> list[Span[Summary]]:
    """What a stretch holds; nothing where a part of it is damaged or gone, or its tables disagree."""
    if any(_meets(part, stretch) for part in bad):
        return []
    try:
        return sums(layout, stretch) or []
    except (OSError, pa.ArrowException):
        return []


def _give_up(layout: Layout, stretch: Mapping[str, list[Part]], found: Recovery) -> None:
    """Set aside what belongs to a damaged part: its units are played again."""
    for part in (part for parts in stretch.values() for part in parts):
        aside = _set_aside(layout, part)
        layout.checksums.parts.pop(name_of(part), None)
        found.changed = True
        found.warnings.append(
            f"{part.path} belongs to a part that is damaged or gone: kept as {aside}, played again"
        )


def _meets(part: Part, stretch: Mapping[str, list[Part]]) -> bool:
    """Whether a part has unit numbers in common with a stretch."""
    return any(
        part.first <= own.last and own.first <= part.last for parts in stretch.values() for own in parts
    )
