"""One look for all figures: colours with their dark twins, type, and a layout without ornament.

Figures are drawn in the light colours. `DARK` names the twin of each, so that a page repaints a figure by
replacing colours (`repaint`, and its like in `assets/report.js`) instead of carrying it twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

__all__ = ["ACCENT", "DARK", "DIVERGING", "FONT", "GRID", "INK", "PAPER", "QUIET", "SOFT", "blank", "repaint"]

INK, SOFT, QUIET, GRID, PAPER = "#1c2128", "#59636f", "#8a94a0", "#e4e7eb", "#fefefe"
ACCENT = "#3a58c8"
# Loses, even, wins: told apart in every common form of colour blindness, and by the figure in the cell.
DIVERGING = ("#c2581c", "#e8b48f", "#f3f3f0", "#9dbde0", "#2767ae")

DARK: Mapping[str, str] = {
    INK: "#e7eaee",
    SOFT: "#a3adb8",
    QUIET: "#77828e",
    GRID: "#2c333c",
    PAPER: "#171b21",
    ACCENT: "#93a9ff",
    DIVERGING[0]: "#b4602b",
    DIVERGING[1]: "#6d4128",
    DIVERGING[2]: "#262c34",
    DIVERGING[3]: "#2d4f78",
    DIVERGING[4]: "#3a76c0",
}
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif'


def blank(data: list[Any], height: int, **layout: Any) -> go.Figure:
    """A figure with the common layout; `layout` is added to it. Height in pixels; the width is the page's."""
    axis = {
        "gridcolor": GRID,
        "zeroline": False,
        "linecolor": GRID,
        "automargin": True,
        "fixedrange": True,
        "ticks": "",
    }
    common = {
        "height": height,
        "margin": {"l": 8, "r": 16, "t": 16, "b": 8},
        "font": {"family": FONT, "size": 13, "color": SOFT},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "hoverlabel": {
            "bgcolor": PAPER,
            "bordercolor": QUIET,
            "font": {"family": FONT, "size": 13, "color": INK},
            "align": "left",
        },
        "separators": ".\u202f",
        "showlegend": False,
        "dragmode": False,
        "template": go.layout.Template(),
        "xaxis": axis,
        "yaxis": axis,
    }
    return go.Figure(data, common).update_layout(layout)


def repaint(value: Any, twins: Mapping[str, str] = DARK) -> Any:
    """A figure's plain values (`Figure.to_dict()`) with each colour that has a twin replaced by it."""
    if isinstance(value, str):
        return twins.get(value, value)
    if isinstance(value, Mapping):
        return {key: repaint(one, twins) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [repaint(one, twins) for one in value]
    return value
