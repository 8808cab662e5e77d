"""Merging parts: few files for readers while a run grows, and at its end the same bytes however it was cut
into units.

Merged rows depend on the games alone: `units` and `options` have a row (a block) for each match-up, round
and unbroken range of pairs, in that order; `games` is in order of match-up, pair and rotation, in row
groups of fixed size.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pyarrow as pa

from games.defects import Defect
from runner.store.checksums import sum_of
from runner.store.contents import Layout, option_spans, unit_spans
from runner.store.errors import StoreError
from runner.store.files import delete
from runner.store.gamerows import ordered_games
from runner.store.parts import Part, read_groups, write_part
from runner.store.rows import option_table, unit_table
from runner.store.verified import OUTCOME_TABLES, name_of

__all__ = ["compact_all", "compact_tail", "is_due", "sweep_superseded"]

SMALL_PARTS = 200
"""Units that may lie about one by one before they are merged."""
MERGED_PARTS = 32
"""Merged parts that may lie about before everything is merged."""
UNITS_PER_GROUP = 8_192
OPTIONS_PER_GROUP = 122_880


def is_due(small: int) -> bool:
    """Whether so many units lie about one by one that their tail should be merged."""
    return small > SMALL_PARTS


def compact_tail(layout: Layout) -> None:
    """Merge the units that came in one by one, or everything once merged parts abound.

    What was merged stays until the next time, so that a reader who just looked up the names finds the files.
    """
    sweep_superseded(layout)
    parts = layout.active("units")
    small = [part for part in parts if part.is_unit]
    chosen = small if len(parts) - len(small) < MERGED_PARTS else parts
    _merge(layout, chosen[0].first, chosen[-1].last)
    layout.checksums.rewrite()


def compact_all(layout: Layout) -> None:
    """Merge everything into one part a table, named `all`."""
    parts = layout.active("units")
    if not parts:
        return
    if len(parts) > 1 or parts[0].is_unit:
        _merge(layout, 0, parts[-1].last)
    sweep_superseded(layout)
    names = {
        name_of(part): name_of(Part(0, 0, part.folder))
        for table in OUTCOME_TABLES
        for part in layout.active(table)
        if part.last
    }
    if names:
        layout.checksums.rename(names)
    layout.checksums.rewrite()


def sweep_superseded(layout: Layout) -> None:
    """Remove the parts that were merged into others."""
    for table in OUTCOME_TABLES:
        for part in set(layout.parts(table)) - set(layout.active(table)):
            delete(part.path)


def _merge(layout: Layout, first: int, last: int) -> None:
    """One part for units `first` to `last` in every table that holds some of them."""
    put, drop = {}, []
    for table in OUTCOME_TABLES:
        target = Part(first, last, layout.folder / table)
        sources = [part for part in layout.active(table) if target.holds(part)]
        if not sources or sources == [target]:
            continue
        with _reading(target), write_part(target, layout.schemas[table], durable=True) as write:
            for group in _MERGED[table](layout, sources):
                write(group)
        put[name_of(target)] = sum_of(target.path)
        drop += [name_of(source) for source in sources]
    layout.checksums.put(put, drop)


@contextmanager
def _reading(target: Part) -> Iterator[None]:
    """Turn damage that shows while parts are merged into a `StoreError`: opening the folder again mends it."""
    try:
        yield
    except (pa.ArrowInvalid, pa.ArrowException, StopIteration) as error:
        rule = f"cannot be merged, a part of it is damaged: {str(error).splitlines()[0] if str(error) else 'too short'}"
        hint = "start the same command again: what is damaged is set aside and played again"
        raise StoreError([Defect(str(target.folder), "", None, rule, hint)]) from error


def _units(_: Layout, sources: list[Part]) -> Iterator[pa.Table]:
    spans = unit_spans(sources)
    for start in range(0, len(spans), UNITS_PER_GROUP):
        yield unit_table(spans[start : start + UNITS_PER_GROUP])


def _options(layout: Layout, sources: list[Part]) -> Iterator[pa.Table]:
    spans = option_spans(sources, layout)
    step = max(OPTIONS_PER_GROUP // spans[0].value[..., 0].size, 1)
    for start in range(0, len(spans), step):
        yield option_table(spans[start : start + step], layout.options)


def _faults(_: Layout, sources: list[Part]) -> Iterator[pa.Table]:
    rows = pa.concat_tables([group for part in sources for group in read_groups(part)])
    yield rows.sort_by([(name, "ascending") for name in ("matchup", "pair", "rotation")]).combine_chunks()


_MERGED: dict[str, Callable[[Layout, list[Part]], Iterator[pa.Table]]] = {
    "units": _units,
    "options": _options,
    "faults": _faults,
    "games": ordered_games,
}
