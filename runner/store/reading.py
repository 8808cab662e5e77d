"""Reading runs without SQL: their sums, and which runs there are."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from games.defects import BadInput
from runner.store.contents import Layout, sums
from runner.store.errors import refused
from runner.store.ledger import Ledger
from runner.store.lock import is_locked
from runner.store.manifest import MANIFEST, OlderForm, read_manifest
from runner.store.snapshot import snapshot
from runner.summary import Summary

__all__ = ["UNREADABLE", "RunInfo", "find_runs", "read_summaries", "run_info"]

UNREADABLE = ("torn", "old")
"""States of runs of which nothing can be read but their names."""
_TRIES = 5


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run's folder at a glance."""

    folder: Path
    name: str
    game: str
    title: str
    status: str
    """As in the manifest; "stopped" for a run that was killed; "torn" where the manifest is; "old" for a run that
    another version stored, which this one does not read."""
    digest: str
    changed: float
    """When the manifest was last written, in seconds since 1970."""


def read_summaries(folder: Path) -> dict[str, Summary]:
    """Sums by match-up key of what is done, while the run goes on or after. Raises `BadInput`."""
    layout = Layout(folder, read_manifest(folder))
    for _ in range(_TRIES):
        try:
            parts = snapshot(layout)
            spans = sums(layout, parts, keeps_games=bool(parts["games"]))
        except (OSError, pa.ArrowException) as error:
            problem = str(error)
            continue  # merged away between the look-up and the reading: look again
        if spans is not None:
            return Ledger(spans).summaries()
        problem = "its tables do not tell of the same games"
    raise refused(folder, f"cannot be read: {problem}", "start the run again: it sets torn parts aside")


def find_runs(results: Path) -> list[RunInfo]:
    """Every run in the folder `results`, by name; none where there is no such folder."""
    folders = sorted(path.parent for path in results.glob(f"*/{MANIFEST}"))
    return [run_info(folder) for folder in folders]


def run_info(folder: Path) -> RunInfo:
    """The run in `folder` at a glance, also where it cannot be read. Raises `OSError` where it has none."""
    changed = (folder / MANIFEST).stat().st_mtime
    try:
        manifest: dict[str, Any] = read_manifest(folder)
    except OlderForm as error:
        manifest = {**error.manifest, "status": "old"}
    except BadInput:
        return RunInfo(folder, folder.name, "", "", "torn", "", changed)
    status = manifest["status"]
    if status == "running" and not is_locked(folder):
        status = "stopped"
    text = {key: str(manifest.get(key, "")) for key in ("name", "game", "title", "digest")}
    return RunInfo(folder, text["name"], text["game"], text["title"], status, text["digest"], changed)
