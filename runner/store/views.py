"""Reading a run's folder with SQL, while it is written or after.

A DuckDB file cannot be open beside its writer, so the connection is in memory and its views stand over the
Parquet parts.
"""

from __future__ import annotations

import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pyarrow as pa

from games.defects import BadInput, Defect
from runner.store.checksums import Checksums
from runner.store.contents import Layout
from runner.store.errors import StoreError, refuse_unwritten_name, refused, writing
from runner.store.files import delete, temporary
from runner.store.manifest import read_manifest
from runner.store.parts import Part
from runner.store.schemas import TABLES, VERDICTS
from runner.store.snapshot import snapshot
from runner.store.statements import readable
from runner.store.tables import define, define_latest, literal, literals, pattern

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["FORMATS", "Answer", "connect", "connect_verdicts", "export", "interrupting", "query"]

FORMATS = {
    "csv": "FORMAT csv, HEADER",
    "parquet": "FORMAT parquet, COMPRESSION zstd",
    "json": "FORMAT json, ARRAY",
}
_TRIES = 5

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows that a question brought, under their column names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def connect(folder: Path) -> DuckDBPyConnection:
    """A connection in memory with views `units`, `options`, `games`, `faults`, `verdicts`, `gates`, `trials` of a run.

    Games that verdicts rest on are those of `units WHERE NOT control`; `latest_verdicts` is the last judging alone.

    The views show what is done now: connect again to see more. While the run goes on, parts are merged
    every few minutes and the old ones removed a merge later, so a query on an old connection may end in
    `duckdb.IOException`: connect again.

    The connection can open the parts and nothing else (no other file, network, extension or setting). One
    gap is left that DuckDB cannot close: `COPY ... TO` a part itself with `USE_TMP_FILE false`; parts are
    read-only files, so that fails for all but root. `query`, `ask` and `Reader` take no such statement at all.

    Raises `BadInput` where there is no run.
    """
    return _patiently(folder, _locked)


def connect_verdicts(folders: Sequence[Path]) -> DuckDBPyConnection:
    """A connection as `connect` makes it, with one view: `verdicts` of several runs as each was judged last.

    Its column `run` holds the name of the run's folder. Parts of verdicts are never merged, so a query does not
    fail for a run that writes. Raises `BadInput` where verdicts of one are damaged or gone.
    """
    last = {
        parts[-1].path.resolve(): folder.name
        for folder in folders
        if (parts := snapshot(folder, ("verdicts",))["verdicts"])
    }
    connection = _limited([*last, *map(pattern, last)])
    if not last:
        named = VERDICTS.insert(0, pa.field("run", pa.string()))
        define(connection, {"verdicts": ()}, {"verdicts": named}, copy=True)
    else:
        runs = f"MAP {{{', '.join(f'{literal(path)}: {literal(run)}' for path, run in last.items())}}}"
        connection.execute(
            f"CREATE VIEW verdicts AS SELECT {runs}[filename] AS run, * EXCLUDE filename "
            f"FROM read_parquet({literals(map(pattern, last))}, filename = true, union_by_name = true)"
        )
    return _locked(connection)


def query(
    folder: Path, sql: str, seconds: float | None = None, memory: int | None = None, rows: int | None = None
) -> Answer:
    """The answer to one reading statement. Raises `BadInput` for others, and for SQL that does not run.

    Args:
        folder: of the run.
        sql: a SELECT, or EXPLAIN of one.
        seconds: after which it is interrupted, with a `TimeoutError`; a single call may go on for longer.
        memory: MiB that DuckDB may use, nothing of it on the disk; a `MemoryError` where that is too little.
        rows: at most so many are answered.
    """
    import duckdb

    text = readable(sql)

    def ask(connection: DuckDBPyConnection) -> Answer:
        if memory is not None:
            connection.execute(f"SET memory_limit = '{memory}MiB'")
            connection.execute("SET temp_directory = ''")
        with _locked(connection), interrupting(connection, seconds):
            try:
                cursor = connection.execute(text)
                columns = tuple(column[0] for column in cursor.description or ())
                return Answer(columns, tuple(cursor.fetchall() if rows is None else cursor.fetchmany(rows)))
            except duckdb.OutOfMemoryException as error:
                if memory is None:
                    raise
                raise MemoryError(str(error)) from None

    return _patiently(folder, ask)


@contextmanager
def interrupting(connection: DuckDBPyConnection, seconds: float | None) -> Iterator[None]:
    """Interrupt what the connection does after so many seconds, and raise `TimeoutError` then."""
    import duckdb

    timer = threading.Timer(seconds or 0, connection.interrupt)
    timer.daemon = True
    if seconds is not None:
        timer.start()
    try:
        yield
    except duckdb.InterruptException:
        if seconds is None:
            raise
        raise TimeoutError(f"took longer than {seconds:g} s and was stopped") from None
    finally:
        timer.cancel()


def export(folder: Path, out: Path, format: str, view: str = "units") -> None:
    """Write a view to a file as "csv", "parquet" or "json" (an array of objects). Raises `BadInput`."""
    import duckdb

    if format not in FORMATS:
        raise refused(out, f"there is no format {format!r}", f"expected one of {', '.join(FORMATS)}")
    if view not in TABLES:
        raise refused(folder, f"a run has no view {view!r}", f"expected one of {', '.join(TABLES)}")
    refuse_unwritten_name(out)
    with writing(out):
        if out.is_dir():
            raise refused(out, "a folder stands where the file would go", "name a file in it")
        if not out.parent.is_dir():
            raise refused(out, "its folder does not exist", "make the folder first")
    hidden = temporary(out)

    def copy(connection: DuckDBPyConnection) -> None:
        with connection:
            try:
                connection.execute(f"COPY {view} TO {literal(hidden.resolve())} ({FORMATS[format]})")
            except duckdb.IOException as error:
                if hidden.exists():  # it was begun, so the disk is what failed
                    raise StoreError([Defect(str(out), "", None, f"cannot be written: {error}")]) from None
                raise

    try:
        with writing(out):
            _patiently(folder, copy)
            hidden.replace(out)
    finally:
        delete(hidden)


def _patiently(folder: Path, use: Callable[[DuckDBPyConnection], Result]) -> Result:
    """`use` of a connection with views; tried again when parts were merged away meanwhile. Raises `BadInput`."""
    import duckdb

    refuse_unwritten_name(folder)
    layout = Layout(folder, read_manifest(folder), Checksums(folder))
    for attempt in range(_TRIES):
        parts = snapshot(folder)
        try:
            return use(_opened(parts, layout))
        except duckdb.Error as error:
            gone = not all(part.path.exists() for several in parts.values() for part in several)
            if not gone or attempt == _TRIES - 1:
                raise BadInput([Defect("sql", "", None, str(error))]) from None
    raise AssertionError("the last try returns or raises")


def _opened(parts: Mapping[str, Sequence[Part]], layout: Layout) -> DuckDBPyConnection:
    paths = [part.path for several in parts.values() for part in several]
    connection = _limited([*(path.resolve() for path in paths), *(pattern(path) for path in paths)])
    define(connection, parts, layout.schemas, copy=False)
    define_latest(connection)
    return connection


def _limited(allowed: Sequence[object]) -> DuckDBPyConnection:
    """A connection in memory that will reach the `allowed` paths alone, once it is locked."""
    import duckdb

    spill = Path(tempfile.gettempdir()) / f"equipoise-{uuid.uuid4().hex}"  # DuckDB makes and removes it
    connection = duckdb.connect(config={"temp_directory": str(spill), "autoinstall_known_extensions": False})
    connection.execute(f"SET allowed_paths = {literals(allowed)}")
    return connection


def _locked(connection: DuckDBPyConnection) -> DuckDBPyConnection:
    """The connection, which now reaches the allowed paths alone, for good."""
    connection.execute("SET python_enable_replacements = false")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection
