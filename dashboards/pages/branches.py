"""The ways through a scenario: its graph with how often each way is taken, and its endings by their own names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dashboards.estimates import Estimate, proportion
from dashboards.exhibits import BranchGraph, Way
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.graph import branch_picture
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, note, table
from dashboards.rows import EndedRow, EventRow
from dashboards.run import Run
from dashboards.words import count, percent, with_interval

__all__ = ["branch_section"]

_MOST_POLICIES = 6


@dataclass(frozen=True)
class _Counts:
    """What was counted of one scenario, of all policies together or of one."""

    graph: BranchGraph
    games: int
    times: Mapping[int, int]
    """By event"""
    ended: Mapping[int, int]
    """By termination"""
    certainty: float

    @property
    def rounds(self) -> bool:
        """Whether some way was taken more than once in some game, so that it has no share of games."""
        return any(self.times.get(way.event, 0) > self.games for way in self.graph.ways)

    def out_of(self, node: str) -> int:
        """Decisions made there that led on."""
        return sum(self.times.get(way.event, 0) for way in self.graph.ways if way.source == node)

    def taken(self, way: Way, of_games: bool) -> Estimate:
        """The share of games in which it was taken, or of the decisions at its beginning."""
        trials = self.games if of_games else self.out_of(way.source)
        return proportion(self.times.get(way.event, 0), trials, self.certainty)

    def entered(self, node: str) -> Estimate:
        """The share of games that came there."""
        return proportion(self.out_of(node), self.games, self.certainty)

    def reached(self, termination: int) -> Estimate:
        """The share of games that ended so, void ones included."""
        return proportion(self.ended.get(termination, 0), sum(self.ended.values()), self.certainty)


def branch_section(
    run: Run, graphs: Sequence[BranchGraph], events: Sequence[EventRow], ended: Sequence[EndedRow], limit: int
) -> Section:
    """The section: a graph and two tables for each scenario, at most `limit` scenarios."""
    content: list[Content] = [note(_reading(run))]
    if len(graphs) > limit:
        content.append(note(f"Shown are the first {count(limit)} of {count(len(graphs))} scenarios."))
    for graph in graphs[:limit]:
        content += [tag("h3", name(graph.scenario)), *_scenario(run, graph, events, ended)]
    return Section("branches", "Branches", tuple(content))


def _reading(run: Run) -> str:
    return (
        "From top to bottom, endings last. Solid: the real course; dashed: hypothetical. Wider ways are taken more "
        "often. Shares are of games unless said otherwise, with half the width of Wilson intervals, "
        f"{percent(run.certainty, 0)} each, games taken as independent."
    )


def _scenario(
    run: Run, graph: BranchGraph, events: Sequence[EventRow], ended: Sequence[EndedRow]
) -> list[Content]:
    here = [row for row in events if row.scenario == graph.scenario]
    policies = sorted({row.policy for row in here})
    if not policies:
        return [note("No games have been stored yet.")]
    stopped = [row for row in ended if row.scenario == graph.scenario]
    together = _counted(graph, here, stopped, policies, run.certainty)
    single = {one: _counted(graph, here, stopped, [one], run.certainty) for one in policies}
    shown = single if 1 < len(policies) <= _MOST_POLICIES else {}
    of_games = not any(counts.rounds for counts in (together, *single.values()))
    notes = (
        [] if of_games else [note("It can go round: shares of ways are of the decisions at their beginning.")]
    )
    pictures = [
        fold(["As ", name(one), " goes"], _picture(counts, of_games, one)) for one, counts in shown.items()
    ]
    columns = {**({"All policies": together} if len(policies) > 1 else {}), **(shown or {})} or single
    who = "all policies together" if len(policies) > 1 else policies[0]
    beside = [_picture(together, of_games, who), tag("div", _endings(run, graph, columns))]
    return [
        *notes,
        tag("div", beside, {"class": "beside"}),
        *pictures,
        fold("Every way in figures", _ways(graph, columns, of_games)),
    ]


def _counted(
    graph: BranchGraph,
    events: Sequence[EventRow],
    ended: Sequence[EndedRow],
    policies: Sequence[str],
    certainty: float,
) -> _Counts:
    times: dict[int, int] = {}
    games: dict[str, int] = {}
    stopped: dict[int, int] = {}
    for row in events:
        if row.policy in policies:
            times[row.event] = times.get(row.event, 0) + row.times
            games[row.policy] = row.games
    for one in ended:
        if one.policy in policies:
            stopped[one.code] = stopped.get(one.code, 0) + one.games
    return _Counts(graph, sum(games.values()), times, stopped, certainty)


def _picture(counts: _Counts, of_games: bool, who: str) -> Html:
    graph = counts.graph
    taken = {way: counts.taken(way, of_games) for way in graph.ways}
    entered = {node.name: counts.entered(node.name) for node in graph.nodes} if of_games else {}
    ended = {leaf.name: counts.reached(leaf.termination) for leaf in graph.endings}
    outcome = ", ".join(f"{leaf} {with_interval(share)}" for leaf, share in ended.items())
    words = f"The ways through {graph.scenario}, {who}; the tables have every figure. Endings: {outcome}."
    return tag("div", branch_picture(graph, taken, entered, ended, words), {"class": "scroll"})


def _endings(run: Run, graph: BranchGraph, columns: Mapping[str, _Counts]) -> Html:
    """Endings under their own names, then whatever else stopped a game."""
    own = {leaf.termination: leaf for leaf in graph.endings}
    others = {code for counts in columns.values() for code in counts.ended if code not in own}
    rows: list[Sequence[Cell | Content]] = [
        (
            [name(leaf.name), tag("small", leaf.kind) if leaf.kind != leaf.name else None],
            *(estimate(one.reached(code)) for one in columns.values()),
        )
        for code, leaf in own.items()
    ]
    rows += [
        (name(run.terminations[code]), *(estimate(one.reached(code)) for one in columns.values()))
        for code in sorted(others)
    ]
    heads = [Column("Ending", figures=False), *(Column(title) for title in columns)]
    return table(f"How {graph.scenario} ended, share of games, void ones included", heads, rows)


def _ways(graph: BranchGraph, columns: Mapping[str, _Counts], of_games: bool) -> Html:
    rows: list[Sequence[Cell | Content]] = [
        (
            [
                name(way.source),
                " → ",
                name(way.target),
                tag("small", "hypothetical") if way.hypothetical else None,
            ],
            ", ".join(way.by) if way.by else "the flags that are up",
            *(estimate(one.taken(way, of_games)) for one in columns.values()),
        )
        for way in graph.ways
        if not way.ends
    ]
    of = "share of games" if of_games else "share of the decisions at its beginning"
    heads = [
        Column("Way", figures=False),
        Column("Taken when", figures=False),
        *(Column(title) for title in columns),
    ]
    return table(f"How often each way through {graph.scenario} is taken, {of}", heads, rows)
