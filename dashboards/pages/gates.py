"""The gates of the game: what each asked of each scenario, and how near it came to its threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, fold, note, table
from dashboards.rows import GateRow
from dashboards.words import STATUSES, count, number, percent

__all__ = ["gate_section"]

_BASES = {"data": "the data", "exact": "exact figures", "play": "the games played"}
_ORDER = ("missed", "undecided", "met")


def gate_section(
    rows: Sequence[GateRow], total: int, certainty: float, summaries: Mapping[str, str]
) -> Section | None:
    """The section: a line for each gate and scenario, every answer below it; None where the game has none.

    Args:
        rows: what was asked, in the order of the experiment.
        total: how many answers there are, shown or not.
        summaries: what each gate asks, in words.
    """
    if not rows:
        return None
    columns = [
        Column("Gate", figures=False),
        Column("Scenario", figures=False),
        Column("Verdict", figures=False),
        Column("Values"),
        Column("Threshold", figures=False),
        Column("Rests on", figures=False),
    ]
    groups = [list(group) for _, group in groupby(rows, key=lambda row: (row.gate, row.scenario))]
    groups.sort(key=lambda group: min(_ORDER.index(row.verdict) for row in group))
    how = (
        "A gate is open where every answer lies within its threshold. Answers from the data and exact figures are "
        f"certain; those from play bear intervals that hold together at {percent(certainty, 0)} or better."
    )
    content: list[Content] = [
        note(how),
        table("Gates by scenario", columns, [_line(group, summaries) for group in groups]),
    ]
    if total > len(rows):
        content.append(
            note(
                f"Shown are {count(len(rows))} of {count(total)} answers; all are in the view ",
                tag("code", "gates"),
            )
        )
    content.append(fold("Every answer", _answers(rows)))
    return Section("gates", "Gates", tuple(content))


def _line(rows: Sequence[GateRow], summaries: Mapping[str, str]) -> list[Cell | Content]:
    first = rows[0]
    thresholds = [text for text, _ in groupby(rows, key=_threshold)]
    status = min((row.verdict for row in rows), key=_ORDER.index)
    values = [_span(list(group)) for _, group in groupby(rows, key=_threshold)]
    return [
        Cell([name(first.gate), tag("small", name(summaries.get(first.gate, "")))], first.gate),
        name(first.scenario),
        _badge(status),
        [tag("div", value) for value in values],
        [tag("div", name(text)) for text in thresholds],
        _BASES.get(first.basis, first.basis),
    ]


def _answers(rows: Sequence[GateRow]) -> Html:
    columns = [
        Column("Asked of", figures=False),
        Column("Gate", figures=False),
        Column("Verdict", figures=False),
        Column("Value"),
        Column("Threshold", figures=False),
        Column("Detail", figures=False),
    ]
    lines: list[list[Cell | Content]] = [
        [
            name(row.scope),
            name(row.gate),
            _badge(row.verdict),
            _value(row),
            name(_threshold(row)),
            name(row.detail),
        ]
        for row in rows
    ]
    return table("Every answer of every gate", columns, lines)


def _badge(verdict: str) -> Cell:
    status = STATUSES[verdict]
    symbol = tag("span", status.symbol, {"class": "symbol", "aria-hidden": "true"})
    badge = tag("span", [symbol, status.word], {"class": "badge"})
    return Cell(tag("span", badge, {"class": status.key}), status.word)


def _value(row: GateRow) -> Cell:
    if row.value_low == row.value_high:
        return Cell(_figure(row.value), row.value)
    return Cell(
        [_figure(row.value), tag("small", f"{_figure(row.value_low)} – {_figure(row.value_high)}")], row.value
    )


def _span(rows: Sequence[GateRow]) -> Content:
    low, high = min(row.value for row in rows), max(row.value for row in rows)
    told = _figure(low) if low == high else f"{_figure(low)} – {_figure(high)}"
    if all(row.value_low == row.value_high for row in rows):
        return told
    ends = f"{_figure(min(row.value_low for row in rows))} – {_figure(max(row.value_high for row in rows))}"
    return [told, tag("small", ends)]


def _threshold(row: GateRow) -> str:
    bounds = _bounds(row)
    return f"{row.asked}: {bounds}" if row.asked else bounds


def _bounds(row: GateRow) -> str:
    if row.low is not None and row.high is not None:
        return _figure(row.low) if row.low == row.high else f"{_figure(row.low)} to {_figure(row.high)}"
    return f"at least {_figure(row.low)}" if row.low is not None else f"at most {_figure(row.high)}"


def _figure(value: float | None) -> str:
    """Whole numbers as counts."""
    return count(int(value)) if value is not None and value.is_integer() else number(value)
