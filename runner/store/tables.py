"""Parts as DuckDB tables or views, well typed even where there are no parts yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from runner.store.parts import Part

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["define", "define_latest", "literal", "literals", "pattern"]


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
            paths = literals(pattern(part.path) for part in parts[name])
            connection.execute(f"CREATE {kind} {name} AS SELECT * FROM read_parquet({paths})")
        else:
            connection.register("nothing", schema.empty_table())
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM nothing")
            connection.unregister("nothing")


def define_latest(connection: DuckDBPyConnection) -> None:
    """The view `latest_verdicts`: each target as it was judged last, what is broken first, in few columns."""
    connection.execute("""
        CREATE VIEW latest_verdicts AS
        SELECT verdict, target, round(estimate, 4) AS estimate, round(low, 4) AS low, round(high, 4) AS high,
               band_low, band_high, games, needed
        FROM verdicts WHERE seq = (SELECT max(seq) FROM verdicts)
        ORDER BY list_position(['missed', 'undecided', 'met'], verdict), target""")


def literal(text: object) -> str:
    """A path, or other text, as an SQL string."""
    return "'" + str(text).replace("'", "''") + "'"


def literals(texts: Iterable[object]) -> str:
    """Texts as an SQL list."""
    return f"[{', '.join(literal(text) for text in texts)}]"


def pattern(path: Path) -> str:
    """A pattern that matches this path alone: `read_parquet` takes patterns, and folders may be named `a*`."""
    return re.sub(r"[*?\[]", r"[\g<0>]", str(path.resolve()))
