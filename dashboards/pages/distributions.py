"""Where the quantities of a game come out, class by class, by scenario and policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.estimates import Estimate, proportion
from dashboards.exhibits import Histogram
from dashboards.figures.histograms import HISTOGRAM_WIDTH, histograms
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, note, plot, table
from dashboards.rows import EventRow
from dashboards.run import Run
from dashboards.words import count, percent

__all__ = ["distribution_section"]

_MOST_POLICIES = 6
_ALL = "All policies"

Shares = Mapping[str, Sequence[Estimate]]
"""Share of games by class, by policy"""


def distribution_section(
    run: Run, listed: Sequence[Histogram], events: Sequence[EventRow], limit: int
) -> Section:
    """The section: by scenario a picture and a table for each quantity, at most `limit` pictures in all."""
    scenarios = sorted({row.scenario for row in events})
    content: list[Content] = [note(_reading(run))]
    if not scenarios:
        content.append(note("No games have been stored yet."))
    most = max(limit // len(listed), 1)
    if len(scenarios) > most:
        content.append(note(f"Shown are the first {count(most)} of {count(len(scenarios))} scenarios."))
    for scenario in scenarios[:most]:
        here = [row for row in events if row.scenario == scenario]
        found = [(one, _shares(one, here, run.certainty)) for one in listed]
        pictures = [_picture(one, scenario, shares) for one, shares in found]
        tables = [_table(one, scenario, shares) for one, shares in found]
        content += [
            tag("h3", name(scenario)),
            tag("div", pictures, {"class": "gallery wide"}),
            fold("The same in figures", tables),
        ]
    return Section("distributions", "Distributions", tuple(content))


def _reading(run: Run) -> str:
    return (
        "Share of games whose quantity came out in each class; a class holds its lower end, the last one both. "
        f"Wilson intervals, {percent(run.certainty, 0)} each, games taken as independent."
    )


def _shares(one: Histogram, events: Sequence[EventRow], certainty: float) -> Shares:
    """By policy where they are few, else of all together."""
    policies = sorted({row.policy for row in events})
    groups = {each: [each] for each in policies} if len(policies) <= _MOST_POLICIES else {_ALL: policies}
    return {title: _line(one, events, members, certainty) for title, members in groups.items()}


def _line(
    one: Histogram, events: Sequence[EventRow], members: Sequence[str], certainty: float
) -> list[Estimate]:
    rows = [row for row in events if row.policy in members]
    games = sum({row.policy: row.games for row in rows}.values())
    times = [sum(row.times for row in rows if row.event == event) for event in one.events]
    return [proportion(each, games, certainty) for each in times]


def _picture(one: Histogram, scenario: str, shares: Shares) -> Html:
    words = (
        f"Histograms of {one.of} in {scenario}, one a policy: {', '.join(shares)}. The table has the figures."
    )
    title = tag("p", tag("strong", name(one.of)), {"class": "picture-title"})
    return tag(
        "div", [title, plot(histograms(one.edges, f"{one.of}, {one.unit}", shares), words, HISTOGRAM_WIDTH)]
    )


def _table(one: Histogram, scenario: str, shares: Shares) -> Html:
    spans = [f"{low:g} – {high:g}" for low, high in zip(one.edges, one.edges[1:], strict=False)]
    columns = [Column("Policy", figures=False), *map(Column, spans)]
    rows: list[Sequence[Cell | Content]] = [
        (name(policy), *map(estimate, line)) for policy, line in shares.items()
    ]
    return table(f"{one.of} in {scenario}, {one.unit}, share of games", columns, rows)
