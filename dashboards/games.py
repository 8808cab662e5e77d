"""SQL for a single match-up, asked of a run that was narrowed to it: its judgings, and games worth reading."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlencode

from dashboards.queries import judged, rows_of
from dashboards.rows import JudgingRow
from dashboards.run import Run

__all__ = ["SampleRow", "address", "judgings", "parts", "samples", "stored", "title"]

_MOST_ENDINGS = 12


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One kept game, and how many ended as it did."""

    game: int
    """Its number in the match-up: pair times seats plus rotation"""
    winner: int
    """Seat; -1 for nobody, -2 for the game itself (`games/contract.py`)"""
    termination: str
    turns: int
    alike: int


def samples(run: Run) -> tuple[SampleRow, ...]:
    """Kept games: the shortest of each winner and ending, the commonest first, then the longest of all."""
    sql = """
        WITH numbered AS (SELECT pair * $seats + rotation AS game, winner, termination, turns FROM games),
        groups AS (
            SELECT arg_min(game, (turns, game)) AS game, winner, termination, min(turns) AS turns, count(*) AS alike
            FROM numbered GROUP BY winner, termination ORDER BY alike DESC, game LIMIT $most),
        longest AS (
            SELECT arg_max(game, (turns, -game)) AS game, max(turns) AS turns FROM numbered HAVING count(*) > 0)
        SELECT game, winner, termination, turns, alike FROM (
            FROM groups
            UNION ALL
            SELECT game, winner, termination, longest.turns, 1
            FROM longest JOIN numbered USING (game) WHERE game NOT IN (SELECT game FROM groups))
        ORDER BY alike DESC, game"""
    return rows_of(SampleRow, run, sql, seats=run.seats, most=_MOST_ENDINGS)


def judgings(run: Run) -> tuple[JudgingRow, ...]:
    """One target each time it was judged, oldest first: a win rate if any is asked for."""
    sql = f"""
        WITH every AS (FROM {judged("verdicts")} WHERE estimate IS NOT NULL),
        chosen AS (
            SELECT target, metric FROM every
            ORDER BY metric <> 'win_rate', seq, target LIMIT 1)
        SELECT target, metric, pairs, estimate, low, high, band_low, band_high, verdict
        FROM every SEMI JOIN chosen USING (target, metric) ORDER BY seq"""
    return rows_of(JudgingRow, run, sql)


def stored(run: Run, key: str) -> int | None:
    """Games of a match-up, kept or not; 0 where it was only judged, None where the run does not hold it."""
    sql = """
        SELECT (SELECT sum(pairs)::BIGINT FROM units WHERE matchup = $key AND NOT control),
               (SELECT count(*) FROM verdicts WHERE matchup = $key)"""
    pairs, verdicts = run.connection.execute(sql, {"key": key}).fetchone() or (None, 0)
    if pairs is None:
        return 0 if verdicts else None
    return int(pairs) * run.seats


def parts(key: str) -> tuple[str, list[str]]:
    """Scenario and players of a match-up's key."""
    scenario, *players = json.loads(key)
    return str(scenario), [str(one) for one in players]


def title(key: str) -> str:
    """The match-up as people read it."""
    scenario, players = parts(key)
    return f"{' v '.join(players)} in {scenario}"


def address(root: str, key: str, game: int) -> str:
    """Where the app shows a game of the run at `root`."""
    return f"{root}/game?{urlencode({'key': key, 'game': game})}"
