"""The game's own numbers, policy by policy."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.estimates import mean
from dashboards.markup import Content, name, tag
from dashboards.pages.shell import Cell, Column, Section, note, table
from dashboards.rows import MetricRow
from dashboards.run import MetricFact, Run
from dashboards.words import count, interval, number, percent, plural, quantity

__all__ = ["metric_section"]


def metric_section(run: Run, rows: Sequence[MetricRow], policies: int) -> Section:
    """The section: a line for each policy, a column for each metric."""
    if not rows:
        return Section("metrics", "Metrics", (note("No games have been stored yet."),))
    columns = [Column("Policy", figures=False), *(Column(metric.name) for metric in run.metrics)]
    by_policy: dict[str, dict[str, MetricRow]] = {}
    for row in rows:
        by_policy.setdefault(row.policy, {})[row.metric] = row
    lines = [
        [
            name(policy),
            *(_cell(found.get(metric.name), metric, run.certainty) for metric in run.metrics),
        ]
        for policy, found in by_policy.items()
    ]
    shown = len(by_policy)
    cut = (
        f" Shown are the first {count(shown)} of {count(policies)} policies by name."
        if shown < policies
        else ""
    )
    how = (
        "Means per game over the match-ups of a policy, each of which weighs the same, with asymptotic confidence "
        f"sequences over pairs, {percent(run.certainty, 0)} each; then the standard deviation between games.{cut}"
    )
    return Section("metrics", "Metrics", (note(how), table("Metrics by policy", columns, lines)))


def _cell(row: MetricRow | None, metric: MetricFact, certainty: float) -> Cell | Content:
    if row is None or not row.games:
        return Cell(tag("span", "no games", {"class": "quiet"}), -1e300)
    average, deviation = mean(row, certainty, metric.limits)
    spread = f"sd {number(deviation)} · {plural(row.games, 'game')}"
    value = quantity(average.value, row.metric, row.unit, average.radius)
    return Cell(
        [value, tag("small", interval(average.low, average.high, row.metric)), tag("small", spread)],
        average.value,
    )
