"""The answer to a question in SQL: a table where its columns fit whole, else records; CSV and JSON to hand on.

For people, long answers are cut and what is left is counted. CSV and JSON are whole: every row, every digit.
"""

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import rich.console
from rich.measure import Measurement
from rich.text import Text

from runner.show.tables import Shown, line, table

if TYPE_CHECKING:
    from runner.store import Answer

__all__ = ["MOST_LINES", "answer", "as_csv", "as_json"]

MOST_LINES = 200
"""Lines of an answer that are shown to people."""
_BOUNDLESS = 1_000_000


def answer(found: "Answer", layout: str | None, console: rich.console.Console) -> Shown:
    """The rows as "table" or "records"; by the width of the console where no layout is named."""
    if not found.columns:
        yield line("no columns")
        return
    made = table(found.columns, [[_cell(value) for value in row] for row in found.rows[:MOST_LINES]])
    asked = Measurement.get(console, console.options.update(max_width=_BOUNDLESS), made).maximum
    if layout == "records" or (layout is None and found.rows and asked > console.width):
        yield from _records(found)
        return
    yield made
    yield from _left_out(len(found.rows) - MOST_LINES)


def as_csv(found: "Answer") -> str:
    """A line of names, then a line a row; lists and maps as JSON, nothing for null."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(found.columns)
    writer.writerows([_flat(value) for value in row] for row in found.rows)
    return text.getvalue()


def as_json(found: "Answer") -> str:
    """A list of objects; names that stand twice are numbered, so that no column is lost."""
    names = _told_apart(found.columns)
    records = [{name: _plain(v) for name, v in zip(names, row, strict=True)} for row in found.rows]
    return json.dumps(records, ensure_ascii=False, indent=2) + "\n"


def _records(found: "Answer") -> Shown:
    """A block a row, `name: value` a line."""
    width = max(map(len, found.columns))
    most = max(MOST_LINES // (len(found.columns) + 1), 1)
    for number, row in enumerate(found.rows[:most], start=1):
        yield line(f"row {number:,} of {len(found.rows):,}", "bold")
        for name, value in zip(found.columns, row, strict=True):
            yield Text(f"{name + ':':<{width + 1}} {_cell(value)}")
    yield from _left_out(len(found.rows) - most)


def _left_out(number: int) -> Shown:
    if number > 0:
        yield line(
            f"and {number:,} more row{'' if number == 1 else 's'}: --format csv or --format json has all"
        )


def _cell(value: Any) -> str:
    """A value as a person reads it; null is told apart from an empty text."""
    if value is None:
        return "null"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(_flat(value))


def _flat(value: Any) -> Any:
    """A value of CSV: text and numbers as they are, what is made of parts as JSON."""
    if value is None:
        return ""
    if isinstance(value, list | tuple | dict):
        return json.dumps(_plain(value), ensure_ascii=False)
    if isinstance(value, float):
        return repr(value)
    return str(value)


def _plain(value: Any) -> Any:
    """A value of JSON, which knows no infinity, bytes or times: those as text."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, str | int | bool):
        return value
    return value if isinstance(value, float) and math.isfinite(value) else str(value)


def _told_apart(names: Sequence[str]) -> list[str]:
    times: Counter[str] = Counter()
    return list(_numbered(names, times))


def _numbered(names: Sequence[str], times: "Counter[str]") -> Iterator[str]:
    taken = set(names)
    for name in names:
        times[name] += 1
        told, number = name, times[name]
        while number > 1 and (told := f"{name}_{number}") in taken:
            number += 1
        taken.add(told)
        yield told
