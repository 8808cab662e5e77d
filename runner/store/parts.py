"""Parts: the Parquet files of a table, named by the numbers of the units in them.

    00000007.parquet              unit number 7 of this folder, as it came in; numbers start at 1
    00000001-00000200.parquet     units 1 to 200 merged
    all.parquet                   everything up to the last compaction; counts as number 0

A part whose numbers lie inside those of another part of its table is superseded: the other holds the same
rows. Which parts count is said by `checksums`, to the writer after a kill and to a reader beside it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from runner.store.files import whole_file
from runner.store.schemas import writer_settings

__all__ = ["Part", "listed", "part_of", "read_groups", "unit_part", "write_groups", "write_part"]

_SUFFIX = ".parquet"
_NAME = re.compile(r"(?:all|(\d{8,})(?:-(\d{8,}))?)\.parquet")
_ALL = "all"


@dataclass(frozen=True, order=True)
class Part:
    """Units `first` to `last`, both included, of the table in `folder`."""

    first: int
    last: int
    folder: Path

    @property
    def path(self) -> Path:
        """Where it lies."""
        if self.last == 0:
            return self.folder / f"{_ALL}{_SUFFIX}"
        span = f"{self.first:08d}" if self.is_unit else f"{self.first:08d}-{self.last:08d}"
        return self.folder / f"{span}{_SUFFIX}"

    @property
    def is_unit(self) -> bool:
        """Whether it is a single unit as it came in."""
        return self.first == self.last > 0

    def holds(self, other: "Part") -> bool:
        """Whether the numbers of `other` lie inside its own."""
        return self.first <= other.first and other.last <= self.last


def unit_part(folder: Path, number: int) -> Part:
    """The part of one unit."""
    return Part(number, number, folder)


def listed(folder: Path) -> list[Part]:
    """Every part in `folder`, superseded ones too, in order of numbers; none where there is no folder."""
    try:
        found = [_NAME.fullmatch(path.name) for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    return sorted(_part(match, folder) for match in found if match)


def part_of(path: Path) -> Part | None:
    """The part that a file's name tells of; None for other names."""
    match = _NAME.fullmatch(path.name)
    return _part(match, path.parent) if match else None


def read_groups(part: Part, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """The row groups of a part, checksums verified. Raises `OSError` or `pyarrow.ArrowException` if torn."""
    with pq.ParquetFile(part.path, page_checksum_verification=True, pre_buffer=False) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, columns, use_threads=False)


@contextmanager
def write_part(
    part: Part, schema: pa.Schema, *, durable: bool = False
) -> Iterator[Callable[[pa.Table], None]]:
    """A function that writes a row group; the part appears when the block ends. Raises `StoreError`."""
    with (
        whole_file(part.path, durable=durable, read_only=True) as file,
        pq.ParquetWriter(file, schema, **writer_settings(schema)) as writer,
    ):
        yield lambda table: writer.write_table(table, row_group_size=max(table.num_rows, 1))


def write_groups(part: Part, schema: pa.Schema, *groups: Iterable[pa.Table]) -> None:
    """Write a part of these row groups. Raises `StoreError`."""
    with write_part(part, schema) as write:
        for group in chain(*groups):
            write(group)


def _part(match: re.Match[str], folder: Path) -> Part:
    first, last = match.groups()
    if first is None:
        return Part(0, 0, folder)
    return Part(int(first), int(last or first), folder)
