"""Where the quantities of a game come out, class by class, by scenario and policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.estimates import Estimate, proportion
from dashboards.exhibits import Grid, Histogram
from dashboards.figures.grids import GRID_WIDTH, grid_map
from dashboards.figures.histograms import HISTOGRAM_WIDTH
from dashboards.figures.histograms import histograms as drawn
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
    run: Run, histograms: Sequence[Histogram], grids: Sequence[Grid], events: Sequence[EventRow], limit: int
) -> Section:
    """The section: by scenario pictures and tables of each quantity, and of two at once; `limit` pictures or so."""
    scenarios = sorted({row.scenario for row in events})
    content: list[Content] = [note(_reading(run))]
    if not scenarios:
        content.append(note("No games have been stored yet."))
    most = max(limit // max(len(histograms) + len(grids), 1), 1)
    if len(scenarios) > most:
        content.append(note(f"Shown are the first {count(most)} of {count(len(scenarios))} scenarios."))
    for scenario in scenarios[:most]:
        here = [row for row in events if row.scenario == scenario]
        content += [tag("h3", name(scenario)), *_scenario(run, scenario, histograms, grids, here)]
    return Section("distributions", "Distributions", tuple(content))


def _scenario(
    run: Run,
    scenario: str,
    histograms: Sequence[Histogram],
    grids: Sequence[Grid],
    events: Sequence[EventRow],
) -> list[Content]:
    single = [(one, _shares(one.events, events, run.certainty)) for one in histograms]
    double = [(one, _shares(_flat(one), events, run.certainty)) for one in grids]
    tables = [_table(one, scenario, shares) for one, shares in single]
    tables += [_grid_table(grid, scenario, shares) for grid, shares in double]
    maps = [picture for grid, shares in double for picture in _maps(grid, scenario, shares)]
    return [
        tag("div", [_picture(one, scenario, shares) for one, shares in single], {"class": "gallery wide"}),
        tag("div", maps, {"class": "gallery"}) if maps else None,
        fold("The same in figures", tables),
    ]


def _reading(run: Run) -> str:
    return (
        "Share of games whose quantity came out in each class; a class holds its lower end, the last one both. "
        f"Wilson intervals, {percent(run.certainty, 0)} each, games taken as independent."
    )


def _shares(counted: Sequence[int], events: Sequence[EventRow], certainty: float) -> Shares:
    """Of each event that is counted: by policy where they are few, else of all together."""
    policies = sorted({row.policy for row in events})
    groups = {each: [each] for each in policies} if len(policies) <= _MOST_POLICIES else {_ALL: policies}
    return {title: _line(counted, events, members, certainty) for title, members in groups.items()}


def _line(
    counted: Sequence[int], events: Sequence[EventRow], members: Sequence[str], certainty: float
) -> list[Estimate]:
    rows = [row for row in events if row.policy in members]
    games = sum({row.policy: row.games for row in rows}.values())
    times = [sum(row.times for row in rows if row.event == event) for event in counted]
    return [proportion(each, games, certainty) for each in times]


def _flat(grid: Grid) -> list[int]:
    return [event for line in grid.events for event in line]


def _maps(grid: Grid, scenario: str, shares: Shares) -> list[Html]:
    """A map of the grid for each policy, on one scale."""
    most = max((one.value or 0.0 for line in shares.values() for one in line), default=1.0)
    return [_map(grid, scenario, policy, line, most) for policy, line in shares.items()]


def _map(grid: Grid, scenario: str, policy: str, line: Sequence[Estimate], most: float) -> Html:
    wide = len(grid.columns)
    cells = [line[at : at + wide] for at in range(0, len(line), wide)]
    both = f"{grid.of[0]} by {grid.of[1]}"
    words = f"{both} in {scenario}, {policy}: share of games in each cell. The table has the figures."
    title = tag("p", [tag("strong", name(policy)), " · ", name(both)], {"class": "picture-title"})
    return tag("div", [title, plot(grid_map(grid, cells, most), words, GRID_WIDTH)])


def _grid_table(grid: Grid, scenario: str, shares: Shares) -> Html:
    titles = [f"{grid.of[0]} {row}, {grid.of[1]} {column}" for row in grid.rows for column in grid.columns]
    columns = [Column("Cell", figures=False), *(Column(policy) for policy in shares)]
    rows: list[Sequence[Cell | Content]] = [
        (name(title), *(estimate(line[at]) for line in shares.values())) for at, title in enumerate(titles)
    ]
    return table(f"{grid.of[0]} by {grid.of[1]} in {scenario}, share of games", columns, rows)


def _picture(one: Histogram, scenario: str, shares: Shares) -> Html:
    words = (
        f"Histograms of {one.of} in {scenario}, one a policy: {', '.join(shares)}. The table has the figures."
    )
    title = tag("p", tag("strong", name(one.of)), {"class": "picture-title"})
    return tag(
        "div", [title, plot(drawn(one.edges, f"{one.of}, {one.unit}", shares), words, HISTOGRAM_WIDTH)]
    )


def _table(one: Histogram, scenario: str, shares: Shares) -> Html:
    spans = [f"{low:g} – {high:g}" for low, high in zip(one.edges, one.edges[1:], strict=False)]
    columns = [Column("Policy", figures=False), *map(Column, spans)]
    rows: list[Sequence[Cell | Content]] = [
        (name(policy), *map(estimate, line)) for policy, line in shares.items()
    ]
    return table(f"{one.of} in {scenario}, {one.unit}, share of games", columns, rows)
