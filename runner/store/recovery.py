"""Opening a folder after anything: a clean end, a kill at any moment, a power failure.

1. what was being written is removed; superseded parts too, once the part that supersedes them has been read
   whole;
2. a torn part is set aside in `torn/` with a warning;
3. where the tables then disagree, all parts of those units are set aside as well: they are played again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from runner.store.contents import OUTCOME_TABLES, Layout, sums
from runner.store.files import delete, sweep_temporaries
from runner.store.parts import Part, active, read_groups
from runner.store.spans import Span
from runner.summary import Summary

__all__ = ["TORN", "Recovery", "recover"]

TORN = "torn"
SEQUENCE_TABLES = ("verdicts", "gates", "trials")


@dataclass
class Recovery:
    """What was found: the sums of everything that counts, and what had to be set aside."""

    spans: list[Span[Summary]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    torn: list[Part] = field(default_factory=list)


def recover(layout: Layout) -> Recovery:
    """Bring the folder in order and sum it up. Only the holder of the lock may."""
    found = Recovery()
    keeps_games = bool(layout.parts("games"))
    tables = {table: _whole(layout, table, found) for table in OUTCOME_TABLES}
    for table in SEQUENCE_TABLES:
        _whole(layout, table, found)
    for stretch in _stretches(tables):
        if spans := _agreed(layout, stretch, keeps_games, found.torn):
            found.spans += spans
        else:
            _give_up(layout, stretch, found)
    return found


def _whole(layout: Layout, table: str, found: Recovery) -> list[Part]:
    """The parts of a table that count; those that they supersede, and torn ones, are gone afterwards."""
    folder = layout.folder / table
    sweep_temporaries(folder)
    parts = layout.parts(table)
    while torn := [part for part in active(parts) if not _is_whole(part, parts, layout.schemas[table])]:
        for part in torn:
            parts.remove(part)
            if table in OUTCOME_TABLES:
                found.torn.append(part)
            aside = _set_aside(layout, table, part)
            found.warnings.append(
                f"{part.path} is torn: kept as {aside}; what no other part holds is played again"
            )
    kept = active(parts)
    for part in set(parts) - set(kept):
        delete(part.path)
    return kept


def _is_whole(part: Part, parts: Sequence[Part], schema: pa.Schema) -> bool:
    """Whether a part ends as it should; where others are to be removed for it, whether every page can be read."""
    supersedes = any(part.holds(other) for other in parts if other != part)
    try:
        return pq.read_schema(part.path).names == schema.names and (not supersedes or _reads(part))
    except (OSError, pa.ArrowException):
        return False


def _reads(part: Part) -> bool:
    return all(group.num_rows for group in read_groups(part))


def _set_aside(layout: Layout, table: str, part: Part) -> Path:
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


def _agreed(
    layout: Layout, stretch: Mapping[str, list[Part]], keeps_games: bool, torn: Sequence[Part]
) -> list[Span[Summary]]:
    """What a stretch holds; nothing where its tables disagree, or may: only `faults` cannot be compared."""
    if any(part.folder.name == "faults" and _meets(part, stretch) for part in torn):
        return []
    try:
        return sums(layout, stretch, keeps_games=keeps_games) or []
    except (OSError, pa.ArrowException):
        return []  # a page is damaged


def _give_up(layout: Layout, stretch: Mapping[str, list[Part]], found: Recovery) -> None:
    """Sweep what a kill left of a unit that was not done; set aside whatever was."""
    everything = [(table, part) for table, parts in stretch.items() for part in parts]
    done = stretch["units"] or any(_meets(part, stretch) for part in found.torn)
    for table, part in everything:
        if done:
            aside = _set_aside(layout, table, part)
            found.warnings.append(
                f"{part.path} or a part that belongs to it is damaged: kept as {aside}, played again"
            )
        else:
            delete(part.path)


def _meets(part: Part, stretch: Mapping[str, list[Part]]) -> bool:
    """Whether a part has unit numbers in common with a stretch."""
    return any(
        part.first <= own.last and own.first <= part.last for parts in stretch.values() for own in parts
    )
