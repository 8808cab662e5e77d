"""Two quantities at once: the share of games in each cell of a grid, written in it and as its depth of colour."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboards.estimates import Estimate
from dashboards.exhibits import Grid
from dashboards.figures.theme import ACCENT, INK, PAPER, SOFT, blank
from dashboards.markup import label
from dashboards.words import percent, reach, with_interval

__all__ = ["GRID_WIDTH", "grid_map"]

GRID_WIDTH = 260
"""Pixels below which the cells would be unreadable"""
_CELL = 48


def grid_map(grid: Grid, shares: Sequence[Sequence[Estimate]], most: float) -> go.Figure:
    """`shares` by row and column; the first row is drawn lowest. Colours reach up to the share `most`."""
    rows, columns = len(grid.rows), len(grid.columns)
    heat = go.Heatmap(
        z=[[one.value for one in line] for line in shares],
        x=list(range(columns)),
        y=list(range(rows)),
        text=[[_written(one) for one in line] for line in shares],
        texttemplate="%{text}",
        customdata=[
            [
                f"{label(grid.of[0])} {label(row)}, {label(grid.of[1])} {label(column)}<br>{with_interval(one)}"
                for column, one in zip(grid.columns, line, strict=True)
            ]
            for row, line in zip(grid.rows, shares, strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
        colorscale=[[0, PAPER], [1, ACCENT]],
        zmin=0.0,
        zmax=most,
        xgap=2,
        ygap=2,
        showscale=False,
    )
    return blank(
        [heat],
        height=66 + _CELL * rows,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis=_axis(grid.of[1], grid.columns),
        yaxis=_axis(grid.of[0], grid.rows),
    )


def _written(one: Estimate) -> str:
    """A share and its interval; nothing where it never came about, so that cells stay clear."""
    if not one.value or one.radius is None:
        return "never" if one.value == 0.0 else ""
    return f"{percent(one.value, radius=one.radius)}<br>{reach(one)}"


def _axis(title: str, names: Sequence[str]) -> dict[str, object]:
    return {
        "title": {"text": label(title, 24), "font": {"size": 12, "color": SOFT}, "standoff": 6},
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [label(one, 12) for one in names],
        "tickfont": {"color": INK},
        "showgrid": False,
    }
