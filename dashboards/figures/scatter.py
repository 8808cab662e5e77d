"""How often an option is taken against what taking it does: what is strong and seldom used stands apart."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboards.figures.theme import ACCENT, INK, QUIET, blank
from dashboards.markup import label
from runner.judge.estimates import Estimate

__all__ = ["use_against_effect"]

_NAMED = 10
"""Points that bear their names in the figure; of more, those furthest from no effect do."""


def use_against_effect(
    names: Sequence[str],
    rates: Sequence[Estimate],
    effects: Sequence[Estimate],
    told: Sequence[str],
    title: str,
) -> go.Figure:
    """The figure: a dot an option, with the intervals of both numbers.

    Args:
        names: of the options.
        rates: how often each was taken when it was offered.
        effects: what each does to the score, as a share.
        told: what a reader who points at a dot is told beside its name.
        title: what the effects are, with their unit.
    """
    furthest = sorted(range(len(names)), key=lambda at: -abs(effects[at].value or 0.0))[:_NAMED]
    dots = go.Scatter(
        x=[100 * (one.value or 0.0) for one in rates],
        y=[100 * (one.value or 0.0) for one in effects],
        mode="markers+text",
        text=[label(name, 24) if at in furthest else "" for at, name in enumerate(names)],
        textposition="top center",
        textfont={"color": INK, "size": 12},
        marker={"size": 9, "color": ACCENT, "opacity": 1},
        error_x=_bars(rates),
        error_y=_bars(effects),
        customdata=[f"<b>{label(name, 60)}</b><br>{told[at]}" for at, name in enumerate(names)],
        hovertemplate="%{customdata}<extra></extra>",
    )
    even = {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": 0,
        "y1": 0,
        "line": {"color": QUIET, "width": 1},
    }
    return blank(
        [dots],
        height=380,
        xaxis={"title": {"text": "taken when offered, %", "font": {"size": 12}}, "rangemode": "tozero"},
        yaxis={"title": {"text": title, "font": {"size": 12}}},
        shapes=[even],
    )


def _bars(estimates: Sequence[Estimate]) -> dict[str, object]:
    above, below = (
        [0.0 if end is None or one.value is None else 100 * abs(end - one.value) for one, end in ends]
        for ends in ([(one, one.high) for one in estimates], [(one, one.low) for one in estimates])
    )
    return {"type": "data", "array": above, "arrayminus": below, "color": QUIET, "thickness": 1, "width": 3}
