"""A run for notebooks: SQL that reads, answered as rows, frames or Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from games.defects import BadInput, Defect
from runner.store.statements import readable
from runner.store.views import connect, interrupting

__all__ = ["Reader"]

_ANSWERS = frozenset(
    {
        "fetchone", "fetchmany", "fetchall", "fetchdf", "fetch_df", "df", "pl", "arrow", "fetch_arrow_table",
        "to_arrow_table", "fetchnumpy", "description", "rowcount", "interrupt", "close",
    }
)  # fmt: skip


class Reader:
    """Views units, options, games, faults, verdicts, gates and trials of a run, as they are now.

    `execute(sql)` takes one SELECT, or EXPLAIN of one, and nothing else; what a DuckDB cursor can fetch can be
    fetched from it: `fetchall()`, `df()`, `pl()`, `arrow()`.
    """

    def __init__(self, folder: Path, time_limit: float | None = None) -> None:
        """Open the run in `folder`; a question is interrupted after `time_limit` seconds. Raises `BadInput`."""
        self._connection, self._seconds = connect(folder), time_limit

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None) -> Reader:
        """Ask. Raises `BadInput` for what is not reading, or does not run; `TimeoutError` at the limit."""
        import duckdb

        text = readable(sql)
        try:
            with interrupting(self._connection, self._seconds):
                self._connection.execute(text, parameters)
        except duckdb.InterruptException:
            raise
        except duckdb.Error as error:
            raise BadInput([Defect("sql", "", None, str(error))]) from None
        return self

    sql = query = execute

    def __getattr__(self, name: str) -> Any:
        if name not in _ANSWERS:
            raise AttributeError(
                f"a stored run is read only: it has execute(sql), and of an answer {sorted(_ANSWERS)}"
            )
        return getattr(self._connection, name)

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
