"""SQL that pools figures of several match-ups, each weighing the same.

Effort follows verdicts, so that a mean over games would hang on which targets were hard to decide.

A mean of m match-ups has the variance sum(v_i / n_i) / m^2 (stratified sampling), from the n_i pairs of each; v_i gets
one unseen pair one step away added, as `runner.judge.asymptotic.Moments.honest_variance` does, so that equal pairs
claim no certainty. Sums of fractions are ordered: threads take rows as they come, and the last digit would depend on
them.
"""

from __future__ import annotations

__all__ = ["MEAN", "VARIANCE", "of_histograms"]

MEAN = "avg(mean ORDER BY matchup)"
"""Of rows (matchup, mean, own, n): the mean over match-ups."""
VARIANCE = "sum(own / n ORDER BY matchup) / count(*) ** 2 * sum(n)"
"""Its variance times all pairs: what one pair contributes. `own` is the variance of one pair."""


def of_histograms(sides: str, group: str) -> str:
    """Common table expressions from `sides` (matchup, lo, `group`, hist: pairs by score cell, as DOUBLE[]).

    The last, `pooled`, has `group`, matchups, pairs, score, variance, and hist: the histogram where there is a single
    match-up. Parameters: `$points`, `$squares` of the cells, `$seats`.
    """
    return f"""
        sides AS ({sides}),
        met AS (
            SELECT matchup, {group}, sum(list_sum(hist)) AS n,
                   sum(list_dot_product(hist, $points) ORDER BY lo) / n AS mean,
                   sum(list_dot_product(hist, $squares) ORDER BY lo) / n - mean * mean
                       + 1 / (4 * $seats ** 2 * n) AS own
            FROM sides GROUP BY matchup, {group} HAVING n > 0),
        strong AS (
            SELECT {group}, count(*) AS matchups, sum(n)::BIGINT AS pairs, {MEAN} AS score, {VARIANCE} AS variance
            FROM met GROUP BY {group}),
        cells AS (
            SELECT {group}, generate_subscripts(hist, 1) AS cell, unnest(hist) AS n
            FROM sides SEMI JOIN (FROM strong WHERE matchups = 1) USING ({group})),
        hists AS (
            SELECT {group}, list(n ORDER BY cell) AS hist
            FROM (SELECT {group}, cell, sum(n)::BIGINT AS n FROM cells GROUP BY ALL) GROUP BY {group}),
        pooled AS (FROM strong LEFT JOIN hists USING ({group}))"""
