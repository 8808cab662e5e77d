"""The targets of two runs, side by side, in one question to DuckDB."""

from __future__ import annotations

from dataclasses import dataclass

from dashboards.app.results import Known
from dashboards.queries import judged

__all__ = ["PairedRow", "SideRow", "Tally", "paired"]

_MOST = 300
_JUDGED = judged("verdicts")


@dataclass(frozen=True, slots=True)
class SideRow:
    """A target in one of the runs; all None where that run does not have it."""

    estimate: float | None
    low: float | None
    high: float | None
    verdict: str | None
    games: int | None


@dataclass(frozen=True, slots=True)
class PairedRow:
    """A target of either run."""

    target: str
    metric: str
    scope: str
    matchup: str | None
    band: tuple[float | None, float | None]
    before: SideRow
    after: SideRow


@dataclass(frozen=True, slots=True)
class Tally:
    """How many targets either run has, and how their verdicts changed."""

    targets: int
    mended: int
    broken: int
    changed: int
    alone: int
    """In one of the runs only"""


def paired(before: Known, after: Known) -> tuple[list[PairedRow], Tally]:
    """Targets of both runs, side by side, those whose verdict changed first; and how many there are."""
    from runner.store import connect_verdicts

    keys = ("target", "metric", "scope", "matchup", "player")
    same = " AND ".join(f"b.{key} IS NOT DISTINCT FROM a.{key}" for key in keys)
    both = ", ".join(f"coalesce(a.{key}, b.{key}) AS {key}" for key in keys[:4])
    ends = ", ".join(
        f"CASE WHEN a.run IS NULL THEN b.{end} ELSE a.{end} END" for end in ("band_low", "band_high")
    )
    sides = ", ".join(
        f"{side}.{one} AS {side}_{one}"
        for side in "ba"
        for one in ("estimate", "low", "high", "verdict", "games")
    )
    pairs = f"""
        WITH told AS (FROM {_JUDGED}), b AS (FROM told WHERE run = $before), a AS (FROM told WHERE run = $after)
        SELECT {both}, {ends}, {sides} FROM b FULL JOIN a ON {same}"""
    shown = f"""
        FROM ({pairs})
        ORDER BY b_verdict IS NOT DISTINCT FROM a_verdict,
                 list_position(['missed', 'undecided', 'met'], coalesce(a_verdict, b_verdict)),
                 abs(a_estimate - b_estimate) DESC NULLS LAST, target, scope
        LIMIT {_MOST}"""
    tally = f"""
        SELECT count(*), count(*) FILTER (b_verdict = 'missed' AND a_verdict = 'met'),
               count(*) FILTER (b_verdict = 'met' AND a_verdict = 'missed'),
               count(*) FILTER (b_verdict <> a_verdict),
               count(*) FILTER (b_verdict IS NULL OR a_verdict IS NULL)
        FROM ({pairs})"""
    with connect_verdicts([before.info.folder, after.info.folder]) as connection:
        asked_of = {"before": before.key, "after": after.key}
        found = connection.execute(shown, asked_of).fetchall()
        numbers = connection.execute(tally, asked_of).fetchone() or (0, 0, 0, 0, 0)
    rows = [
        PairedRow(target, metric, scope, matchup, (low, high), SideRow(*sides[:5]), SideRow(*sides[5:]))
        for target, metric, scope, matchup, low, high, *sides in found
    ]
    return rows, Tally(*numbers)
