"""Who beats whom: a heat map of win rates, policy by opponent (one-seat games: by scenario)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from dashboards.figures.theme import DIVERGING, INK, SOFT, blank
from dashboards.markup import label
from dashboards.words import count, interval, percent, reach
from runner.judge.estimates import Estimate

__all__ = ["matrix", "matrix_width"]

_CELL = 46
# With more columns than this a cell has no room for its figure; hovering and the table still tell it.
_WRITTEN = 12
_LEAST_REACH = 0.15
# Characters of a name, pixels of a character, and up to how many columns names stand level.
_LONGEST, _LETTER, _LEVEL = 26, 8, 6


def matrix_width(columns: Sequence[str]) -> int:
    """Pixels below which the figure would be unreadable; a narrower page scrolls."""
    if len(columns) > _WRITTEN:
        return 160 + len(columns) * 22
    longest = max((len(label(one, _LONGEST)) for one in columns), default=0)
    level = longest * _LETTER if len(columns) <= _LEVEL else 0  # names that are not slanted need their length
    return 160 + len(columns) * max(64, level)


def matrix(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], tuple[Estimate, int]],
    even: float,
) -> go.Figure:
    """Win rate of each row against each column.

    Args:
        cells: estimate and games by (row, column); what is missing stays blank.
        even: the win rate in the middle of the colours; they reach as far as any cell, `_LEAST_REACH` at least.
    """
    found = [[cells.get((row, column)) for column in columns] for row in rows]
    written = len(columns) <= _WRITTEN
    values = [cell[0].value for cell in cells.values() if cell[0].value is not None]
    reach = max([_LEAST_REACH, *(abs(value - even) for value in values)])
    heat = go.Heatmap(
        z=[[None if cell is None else cell[0].value for cell in line] for line in found],
        x=list(range(len(columns))),
        y=list(range(len(rows))),
        text=[[_figure(cell) for cell in line] for line in found] if written else None,
        texttemplate="%{text}" if written else None,
        customdata=[[_told(cell) for cell in line] for line in found],
        hovertemplate="<b>%{y}</b> against <b>%{x}</b><br>%{customdata}<extra></extra>",
        hoverongaps=False,
        colorscale=[[index / 4, colour] for index, colour in enumerate(DIVERGING)],
        zmin=even - reach,
        zmax=even + reach,
        xgap=2,
        ygap=2,
        colorbar=_scale(even, reach),
    )
    side = {"showgrid": False, "tickfont": {"color": INK}}
    return blank(
        [heat],
        height=110 + max(len(rows), 3) * (_CELL if written else 22),
        xaxis={**side, **_names(columns), "side": "top", "tickangle": 0 if len(columns) <= _LEVEL else -45},
        yaxis={**side, **_names(rows), "autorange": "reversed"},
    )


def _names(names: Sequence[str]) -> dict[str, object]:
    """Names as ticks on numbered positions: never read as dates or numbers, and twins stay apart."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [label(name, _LONGEST) for name in names],
    }


def _figure(cell: tuple[Estimate, int] | None) -> str:
    if cell is None or cell[0].value is None:
        return ""
    value = percent(cell[0].value, radius=cell[0].radius).removesuffix("\u202f%")
    return "<br>".join(filter(None, [value, reach(cell[0])]))


def _told(cell: tuple[Estimate, int] | None) -> str:
    if cell is None:
        return ""
    estimate, games = cell
    return f"{percent(estimate.value)}, {interval(estimate.low, estimate.high)}<br>{count(games)} games"


def _scale(even: float, reach: float) -> dict[str, object]:
    ticks = [even - reach, even, even + reach]
    return {
        "thickness": 8,
        "len": 0.9,
        "outlinewidth": 0,
        "tickvals": ticks,
        "ticktext": ["" if t < 0 or t > 1 else percent(t, 0) + " even" * (t == even) for t in ticks],
        "tickfont": {"color": SOFT, "size": 11},
    }
