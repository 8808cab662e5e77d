"""The sections of what a game exhibits: none for a game that exhibits nothing."""

from __future__ import annotations

from dashboards import counts
from dashboards.exhibits import read
from dashboards.markup import Content, name
from dashboards.pages.branches import branch_section
from dashboards.pages.distributions import distribution_section
from dashboards.pages.payoffs import payoff_section
from dashboards.pages.shell import Section, note
from dashboards.run import Run

__all__ = ["exhibit_sections"]


def exhibit_sections(run: Run, pictures: int) -> list[Section]:
    """A section for each kind of exhibit that there is, with at most `pictures` figures each."""
    found = read(run.manifest.get("exhibits") or ())
    sections = []
    if found.matrix_games:
        sections.append(payoff_section(run, found.matrix_games, counts.uses(run), pictures))
    quantities = [*found.histograms, *found.grids]
    if found.branch_graphs or quantities:
        events = counts.events(run)
        if found.branch_graphs:
            sections.append(branch_section(run, found.branch_graphs, events, counts.ended(run), pictures))
        if quantities:
            sections.append(distribution_section(run, found.histograms, found.grids, events, pictures))
    if found.unknown:
        sections.append(Section("exhibits", "Exhibits", (_unknown(found.unknown),)))
    return sections


def _unknown(kinds: tuple[str, ...]) -> Content:
    listed = [[", " if at else "", name(kind)] for at, kind in enumerate(kinds)]
    return note("The game exhibits what this version cannot draw: ", listed, ".")
