"""Who beats whom, and from which seat: policies, every two of them, and match-ups."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.pooling import of_histograms
from dashboards.queries.entries import MEDIAN, ONCE, cells_of, entries, points_of, rows_of, sides
from dashboards.queries.verdicts import JUDGED
from dashboards.rows import MatchupRow, MeetingRow, PairRow, SeatRow, StandingRow
from dashboards.run import Run

__all__ = ["matchups", "meetings", "pairs", "seat_matchups", "seats", "standings"]


def standings(run: Run) -> tuple[StandingRow, ...]:
    """Every policy, strongest first: the mean of its mean scores against each opponent, in each scenario."""
    of_players = sides("score_hist", "players[p + 1] AS policy", ONCE)
    sql = f"""
        WITH {of_histograms(of_players, "policy")},
        off AS (
            SELECT policy, count(*) AS missed
            FROM (SELECT unnest(list_distinct(key[2:])) AS policy FROM {JUDGED} WHERE verdict = 'missed')
            GROUP BY policy)
        SELECT policy, matchups, pairs * $seats, pairs, score, variance, hist, coalesce(missed, 0)
        FROM pooled LEFT JOIN off USING (policy) ORDER BY score DESC, policy"""
    return rows_of(StandingRow, run, sql, **cells_of(run, run.draw_value))


def pairs(run: Run, policies: Sequence[str]) -> tuple[PairRow, ...]:
    """How each of `policies` did against each other, every scenario and table weighing the same; one-seat games: by
    scenario."""
    others = "list_distinct(players[:p] || players[p + 2:])"
    named = f"players[p + 1] AS side, unnest(CASE WHEN len(players) = 1 THEN [scenario] ELSE {others} END) AS other"
    among = "len(list_intersect(players, $policies)) >= least(2, len(list_distinct(players)))"
    where = f"{ONCE} AND {among} AND list_contains($policies, players[p + 1])"
    sql = f"""
        WITH {of_histograms(sides("score_hist", named, where), "side, other")}
        SELECT side, other, $seats, matchups, pairs, score, variance, hist FROM pooled
        WHERE $seats = 1 OR list_contains($policies, other) ORDER BY side, other"""
    return rows_of(PairRow, run, sql, policies=list(policies), **cells_of(run, run.draw_value))


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
            SELECT matchup, sum(n * i) / sum(n) AS mean, {MEDIAN} AS median
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
    points = points_of(run, run.draw_value)
    even = 1 / max(run.seats, 2)
    return rows_of(
        MatchupRow, run, sql, seats=run.seats, cells=len(points), points=points, even=even, limit=limit
    )


def seats(run: Run, draw: float) -> tuple[SeatRow, ...]:
    """Each seat over all match-ups together, a game without a winner counting `draw`."""
    sql = f"""
        WITH {of_histograms(sides("seat_hist", "p AS seat"), "seat")}
        SELECT NULL, '', []::VARCHAR[], seat, $seats, pairs, hist, matchups, score, variance
        FROM pooled ORDER BY seat"""
    return rows_of(SeatRow, run, sql, **cells_of(run, draw))


def seat_matchups(run: Run, limit: int) -> tuple[SeatRow, ...]:
    """The first seat in at most `limit` match-ups, the ones where its share is furthest from fair first."""
    sql = f"""
        WITH {_furthest("seat_hist")}
        SELECT matchup, scenario, players, 0, len(players), pairs, hist
        FROM shown JOIN hist USING (matchup) WHERE pairs > 0 ORDER BY off DESC NULLS LAST, matchup"""
    points, even = points_of(run, 1 / run.seats), 1 / run.seats
    return rows_of(SeatRow, run, sql, cells=len(points), points=points, even=even, limit=limit)
