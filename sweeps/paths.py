"""Paths into a data document's plain form: `cards.Bash.damage`, `enemies.slime.intents[0].value`, `cards.*.damage`.

    path = part { "." part | "[" index "]" | "[" quoted "]" }
    part = name | quoted | glob

A key that holds a dot or a bracket stands in double quotes. `*`, `?` and `[*]` match several keys or places, and reach
only plain values: numbers, texts, true and false.
"""

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from games.documents import shown_path

__all__ = [
    "Parts",
    "found_at",
    "is_glob",
    "leaves",
    "matches",
    "parse",
    "patched",
    "shown_path",
    "suffix_matches",
]

Parts = tuple[str | int, ...]

_PART = re.compile(
    r"""(?P<dot>\.?)(?:
        (?P<quoted>"(?:[^"\\]|\\.)*")
      | \[\s*(?P<index>\d+)\s*\]
      | \[\s*(?P<key>"(?:[^"\\]|\\.)*"|'[^']*')\s*\]
      | (?P<every>\[\s*\*\s*\])
      | (?P<name>[^.\[\]"]+)
    )""",
    re.VERBOSE,
)
_GLOB = re.compile(r"[*?]")


class _Pattern(str):
    """A part that may match several keys; a quoted one never does."""

    __slots__ = ()


def parse(text: str) -> Parts:
    """`text` taken apart. Raises `ValueError` saying what is wrong with it."""
    parts: list[str | int] = []
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None or (match["dot"] != "" and (at == 0 or match.end() == at + 1)):
            raise ValueError(f"is not a path: it cannot be read from {text[at:]!r}")
        bracket = match["index"] or match["key"] or match["every"]
        if at and not bracket and not match["dot"]:
            raise ValueError(f"is not a path: a dot is missing before {text[at:]!r}")
        parts.append(_part(match))
        at = match.end()
    if not parts:
        raise ValueError("is empty")
    return tuple(parts)


def _part(match: re.Match[str]) -> str | int:
    if match["index"]:
        return int(match["index"])
    if match["every"]:
        return _Pattern("*")
    if match["quoted"] or match["key"]:
        text = match["quoted"] or match["key"]
        return str(json.loads(text)) if text[0] == '"' else text[1:-1]
    name = match["name"].strip()
    return _Pattern(name) if _GLOB.search(name) else name


def is_glob(parts: Parts) -> bool:
    """Whether the path may match several places."""
    return any(isinstance(part, _Pattern) for part in parts)


def matches(plain: Any, parts: Parts) -> list[Parts]:
    """Every place of `plain` that the path reaches, in the document's order; a glob ends at plain values alone."""
    found = list(_reached(plain, parts, ()))
    return [place for place in found if is_leaf(found_at(plain, place))] if is_glob(parts) else found


def is_leaf(value: Any) -> bool:
    """A number, a text, true or false; no table, no list, and no value that is left out."""
    return isinstance(value, (int, float, str))


def _reached(value: Any, parts: Parts, at: Parts) -> Iterator[Parts]:
    if not parts:
        yield at
        return
    for key, inner in _children(value):
        if _fits(key, parts[0]):
            yield from _reached(inner, parts[1:], (*at, key))


def _children(value: Any) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _fits(key: str | int, part: str | int) -> bool:
    if isinstance(part, _Pattern):
        return fnmatchcase(str(key), part)
    return key == part or (isinstance(key, int) and str(key) == part)


def leaves(plain: Any, at: Parts = ()) -> Iterator[Parts]:
    """Every place of `plain` that holds a plain value."""
    if is_leaf(plain):
        yield at
    for key, inner in _children(plain):
        yield from leaves(inner, (*at, key))


def suffix_matches(plain: Any, parts: Parts) -> list[Parts]:
    """Places whose path is `parts`, or else ends in them: `Defend.block` for `cards.Defend.block`."""
    if exact := matches(plain, parts):
        return exact
    return [place for place in leaves(plain) if _ends_in(place, parts)]


def _ends_in(place: Parts, parts: Parts) -> bool:
    tail = place[-len(parts) :]
    return len(tail) == len(parts) and all(_fits(*both) for both in zip(tail, parts, strict=True))


def found_at(plain: Any, place: Parts) -> Any:
    """The value at a place. Raises `LookupError` where there is none."""
    for part in place:
        plain = plain[part]
    return plain


def patched(plain: Any, changes: dict[Parts, Any]) -> Any:
    """A copy of `plain` with other values at some places; what is not changed is shared."""
    made = plain
    for place, value in changes.items():
        made = _with(made, place, value)
    return made


def _with(plain: Any, place: Parts, value: Any) -> Any:
    if not place:
        return value
    head, rest = place[0], place[1:]
    copy: Any = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[head] = _with(plain[head], rest, value)
    return copy
