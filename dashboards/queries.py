"""SQL over a run's views -> frozen rows. Every sum, median and order is DuckDB's; Python only names the result.

List columns of `units` hold flattened arrays (shapes: `runner/summary.py`). `entries` unnests one and numbers its
entries, so that SQL sums them over rows of any number: a run that is still writing has many rows a match-up. Sums of
fractions are ordered: threads take rows as they come, and the last digit would depend on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from dashboards.pooling import MEAN, VARIANCE, of_histograms
from dashboards.rows import (
    EndingRow,
    FaultRow,
    GateRow,
    LengthRow,
    LengthSummary,
    MatchupRow,
    MeetingRow,
    MetricRow,
    OptionRow,
    Overview,
    PairRow,
    SeatRow,
    StandingRow,
    StatusRow,
    VerdictRow,
)
from dashboards.run import Run
from runner.counts import count_games
from runner.judge.metrics import METRICS
from runner.summary import OPTION_COLUMNS

Row = TypeVar("Row")

__all__ = [
    "VERDICT_COLUMNS",
    "WORST_FIRST",
    "endings",
    "entries",
    "faults",
    "gates",
    "judged",
    "length_summary",
    "lengths",
    "matchups",
    "meetings",
    "metrics",
    "options",
    "overview",
    "pairs",
    "rows_of",
    "seat_matchups",
    "seats",
    "standings",
    "statuses",
    "verdicts",
]


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
_JUDGED = judged("(FROM verdicts WHERE seq = (SELECT max(seq) FROM verdicts))")
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
    sql = f"SELECT {VERDICT_COLUMNS} FROM {_JUDGED} ORDER BY {WORST_FIRST} LIMIT $limit"
    return rows_of(VerdictRow, run, sql, limit=limit)


def statuses(run: Run) -> tuple[StatusRow, ...]:
    """Targets of one metric and band together: how many are missed, undecided and met; the most missed first."""
    sql = f"""
        SELECT metric, band_low, band_high, count(*) FILTER (verdict = 'missed') AS missed,
               count(*) FILTER (verdict = 'undecided') AS undecided, count(*) FILTER (verdict = 'met'),
               coalesce(sum(needed), 0)::BIGINT
        FROM {_JUDGED} GROUP BY metric, band_low, band_high
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


# --- who beats whom --------------------------------------------------------------------------------------


def entries(column: str, where: str = "NOT control") -> str:
    """A list column by entry: matchup, scenario, players, k, i (from 0), n."""
    return f"""(
        SELECT matchup, scenario, players, len(players) AS k, unnest({column})::HUGEINT AS n,
               generate_subscripts({column}, 1) - 1 AS i
        FROM units WHERE {where})"""


def _points(run: Run, draw: float, power: int = 1) -> list[float]:
    """What each cell of a pair histogram counts, `[(k+1) * (k+1)]` by (wins, games without a winner)."""
    k = run.seats
    return [((wins + draw * draws) / k) ** power for wins in range(k + 1) for draws in range(k + 1)]


def _sides(column: str, named: str, where: str = "true") -> str:
    """One row a stored range and player (or seat) p: its match-up, `named`, and its part of a histogram column."""
    return f"""
        SELECT matchup, lo, {named}, {column}[$cells * p + 1:$cells * (p + 1)]::DOUBLE[] AS hist
        FROM units CROSS JOIN range($seats) AS player(p) WHERE NOT control AND {where}"""


# A policy against itself counts once.
_ONCE = "list_position(players, players[p + 1]) = p + 1"


def standings(run: Run) -> tuple[StandingRow, ...]:
    """Every policy, strongest first: the mean of its mean scores against each opponent, in each scenario."""
    sides = _sides("score_hist", "players[p + 1] AS policy", _ONCE)
    sql = f"""
        WITH {of_histograms(sides, "policy")},
        off AS (
            SELECT policy, count(*) AS missed
            FROM (SELECT unnest(list_distinct(key[2:])) AS policy FROM {_JUDGED} WHERE verdict = 'missed')
            GROUP BY policy)
        SELECT policy, matchups, pairs * $seats, pairs, score, variance, hist, coalesce(missed, 0)
        FROM pooled LEFT JOIN off USING (policy) ORDER BY score DESC, policy"""
    return rows_of(StandingRow, run, sql, **_cells(run, run.draw_value))


def _cells(run: Run, draw: float) -> dict[str, Any]:
    """What `of_histograms` and `_sides` must be told."""
    points, squares = (_points(run, draw, power) for power in (1, 2))
    return {"seats": run.seats, "cells": len(points), "points": points, "squares": squares}


def pairs(run: Run, policies: Sequence[str]) -> tuple[PairRow, ...]:
    """How each of `policies` did against each other, every scenario and table weighing the same; one-seat games: by
    scenario."""
    others = "list_distinct(players[:p] || players[p + 2:])"
    named = f"players[p + 1] AS side, unnest(CASE WHEN len(players) = 1 THEN [scenario] ELSE {others} END) AS other"
    among = "len(list_intersect(players, $policies)) >= least(2, len(list_distinct(players)))"
    where = f"{_ONCE} AND {among} AND list_contains($policies, players[p + 1])"
    sql = f"""
        WITH {of_histograms(_sides("score_hist", named, where), "side, other")}
        SELECT side, other, $seats, matchups, pairs, score, variance, hist FROM pooled
        WHERE $seats = 1 OR list_contains($policies, other) ORDER BY side, other"""
    return rows_of(PairRow, run, sql, policies=list(policies), **_cells(run, run.draw_value))


def meetings(run: Run) -> tuple[MeetingRow, ...]:
    """How the pairs of every two different entrants went, by scenario; none in games for other than two."""
    sql = f"""
        SELECT scenario, players[1], players[2], list(n ORDER BY i)
        FROM (SELECT scenario, players, i, sum(n)::BIGINT AS n
              FROM {entries("score_hist", "NOT control AND len(players) = 2 AND players[1] <> players[2]")}
              WHERE i < 9 GROUP BY ALL)
        GROUP BY scenario, players ORDER BY list_position($scenarios, scenario), scenario, players"""
    return rows_of(MeetingRow, run, sql, scenarios=run.scenarios)


def _furthest(column: str) -> str:
    """The first player's, or the first seat's, histograms furthest from an even score: matchup, off, pairs, hist."""
    return f"""
        shown AS (
            SELECT matchup, any_value(scenario) AS scenario, any_value(players) AS players, sum(pairs)::BIGINT AS pairs,
                   sum(list_dot_product({column}[:$cells]::DOUBLE[], $points) ORDER BY lo)
                       / nullif(sum(pairs), 0) AS score,
                   abs(score - $even) AS off
            FROM units WHERE NOT control GROUP BY matchup ORDER BY off DESC NULLS LAST, matchup LIMIT $limit),
        hist AS (
            SELECT matchup, list(n ORDER BY i) AS hist
            FROM (SELECT matchup, i, sum(n)::BIGINT AS n FROM {entries(column, _SHOWN)} WHERE i < $cells GROUP BY ALL)
            GROUP BY matchup)"""


# Of running sums `so_far` over lengths i, of `games` in all; of an even number the mean of the middle two.
_MEDIAN = "(min(i) FILTER (2 * so_far >= games) + min(i) FILTER (2 * so_far > games)) / 2"
_SHOWN = "matchup IN (SELECT matchup FROM shown)"


def matchups(run: Run, limit: int) -> tuple[MatchupRow, ...]:
    """At most `limit` match-ups, the ones furthest from an even score first; results are of their first player."""
    sql = f"""
        WITH {_furthest("score_hist")},
        lengths AS (
            SELECT matchup, i, sum(n) AS n FROM {entries("turns_hist", _SHOWN)} GROUP BY ALL HAVING sum(n) > 0),
        ranked AS (
            SELECT *, sum(n) OVER (PARTITION BY matchup ORDER BY i) AS so_far,
                   sum(n) OVER (PARTITION BY matchup) AS games
            FROM lengths),
        long AS (
            SELECT matchup, sum(n * i) / sum(n) AS mean, {_MEDIAN} AS median
            FROM ranked GROUP BY matchup),
        drawn AS (
            SELECT matchup, sum(n)::BIGINT AS drawn
            FROM {entries("seat_results", _SHOWN)} WHERE i < 3 * $seats AND i % 3 = 1 GROUP BY matchup),
        ended AS (
            SELECT matchup, sum(n)::BIGINT AS unfinished
            FROM {entries("endings", _SHOWN)} WHERE i // $seats = 1 GROUP BY matchup)
        SELECT matchup, scenario, players, pairs, pairs * $seats, hist, coalesce(drawn, 0), mean, median,
               coalesce(unfinished, 0)
        FROM shown JOIN hist USING (matchup) LEFT JOIN long USING (matchup) LEFT JOIN drawn USING (matchup)
             LEFT JOIN ended USING (matchup)
        ORDER BY off DESC NULLS LAST, matchup"""
    points = _points(run, run.draw_value)
    even = 1 / max(run.seats, 2)
    return rows_of(
        MatchupRow, run, sql, seats=run.seats, cells=len(points), points=points, even=even, limit=limit
    )


# --- seats -----------------------------------------------------------------------------------------------


def seats(run: Run, draw: float) -> tuple[SeatRow, ...]:
    """Each seat over all match-ups together, a game without a winner counting `draw`."""
    sql = f"""
        WITH {of_histograms(_sides("seat_hist", "p AS seat"), "seat")}
        SELECT NULL, '', []::VARCHAR[], seat, $seats, pairs, hist, matchups, score, variance
        FROM pooled ORDER BY seat"""
    return rows_of(SeatRow, run, sql, **_cells(run, draw))


def seat_matchups(run: Run, limit: int) -> tuple[SeatRow, ...]:
    """The first seat in at most `limit` match-ups, the ones where its share is furthest from fair first."""
    sql = f"""
        WITH {_furthest("seat_hist")}
        SELECT matchup, scenario, players, 0, len(players), pairs, hist
        FROM shown JOIN hist USING (matchup) WHERE pairs > 0 ORDER BY off DESC NULLS LAST, matchup"""
    points, even = _points(run, 1 / run.seats), 1 / run.seats
    return rows_of(SeatRow, run, sql, cells=len(points), points=points, even=even, limit=limit)


# --- lengths and endings ---------------------------------------------------------------------------------

_LENGTHS = f"(SELECT i, sum(n) AS n FROM {entries('turns_hist')} GROUP BY i HAVING sum(n) > 0)"


def length_summary(run: Run) -> LengthSummary | None:
    """Mean length over match-ups, and quantiles of the games that were played; None without games."""
    turns = "[$seats + 1]"  # metric 1 of player 0, in arrays [M, k]
    sql = f"""
        WITH ranked AS (SELECT *, sum(n) OVER (ORDER BY i) AS so_far, sum(n) OVER () AS games FROM {_LENGTHS}),
        sums AS (
            SELECT matchup, sum(pair_n{turns})::HUGEINT AS n, sum(pair_sum{turns}::HUGEINT) AS total,
                   sum(pair_sumsq{turns}::HUGEINT) AS squares
            FROM units WHERE NOT control GROUP BY matchup HAVING n > 0),
        met AS (
            SELECT matchup, n, total / n / $seats AS mean,
                   ((n * squares - total * total) / n / n + 1 / n) / $seats ** 2 AS own
            FROM sums),
        moments AS (SELECT sum(n)::BIGINT AS pairs, {MEAN} AS mean, {VARIANCE} AS variance FROM met)
        SELECT any_value(games)::BIGINT, any_value(pairs), any_value(mean), any_value(variance), min(i),
               min(i) FILTER (20 * so_far >= games), {_MEDIAN}, min(i) FILTER (20 * so_far >= 19 * games), max(i)
        FROM ranked CROSS JOIN moments HAVING count(*) > 0"""
    return next(iter(rows_of(LengthSummary, run, sql, seats=run.seats)), None)


def lengths(run: Run, bins: int) -> tuple[LengthRow, ...]:
    """Games by length, in at most `bins` classes of equal width; empty ones are left out."""
    sql = f"""
        WITH classes AS (
            SELECT *, min(i) OVER () AS least,
                   greatest(ceil((max(i) OVER () - min(i) OVER () + 1) / $bins), 1)::BIGINT AS width
            FROM {_LENGTHS})
        SELECT least + (i - least) // width * width AS first, first + width - 1, sum(n)::BIGINT
        FROM classes GROUP BY ALL ORDER BY first"""
    return rows_of(LengthRow, run, sql, bins=bins)


def endings(run: Run) -> tuple[EndingRow, ...]:
    """Games by how they ended, void ones included, most frequent first."""
    sql = f"""
        SELECT i, coalesce($names[i + 1], 'ending ' || i), sum(n)::BIGINT
        FROM {entries("terminations")} GROUP BY i HAVING sum(n) > 0 ORDER BY sum(n) DESC, i"""
    return rows_of(EndingRow, run, sql, names=list(run.terminations))


def faults(run: Run) -> tuple[FaultRow, ...]:
    """Policies that voided pairs, controls included, worst first, each with the commonest reason it gave."""
    sql = f"""
        WITH void AS (
            SELECT players[i + 1] AS policy, sum(n)::BIGINT AS pairs
            FROM {entries("faults", "true")} GROUP BY policy HAVING sum(n) > 0)
        SELECT policy, pairs, mode(reason) FROM void LEFT JOIN faults USING (policy)
        GROUP BY policy, pairs ORDER BY pairs DESC, policy"""
    return rows_of(FaultRow, run, sql)


# --- metrics and options ---------------------------------------------------------------------------------

_SUMS = ("metric_n", "metric_sum", "metric_sumsq", "pair_n", "pair_sum", "pair_sumsq")


def metrics(run: Run, limit: int) -> tuple[MetricRow, ...]:
    """Every metric of at most `limit` policies (by name), the mean over all match-ups in which it applied.

    Of a policy against itself only the first player counts: both are the same games. Pairs are the observations where
    the metric applies to every game of each pair. Where it does not (HP left, in games that were won), each k games
    count as one observation with the variance of a single game, which is no less than that of the mean of several.
    """
    unnested = ", ".join(f"unnest({column})::HUGEINT AS {column}" for column in _SUMS)
    totals = ", ".join(f"sum({column}) AS {column}" for column in _SUMS)
    sql = f"""
        WITH named AS (
            SELECT DISTINCT unnest(players) AS policy FROM units WHERE NOT control ORDER BY policy LIMIT $limit),
        entries AS (
            SELECT matchup, players, generate_subscripts(metric_n, 1) - 1 AS i, {unnested}
            FROM units WHERE NOT control AND list_has_any(players, (SELECT list(policy) FROM named))),
        sums AS (
            SELECT matchup, players[i % $seats + 1] AS policy, i // $seats AS metric,
                   $scales[i // $seats + 1]::DOUBLE AS scale, {totals}
            FROM entries SEMI JOIN named ON policy = players[i % $seats + 1]
            WHERE list_position(players, players[i % $seats + 1]) = i % $seats + 1 AND i // $seats < len($names)
            GROUP BY matchup, policy, metric, scale HAVING sum(metric_n) > 0),
        single AS (
            SELECT *, pair_n * $seats = metric_n AS whole, metric_sum / metric_n / scale AS mean,
                   (metric_n * metric_sumsq - metric_sum * metric_sum) / metric_n / metric_n / scale ** 2 AS spread
            FROM sums),
        met AS (
            SELECT *, CASE WHEN whole THEN pair_n ELSE greatest(metric_n // $seats, 1) END AS n,
                   CASE WHEN whole
                        THEN ((pair_n * pair_sumsq - pair_sum * pair_sum) / pair_n / pair_n + 1 / n)
                             / (scale * $seats) ** 2
                        ELSE spread + 1 / (scale ** 2 * n) END AS own
            FROM single)
        SELECT policy, $names[metric + 1], $units[metric + 1], $seats, sum(metric_n)::BIGINT, count(*),
               sum(n)::BIGINT, {MEAN}, {VARIANCE},
               sqrt(greatest(avg(spread + mean * mean ORDER BY matchup) - avg(mean ORDER BY matchup) ** 2, 0))
        FROM met GROUP BY policy, metric ORDER BY policy, metric"""
    facts = run.metrics
    return rows_of(
        MetricRow, run, sql, limit=limit, names=[one.name for one in facts], units=[one.unit for one in facts],
        scales=[one.scale for one in facts], seats=run.seats,
    )  # fmt: skip


def options(run: Run, policy: str | None = None) -> tuple[OptionRow, ...]:
    """Every option of the game, never used ones too, of all policies together or of one; most chosen first."""
    sums = ", ".join(f"sum({column}) AS {column}" for column in OPTION_COLUMNS[:8])
    counts = ", ".join(f"coalesce({column}, 0)::BIGINT" for column in OPTION_COLUMNS[:8])
    sql = f"""
        WITH facts AS (
            SELECT unnest($ids::BIGINT[]) AS option_id, unnest($names::VARCHAR[]) AS option,
                   unnest($kinds::VARCHAR[]) AS kind, unnest($efficiencies::DOUBLE[]) AS efficiency),
        counted AS (
            SELECT option_id, {sums} FROM options SEMI JOIN (FROM units WHERE NOT control) USING (matchup)
            WHERE $policy IS NULL OR policy = $policy GROUP BY option_id),
        present AS (
            SELECT games, CASE WHEN $policy IS NULL THEN len(players)
                               ELSE len(list_filter(players, lambda one: one = $policy)) END AS seated
            FROM units WHERE NOT control)
        SELECT option_id, option, kind, efficiency, median(efficiency) OVER (PARTITION BY kind),
               (SELECT coalesce(sum(games * seated), 0)::BIGINT FROM present), {counts}
        FROM facts LEFT JOIN counted USING (option_id) ORDER BY coalesce(chosen, 0) DESC, option_id"""
    named = run.options
    return rows_of(
        OptionRow, run, sql, policy=policy, ids=list(range(len(named))), names=[name for name, _ in named],
        kinds=[_text(facts.get("kind")) for _, facts in named],
        efficiencies=[_number(facts.get("efficiency")) for _, facts in named],
    )  # fmt: skip


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def rows_of(kind: Callable[..., Row], run: Run, sql: str, **parameters: Any) -> tuple[Row, ...]:
    """Answers as rows of `kind`, its fields in the order of the columns; lists become tuples."""
    found = run.connection.execute(sql, parameters or None).fetchall()
    return tuple(
        kind(*(tuple(value) if isinstance(value, list) else value for value in row)) for row in found
    )
