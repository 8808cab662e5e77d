"""What stands around the sections: head, headline, contents, foot, and the scripts, none but which may run."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from dashboards.figures.theme import DARK
from dashboards.markup import Content, Html, json_block, name, tag
from dashboards.pages.board import headline
from dashboards.pages.shell import Section
from dashboards.rows import Overview, StatusRow
from dashboards.run import Run
from dashboards.words import percent, plural

__all__ = ["document"]

ASSETS = Path(__file__).parent.parent / "assets"


def document(run: Run, size: Overview, statuses: Sequence[StatusRow], sections: Sequence[Section]) -> str:
    """The whole page as text."""
    scripts = (_plotly(), _asset("report.js"))
    body = [
        _header(run, size, statuses),
        _contents(sections),
        tag("main", [section.html() for section in sections]),
        _footer(run),
        json_block("dark-twins", json.dumps(dict(DARK))),
        *map(_script, scripts),
    ]
    page = tag("html", [_head(run, scripts), tag("body", body)], {"lang": "en"})
    return f"<!doctype html>\n{page}\n"


def _head(run: Run, scripts: Sequence[str]) -> Html:
    sources = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in scripts
    )
    policy = f"default-src 'none'; script-src {sources}; style-src 'unsafe-inline'; img-src data: blob:"
    return tag("head", [
        tag("meta", None, {"charset": "utf-8"}),
        tag("meta", None, {"http-equiv": "Content-Security-Policy", "content": policy}),
        tag("meta", None, {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        tag("meta", None, {"name": "color-scheme", "content": "light dark"}),
        tag("title", f"{run.title} · Equipoise"),
        tag("style", Html(_asset("report.css"))),
    ])  # fmt: skip


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


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def _script(text: str) -> Html:
    """A script as it stands; the text is the project's or Plotly's own, never from data."""
    if "</script" in text.lower():
        raise ValueError("a script may not hold its own end")
    return Html(f"<script>{text}</script>")
