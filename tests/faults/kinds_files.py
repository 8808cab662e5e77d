"""Faults of files: bytes that turn, parts cut short, emptied, deleted or swapped, edited manifests and checksums."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.faults.campaign import REFUSED, SAME, Bench, kind


def _written(path: Path, data: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(data)


@kind("a byte turned in a part")
def turned(bench: Bench, luck: Random) -> None:
    for path in luck.sample(bench.parts(), luck.randint(1, 3)):
        data = bytearray(path.read_bytes())
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
        _written(path, bytes(data))


@kind("a part cut short or emptied")
def cut(bench: Bench, luck: Random) -> None:
    path = luck.choice(bench.parts())
    data = path.read_bytes()
    _written(path, data[: luck.choice((0, luck.randrange(len(data))))])


@kind("deleted parts")
def deleted(bench: Bench, luck: Random) -> None:
    parts = bench.parts()
    for path in luck.sample(parts, luck.randint(1, len(parts))):
        path.unlink()


@kind("two parts swapped")
def swapped(bench: Bench, luck: Random) -> None:
    one, other = luck.sample(bench.parts(), 2)
    first, second = one.read_bytes(), other.read_bytes()
    _written(one, second)
    _written(other, first)


@kind("a manifest edited", REFUSED)
def edited(bench: Bench, luck: Random) -> None:
    path = bench.folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    key = luck.choice(sorted(manifest))
    value = manifest[key]
    manifest[key] = value[::-1] if isinstance(value, list) and value != value[::-1] else [value, 1]
    path.write_text(json.dumps(manifest), "utf-8")


@kind("a byte turned in the manifest", REFUSED, SAME)
def manifest_turned(bench: Bench, luck: Random) -> None:
    """White space that became other white space is the same manifest."""
    path = bench.folder / "manifest.json"
    data = bytearray(path.read_bytes())
    data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
    path.write_bytes(bytes(data))


@kind("checksums turned or cut short", SAME, REFUSED)
def checksums(bench: Bench, luck: Random) -> None:
    """Refused where nothing of them is left."""
    path = bench.folder / "checksums"
    data = bytearray(path.read_bytes())
    if luck.random() < 0.5:
        del data[luck.randrange(len(data)) :]
    else:
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
    path.write_bytes(bytes(data))


@kind("checksums deleted", REFUSED)
def checksums_deleted(bench: Bench, luck: Random) -> None:
    (bench.folder / "checksums").unlink()
