"""The parts that sections are made of: headings, notes, tables, figures, bars."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dashboards.markup import Content, Html, json_block, tag
from dashboards.words import interval, quantity
from runner.judge.estimates import Estimate

__all__ = [
    "Cell",
    "Column",
    "Section",
    "estimate",
    "facts",
    "fold",
    "linked",
    "note",
    "plot",
    "share_bar",
    "table",
]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a page; `identity` is its address in the page."""

    identity: str
    title: str
    content: tuple[Content, ...]

    def html(self) -> Html:
        """The section as markup."""
        heading = f"{self.identity}-heading"
        inner = [tag("h2", self.title, {"id": heading}), *self.content]
        return tag("section", inner, {"id": self.identity, "aria-labelledby": heading})


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, whether it holds figures, and what the title means."""

    title: str
    figures: bool = True
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table; `sort` is what the column is ordered by when a reader asks."""

    content: Content
    sort: float | str | None = None


def note(*content: Content) -> Html:
    """A quiet paragraph: how to read what stands beside it, and what was left out."""
    return tag("p", content, {"class": "note"})


def linked(content: Content, address: str | None) -> Content:
    """`content` as a link; as it stands where there is no address."""
    return tag("a", content, {"href": address}) if address else content


def fold(title: Content, content: Content) -> Html:
    """Something that opens when asked."""
    return tag("details", [tag("summary", title), tag("div", content, {"class": "folded"})])


def facts(pairs: Sequence[tuple[str, Content]]) -> Html:
    """Terms and what they are."""
    rows = [
        tag("div", [tag("dt", term), tag("dd", content)]) for term, content in pairs if content is not None
    ]
    return tag("dl", rows, {"class": "facts"})


def table(caption: str, columns: Sequence[Column], rows: Sequence[Sequence[Cell | Content]]) -> Html:
    """A table that scrolls inside its own frame on a narrow page; the first cell of a row heads it.

    A script adds sorting by any column, and a filter where there are many rows.
    """
    head = tag("tr", [_heading(column) for column in columns])
    body = [tag("tr", [_cell(cell, columns[at], at) for at, cell in enumerate(row)]) for row in rows]
    inner = [tag("caption", caption), tag("thead", head), tag("tbody", body)]
    framed = tag("table", inner, {"data-sortable": True})
    return tag("div", framed, {"class": "scroll", "tabindex": 0, "role": "region", "aria-label": caption})


def _heading(column: Column) -> Html:
    attributes = {"scope": "col", "class": "figure" if column.figures else None, "title": column.hint or None}
    return tag("th", column.title, attributes)


def _cell(cell: Cell | Content, column: Column, at: int) -> Html:
    content, sort = (cell.content, cell.sort) if isinstance(cell, Cell) else (cell, None)
    attributes: dict[str, Any] = {
        "class": "figure" if column.figures else None,
        "data-sort": None if sort is None else str(sort),
    }
    return tag("td" if at else "th", content, {**attributes, "scope": None if at else "row"})


def estimate(one: Estimate, metric: str = "win_rate", unit: str = "") -> Cell:
    """A number over its interval."""
    value = quantity(one.value, metric, unit, one.radius)
    if one.value is None:
        return Cell(tag("span", "no games", {"class": "quiet"}), -1e300)
    return Cell([value, tag("small", interval(one.low, one.high, metric))], one.value)


def share_bar(share: float) -> Html:
    """A bar as long as a share; the number beside it says the same."""
    fill = tag("rect", None, {"width": f"{max(share * 100, 0.4):.2f}", "height": 8, "rx": 2, "class": "fill"})
    back = tag("rect", None, {"width": 100, "height": 8, "rx": 2, "class": "back"})
    attributes = {
        "class": "bar",
        "viewBox": "0 0 100 8",
        "preserveAspectRatio": "none",
        "aria-hidden": "true",
    }
    return tag("svg", [back, fill], attributes)


def plot(figure: Any, description: str, least_width: int = 0) -> Html:
    """A Plotly figure: a frame that the page's script fills, its data beside it, and what it shows in words."""
    text = figure.to_json()
    digest = hashlib.sha256((description + text).encode()).hexdigest()
    identity = f"figure-{digest[:12]}"
    height = figure.layout.height
    frame = tag("div", None, {
        "class": "plot", "data-figure": identity, "role": "img", "aria-label": description,
        "style": f"height:{height}px;min-width:{least_width}px",
    })  # fmt: skip
    scroll = {"class": "scroll", "tabindex": 0 if least_width > 320 else None}
    return tag("figure", [tag("div", frame, scroll), json_block(identity, text)])
