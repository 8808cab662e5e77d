"""A sweep in figures: how the search came closer, where along each parameter, and the front between two aims."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from dashboards.figures.theme import ACCENT, DIVERGING, INK, QUIET, blank
from dashboards.markup import label
from dashboards.sweeps import PointRow
from dashboards.words import count

__all__ = ["front", "history", "importances", "slice_of"]

# Distances of nothing are drawn here, below the smallest that is told apart.
_FLOOR = 0.02
_MARKS = {
    "met": {"symbol": "circle", "color": DIVERGING[4]},
    "undecided": {"symbol": "diamond-open", "color": ACCENT},
    "missed": {"symbol": "x-thin-open", "color": QUIET},
}
_AXIS = {"type": "log", "title": {"text": "half bands outside what is asked", "font": {"size": 12}}}
_TICKS = {
    "tickvals": [_FLOOR, 0.1, 0.3, 1, 3, 10, 30, 100],
    "ticktext": ["inside", "0.1", "0.3", "1", "3", "10", "30", "100"],
}


def history(rows: Sequence[PointRow]) -> go.Figure:
    """A mark a point in the order of play, and the closest so far."""
    known = [row for row in rows if row.distance is not None]
    closest, best = [], float("inf")
    for row in known:
        best = min(best, _drawn(row))
        closest.append(best)
    line = go.Scatter(
        x=[row.trial for row in known],
        y=closest,
        mode="lines",
        line={"color": INK, "width": 1.5, "shape": "hv"},
        hoverinfo="skip",
    )
    return _scattered(known, [row.trial for row in known], "point, in the order of play", 320, [line])


def slice_of(rows: Sequence[PointRow], name: str, today: Any) -> go.Figure:
    """The same points along one parameter; today's value is marked."""
    known = [row for row in rows if row.distance is not None and name in row.parameters]
    values = [_shown(row.parameters[name]) for row in known]
    figure = _scattered(known, values, label(name, 60), 220, [])
    if not isinstance(today, (str, bool)):
        figure.add_vline(x=today, line={"color": INK, "width": 1, "dash": "dot"})
    return figure


def importances(shares: Mapping[str, float]) -> go.Figure:
    """A bar a parameter, the most important on top."""
    names = list(shares)[::-1]
    bars = go.Bar(
        x=[shares[name] for name in names],
        y=[label(name, 44) for name in names],
        orientation="h",
        marker={"color": ACCENT},
        hovertemplate="%{x:.0%}<extra></extra>",
    )
    return blank([bars], height=60 + 26 * len(names), xaxis={"tickformat": ".0%", "rangemode": "tozero"})


def front(rows: Sequence[Mapping[str, Any]]) -> go.Figure:
    """The front between change and what is sought; `rows` by rising change."""
    known = [row for row in rows if row["loss"] is not None]
    marks = go.Scatter(
        x=[row["change"] for row in known],
        y=[row["distance"] for row in known],
        mode="lines+markers",
        line={"color": ACCENT, "shape": "hv", "width": 1.5},
        marker={"color": ACCENT, "size": 8},
        customdata=[label(_told(row["changed"]) or "as today", 160) for row in known],
        hovertemplate="%{customdata}<br>change %{x:.3f}, %{y:.3g} half bands outside<extra></extra>",
    )
    return blank(
        [marks],
        height=320,
        xaxis={"title": {"text": "change from today", "font": {"size": 12}}, "rangemode": "tozero"},
        yaxis={
            "title": {"text": "half bands outside what is asked", "font": {"size": 12}},
            "rangemode": "tozero",
        },
    )


def _scattered(
    rows: Sequence[PointRow], places: Sequence[Any], title: str, height: int, before: list[Any]
) -> go.Figure:
    traces = []
    for state, mark in _MARKS.items():
        chosen = [i for i, row in enumerate(rows) if row.state == state]
        traces.append(
            go.Scatter(
                x=[places[i] for i in chosen],
                y=[_drawn(rows[i]) for i in chosen],
                mode="markers",
                name=state,
                marker={**mark, "size": 7, "line": {"width": 1.4}},
                customdata=[_hover(rows[i]) for i in chosen],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    return blank(
        [*before, *traces],
        height=height,
        xaxis={"title": {"text": title, "font": {"size": 12}}, "showgrid": False},
        yaxis={**_AXIS, **_TICKS},
    )


def _drawn(row: PointRow) -> float:
    return max(row.distance or 0.0, _FLOOR)


def _hover(row: PointRow) -> str:
    told = f"point {row.trial}, {row.state} in the search<br>{count(row.games)} games"
    return f"{told}<br>{label(_told(row.parameters), 200)}"


def _told(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_shown(value)}" for name, value in values.items())


def _shown(value: Any) -> Any:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else json.dumps(value)
