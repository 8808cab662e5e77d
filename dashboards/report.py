"""One self-contained HTML file for a run: opens from a disk or a mail, without a network, and small for any run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

from dashboards import queries
from dashboards.figures.theme import DARK
from dashboards.markup import Content, Html, join, json_block, name, tag
from dashboards.pages.board import board, headline
from dashboards.pages.course import ending_section, length_section
from dashboards.pages.made import made_section
from dashboards.pages.matchups import matchup_section, worth_drawing
from dashboards.pages.metrics import metric_section
from dashboards.pages.options import option_section
from dashboards.pages.seats import seat_section
from dashboards.pages.shell import Section
from dashboards.rows import Overview, StatusRow
from dashboards.run import Run
from dashboards.words import percent, plural

__all__ = ["CAPS", "report", "write_report"]

ASSETS = Path(__file__).with_name("assets")
# What a page shows at most, so that it stays readable and small; whatever is left out is said where it is left out.
CAPS = {
    "verdicts": 200,
    "policies drawn": 40,
    "match-ups": 100,
    "seats": 20,
    "bars": 60,
    "policies with metrics": 60,
    "options": 400,
    "options by policy": 6,
}


def write_report(run_folder: Path, out: Path | None = None) -> Path:
    """Write the page of a run, finished or not, and return its path.

    Args:
        run_folder: a folder that a run wrote.
        out: where to; `report.html` in the run's folder if not given.

    Raises:
        BadInput: the folder holds no run.
    """
    with Run.open(run_folder) as run:
        page = report(run)
    path = out or run_folder / "report.html"
    whole = path.with_name(f".{path.name}.part")
    whole.write_text(page, encoding="utf-8")
    whole.replace(path)
    return path


def report(run: Run) -> str:
    """The page as text."""
    size, statuses = queries.overview(run), queries.statuses(run)
    sections = _sections(run, size, statuses)
    scripts = [_plotly(), (ASSETS / "report.js").read_text(encoding="utf-8")]
    body = [
        _header(run, size, statuses),
        _contents(sections),
        tag("main", [section.html() for section in sections]),
        _footer(run),
        json_block("dark-twins", DARK),
    ]
    page = tag("html", [_head(run, scripts), tag("body", [*body, *map(_script, scripts)])], {"lang": "en"})
    return f"<!doctype html>\n{page}\n"


def _sections(run: Run, size: Overview, statuses: Sequence[StatusRow]) -> list[Section]:
    units = {metric.name: metric.unit for metric in run.metrics}
    standings = queries.standings(run)
    drawn = worth_drawing(standings, 1 / max(run.seats, 2), CAPS["policies drawn"])
    pairs = queries.pairs(run, drawn)
    worst = queries.matchups(run, CAPS["match-ups"])
    single = queries.seat_matchups(run, CAPS["seats"])
    lengths = queries.lengths(run, CAPS["bars"])
    return [
        board(queries.verdicts(run, CAPS["verdicts"]), statuses, run.certainty, units),
        matchup_section(run, standings, drawn, pairs, worst, (size.matchups, size.scenarios)),
        seat_section(run, queries.seats(run), single, size.matchups),
        length_section(queries.length_summary(run), lengths),
        ending_section(run, queries.endings(run), queries.faults(run)),
        metric_section(run, queries.metrics(run, CAPS["policies with metrics"]), size.policies),
        _options(run, [row.policy for row in standings]),
        made_section(run, size),
    ]


def _options(run: Run, policies: Sequence[str]) -> Section:
    rows = queries.options(run)
    few = (
        1 < len(policies) <= CAPS["options by policy"]
        and len(rows) <= CAPS["options"] // CAPS["options by policy"]
    )
    by_policy = {policy: queries.options(run, policy) for policy in policies} if few else {}
    return option_section(run, rows[: CAPS["options"]], by_policy, len(rows))


# --- the frame -------------------------------------------------------------------------------------------


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
        tag("style", Html((ASSETS / "report.css").read_text(encoding="utf-8"))),
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
    version = (run.manifest.get("versions") or {}).get("equipoise", "")
    return tag(
        "footer", ["Written by Equipoise ", str(version), " from the run ", name(run.folder.name), "."]
    )


def _plotly() -> str:
    from plotly.offline import get_plotlyjs

    return get_plotlyjs()


def _script(text: str) -> Html:
    """A script as it stands; the text is the project's or Plotly's own, never from data."""
    if "</script" in text.lower():
        raise ValueError("a script may not hold its own end")
    return join(Html(f"<script>{text}</script>"))
