"""A matrix game: payoffs as a heat map, and at its edges how often each side uses its options at equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboards.estimates import Estimate
from dashboards.exhibits import MatrixGame, Side, Use
from dashboards.figures.theme import ACCENT, DIVERGING, INK, PAPER, QUIET, SOFT, blank
from dashboards.markup import label
from dashboards.words import percent, with_interval

__all__ = ["PAYOFF_WIDTH", "payoff_matrix"]

PAYOFF_WIDTH = 330
"""Pixels below which the cells would be unreadable"""
_CELL, _BARS = 44, 84
_HEAT, _GAP = 0.7, 0.05
"""Share of the width that the cells take, and the gap to the bars"""
_PLAIN = {"zeroline": False, "showgrid": False, "fixedrange": True, "ticks": "", "automargin": True}
_TOLD = "%{customdata}<extra></extra>"
_RING = {"symbol": "circle-open", "size": 8, "color": INK, "line": {"width": 1.5}}
_DIAMOND = {
    "symbol": "diamond",
    "size": 8,
    "color": PAPER,
    "line": {"width": 1.5, "color": QUIET},
    "opacity": 1,
}


def payoff_matrix(game: MatrixGame, played: tuple[Sequence[Estimate], Sequence[Estimate]]) -> go.Figure:
    """The cells with their payoffs; bars of usage to the right for the rows, above for the columns.

    `played` holds how often each option was chosen in the games of the run, row player first.
    """
    rows, columns = game.players
    high = _CELL * len(rows.options)
    split = high / (high + _BARS)
    right, above = [_HEAT + _GAP, 1], [split + 0.02, 1]
    across, down = [0, _HEAT], [0, split - 0.03]
    most = 1.12 * max(_most(side, shares) for side, shares in zip(game.players, played, strict=True))
    usage = {"range": [0, most], "tickformat": ".0%", "tickfont": {"size": 11}, "nticks": 3, "tickangle": 0}
    return blank(
        [
            _cells(game),
            *_usage(rows, played[0], True, game.least_usage),
            *_usage(columns, played[1], False, game.least_usage),
        ],
        height=high + _BARS + 70,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis={**_names(columns), "domain": across, "range": [-0.5, len(columns.options) - 0.5]},
        yaxis={**_names(rows), "domain": down, "range": [len(rows.options) - 0.5, -0.5]},
        xaxis2={**_PLAIN, **usage, "domain": right, "anchor": "y2"},
        yaxis2={**_PLAIN, "domain": down, "anchor": "x2", "matches": "y", "showticklabels": False},
        xaxis3={**_PLAIN, "domain": across, "anchor": "y3", "matches": "x", "showticklabels": False},
        yaxis3={**_PLAIN, **usage, "domain": above, "anchor": "x3"},
        bargap=0.35,
        shapes=[_line(game.least_usage, sideways) for sideways in (True, False)],
    )


def _cells(game: MatrixGame) -> go.Heatmap:
    rows, columns = game.players
    reach = max([1e-9, *(abs(value - game.even) for line in game.payoffs for value in line)])
    return go.Heatmap(
        z=[list(line) for line in game.payoffs],
        x=list(range(len(columns.options))),
        y=list(range(len(rows.options))),
        text=[[f"{value:g}" for value in line] for line in game.payoffs],
        texttemplate="%{text}",
        customdata=[
            [
                f"{label(row.name)} against {label(column.name)}: {value:g}"
                for column, value in zip(columns.options, line, strict=True)
            ]
            for row, line in zip(rows.options, game.payoffs, strict=True)
        ],
        hovertemplate=_TOLD,
        colorscale=[[index / 4, colour] for index, colour in enumerate(DIVERGING)],
        zmin=game.even - reach, zmax=game.even + reach,
        xgap=2, ygap=2, showscale=False,
    )  # fmt: skip


def _usage(side: Side, played: Sequence[Estimate], sideways: bool, line: float) -> list[Any]:
    """Bars with whiskers over all equilibria, rings by fictitious play, diamonds for what was played."""

    def along(values: Sequence[float | None]) -> dict[str, Any]:
        places = list(range(len(side.options)))
        return {"x": values, "y": places} if sideways else {"x": places, "y": values}

    panel = "2" if sideways else "3"
    told = [_told(use, shown, line) for use, shown in zip(side.options, played, strict=True)]
    common = {"xaxis": f"x{panel}", "yaxis": f"y{panel}", "customdata": told, "hovertemplate": _TOLD}
    bars = go.Bar(
        **along([use.usage for use in side.options]), **common, marker={"color": ACCENT, "line": {"width": 0}},
        **{"orientation": "h" if sideways else "v", "error_x" if sideways else "error_y": _reach(side)},
    )  # fmt: skip
    diamonds = go.Scatter(**along([one.value for one in played]), **common, mode="markers", marker=_DIAMOND)
    rings = go.Scatter(
        **along([use.fictitious for use in side.options]), **common, mode="markers", marker=_RING
    )
    return [bars, diamonds, rings]


def _reach(side: Side) -> dict[str, Any]:
    return {
        "type": "data",
        "array": [use.high - use.usage for use in side.options],
        "arrayminus": [use.usage - use.low for use in side.options],
        "visible": any(use.high > use.low for use in side.options),
        "color": INK,
        "thickness": 1.5,
        "width": 5,
    }


def _told(use: Use, played: Estimate, line: float) -> str:
    words = [f"<b>{label(use.name)}</b>", f"at equilibrium {percent(use.usage)}"]
    if use.high > use.low:
        words[-1] += f", {percent(use.low)} to {percent(use.high)} over all of them"
    if use.usage < line:
        words[-1] += f", below {percent(line, 0)}"
    words.append(f"fictitious play {percent(use.fictitious)}")
    if played.value is not None:
        words.append(f"played {with_interval(played)}")
    return "<br>".join(words)


def _most(side: Side, played: Sequence[Estimate]) -> float:
    return max(
        [*(max(use.high, use.fictitious) for use in side.options), *(one.value or 0.0 for one in played)]
    )


def _names(side: Side) -> dict[str, object]:
    """The axis of a side: its options by name."""
    return {
        "title": {"text": label(side.name, 16), "font": {"size": 12, "color": SOFT}, "standoff": 6},
        "tickmode": "array",
        "tickvals": list(range(len(side.options))),
        "ticktext": [label(use.name, 10) for use in side.options],
        "tickfont": {"color": INK},
        "showgrid": False,
    }


def _line(at: float, sideways: bool) -> dict[str, object]:
    """The usage under which an option counts as unused, over the whole of one panel of bars."""
    along, across, panel = ("x", "y", "2") if sideways else ("y", "x", "3")
    return {
        "type": "line", f"{along}ref": along + panel, f"{across}ref": f"{across}{panel} domain",
        f"{along}0": at, f"{along}1": at, f"{across}0": 0, f"{across}1": 1,
        "line": {"color": INK, "width": 1, "dash": "dot"},
    }  # fmt: skip
