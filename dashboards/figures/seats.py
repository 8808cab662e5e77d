"""What a seat is worth: its lead over the other seats with intervals, over all match-ups and in single ones."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboards.figures.theme import ACCENT, GRID, INK, QUIET, SOFT, blank
from dashboards.markup import label
from dashboards.words import with_interval
from runner.judge.estimates import Estimate

__all__ = ["seat_effect"]

_ROW = 30


def seat_effect(names: Sequence[str], leads: Sequence[Estimate], strong: int) -> go.Figure:
    """A dot and interval a line, from the top; the first `strong` lines are totals and stand out."""
    positions = list(range(len(names)))
    known = [(at, lead) for at, lead in zip(positions, leads, strict=True) if lead.value is not None]
    dots = go.Scatter(
        x=[(lead.value or 0.0) * 100 for _, lead in known],
        y=[at for at, _ in known],
        mode="markers",
        marker={
            "size": [11 if at < strong else 8 for at, _ in known],
            "color": [ACCENT if at < strong else QUIET for at, _ in known],
            "symbol": ["diamond" if at < strong else "circle" for at, _ in known],
            "opacity": 1,
        },
        error_x={
            "type": "data",
            "array": [_reach(lead, lead.high) for _, lead in known],
            "arrayminus": [_reach(lead, lead.low) for _, lead in known],
            "color": SOFT,
            "thickness": 1.5,
            "width": 4,
        },
        customdata=[
            f"<b>{label(names[at], 60)}</b><br>{with_interval(lead, 'seat_advantage')}" for at, lead in known
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )
    ticks = {"tickmode": "array", "tickvals": positions, "ticktext": [label(name, 44) for name in names]}
    return blank(
        [dots],
        height=70 + _ROW * len(names),
        xaxis={
            "title": {"text": "lead in win rate, points", "font": {"size": 12}},
            "ticksuffix": "",
            "rangemode": "tozero",
        },
        yaxis={**ticks, "range": [len(names) - 0.5, -0.5], "showgrid": False, "tickfont": {"color": INK}},
        shapes=[
            {
                "type": "line",
                "x0": 0,
                "x1": 0,
                "yref": "paper",
                "y0": 0,
                "y1": 1,
                "line": {"color": QUIET, "width": 1},
            }
        ]
        + ([_rule(strong)] if 0 < strong < len(names) else []),
    )


def _rule(after: int) -> dict[str, object]:
    """A line between the totals and the single match-ups."""
    line = {"color": GRID, "width": 1}
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": after - 0.5,
        "y1": after - 0.5,
        "line": line,
    }


def _reach(lead: Estimate, end: float | None) -> float:
    return 0.0 if end is None or lead.value is None else abs(end - lead.value) * 100
