"""Rows of `games` from many parts in one order, a few batches in memory at a time.

Inside a part the rows are in order of (match-up, pair, rotation) already, and no two parts hold the same
pair. So nothing is sorted: `units` says which stretches of pairs each part holds, and the stretches are
copied in order.
"""

import heapq
from collections import deque
from collections.abc import Generator, Iterable, Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from runner.store.contents import Layout
from runner.store.parts import Part, read_groups
from runner.store.schemas import GAMES_PER_GROUP

__all__ = ["ordered_games", "regrouped"]

_BATCH = 8_192
_BUFFER_BYTES = 65_536

Stretch = tuple[str, int, int]
"""Match-up key and pairs [lo, hi)."""


def ordered_games(layout: Layout, sources: list[Part]) -> Iterator[pa.Table]:
    """Row groups of `GAMES_PER_GROUP` rows (the last one shorter) of all rows of the sources, in order."""
    units = layout.active("units")
    readers = [_Reader(part, _stretches(part, units), layout.seats) for part in sources]
    return regrouped(_merged(readers), layout.schemas["games"])


def regrouped(tables: Iterable[pa.Table], schema: pa.Schema) -> Iterator[pa.Table]:
    """The rows of `tables` in groups of the fixed size."""
    waiting: list[pa.Table] = []
    rows = 0
    for table in tables:
        waiting.append(table)
        rows += table.num_rows
        while rows >= GAMES_PER_GROUP:
            joined = pa.concat_tables(waiting)
            yield joined.slice(0, GAMES_PER_GROUP).combine_chunks().cast(schema)
            waiting = [joined.slice(GAMES_PER_GROUP)]
            rows -= GAMES_PER_GROUP
    if rows:
        yield pa.concat_tables(waiting).combine_chunks().cast(schema)


def _stretches(part: Part, units: list[Part]) -> list[Stretch]:
    """The pairs that a part of `games` holds, in the order of its rows."""
    twins = [unit for unit in units if part.first <= unit.first and unit.last <= part.last]
    groups = (group for twin in twins for group in read_groups(twin, ["matchup", "lo", "hi"]))
    return sorted((row["matchup"], row["lo"], row["hi"]) for group in groups for row in group.to_pylist())


def _merged(readers: Iterable["_Reader"]) -> Iterator[pa.Table]:
    """Rows of all readers by (match-up, pair); a reader's file is open from its first stretch to its last."""
    heap = [
        (reader.stretches[0], number, reader) for number, reader in enumerate(readers) if reader.stretches
    ]
    heapq.heapify(heap)
    while heap:
        _, number, reader = heap[0]
        yield from reader.next_stretch()
        if reader.stretches:
            heapq.heapreplace(heap, (reader.stretches[0], number, reader))
        else:
            heapq.heappop(heap)


class _Reader:
    """Reads one part from front to back, stretch by stretch."""

    def __init__(self, part: Part, stretches: list[Stretch], seats: int) -> None:
        self.stretches = deque(stretches)
        self._seats = seats
        self._batches = _batches(part)
        self._rest: pa.RecordBatch | None = None

    def next_stretch(self) -> Iterator[pa.Table]:
        """The rows of the first stretch that is left, in pieces of a batch at most."""
        _, lo, hi = self.stretches.popleft()
        wanted = (hi - lo) * self._seats
        while wanted:
            batch = self._rest if self._rest is not None else next(self._batches)
            piece, rest = batch.slice(0, wanted), batch.slice(wanted)
            self._rest = rest if rest.num_rows else None
            wanted -= piece.num_rows
            yield pa.Table.from_batches([piece])
        if not self.stretches:
            self._batches.close()


def _batches(part: Part) -> Generator[pa.RecordBatch, None, None]:
    """The rows of a part; the file opens with the first of them."""
    with pq.ParquetFile(
        part.path, buffer_size=_BUFFER_BYTES, pre_buffer=False, page_checksum_verification=True
    ) as file:
        yield from file.iter_batches(_BATCH, use_threads=False)
