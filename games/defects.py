"""What is wrong with an input, said so that a designer can mend it.

Every loader of the project collects `Defect`s and raises one `BadInput` that lists all of them: file, path inside
the document, the value found, the rule it breaks and what to try.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["BadInput", "Defect", "Findings", "suggestion"]

_LONGEST_VALUE = 80
# A path or a sentence with a name in it; beyond that its middle is left out.
_LONGEST_TEXT = 400
# So many names can be told in one line; beyond that only the nearest is.
_MOST_NAMES = 20
# What may follow a path where a longer one goes on inside it.
_ENDS = ("", ".", "[")


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: `file`, `path` in it, the offending `value`, the broken `rule`, and what to try."""

    file: str
    path: str
    value: Any
    rule: str
    hint: str = ""

    def __str__(self) -> str:
        path, rule = _cut(self.path, _LONGEST_TEXT), _cut(self.rule, _LONGEST_TEXT)
        place = _cut(self.file, _LONGEST_TEXT) + (f": {path}" if path else "")
        found = "" if self.value is None else f" (found {_shown(self.value)})"
        hint = f"; {_cut(self.hint, _LONGEST_TEXT)}" if self.hint else ""
        return f"{place}: {rule}{found}{hint}"


class BadInput(Exception):
    """Input that cannot be used. `defects` holds every one that was found, in reading order."""

    def __init__(self, defects: Iterable[Defect]) -> None:
        self.defects = tuple(defects)
        super().__init__(self.message())

    def message(self) -> str:
        """One readable text for all defects, a line each."""
        lines = [str(defect) for defect in self.defects]
        if len(lines) == 1:
            return lines[0]
        return "\n".join([f"{len(lines)} defects:", *(f"  {line}" for line in lines)])


@dataclass
class Findings:
    """What has been found wrong with one file so far, for loaders that go on to list what else is."""

    file: str
    defects: list[Defect] = field(default_factory=list)

    def add(self, path: str, value: Any, rule: str, hint: str = "") -> None:
        """Note one more defect of the file."""
        self.defects.append(Defect(self.file, path, value, rule, hint))

    def any_at(self, *paths: str) -> bool:
        """Whether anything was found at one of these paths of the file, or inside it."""
        return any(
            defect.file == self.file
            and defect.path.startswith(path)
            and defect.path[len(path) : len(path) + 1] in _ENDS
            for defect in self.defects
            for path in paths
        )


def suggestion(name: object, known: Iterable[str]) -> str:
    """What to try in place of an unknown `name`: the nearest known one, then all of them while they are few."""
    names = list(dict.fromkeys(known))
    close = difflib.get_close_matches(str(name), names, n=1)
    meant = f"did you mean {close[0]}?" if close else ""
    listed = f"known: {', '.join(names)}" if len(names) <= _MOST_NAMES else f"{len(names)} are known"
    return " ".join(filter(None, [meant, listed if names else "none is known"]))


def _shown(value: Any) -> str:
    text = repr(value)
    return _cut(text, _LONGEST_VALUE)


def _cut(text: str, longest: int) -> str:
    """A text whose middle is left out where it is longer; lines count one by one, so that no line is."""
    if "\n" in text:
        return "\n".join(_cut(line, longest) for line in text.split("\n"))
    half = longest // 2
    return text if len(text) <= longest else f"{text[: half - 3]}...{text[-half:]}"
