"""Reading a run's folder with SQL, while it is written or after.

A DuckDB file cannot be open beside its writer, so the connection is in memory and its views stand over the
Parquet parts.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from games.defects import BadInput, Defect
from runner.store.contents import Layout
from runner.store.errors import refused, writing
from runner.store.files import delete, temporary
from runner.store.manifest import read_manifest
from runner.store.schemas import TABLES
from runner.store.snapshot import snapshot
from runner.store.tables import define, literal, literals

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["FORMATS", "Answer", "connect", "export", "query"]

FORMATS = {
    "csv": "FORMAT csv, HEADER",
    "parquet": "FORMAT parquet, COMPRESSION zstd",
    "json": "FORMAT json, ARRAY",
}
_TRIES = 5
_EXPLAIN = re.compile(r"\s*explain\s+(analyze\s+)?(\([^)]*\)\s*)?", re.IGNORECASE)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows that a question brought, under their column names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def connect(folder: Path) -> DuckDBPyConnection:
    """A connection in memory with views `units`, `options`, `games`, `faults`, `verdicts`, `trials` of a run.

    The views show what is done now: connect again to see more. While the run goes on, parts are merged
    every few minutes and the old ones removed a merge later, so a query on an old connection may end in
    `duckdb.IOException`: connect again.

    The connection can open the parts and nothing else (no other file, network, extension or setting). One
    gap is left that DuckDB cannot close: `COPY ... TO` a part itself with `USE_TMP_FILE false`; parts are
    read-only files, so that fails for all but root. `query` takes no such statement at all.

    Raises `BadInput` where there is no run.
    """
    connection = _open(folder)
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def query(folder: Path, sql: str) -> Answer:
    """The answer to one reading statement. Raises `BadInput` for others, and for SQL that does not run."""
    _refuse_unless_reading(sql)

    def ask() -> Answer:
        with connect(folder) as connection:
            cursor = connection.execute(sql)
            columns = tuple(column[0] for column in cursor.description or ())
            return Answer(columns, tuple(cursor.fetchall()))

    return _patiently(ask)


def export(folder: Path, out: Path, format: str, view: str = "units") -> None:
    """Write a view to a file as "csv", "parquet" or "json" (an array of objects). Raises `BadInput`."""
    if format not in FORMATS:
        raise refused(out, f"there is no format {format!r}", f"expected one of {', '.join(FORMATS)}")
    if view not in TABLES:
        raise refused(folder, f"a run has no view {view!r}", f"expected one of {', '.join(TABLES)}")
    if out.is_dir():
        raise refused(out, "a folder stands where the file would go", "name a file in it")
    if not out.parent.is_dir():
        raise refused(out, "its folder does not exist", "make the folder first")
    hidden = temporary(out)

    def copy() -> None:
        with _open(folder) as connection:
            connection.execute(f"COPY {view} TO {literal(hidden)} ({FORMATS[format]})")

    try:
        with writing(out):
            _patiently(copy)
            hidden.replace(out)
    finally:
        delete(hidden)


def _open(folder: Path) -> DuckDBPyConnection:
    import duckdb

    layout = Layout(folder, read_manifest(folder))
    parts = snapshot(layout)
    spill = Path(tempfile.gettempdir()) / "equipoise-duckdb"
    connection = duckdb.connect(config={"temp_directory": str(spill), "autoinstall_known_extensions": False})
    connection.execute(
        f"SET allowed_paths = {literals(part.path for several in parts.values() for part in several)}"
    )
    define(connection, parts, layout.schemas, copy=False)
    return connection


def _patiently(read: Callable[[], Result]) -> Result:
    """`read()`, once more when a part that it looked up was merged away meanwhile. Raises `BadInput`."""
    import duckdb

    for attempt in range(_TRIES):
        try:
            return read()
        except duckdb.IOException as error:
            if attempt == _TRIES - 1:
                raise BadInput([Defect("sql", "", None, str(error))]) from None
        except duckdb.Error as error:
            raise BadInput([Defect("sql", "", None, str(error))]) from None
    raise AssertionError("the last try returns or raises")


def _refuse_unless_reading(sql: str) -> None:
    import duckdb

    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise BadInput([Defect("sql", "", None, str(error))]) from None
    if len(statements) != 1:
        raise BadInput([Defect("sql", "", None, f"expected one statement, found {len(statements)}")])
    kind = statements[0].type
    if kind == duckdb.StatementType.EXPLAIN:
        _refuse_unless_reading(_EXPLAIN.sub("", sql, count=1))
    elif kind != duckdb.StatementType.SELECT:
        rule = f"{kind.name} is not a reading statement; the run's folder is read only"
        raise BadInput(
            [Defect("sql", "", sql, rule, "use SELECT, WITH, DESCRIBE, SHOW, SUMMARIZE or EXPLAIN")]
        )
