"""`checksums`: which parts of a run count, each with its size and SHA-256: one line a change.

    {"put":{"units/00000007.parquet":[1234,"9f86..."]},"drop":[]} 5ad3c0b1

The eight digits behind a line are the CRC-32 of what stands before them, so a damaged line costs only what it named.
A line is appended once the files that it puts are whole, which makes their unit done; a merge puts what it made and
drops what it was made of in one line, so that all tables change at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from runner.store.errors import writing
from runner.store.files import whole_file

__all__ = ["CHECKSUMS", "OUTCOME_TABLES", "Checksums", "Sum", "read_checksums", "sum_of"]

CHECKSUMS = "checksums"
OUTCOME_TABLES = ("games", "options", "faults", "units")
"""Tables of a unit, in the order of writing."""
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Sum:
    """What the bytes of a part add up to."""

    size: int
    digest: str
    """SHA-256, 64 hex digits."""
    was: str = ""
    """The name that the file may still bear, where a renaming was broken off."""


@dataclass
class Checksums:
    """The parts that count, by their name in the run's folder; kept on the disk by `put`, `renamed` and `rewrite`."""

    folder: Path
    parts: dict[str, Sum] = field(default_factory=dict)
    damaged: int = 0
    """Lines that cannot be read."""
    half: bool = False
    """Whether a kill broke the last line off, so that another must not be put behind it."""

    @property
    def path(self) -> Path:
        """Where they are kept."""
        return self.folder / CHECKSUMS

    def put(self, parts: Mapping[str, Sum], drop: Iterable[str] = ()) -> None:
        """From now on `parts` count, and those to `drop` no more; all at once. Raises `StoreError`."""
        dropped = sorted(drop)
        self._append({"put": {name: [one.size, one.digest] for name, one in parts.items()}, "drop": dropped})
        _apply(self.parts, parts, dropped)

    def rename(self, names: Mapping[str, str]) -> None:
        """Give files new names, old to new: from the moment that it is written, it will be done."""
        self._append({"rename": dict(names)})
        _renamed(self.parts, names)
        self.finish_renames()

    def finish_renames(self) -> None:
        """Give every file the name that it should bear."""
        for name, one in self.parts.items():
            if one.was:
                if (self.folder / one.was).exists():
                    (self.folder / one.was).replace(self.folder / name)
                self.parts[name] = replace(one, was="")

    def rewrite(self) -> None:
        """Write the file anew, in order of names, so that the same parts are the same bytes.

        A line holds the parts of all tables of the same units: where it is damaged, it is missed for all of them.
        """
        lines: dict[tuple[bool, str], dict[str, list[object]]] = {}
        for name, one in sorted(self.parts.items()):
            table, _, file_name = name.partition("/")
            together = (False, file_name) if table in OUTCOME_TABLES else (True, name)
            lines.setdefault(together, {})[name] = [one.size, one.digest]
        with whole_file(self.path, durable=True) as file:
            file.write(_line({"form": 1}))
            for _, put in sorted(lines.items()):
                file.write(_line({"put": put, "drop": []}))
        self.damaged, self.half = 0, False

    def _append(self, change: Mapping[str, object]) -> None:
        """Add a line, or nothing where the disk is full: half a line would spoil the next."""
        with writing(self.path):
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            try:
                before = os.fstat(handle).st_size
                line = _line(change)
                try:
                    while line:
                        line = line[os.write(handle, line) :]
                except OSError:
                    os.ftruncate(handle, before)
                    raise
            finally:
                os.close(handle)


def read_checksums(folder: Path) -> Checksums | None:
    """What the file says; None where there is none, or nothing of it can be read. Raises `OSError`."""
    try:
        text = (folder / CHECKSUMS).read_bytes()
    except FileNotFoundError:
        return None
    *lines, rest = text.split(b"\n")
    found, sound = Checksums(folder, half=bool(rest)), 0
    for line in lines:
        change = _read(line)
        if change is None:
            found.damaged += 1
            continue
        sound += 1
        put = {name: Sum(*one) for name, one in change.get("put", {}).items()}
        _apply(found.parts, put, change.get("drop", ()))
        _renamed(found.parts, change.get("rename", {}))
    return found if sound else None


def sum_of(path: Path) -> Sum:
    """The checksum of a file. Raises `OSError`."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return Sum(size, digest.hexdigest())


def _apply(parts: dict[str, Sum], put: Mapping[str, Sum], drop: Iterable[str]) -> None:
    for name in drop:
        parts.pop(name, None)
    parts.update(put)


def _renamed(parts: dict[str, Sum], names: Mapping[str, str]) -> None:
    for old, new in names.items():
        if old in parts:
            parts[new] = replace(parts.pop(old), was=old)


def _line(change: Mapping[str, object]) -> bytes:
    text = json.dumps(change, separators=(",", ":")).encode()
    return b"%s %08x\n" % (text, zlib.crc32(text))


def _read(line: bytes) -> dict[str, Any] | None:
    text, _, crc = line.rpartition(b" ")
    if b"%08x" % zlib.crc32(text) != crc:
        return None
    found: dict[str, Any] = json.loads(text)
    return found
