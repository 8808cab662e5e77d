"""Whether a manifest is as it was written: each of its values has a digest, so what was changed can be named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from games.defects import Defect

__all__ = ["SEALS", "broken", "sealed"]

SEALS = "seals"
"""The key of a manifest that holds a digest of each other key."""
_HINT = "put the file back from a copy, or start over with --fresh; nothing was touched"
_MOST_SHOWN = 20


def sealed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest with a digest of each of its values, as they will be read again."""
    plain = json.loads(json.dumps({key: value for key, value in manifest.items() if key != SEALS}))
    return {**plain, SEALS: {key: _digest(value) for key, value in plain.items()}}


def broken(path: Path, manifest: Mapping[str, Any]) -> list[Defect]:
    """A defect for each value of the manifest at `path` that is not what was written, or not of its kind."""
    seals = manifest.get(SEALS)
    if seals is None:
        rule = "was stored by an older version, or its seals were taken away"
        return [Defect(str(path), SEALS, None, rule, "play it again with --fresh; nothing was touched")]
    if not isinstance(seals, dict):
        return [Defect(str(path), SEALS, seals, "has been changed since it was stored", _HINT)]
    named = [*_changed(manifest, seals)] or [*_unfit(manifest)]
    return [Defect(str(path), key, value, rule, _HINT) for key, value, rule in islice(named, _MOST_SHOWN)]


def _changed(manifest: Mapping[str, Any], seals: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    found: list[tuple[str, Any, str]] = []
    for key, value in manifest.items():
        if key != SEALS and seals.get(key) != _digest(value):
            found.append((key, value, "has been changed since it was stored"))
    found += [(key, None, "has been taken away") for key in seals if key not in manifest]
    return found


def _unfit(manifest: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    """What whole digests cannot vouch for: the run's own digest, and values of another kind than readers take."""
    found = [
        (key, manifest.get(key), f"should be {words}")
        for key, (fits, words) in _KINDS.items()
        if key in manifest and not fits(manifest[key])
    ]
    found += [(key, None, "is missing") for key in _NEEDED if key not in manifest]
    identity = manifest.get("identity")
    if isinstance(identity, dict) and _digest(identity, whole=True) != manifest["digest"]:
        found.append(("digest", manifest["digest"], "is not the digest of what the run was asked"))
    for key in _IN_BOTH:
        if (
            isinstance(identity, dict)
            and key in identity
            and key in manifest
            and identity[key] != manifest[key]
        ):
            found.append((key, manifest[key], f"is not what the run was asked: {str(identity[key])[:60]}"))
    return found


def _digest(value: Any, *, whole: bool = False) -> str:
    """SHA-256 of a value as canonical JSON: 16 hex digits, or all 64 as `runner.manifest.digest_of` makes them."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
    return digest if whole else digest[:16]


def _named(entries: Any) -> bool:
    return isinstance(entries, list) and all(
        isinstance(one, str) or (isinstance(one, dict) and isinstance(one.get("name"), str))
        for one in entries
    )


_TEXT: tuple[Callable[[Any], bool], str] = (lambda value: isinstance(value, str), "text")
_IN_BOTH = ("game", "rules_version", "document", "seed", "games", "stop", "stream", "certainty", "scenarios")
_NEEDED = ("name", "game", "status", "seats", "terminations", "metrics", "options")
_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("name", "title", "game", "digest", "status"), _TEXT),
    "seats": (lambda value: type(value) is int and value >= 1, "a whole number, 1 at least"),
    "certainty": (lambda value: isinstance(value, float) and 0 < value < 1, "between 0 and 1"),
    **dict.fromkeys(("metrics", "options", "terminations"), (_named, "a list of names")),
    **dict.fromkeys(("configuration", "identity"), (lambda value: isinstance(value, dict), "a table")),
}
