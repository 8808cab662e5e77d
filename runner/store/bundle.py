"""`results.duckdb`: a finished run in one file that opens alone, wherever it is moved: rows, no paths."""

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.defects import Defect
from runner.store.contents import Layout
from runner.store.errors import StoreError, writing
from runner.store.files import temporary
from runner.store.tables import define, define_latest

__all__ = ["BUNDLE", "write_bundle"]

BUNDLE = "results.duckdb"
_MEMORY = "512MB"


def write_bundle(layout: Layout, manifest: Mapping[str, Any]) -> None:
    """Copy every table, and the manifest as table `run`, into the bundle. Raises `StoreError`."""
    import duckdb

    path = layout.folder / BUNDLE
    hidden = temporary(path)
    try:
        with writing(path), _workshop(layout.folder) as workshop:
            built = Path(workshop) / BUNDLE
            _fill(built, layout, manifest)
            shutil.move(built, hidden)
            hidden.replace(path)
    except duckdb.Error as error:
        rule = f"cannot be written: {str(error).splitlines()[0]}"
        hint = "the run itself is stored; start the same command again"
        raise StoreError([Defect(str(path), "", None, rule, hint)]) from error


def _workshop(folder: Path) -> tempfile.TemporaryDirectory[str]:
    """Where the bundle is built: beside its place, but DuckDB cannot open a database where the path has a `?`."""
    beside = folder.resolve()
    chosen = None if "?" in str(beside) else beside
    return tempfile.TemporaryDirectory(dir=chosen, prefix=".bundle-", suffix=".tmp")


def _fill(path: Path, layout: Layout, manifest: Mapping[str, Any]) -> None:
    import duckdb

    parts = {table: layout.active(table) for table in layout.schemas}
    with duckdb.connect(str(path), config={"memory_limit": _MEMORY}) as connection:
        define(connection, parts, layout.schemas, copy=True)
        define_latest(connection)
        connection.execute("CREATE TABLE run (name VARCHAR, game VARCHAR, status VARCHAR, manifest JSON)")
        text = json.dumps(manifest, ensure_ascii=False)
        facts = [manifest.get("name"), manifest.get("game"), manifest["status"], text]
        connection.execute("INSERT INTO run VALUES (?, ?, ?, ?)", facts)
