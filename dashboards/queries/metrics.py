"""Metrics of policies, and what became of options."""

from __future__ import annotations

from dashboards.pooling import MEAN, VARIANCE
from dashboards.queries.entries import rows_of
from dashboards.rows import MetricRow, OptionRow
from dashboards.run import Run
from runner.summary import OPTION_COLUMNS

__all__ = ["metrics", "options"]


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
