"""How long games last: a histogram over turns, the median marked."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboards.figures.theme import ACCENT, INK, blank
from dashboards.rows import LengthRow, LengthSummary
from dashboards.words import count, percent

__all__ = ["length_histogram"]


def length_histogram(rows: Sequence[LengthRow], summary: LengthSummary) -> go.Figure:
    """Bars of games by length; a class may hold several lengths."""
    bars = go.Bar(
        x=[(row.first + row.last) / 2 for row in rows],
        y=[row.games for row in rows],
        width=[(row.last - row.first + 1) * 0.9 for row in rows],
        marker={"color": ACCENT, "line": {"width": 0}},
        customdata=[
            f"{_class(row)}<br>{count(row.games)} games, {percent(row.games / summary.games)}" for row in rows
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )
    median = {"type": "line", "x0": summary.median, "x1": summary.median, "yref": "paper", "y0": 0, "y1": 1}
    return blank(
        [bars],
        height=300,
        margin={"l": 8, "r": 16, "t": 34, "b": 8},
        xaxis={"title": {"text": "length of a game, turns", "font": {"size": 12}}, "showgrid": False, **_ticks(rows)},
        yaxis={"title": {"text": "games", "font": {"size": 12}}, "rangemode": "tozero", "tickformat": ","},
        shapes=[{**median, "line": {"color": INK, "width": 1.5, "dash": "dot"}}],
        annotations=[
            {
                "x": summary.median, "y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False,
                "text": f"median {summary.median:g}", "font": {"color": INK, "size": 12},
            }
        ],
    )  # fmt: skip


def _class(row: LengthRow) -> str:
    if row.first == row.last:
        return f"{row.first} turn{'' if row.first == 1 else 's'}"
    return f"{row.first} to {row.last} turns"


def _ticks(rows: Sequence[LengthRow]) -> dict[str, int]:
    """Whole turns only, where a short axis would be divided further."""
    return {"dtick": 1} if rows[-1].last - rows[0].first < 20 else {}
