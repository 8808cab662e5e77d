"""The runs of a results folder: looked up by name among those that lie there, never by a path from an address."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from games.defects import BadInput
from runner.store import RunInfo, read_manifest, run_folders, run_info

__all__ = ["Known", "Results", "stamp"]

# Folders of a run, in which a new part appears when something is stored.
_TABLES = ("units", "options", "games", "faults", "verdicts", "gates", "trials")
_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Known:
    """A run at a glance, with what a board needs of its manifest."""

    info: RunInfo
    certainty: float
    units: dict[str, str]
    """Unit by metric name."""
    seed: int | None = None
    """Of its luck; None where the manifest does not tell."""

    @property
    def key(self) -> str:
        """The name of its folder, by which addresses call it."""
        return self.info.folder.name

    @property
    def title(self) -> str:
        """What it is called on a page."""
        return self.info.title or self.info.name or self.key


@dataclass
class Results:
    """A folder of runs."""

    folder: Path
    _seen: dict[str, tuple[tuple[int, int], Known]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def runs(self) -> list[Known]:
        """Every run, the last changed first."""
        with self._lock:
            found = [one for folder in self._folders() if (one := self._known(folder))]
        return sorted(found, key=lambda one: (-one.info.changed, one.key))

    def run(self, key: str) -> Known | None:
        """The run whose folder bears that name; None where there is none."""
        with self._lock:
            folder = next((one for one in self._folders() if one.name == key), None)
            return self._known(folder) if folder else None

    def stamp(self) -> str:
        """Changes when anything is stored in any run, or a run comes or goes."""
        return "|".join(f"{folder.name}:{stamp(folder)}" for folder in self._folders())

    def _folders(self) -> Iterator[Path]:
        """Folders that hold a manifest, readable or not, and lie in this folder, links followed."""
        for path in run_folders(self.folder):
            try:
                if self._inside(path):
                    yield path
            except PermissionError:
                yield path  # nothing of it will be shown but that it cannot be read
            except OSError:
                continue

    def _inside(self, path: Path) -> bool:
        """Whether a run's folder lies here with all it holds: a link may lead elsewhere."""
        links = [
            one for one in (path, path / _MANIFEST, *(path / name for name in _TABLES)) if one.is_symlink()
        ]
        return all(one.resolve().is_relative_to(self.folder.resolve()) for one in links)

    def _known(self, folder: Path) -> Known | None:
        """At a glance; read again when the manifest has changed, or while its run may still write."""
        try:
            state = _state(folder)
            version = (state.st_mtime_ns, state.st_size)
            seen = self._seen.get(folder.name)
            if seen and seen[0] == version and seen[1].info.status not in ("running", "stopped"):
                return seen[1]
            known = Known(run_info(folder), *_facts(folder))
        except OSError:
            return None  # taken away meanwhile
        self._seen[folder.name] = version, known
        return known


def _state(folder: Path) -> os.stat_result:
    """What the system says of the manifest, or of a folder that may not be looked into."""
    try:
        return (folder / _MANIFEST).stat()
    except PermissionError:
        return folder.stat()


def stamp(folder: Path) -> str:
    """Changes when anything is stored in the run: times of its manifest and of the folders of its parts."""
    from runner.store.lock import is_locked

    times = []
    for name in (_MANIFEST, *_TABLES):
        try:
            times.append((folder / name).stat().st_mtime_ns)
        except OSError:
            times.append(0)
    return f"{max(times):x}{'+' if is_locked(folder) else ''}"


def _facts(folder: Path) -> tuple[float, dict[str, str], int | None]:
    try:
        manifest: dict[str, Any] = read_manifest(folder)
    except BadInput:
        return 0.95, {}, None
    metrics = manifest.get("metrics") or ()
    units = {str(one["name"]): str(one.get("unit", "")) for one in metrics if isinstance(one, dict)}
    seed = manifest.get("seed")
    return float(manifest.get("certainty") or 0.95), units, seed if isinstance(seed, int) else None
