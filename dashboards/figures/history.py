"""An estimate as games were added: the line, its interval around it, and the band it must lie in."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboards.figures.theme import ACCENT, GRID, QUIET, blank
from dashboards.rows import JudgingRow
from dashboards.words import RATES, count, interval, quantity

__all__ = ["history"]


def history(rows: Sequence[JudgingRow]) -> go.Figure:
    """One target over its judgings, oldest first; rates in per cent."""
    first = rows[0]
    scale = 100.0 if first.metric in RATES else 1.0
    known = [row for row in rows if row.low is not None and row.high is not None]
    whiskers = go.Scatter(
        x=[row.pairs for row in rows],
        y=[row.estimate * scale for row in rows],
        mode="lines+markers",
        line={"color": ACCENT, "width": 2},
        marker={"color": ACCENT, "size": 8},
        customdata=[_told(row) for row in rows],
        hovertemplate="%{customdata}<extra></extra>",
    )
    ends = [
        go.Scatter(
            x=[row.pairs for row in known],
            y=[(getattr(row, side) or 0.0) * scale for row in known],
            mode="lines",
            line={"color": QUIET, "width": 1.5, "dash": "dot"},
            hoverinfo="skip",
        )
        for side in ("low", "high")
    ]
    of = {"text": first.metric.replace("_", " "), "font": {"size": 12}}
    return blank(
        [*ends, whiskers],
        height=320,
        xaxis={"title": {"text": "pairs played", "font": {"size": 12}}, "rangemode": "tozero", "showgrid": False},
        yaxis={"showgrid": False, "ticksuffix": "\u202f%" if first.metric in RATES else "", "title": of},
        shapes=_band(first, scale),
    )  # fmt: skip


def _band(row: JudgingRow, scale: float) -> list[dict[str, object]]:
    """The band as a stretch across the figure; of one that is open, the end it has."""
    ends = [end * scale for end in (row.band_low, row.band_high) if end is not None]
    across = {"xref": "paper", "x0": 0, "x1": 1, "layer": "below"}
    if len(ends) == 2:
        return [
            {"type": "rect", **across, "y0": ends[0], "y1": ends[1], "fillcolor": GRID, "line": {"width": 0}}
        ]
    return [
        {"type": "line", **across, "y0": end, "y1": end, "line": {"color": GRID, "width": 3}} for end in ends
    ]


def _told(row: JudgingRow) -> str:
    reach = interval(row.low, row.high, row.metric)
    return f"{quantity(row.estimate, row.metric)} ({reach})<br>{count(row.pairs)} pairs, {row.verdict}"
