"""What is wrong with an input, said so that a designer can mend it.

Every loader of the project collects `Defect`s and raises one `BadInput` that lists all of them: file, path inside
the document, the value found, the rule it breaks and what to try.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

__all__ = ["BadInput", "Defect"]

_LONGEST_VALUE = 80


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: `file`, `path` in it, the offending `value`, the broken `rule`, and what to try."""

    file: str
    path: str
    value: Any
    rule: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}: {self.path}" if self.path else self.file
        found = "" if self.value is None else f" (found {_shown(self.value)})"
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}: {self.rule}{found}{hint}"


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


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."
