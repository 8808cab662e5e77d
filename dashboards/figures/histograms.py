"""How a quantity is distributed: a histogram a policy, one under the other on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import plotly.graph_objects as go

from dashboards.estimates import Estimate
from dashboards.figures.theme import ACCENT, INK, SOFT, blank
from dashboards.markup import label
from dashboards.words import with_interval

__all__ = ["HISTOGRAM_WIDTH", "histograms"]

HISTOGRAM_WIDTH = 320
"""Pixels below which the classes would be unreadable"""
_ROW, _FOOT = 96, 52


def histograms(edges: Sequence[float], title: str, shares: Mapping[str, Sequence[Estimate]]) -> go.Figure:
    """Bars of the share of games in each class, with intervals; `shares` by name, in the order of drawing."""
    most = max((one.high or 0.0 for line in shares.values() for one in line), default=1.0)
    total, layout = len(shares), {}
    for at in range(total):
        top, bottom = 1 - at / total, 1 - (at + 1) / total
        layout[_axis("yaxis", at)] = {
            "domain": [bottom + 0.02, top - 0.2 / total], "range": [0, 1.06 * most], "tickformat": ".0%", "nticks": 3,
            "tickfont": {"size": 11}, "automargin": True, "fixedrange": True, "ticks": "", "zeroline": False,
            "gridcolor": "rgba(128,128,128,0.2)", "anchor": "x",
        }  # fmt: skip
    titles = [
        {
            "xref": "paper", "yref": "paper", "x": 0, "y": 1 - at / total, "xanchor": "left", "yanchor": "top",
            "showarrow": False, "text": label(one, 40), "font": {"size": 12, "color": INK},
        }
        for at, one in enumerate(shares)
    ]  # fmt: skip
    return blank(
        [_bars(edges, line, at) for at, line in enumerate(shares.values())],
        height=_FOOT + _ROW * total,
        margin={"l": 8, "r": 18, "t": 6, "b": 8},
        xaxis={
            "title": {"text": label(title, 60), "font": {"size": 12, "color": SOFT}}, "tickvals": list(edges),
            "showgrid": False, "range": [edges[0], edges[-1]], "anchor": _axis("y", total - 1),
            "tickfont": {"size": 11},
        },
        bargap=0.08,
        annotations=titles,
        **layout,
    )  # fmt: skip


def _bars(edges: Sequence[float], line: Sequence[Estimate], at: int) -> go.Bar:
    spans = list(pairwise(edges))
    values = [one.value or 0.0 for one in line]
    return go.Bar(
        x=[(low + high) / 2 for low, high in spans],
        width=[(high - low) * 0.92 for low, high in spans],
        y=values,
        yaxis=_axis("y", at),
        error_y={
            "type": "data", "array": [(one.high or 0.0) - value for one, value in zip(line, values, strict=True)],
            "arrayminus": [value - (one.low or 0.0) for one, value in zip(line, values, strict=True)],
            "color": SOFT, "thickness": 1.2, "width": 3,
        },
        marker={"color": ACCENT, "line": {"width": 0}},
        customdata=[
            f"{low:g} to {high:g}<br>{with_interval(one)}" for (low, high), one in zip(spans, line, strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )  # fmt: skip


def _axis(name: str, at: int) -> str:
    return name if at == 0 else f"{name}{at + 1}"
