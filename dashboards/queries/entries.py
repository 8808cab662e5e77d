"""What the queries are made of: a list column by entry, a side of every match-up, answers as rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dashboards.run import Run

Row = TypeVar("Row")

__all__ = ["MEDIAN", "ONCE", "cells_of", "entries", "points_of", "rows_of", "sides"]


def entries(column: str, where: str = "NOT control") -> str:
    """A list column by entry: matchup, scenario, players, k, i (from 0), n."""
    return f"""(
        SELECT matchup, scenario, players, len(players) AS k, unnest({column})::HUGEINT AS n,
               generate_subscripts({column}, 1) - 1 AS i
        FROM units WHERE {where})"""


def points_of(run: Run, draw: float, power: int = 1) -> list[float]:
    """What each cell of a pair histogram counts, `[(k+1) * (k+1)]` by (wins, games without a winner)."""
    k = run.seats
    return [((wins + draw * draws) / k) ** power for wins in range(k + 1) for draws in range(k + 1)]


def sides(column: str, named: str, where: str = "true") -> str:
    """One row a stored range and player (or seat) p: its match-up, `named`, and its part of a histogram column."""
    return f"""
        SELECT matchup, lo, {named}, {column}[$cells * p + 1:$cells * (p + 1)]::DOUBLE[] AS hist
        FROM units CROSS JOIN range($seats) AS player(p) WHERE NOT control AND {where}"""


# A policy against itself counts once.
ONCE = "list_position(players, players[p + 1]) = p + 1"


def cells_of(run: Run, draw: float) -> dict[str, Any]:
    """What `of_histograms` and `sides` must be told."""
    points, squares = (points_of(run, draw, power) for power in (1, 2))
    return {"seats": run.seats, "cells": len(points), "points": points, "squares": squares}


# Of running sums `so_far` over lengths i, of `games` in all; of an even number the mean of the middle two.
MEDIAN = "(min(i) FILTER (2 * so_far >= games) + min(i) FILTER (2 * so_far > games)) / 2"


def rows_of(kind: Callable[..., Row], run: Run, sql: str, **parameters: Any) -> tuple[Row, ...]:
    """Answers as rows of `kind`, its fields in the order of the columns; lists become tuples."""
    found = run.connection.execute(sql, parameters or None).fetchall()
    return tuple(
        kind(*(tuple(value) if isinstance(value, list) else value for value in row)) for row in found
    )
