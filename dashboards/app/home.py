"""The first page: every run's targets on one board, what is broken first, and the list of runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dashboards.app.filters import filter_form
from dashboards.app.page import Page
from dashboards.app.results import Known, Results
from dashboards.app.state import Filters, root_of
from dashboards.app.survey import Survey, survey
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.board import axes_of, headline, line, lines_table
from dashboards.pages.shell import Cell, Column, Section, note, table
from dashboards.rows import StatusRow
from dashboards.run import address_of
from dashboards.words import STATUSES, count, plural
from runner.counts import VerdictCounts

__all__ = ["home"]

_MOST_LINES = 100
STATES = {
    "running": "● playing",
    "stopped": "■ killed",
    "interrupted": "‖ interrupted",
    "complete": "✓ complete",
    "void": "✕ void",
    "torn": "✕ torn",
    "old": "✕ stored by another version",
}
"""How a run stands, as a sign and a word."""


def home(results: Results, query: str) -> Page:
    """The page, filtered as `query` asks."""
    filters = Filters.of(query)
    runs = results.runs()
    wanted = filters.of_runs(runs)
    found = survey(wanted, _MOST_LINES, filters.verdict)
    body = [filter_form(filters, runs), _board(filters, wanted, found).html(), _runs(wanted, found).html()]
    if not runs:
        body = [_nothing(results)]
    tabs = [("Targets", "#verdicts", False), ("Runs", "#runs", False), ("Compare", "/compare", False)]
    tabs.append(("Pig, explained", "/explain/pig", False))
    return Page("All runs", _header(wanted, found, bool(runs)), body, tabs if runs else ())


def _header(runs: Sequence[Known], found: Survey, any_runs: bool) -> list[Content]:
    all_in_one = StatusRow(
        "", None, None, found.total("missed"), found.total("undecided"), found.total("met"), 0
    )
    told = headline([all_in_one] if found.total() else [], "") if any_runs else "No runs yet"
    mood = next((key for key in STATUSES if found.total(key)), "undecided")
    games = len({one.info.game for one in runs if one.info.game})
    playing = sum(one.info.status == "running" for one in runs)
    live = f", {count(playing)} playing now" if playing else ""
    return [
        tag("p", tag("span", "Equipoise", {"class": "brand"}), {"class": "eyebrow"}),
        tag("h1", "All runs"),
        tag("p", told, {"class": f"headline {mood}"}),
        tag("p", f"{plural(len(runs), 'run')} of {plural(games, 'game')}{live}.", {"class": "size"}),
    ]


def _nothing(results: Results) -> Html:
    there = "holds no run" if results.folder.is_dir() else "does not exist yet"
    text = ["The folder ", tag("code", str(results.folder)), f" {there}. Play one; this page will show it: "]
    return tag("p", [*text, tag("code", "equipoise run configs/pig.toml")], {"class": "lead"})


# --- the board and the list ------------------------------------------------------------------------------


def _board(filters: Filters, runs: Sequence[Known], found: Survey) -> Section:
    known = {one.key: one for one in runs}
    axes = axes_of(row for _, row in found.lines)
    lines = []
    for key, row in found.lines:
        run = known[key]
        title = tag("a", name(run.title), {"href": root_of(key)})
        address = address_of(root_of(key), row.matchup) or root_of(key)
        unit = run.units.get(row.metric, "")
        lines.append(line(row, axes[row.metric], run.certainty, unit, run=title, address=address))
    total = found.total(filters.verdict)
    content: list[Content] = [_left_out(len(lines), total)] if len(lines) < total else []
    content += (
        [note("The verdicts of these runs cannot be read: ", "; ".join(found.torn))] if found.torn else []
    )
    content.append(lines_table(lines, f"Verdicts, {len(lines)} of {total}") if lines else _no_line(filters))
    return Section("verdicts", "Targets, what is broken first", tuple(content))


def _left_out(shown: int, total: int) -> Html:
    told = tag("strong", f"Shown are the worst {count(shown)} of {count(total)} verdicts.")
    return note(told, " Choose a game or a run to see more of it.")


def _no_line(filters: Filters) -> Html:
    if filters != Filters():
        return note("No target is within these filters. ", tag("a", "Show all", {"href": "/"}))
    return note("No target has been judged yet: a run judges its targets after each round of games.")


def _runs(runs: Sequence[Known], found: Survey) -> Section:
    columns = [
        Column("Run", figures=False),
        Column("Game", figures=False),
        Column("State", figures=False),
        *(Column(status.word) for status in STATUSES.values()),
        Column("Last change", figures=False),
        Column("Beside the last before it", figures=False),
    ]
    earlier: dict[tuple[str, str], str] = {}
    beside = {}
    for one in reversed(runs):
        kin = (one.info.game, one.info.name)
        beside[one.key] = earlier.get(kin)
        earlier[kin] = one.key
    rows = [_run(one, found.counts.get(one.key, VerdictCounts()), beside[one.key]) for one in runs]
    return Section(
        "runs", "Runs", (table(f"{plural(len(rows), 'run')}, the last changed first", columns, rows),)
    )


def _run(one: Known, counts: VerdictCounts, before: str | None) -> list[Cell | Content]:
    when = datetime.fromtimestamp(one.info.changed)
    compare = before and tag("a", "Compare", {"href": f"/compare?{_pair(before, one.key)}"})
    return [
        [tag("a", name(one.title), {"href": root_of(one.key)}), tag("small", one.key)],
        name(one.info.game) if one.info.game else "?",
        _state(one),
        *(Cell(_number(getattr(counts, key), key), getattr(counts, key)) for key in STATUSES),
        Cell(when.strftime("%Y-%m-%d %H:%M"), one.info.changed),
        compare or tag("span", "no earlier run", {"class": "quiet"}),
    ]


def _state(one: Known) -> Content:
    said = tag("span", STATES.get(one.info.status, one.info.status), {"class": "state-of"})
    return [said, tag("small", name(one.info.reason))] if one.info.reason else said


def _number(value: int, key: str) -> Content:
    return tag("strong", f"{STATUSES[key].symbol} {count(value)}", {"class": key}) if value else count(value)


def _pair(before: str, after: str) -> str:
    from urllib.parse import urlencode

    return urlencode({"before": before, "after": after})
