"""What stands around the sections: headline, contents, foot, and the scripts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from dashboards.document import asset, whole_page
from dashboards.figures.theme import DARK
from dashboards.markup import Content, Html, json_block, name, tag
from dashboards.pages.board import headline
from dashboards.pages.shell import Section
from dashboards.rows import Overview, StatusRow
from dashboards.run import Run
from dashboards.words import percent, plural

__all__ = ["document", "heading", "mood", "plotly"]


def document(run: Run, size: Overview, statuses: Sequence[StatusRow], sections: Sequence[Section]) -> str:
    """The whole page as text."""
    body = [
        _header(run, size, statuses),
        _contents(sections),
        tag("main", [section.html() for section in sections]),
        _footer(run),
        json_block("dark-twins", json.dumps(dict(DARK))),
    ]
    return whole_page(f"{run.title} · Equipoise", body, (plotly(), asset("report.js")))


def _header(run: Run, size: Overview, statuses: Sequence[StatusRow]) -> Html:
    eyebrow = [tag("span", "Equipoise", {"class": "brand"}), " ", name(str(run.manifest.get("game", "")))]
    noscript = tag("noscript", tag("p", "The figures need JavaScript; the tables hold the same numbers."))
    skip = tag("a", "Skip to the verdicts", {"href": "#verdicts", "class": "skip"})
    return tag("header", [skip, *heading(run, size, statuses, eyebrow, _STATES.get(run.status)), noscript])


def heading(
    run: Run, size: Overview, statuses: Sequence[StatusRow], eyebrow: Content, told: str | None
) -> list[Content]:
    """The run in one line, and its size.

    Args:
        run: the run.
        size: of it.
        statuses: its targets by status.
        eyebrow: stands above.
        told: what a reader must know before believing a figure; nothing for a complete run.
    """
    policies = plural(size.policies, "policy", "policies")
    games = f"{size.told};" if size.told else f"{plural(size.games, 'game')},"
    played = f"{games} {plural(size.matchups, 'match-up')}, {policies}."
    if told is None and not size.games:
        told = "No games have been stored."
    return [
        tag("div", eyebrow, {"class": "eyebrow"}),
        tag("h1", name(run.title)),
        tag("p", headline(statuses, run.status), {"class": f"headline {mood(statuses, run.status)}"}),
        tag("p", f"{played} {_sure(run, statuses)}", {"class": "size"}),
        told and tag("p", [tag("strong", "Note. "), told], {"class": "state", "role": "status"}),
    ]


def _sure(run: Run, statuses: Sequence[StatusRow]) -> str:
    if run.status == "void" or not statuses:
        return ""
    return f"Certain at {percent(run.certainty, 0)}."


def mood(statuses: Sequence[StatusRow], status: str) -> str:
    """The worst that is among the targets: missed, undecided or met."""
    if status == "void" or any(row.missed for row in statuses):
        return "missed"
    return "undecided" if not statuses or any(row.undecided for row in statuses) else "met"


_STATES = {
    "running": "This run had not ended when the page was written: it is still playing, or it was killed. "
    "The figures cover what was stored until then; the same command resumes it.",
    "interrupted": "This run was interrupted. The figures cover what was stored until then; "
    "the same command resumes it.",
    "void": "A control of this run failed, so something in the machinery is wrong. See “How it was made”.",
}
"""What a reader must know of a run in that status."""


def _contents(sections: Sequence[Section]) -> Html:
    links = [tag("li", tag("a", section.title, {"href": f"#{section.identity}"})) for section in sections]
    return tag("nav", tag("ul", links), {"aria-label": "Sections"})


def _footer(run: Run) -> Html:
    return tag("footer", ["Written by Equipoise from the run ", name(run.folder.name), "."])


@lru_cache(maxsize=1)
def plotly() -> str:
    """Plotly's own script."""
    from plotly.offline import get_plotlyjs

    return get_plotlyjs()
