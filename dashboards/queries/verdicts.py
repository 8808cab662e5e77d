"""The size of a run, its verdicts and its gates."""

from __future__ import annotations

import math

from dashboards.queries.entries import rows_of
from dashboards.rows import GateRow, Overview, StatusRow, VerdictRow
from dashboards.run import Run
from runner.counts import count_games
from runner.judge.metrics import METRICS

__all__ = ["JUDGED", "VERDICT_COLUMNS", "WORST_FIRST", "gates", "judged", "overview", "statuses", "verdicts"]


def overview(run: Run) -> Overview:
    """The size of the run."""
    played = "FROM units WHERE NOT control"
    sql = f"""
        SELECT (SELECT count(DISTINCT matchup) {played}),
               (SELECT count(DISTINCT player) FROM (SELECT unnest(players) AS player {played})),
               (SELECT count(DISTINCT scenario) {played})"""
    sums = "SELECT control, sum(games)::BIGINT, sum(pairs)::BIGINT, sum(voided)::BIGINT FROM units GROUP BY control"
    matchups, policies, scenarios = run.connection.execute(sql).fetchone() or (0, 0, 0)
    counts = count_games(run.connection.execute(sums).fetchall())
    return Overview(matchups, policies, scenarios, counts.games, counts.pairs, counts.voided, counts.controls)


# --- verdicts --------------------------------------------------------------------------------------------

# A match-up's key is a JSON list: the scenario, then its players (`runner/plan.py`).
_KEY = """from_json(matchup, '["VARCHAR"]')"""


def judged(last: str) -> str:
    """Verdicts with their match-up's key; an end of a band at the limit of what its metric can be is open: null."""
    ends = {name: (kind.low, kind.high) for name, kind in METRICS.items() if name != "seat_advantage"}
    lows = " ".join(f"WHEN '{name}' THEN {low}" for name, (low, _) in ends.items())
    highs = " ".join(f"WHEN '{name}' THEN {high}" for name, (_, high) in ends.items() if math.isfinite(high))
    least = f"""CASE metric {lows} WHEN 'seat_advantage' THEN -1 / greatest(len(key) - 2, 1)
                ELSE '-inf'::DOUBLE END"""
    most = f"CASE metric {highs} WHEN 'seat_advantage' THEN 1 ELSE 'inf'::DOUBLE END"
    return f"""(
        SELECT * REPLACE (CASE WHEN band_low > {least} THEN band_low END AS band_low,
                          CASE WHEN band_high < {most} THEN band_high END AS band_high)
        FROM (SELECT *, {_KEY} AS key FROM {last}))"""


# The table as it was judged last.
JUDGED = judged("(FROM verdicts WHERE seq = (SELECT max(seq) FROM verdicts))")
_RANK = "CASE verdict WHEN 'missed' THEN 0 WHEN 'undecided' THEN 1 ELSE 2 END"
# How far outside its band an estimate lies, in band widths: what is most broken comes first.
_DISTANCE = """
    greatest(coalesce(band_low - estimate, 0), coalesce(estimate - band_high, 0), 0)
    / CASE WHEN band_high > band_low THEN band_high - band_low
           ELSE greatest(abs(coalesce(band_low, band_high)), 1e-9) END"""


# The columns of a `VerdictRow`, and what is broken first.
VERDICT_COLUMNS = """
    target, metric, scope, matchup, coalesce(key[1], ''), coalesce(key[2:], []), player,
    band_low, band_high, estimate, low, high, interval, fixed_low, fixed_high, games, pairs,
    verdict, needed, decided_by, unfinished, unfinished_low, unfinished_high, why, won, drawn, item, seat"""
WORST_FIRST = f"{_RANK}, {_DISTANCE} DESC, target"


def verdicts(run: Run, limit: int) -> tuple[VerdictRow, ...]:
    """At most `limit` verdicts: missed first, then undecided, then met; the furthest outside its band first."""
    sql = f"SELECT {VERDICT_COLUMNS} FROM {JUDGED} ORDER BY {WORST_FIRST} LIMIT $limit"
    return rows_of(VerdictRow, run, sql, limit=limit)


def statuses(run: Run) -> tuple[StatusRow, ...]:
    """Targets of one metric and band together: how many are missed, undecided and met; the most missed first."""
    sql = f"""
        SELECT metric, band_low, band_high, count(*) FILTER (verdict = 'missed') AS missed,
               count(*) FILTER (verdict = 'undecided') AS undecided, count(*) FILTER (verdict = 'met'),
               coalesce(sum(needed), 0)::BIGINT
        FROM {JUDGED} GROUP BY metric, band_low, band_high
        ORDER BY missed DESC, undecided DESC, metric, band_low, band_high"""
    return rows_of(StatusRow, run, sql)


def gates(run: Run, limit: int) -> tuple[tuple[GateRow, ...], int]:
    """At most `limit` answers of gates as judged last, in the order of the experiment, and how many there are."""
    last = "FROM gates WHERE seq = (SELECT max(seq) FROM gates)"
    sql = f"""
        SELECT gate, scenario, scope, asked, value, value_low, value_high, low, high, detail, verdict, basis
        {last} LIMIT $limit"""
    total = run.connection.execute(f"SELECT count(*) {last}").fetchone()
    return rows_of(GateRow, run, sql, limit=limit), int(total[0]) if total else 0
