"""Parts as DuckDB tables or views, well typed even where there are no parts yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from runner.store.parts import Part

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["define", "literal", "literals"]


def define(
    connection: DuckDBPyConnection,
    parts: Mapping[str, Sequence[Part]],
    schemas: Mapping[str, pa.Schema],
    *,
    copy: bool,
) -> None:
    """Define every table over its parts: a copy of the rows, or a view."""
    kind = "TABLE" if copy else "VIEW"
    for name, schema in schemas.items():
        if parts[name]:
            paths = literals(part.path for part in parts[name])
            connection.execute(f"CREATE {kind} {name} AS SELECT * FROM read_parquet({paths})")
        else:
            connection.register("nothing", schema.empty_table())
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM nothing")
            connection.unregister("nothing")


def literal(path: Path) -> str:
    """A path as SQL text."""
    return "'" + str(path.resolve()).replace("'", "''") + "'"


def literals(paths: Iterable[Path]) -> str:
    """Paths as an SQL list."""
    return f"[{', '.join(literal(path) for path in paths)}]"
