"""SQL for exhibits: what happened in the games of each scenario, by policy or seat; as `queries.py` does it."""

from __future__ import annotations

from dashboards.queries import entries, rows_of
from dashboards.rows import EndedRow, EventRow, UseRow
from dashboards.run import Run

__all__ = ["ended", "events", "uses"]

# Of a policy against itself only the first player counts: both are the same games.
_FIRST = "list_position(players, {policy}) = {player} + 1"


def events(run: Run) -> tuple[EventRow, ...]:
    """Every event of every policy, by scenario, policy and id; ones that never happened too."""
    first = _FIRST.format(policy="players[i % k + 1]", player="i % k")
    sql = f"""
        WITH present AS (
            SELECT scenario, policy, sum(games)::BIGINT AS games
            FROM (SELECT scenario, unnest(list_distinct(players)) AS policy, games FROM units WHERE NOT control)
            GROUP BY ALL)
        SELECT scenario, policy, event, sum(n)::BIGINT AS times, any_value(games)
        FROM (SELECT scenario, players[i % k + 1] AS policy, i // k AS event, n
              FROM {entries("events")} WHERE {first})
             JOIN present USING (scenario, policy)
        GROUP BY ALL HAVING any_value(games) > 0 ORDER BY scenario, policy, event"""
    return rows_of(EventRow, run, sql)


def ended(run: Run) -> tuple[EndedRow, ...]:
    """How the games of each scenario ended that a policy took part in, by policy."""
    sql = f"""
        SELECT scenario, policy, i, sum(n)::BIGINT
        FROM (SELECT scenario, unnest(list_distinct(players)) AS policy, i, n
              FROM {entries("terminations")} WHERE n > 0)
        GROUP BY ALL ORDER BY scenario, policy, i"""
    return rows_of(EndedRow, run, sql)


def uses(run: Run) -> tuple[UseRow, ...]:
    """Choices from each seat, all policies together."""
    sql = """
        SELECT scenario, seat, option, sum(chosen)::BIGINT
        FROM options SEMI JOIN (FROM units WHERE NOT control) USING (matchup)
        GROUP BY ALL ORDER BY scenario, seat, option"""
    return rows_of(UseRow, run, sql)
