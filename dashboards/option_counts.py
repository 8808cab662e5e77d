"""Counts of options by scenario, policy, seat and match-up, summed by DuckDB, as the judge takes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dashboards.queries import entries
from dashboards.run import Run
from runner.judge.options import SeatCounts
from runner.summary import CHOICE_COLUMNS, FORCED_COLUMNS, OPTION_COLUMNS

__all__ = ["seat_counts"]

Cell = tuple[str, int, int]
"""Match-up, player and seat."""


def seat_counts(run: Run, policies: Sequence[str]) -> list[SeatCounts]:
    """What was counted of each of `policies` in every seat, in the order of scenarios and policies.

    Of a policy that meets itself only the first player counts.
    """
    size = len(run.options)
    if not size or not policies:
        return []
    results = _entries(run, "seat_results", 3, policies)
    choices = _entries(run, "choices", len(CHOICE_COLUMNS), policies)
    forced = _entries(run, "forced", size * len(FORCED_COLUMNS), policies)
    tables: dict[tuple[str, str, int], list[tuple[Cell, NDArray[np.int64]]]] = {}
    for scenario, policy, cell, counts in _cells(run, policies):
        tables.setdefault((scenario, policy, cell[2]), []).append((cell, counts))
    nothing = np.zeros(size * len(FORCED_COLUMNS), np.int64)
    return [
        SeatCounts(
            scenario, policy, seat,
            options=np.stack([counts for _, counts in those]),
            results=np.stack([results[cell] for cell, _ in those]),
            choices=np.stack([choices.get(cell, np.zeros(2, np.int64)) for cell, _ in those]),
            forced=np.stack([forced.get(cell, nothing).reshape(size, -1) for cell, _ in those]),
        )
        for (scenario, policy, seat), those in tables.items()
        if any(cell in results for cell, _ in those)
    ]  # fmt: skip


def _cells(run: Run, policies: Sequence[str]) -> list[tuple[str, str, Cell, NDArray[np.int64]]]:
    """Scenario, policy, cell and the counters `[O, 12]` of every cell, zeros included."""
    sums = ", ".join(f"sum({column})::BIGINT AS {column}" for column in OPTION_COLUMNS)
    sql = f"""
        WITH met AS (SELECT DISTINCT matchup, players FROM units WHERE NOT control AND games > 0)
        SELECT scenario, policy, matchup, player, seat, option_id, {sums}
        FROM options JOIN met USING (matchup)
        WHERE policy IN (SELECT unnest($policies::VARCHAR[])) AND list_position(players, policy) = player + 1
        GROUP BY scenario, policy, matchup, player, seat, option_id
        ORDER BY list_position($scenarios::VARCHAR[], scenario), list_position($policies::VARCHAR[], policy),
                 seat, matchup, option_id"""
    asked = {"policies": list(policies), "scenarios": run.scenarios}
    found = run.connection.execute(sql, asked).fetchnumpy()
    size = len(run.options)
    counters = np.stack([found[column] for column in OPTION_COLUMNS], axis=-1).astype(np.int64)
    heads = [found[name][::size].tolist() for name in ("scenario", "policy", "matchup", "player", "seat")]
    return [
        (scenario, policy, (matchup, player, seat), counters[at * size : (at + 1) * size])
        for at, (scenario, policy, matchup, player, seat) in enumerate(zip(*heads, strict=True))
    ]


def _entries(run: Run, column: str, width: int, policies: Sequence[str]) -> dict[Cell, NDArray[np.int64]]:
    """A list column [k, k, width] by cell, summed over rows; cells of zeros are left out."""
    sql = f"""
        SELECT matchup, i // (k * {width}) AS player, i // {width} % k AS seat, i % {width} AS at, sum(n)::BIGINT AS n
        FROM {entries(column)}
        WHERE n != 0 AND players[i // (k * {width}) + 1] IN (SELECT unnest($policies::VARCHAR[]))
        GROUP BY ALL"""
    found: dict[Cell, NDArray[np.int64]] = {}
    for matchup, player, seat, at, number in run.connection.execute(
        sql, {"policies": list(policies)}
    ).fetchall():
        found.setdefault((matchup, player, seat), np.zeros(width, np.int64))[at] = number
    return found
