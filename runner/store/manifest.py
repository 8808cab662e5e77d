"""`manifest.json`: what a run is (its identity) and how it went (status, timings), in one whole file."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from games.defects import BadInput, Defect
from games.documents import read_json
from runner.store.errors import refused
from runner.store.files import whole_file
from runner.store.seals import SEALS, broken, sealed

__all__ = [
    "FORM",
    "HOW_IT_WENT",
    "MANIFEST",
    "OlderForm",
    "differences",
    "names",
    "read_manifest",
    "write_manifest",
]

MANIFEST = "manifest.json"
FORM = 2
"""Which tables and columns a run's folder has, under `form` in its manifest: one more whenever these change."""
HOW_IT_WENT = frozenset({"status", "timings", "engine", "controls", "warnings"})
"""Keys that say how a run went, not what it is: no part of its identity, free to change."""
_MOST_SHOWN = 20
_ABSENT = "nothing"


class OlderForm(BadInput):
    """A run that another version stored, in other tables; `manifest` is what it says of itself."""

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        self.manifest = manifest
        form = manifest.get("form", 1)
        newer = isinstance(form, int) and form > FORM
        rule = f"was stored by {'a newer' if newer else 'an older'} version"
        hint = "read it with that version" if newer else "play it again; --fresh takes its place"
        super().__init__([Defect(str(path), "", None, rule, hint)])


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the run in `folder`, as it was written.

    Raises `BadInput` where there is none, only half of one, or one that was changed since: naming what was;
    `OlderForm` where another version stored the run.
    """
    path = folder / MANIFEST
    try:
        there = path.exists()
    except OSError as error:
        raise refused(folder, f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    if not there:
        raise refused(
            folder, f"is not a run's folder: it has no {MANIFEST}", "name a folder that `run` wrote"
        )
    try:
        manifest = read_json(path)
    except BadInput as error:
        raise BadInput([*error.defects, _torn(path)]) from None
    if not isinstance(manifest, dict) or "digest" not in manifest:
        raise BadInput([_torn(path)])
    if manifest.get("form") != FORM:
        raise OlderForm(folder, manifest)
    if defects := broken(path, manifest):
        raise BadInput(defects)
    return {key: value for key, value in manifest.items() if key != SEALS}


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Put `manifest` in place of the one that is there, at once and durably. Raises `StoreError`."""
    text = json.dumps(sealed(manifest), ensure_ascii=False, indent=2, allow_nan=False)
    with whole_file(folder / MANIFEST, durable=True) as file:
        file.write(text.encode() + b"\n")


def differences(path: Path, stored: Mapping[str, Any], asked: Mapping[str, Any]) -> list[Defect]:
    """A defect for each place where the run at `path` is another than the one asked for."""
    if stored["digest"] == asked["digest"]:
        return []
    leaves = _different(_identity(stored), _identity(json.loads(json.dumps(asked))))
    hint = "--fresh throws the stored run away; another --results keeps both"
    rule = "the folder holds another run"
    found = [
        Defect(str(path), at, None, f"{rule}: stored {old}, asked {new}", hint)
        for at, old, new in islice(leaves, _MOST_SHOWN)
    ]
    return found or [Defect(str(path), "digest", stored["digest"], f"{rule} (asked {asked['digest']})", hint)]


def names(entries: Any) -> tuple[str, ...]:
    """Names of the manifest's options, metrics or endings, whether bare or with facts beside them."""
    return tuple(entry["name"] if isinstance(entry, Mapping) else str(entry) for entry in entries)


def _torn(path: Path) -> Defect:
    rule = "the manifest is torn: it does not say which run lies here"
    hint = "put the file back from a copy, or start over with --fresh; nothing was touched"
    return Defect(str(path), "", None, rule, hint)


def _identity(manifest: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values that the digest was taken of: under `identity`, or all but how the run went."""
    skipped = HOW_IT_WENT | {"digest", "form"}
    return manifest.get("identity") or {key: value for key, value in manifest.items() if key not in skipped}


def _different(old: Any, new: Any, at: str = "") -> Iterator[tuple[str, str, str]]:
    """(path, old text, new text) of every leaf that differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from _different(old.get(key, _ABSENT), new.get(key, _ABSENT), f"{at}.{key}" if at else key)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (left, right) in enumerate(zip(old, new, strict=True)):
            yield from _different(left, right, f"{at}[{index}]")
    elif old != new:
        yield at, _shown(old), _shown(new)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
