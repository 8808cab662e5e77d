"""Parts that are one step of a run: a judging, a batch of trials. The same step again takes its place."""

from __future__ import annotations

import io
from hashlib import sha256

import pyarrow as pa
import pyarrow.parquet as pq

from runner.store.checksums import Checksums, Sum, sum_of
from runner.store.parts import Part, write_groups
from runner.store.schemas import writer_settings
from runner.store.verified import name_of

__all__ = ["write_step"]


def write_step(checksums: Checksums, part: Part, schema: pa.Schema, table: pa.Table) -> None:
    """Write the part of a step, or leave the one that holds the same rows. Raises `StoreError`.

    A part that other rows will replace counts no more from before it is written until it has been written, so that
    a kill in between never leaves a part that does not fit its checksum.
    """
    name = name_of(part)
    if name in checksums.parts:
        if _same(checksums.parts[name], schema, table):
            return
        checksums.put({}, [name])
    write_groups(part, schema, [table])
    checksums.put({name: sum_of(part.path)})


def _same(stored: Sum, schema: pa.Schema, table: pa.Table) -> bool:
    """Whether writing the table would give the bytes that are there: same rows are same bytes."""
    buffer = io.BytesIO()
    with pq.ParquetWriter(buffer, schema, **writer_settings(schema)) as writer:
        writer.write_table(table, row_group_size=max(table.num_rows, 1))
    return sha256(buffer.getvalue()).hexdigest() == stored.digest
