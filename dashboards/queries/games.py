"""How long games lasted, how they ended, and who broke them off."""

from __future__ import annotations

from dashboards.pooling import MEAN, VARIANCE, of_histograms
from dashboards.queries.entries import MEDIAN, entries, rows_of
from dashboards.rows import EndingRow, FaultRow, LengthRow, LengthSummary
from dashboards.run import Run

__all__ = ["endings", "faults", "length_summary", "lengths"]


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
               min(i) FILTER (20 * so_far >= games), {MEDIAN}, min(i) FILTER (20 * so_far >= 19 * games), max(i)
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
    """How games ended, most frequent first: how many, and which share, every match-up weighing the same."""
    k = run.seats
    by_match_up = """
        SELECT matchup, lo, t AS i, ending_hist[($seats + 1) * t + 1:($seats + 1) * (t + 1)]::DOUBLE[] AS hist
        FROM units CROSS JOIN range(len($names)) AS code(t) WHERE NOT control"""
    sql = f"""
        WITH {of_histograms(by_match_up, "i")},
        counted AS (
            SELECT i, sum(n)::BIGINT AS games FROM {entries("terminations")} GROUP BY i HAVING sum(n) > 0)
        SELECT i, coalesce($names[i + 1], 'ending ' || i), games, score, coalesce(variance, 0), coalesce(pairs, 0)
        FROM counted LEFT JOIN pooled USING (i) ORDER BY games DESC, i"""
    points = [games / k for games in range(k + 1)]
    told = {"seats": k, "points": points, "squares": [point**2 for point in points]}
    return rows_of(EndingRow, run, sql, names=list(run.terminations), **told)


def faults(run: Run) -> tuple[FaultRow, ...]:
    """Policies that voided pairs, controls included, worst first, each with the commonest reason it gave."""
    sql = f"""
        WITH void AS (
            SELECT players[i + 1] AS policy, sum(n)::BIGINT AS pairs
            FROM {entries("faults", "true")} GROUP BY policy HAVING sum(n) > 0)
        SELECT policy, pairs, mode(reason) FROM void LEFT JOIN faults USING (policy)
        GROUP BY policy, pairs ORDER BY pairs DESC, policy"""
    return rows_of(FaultRow, run, sql)
