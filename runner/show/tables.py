"""Tables and the cells in them. Names and values are shown as they are, never as markup."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rich.table import Table
from rich.text import Text

from runner.judge import printed
from runner.judge.estimates import Estimate
from runner.show.sheet import Sheet, cut

__all__ = [
    "MOST_ROWS", "Shown", "cut", "left_out", "line", "percent", "percents", "plain", "points", "table",
]  # fmt: skip

Shown = Iterator[Table | Text]
"""What a part of the answer prints, piece by piece."""
MOST_ROWS = 60


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], spare: Sequence[str] = ()) -> Table:
    """Rows under their names; a `Text` keeps its style, None is empty.

    Where they do not fit beside each other, names wrap at words and figures stay whole; then the columns named in
    `spare` are left out, the first of them first; then each row becomes lines of `name: value`.
    """
    cells = [[cell if isinstance(cell, Text) else Text(_said(cell)) for cell in row] for row in rows]
    return Sheet(columns, cells, spare)


def line(text: str, style: str = "") -> Text:
    """A line of its own."""
    return Text(text, style=style)


def left_out(total: int, what: str) -> Shown:
    """A line on the rows beyond `MOST_ROWS`, if there are any."""
    if total > MOST_ROWS:
        yield line(f"and {total - MOST_ROWS:,} more {what}: see the report or --json")


def plain(value: float | None, form: str = ".3f") -> str:
    """A number; nothing where there is none."""
    return "" if value is None else f"{value:{form}}"


def percent(value: float | None) -> str:
    """A share, never rounded to all or nothing."""
    return "" if value is None else printed.value(value, printed.SHARE)


def percents(one: Estimate | None) -> str:
    """A share with its interval: `57.1 % (55.2 to 59.0)`; the interval alone before anything was seen."""
    return "" if one is None else printed.estimate(one, printed.SHARE)


def points(one: Estimate | None) -> str:
    """A difference of shares in points with its interval: `+2.3 (+0.4 to +4.2)`; or that nobody can tell."""
    return printed.difference(one, replace(printed.POINTS, suffix=""))


def _said(value: Any) -> str:
    return "" if value is None else str(value)
