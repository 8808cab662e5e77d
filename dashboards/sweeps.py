"""A sweep's folder as rows: what was played of every point, and what `outcome.json` says came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboards.rows import Overview, StatusRow
from dashboards.run import Run
from dashboards.words import count
from runner.counts import SweepCounts

__all__ = ["PointRow", "counts", "is_sweep", "outcome", "points", "size", "statuses"]

_PHASES = ("today", "search", "smallest-change")


@dataclass(frozen=True, slots=True)
class PointRow:
    """A point of the search as it stands after its last round."""

    trial: int
    state: str
    """met, missed or undecided, on the search's luck"""
    distance: float | None
    """Half bands outside what is asked; None before the first game"""
    loss: float | None
    change: float
    games: int
    parameters: Mapping[str, Any]


def is_sweep(run: Run) -> bool:
    """Whether the folder is a sweep's."""
    return run.manifest.get("kind") == "sweep"


def points(run: Run, limit: int) -> tuple[PointRow, ...]:
    """The first `limit` points in the order of play; deviations and tunings are left out."""
    sql = """
        SELECT trial, arg_max(state, round), arg_max(distance, round), arg_max(loss, round), any_value(change),
               max(games), any_value(parameters)
        FROM trials WHERE phase IN $phases GROUP BY trial ORDER BY trial LIMIT $limit"""
    rows = run.connection.execute(sql, {"phases": list(_PHASES), "limit": limit}).fetchall()
    return tuple(
        PointRow(trial, state, _finite(distance), _finite(loss), change, games, _read(parameters))
        for trial, state, distance, loss, change, games, parameters in rows
    )


def outcome(run: Run) -> Mapping[str, Any]:
    """What the sweep came to; empty while it has not ended."""
    try:
        found = json.loads((run.folder / "outcome.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def size(run: Run, found: Mapping[str, Any]) -> Overview:
    """How large the sweep is: the games of its search, and apart from them those on fresh luck and around the best."""
    sql = "SELECT coalesce(max(len(pairs)), 0)::BIGINT FROM trials"
    matchups = (run.connection.execute(sql).fetchone() or (0,))[0]
    games = counts(run, found)
    size = (matchups, len(run.labels), len(run.scenarios), games.search, games.search // run.seats, 0)
    return Overview(*size, games.controls, games.words(count))


def counts(run: Run, found: Mapping[str, Any]) -> SweepCounts:
    """All games, by what they are for; of a sweep that goes on those of its trials alone."""
    if found:
        return SweepCounts(
            *(
                int(found.get(key) or 0)
                for key in ("games", "fresh_games", "deviation_games", "control_games")
            )
        )
    around = "phase = 'deviation'"
    sums = [f"coalesce(sum(played) FILTER ({where}), 0)" for where in (f"NOT {around}", around)]
    sql = f"SELECT {', '.join(sums)} FROM trials"
    search, steps = run.connection.execute(sql).fetchone() or (0, 0)
    return SweepCounts(int(search), 0, int(steps), 0)


def statuses(found: Mapping[str, Any]) -> tuple[StatusRow, ...]:
    """How the best point stands in what was asked; on fresh luck where it was played there."""
    asked = [one["status"] for one in found.get("after") or () if one["kind"] != "goal"]
    if not asked:
        return ()
    counts = {status: asked.count(status) for status in ("missed", "undecided", "met")}
    if counts["met"] == len(asked) and not found.get("certified"):
        counts = {
            "missed": 0,
            "undecided": len(asked),
            "met": 0,
        }  # met on the search's luck alone proves nothing
    return (StatusRow("sweep", None, None, **counts, needed=0),)


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) < float("inf") else None


def _read(parameters: Any) -> dict[str, Any]:
    pairs = parameters.items() if isinstance(parameters, Mapping) else parameters or ()
    return {str(name): json.loads(value) for name, value in pairs}
