"""What a seat is worth: its lead over the other seats with intervals, over all match-ups and in single ones."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboards.figures.intervals import interval_rows
from dashboards.words import with_interval
from runner.judge.estimates import Estimate

__all__ = ["seat_effect"]


def seat_effect(names: Sequence[str], leads: Sequence[Estimate], strong: int) -> go.Figure:
    """A dot and interval a line, from the top; the first `strong` lines are totals and stand out."""
    told = [with_interval(lead, "seat_advantage") for lead in leads]
    return interval_rows(names, leads, told, "lead in win rate, points", strong=strong)
