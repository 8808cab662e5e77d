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

__all__ = ["document"]


def document(run: Run, size: Overview, statuses: Sequence[StatusRow], sections: Sequence[Section]) -> str:
    """The whole page as text."""
    body = [
        _header(run, size, statuses),
        _contents(sections),
        tag("main", [section.html() for section in sections]),
        _footer(run),
        json_block("dark-twins", json.dumps(dict(DARK))),
    ]
    return whole_page(f"{run.title} · Equipoise", body, (_plotly(), asset("report.js")))


def _header(run: Run, size: Overview, statuses: Sequence[StatusRow]) -> Html:
    policies = plural(size.policies, "policy", "policies")
    played = f"{plural(size.games, 'game')}, {plural(size.matchups, 'match-up')}, {policies}."
    pieces: list[Content] = [
        tag(
            "p",
            [tag("span", "Equipoise", {"class": "brand"}), " ", name(str(run.manifest.get("game", "")))],
            {"class": "eyebrow"},
        ),
        tag("h1", name(run.title)),
        tag("p", headline(statuses, run.status), {"class": f"headline {_mood(statuses, run.status)}"}),
        tag("p", f"{played} {_sure(run, statuses)}", {"class": "size"}),
        _state(run, size),
    ]
    pieces.append(tag("noscript", tag("p", "The figures need JavaScript; the tables hold the same numbers.")))
    return tag("header", [tag("a", "Skip to the verdicts", {"href": "#verdicts", "class": "skip"}), *pieces])


def _sure(run: Run, statuses: Sequence[StatusRow]) -> str:
    if run.status == "void" or not statuses:
        return ""
    return f"Certain at {percent(run.certainty, 0)}."


def _mood(statuses: Sequence[StatusRow], status: str) -> str:
    if status == "void" or any(row.missed for row in statuses):
        return "missed"
    return "undecided" if not statuses or any(row.undecided for row in statuses) else "met"


def _state(run: Run, size: Overview) -> Content:
    """What a reader must know before believing a figure; nothing for a complete run."""
    told = {
        "running": "This run had not ended when the page was written: it is still playing, or it was killed. "
        "The figures cover what was stored until then; the same command resumes it.",
        "interrupted": "This run was interrupted. The figures cover what was stored until then; "
        "the same command resumes it.",
        "void": "A control of this run failed, so something in the machinery is wrong. See “How it was made”.",
    }.get(run.status)
    if told is None and not size.games:
        told = "No games have been stored."
    return told and tag("p", [tag("strong", "Note. "), told], {"class": "state", "role": "status"})


def _contents(sections: Sequence[Section]) -> Html:
    links = [tag("li", tag("a", section.title, {"href": f"#{section.identity}"})) for section in sections]
    return tag("nav", tag("ul", links), {"aria-label": "Sections"})


def _footer(run: Run) -> Html:
    return tag("footer", ["Written by Equipoise from the run ", name(run.folder.name), "."])


@lru_cache(maxsize=1)
def _plotly() -> str:
    from plotly.offline import get_plotlyjs

    return get_plotlyjs()
