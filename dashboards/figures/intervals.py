"""Numbers with their intervals, a dot and a line each, from the top: what seats, ratings and use share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboards.figures.theme import ACCENT, GRID, INK, QUIET, SOFT, blank
from dashboards.markup import label
from runner.judge.estimates import Estimate

__all__ = ["interval_rows"]

_ROW = 30


def interval_rows(
    names: Sequence[str],
    estimates: Sequence[Estimate],
    told: Sequence[str],
    title: str,
    *,
    scale: float = 100.0,
    strong: int = 0,
    ranges: Sequence[tuple[float, float]] = (),
    axis: dict[str, Any] | None = None,
) -> go.Figure:
    """The figure.

    Args:
        names: one a line.
        estimates: likewise; a line without a value stays empty.
        told: what a reader who points at a line is told beside its name.
        title: what the numbers are, with their unit.
        scale: what they are multiplied by.
        strong: the first so many lines stand out, and a rule parts them from the rest.
        ranges: a pale bar behind each dot, if given.
        axis: more for the axis of the numbers.
    """
    known = [(at, one) for at, one in enumerate(estimates) if one.value is not None]
    dots = go.Scatter(
        x=[(one.value or 0.0) * scale for _, one in known],
        y=[at for at, _ in known],
        mode="markers",
        marker={
            "size": [11 if at < strong else 8 for at, _ in known],
            "color": [ACCENT if at < strong or not strong else QUIET for at, _ in known],
            "symbol": ["diamond" if at < strong else "circle" for at, _ in known],
            "opacity": 1,
        },
        error_x={
            "type": "data",
            "array": [_reach(one, one.high) * scale for _, one in known],
            "arrayminus": [_reach(one, one.low) * scale for _, one in known],
            "color": SOFT,
            "thickness": 1.5,
            "width": 4,
        },
        customdata=[f"<b>{label(names[at], 60)}</b><br>{told[at]}" for at, _ in known],
        hovertemplate="%{customdata}<extra></extra>",
    )
    ticks = {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [label(one, 44) for one in names],
    }
    parted = 0 < strong < len(names)
    return blank(
        [*_bars(ranges, scale), dots],
        height=70 + _ROW * len(names),
        xaxis={
            "title": {"text": title, "font": {"size": 12}},
            "ticksuffix": "",
            "rangemode": "tozero",
            **(axis or {}),
        },
        yaxis={**ticks, "range": [len(names) - 0.5, -0.5], "showgrid": False, "tickfont": {"color": INK}},
        shapes=[_line("y", 0.0, 0.0, QUIET)]
        + ([_line("x", strong - 0.5, strong - 0.5, GRID)] if parted else []),
    )


def _bars(ranges: Sequence[tuple[float, float]], scale: float) -> list[go.Bar]:
    """Pale bars from the least to the most."""
    if not ranges:
        return []
    bars = go.Bar(
        orientation="h",
        base=[low * scale for low, _ in ranges],
        x=[(high - low) * scale for low, high in ranges],
        y=list(range(len(ranges))),
        width=0.55,
        marker={"color": GRID, "line": {"width": 0}},
        hoverinfo="skip",
    )
    return [bars]


def _line(along: str, start: float, end: float, colour: str) -> dict[str, object]:
    """A line across the whole figure along "x" or "y", at `start` of the other axis."""
    across = "y" if along == "x" else "x"
    ends = {f"{across}0": start, f"{across}1": end, f"{along}ref": "paper", f"{along}0": 0, f"{along}1": 1}
    return {"type": "line", **ends, "line": {"color": colour, "width": 1}}


def _reach(one: Estimate, end: float | None) -> float:
    return 0.0 if end is None or one.value is None else abs(end - one.value)
