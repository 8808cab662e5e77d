"""Seeded mutations of files that designers write: what a slip of the hand, an editor or a broken disk makes of them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

__all__ = ["files_of", "mutated"]

NUMBERS = (
    "10" + "0" * 30, "-1", "0", "1e400", "-1e308", "nan", "inf", "-0.0", "0.5", "1_000_000_000_000_000_000_000",
    "9" * 5000, "0x7fffffffffffffff", "9223372036854775808", "4000000", "1e-320", "true", '"7"', "[]", "{}",
    "1979-05-27", "50000",
)  # fmt: skip
TEXTS = (
    "", " ", "*", "[", "]", "[!", "?", "\\", "/", "..", "a" * 100_000, "\u202e", "\u0000", "e\u0301", "\U0001f600",
    "%s%n", "'; DROP", "hold_at(", "hold_at(1e999)", "best_response(to=best_response(to=optimal))", "(" * 2000,
    "\ud800",
)  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.\"-])-?\d[\d_]*(?:\.\d+)?(?![\w.\"])")
_TEXT = re.compile(r'"[^"\n]*"')


def mutated(text: str, seed: int) -> bytes:
    """The text with one to three changes."""
    luck = random.Random(seed)
    for _ in range(luck.randint(1, 3)):
        text = luck.choice(_CHANGES)(text, luck)
    data = text.encode(errors="surrogatepass")
    if luck.random() < 0.1:
        data = _bytes(data, luck)
    return data


def _number(text: str, luck: random.Random) -> str:
    return _in_place(text, _NUMBER, luck.choice(NUMBERS), luck)


def _string(text: str, luck: random.Random) -> str:
    chosen = luck.choice(TEXTS)
    quoted = json.dumps(chosen) if luck.random() < 0.8 else f'"{chosen}"'
    return _in_place(text, _TEXT, quoted, luck)


def _in_place(text: str, pattern: re.Pattern[str], new: str, luck: random.Random) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    one = luck.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def _line_gone(text: str, luck: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[
        luck.randrange(len(lines)) if lines else 0 : None if not lines else luck.randrange(len(lines)) + 1
    ]
    return "".join(lines)


def _line_twice(text: str, luck: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    place = luck.randrange(len(lines))
    return "".join([*lines[:place], lines[place] * luck.choice((2, 2, 300)), *lines[place:]])


def _lines_swapped(text: str, luck: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def _word_for_word(text: str, luck: random.Random) -> str:
    """A name in place of another of the same file."""
    words = re.findall(r"\w+", text) or [""]
    return _in_place(text, re.compile(rf"\b{re.escape(luck.choice(words))}\b"), luck.choice(words), luck)


def _sign(text: str, luck: random.Random) -> str:
    place = luck.randrange(len(text) + 1)
    return text[:place] + luck.choice('"[]{}=,.#\n\t\u00a0') + text[place + luck.randint(0, 1) :]


def _cut(text: str, luck: random.Random) -> str:
    return text[: luck.randrange(len(text) + 1)]


def _bytes(data: bytes, luck: random.Random) -> bytes:
    changed = bytearray(data or b" ")
    for _ in range(luck.randint(1, 8)):
        changed[luck.randrange(len(changed))] = luck.randrange(256)
    return bytes(changed)


_CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    _number, _number, _number, _string, _string, _word_for_word, _word_for_word, _line_gone, _line_twice,
    _lines_swapped, _sign, _cut,
)  # fmt: skip


def files_of(folder: Path) -> list[Path]:
    """The files of an experiments' folder that designers write, in order of names."""
    kinds = {".toml", ".json", ".csv"}
    return sorted(path for path in folder.rglob("*") if path.suffix in kinds and "cluster" not in path.parts)
