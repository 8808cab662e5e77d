"""Two runs side by side: what was missed before and is met now, target by target."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from dashboards.app.differences import change, luck
from dashboards.app.page import Page, crumbs
from dashboards.app.pairing import PairedRow, SideRow, Tally, paired
from dashboards.app.results import Known, Results
from dashboards.app.state import asked, root_of
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.board import headline
from dashboards.pages.frame import mood
from dashboards.pages.shell import Cell, Column, Section, note, table
from dashboards.queries import statuses
from dashboards.run import reading
from dashboards.words import STATUSES, band_words, count, interval, plural, quantity
from runner.store import UNREADABLE

__all__ = ["compare_page"]


def compare_page(results: Results, query: str) -> Page:
    """The page for the runs `before` and `after` of `query`; of fewer, a form that asks for them."""
    runs = results.runs()
    known = {one.key: one for one in runs if one.info.status not in UNREADABLE}
    before, after = (known.get(asked(query, side)) for side in ("before", "after"))
    form = _form(list(known.values()), before, after)
    header: list[Content] = [tag("div", crumbs(), {"class": "eyebrow"}), tag("h1", "Two runs side by side")]
    if before is None or after is None:
        told = "Choose two runs" if len(known) > 1 else "There are no two runs to compare yet"
        return Page("Compare", [*header, tag("p", told, {"class": "headline"})], form)
    rows, tally = paired(before, after)
    header.append(tag("p", _headline(tally), {"class": "headline"}))
    sides = tag("div", [_side("Before", before), _side("After", after)], {"class": "sides"})
    return Page(
        f"{before.title} and {after.title}",
        header,
        [form, sides, _targets(before, after, rows, tally.targets).html()],
    )


def _headline(tally: Tally) -> str:
    if not tally.targets:
        return "Neither run has judged a target"
    shared = tally.targets - tally.alone
    if not shared:
        return "The runs share no target"
    if not tally.changed:
        return f"No verdict differs of the {plural(shared, 'target')} that both have"
    others = tally.changed - tally.mended - tally.broken
    return f"{plural(tally.mended, 'target')} mended, {count(tally.broken)} broken, {count(others)} otherwise changed"


def _form(runs: Sequence[Known], before: Known | None, after: Known | None) -> Html:
    def choice(title: str, key: str, chosen: Known | None) -> Html:
        options = [tag("option", "choose a run", {"value": ""})]
        options += [
            tag("option", f"{one.title} · {one.key}", {"value": one.key, "selected": one is chosen})
            for one in runs
        ]
        return tag("label", [title, tag("select", options, {"name": key})])

    fields = [choice("Before", "before", before), choice("After", "after", after)]
    ends: list[Content] = [tag("button", "Compare", {"type": "submit"})]
    if before and after:
        turned = f"/compare?{urlencode({'before': after.key, 'after': before.key})}"
        ends.append(tag("a", "Swap", {"href": turned}))
    return tag(
        "form",
        [*fields, *ends],
        {"class": "filters", "action": "/compare", "method": "get", "data-live": True},
    )


def _side(title: str, known: Known) -> Html:
    found = reading(known.info.folder, statuses)
    told = headline(found, known.info.status)
    return tag("div", [
        tag("p", title, {"class": "target"}),
        tag("h2", tag("a", name(known.title), {"href": root_of(known.key)})),
        tag("p", told, {"class": f"lead {mood(found, known.info.status)}"}),
        tag("p", tag("code", known.key), {"class": "note"}),
    ])  # fmt: skip


def _targets(before: Known, after: Known, rows: Sequence[PairedRow], total: int) -> Section:
    if not rows:
        return Section("targets", "Targets", (note("No target of either run has been judged."),))
    how = note(
        "Each interval holds by its own run, whose certainty stands on its page. ", luck(before, after), " ",
        tag("code", "equipoise compare BEFORE AFTER"), " plays both sides on the same luck, compares them pair by "
        "pair and lists whatever moved.",
    )  # fmt: skip
    left = (
        [note(tag("strong", f"Shown are {count(len(rows))} of {count(total)} targets."))]
        if total > len(rows)
        else []
    )
    columns = [
        Column("Target", figures=False), Column("Verdict before", figures=False), Column("Before"),
        Column("Verdict after", figures=False), Column("After"), Column("Change"),
    ]  # fmt: skip
    units = before.units | after.units
    lines = [_line(row, units.get(row.metric, ""), before, after) for row in rows]
    return Section(
        "targets", "Targets", (how, *left, table("Targets, changed verdicts first", columns, lines))
    )


def _line(row: PairedRow, unit: str, before: Known, after: Known) -> list[Cell | Content]:
    return [
        [name(row.target), tag("small", [name(row.scope), "; ", band_words(*row.band, row.metric, unit)])],
        _verdict(row.before),
        _estimate(row.before, row.metric, unit),
        _verdict(row.after),
        _estimate(row.after, row.metric, unit),
        change(row, unit, before, after),
    ]


def _verdict(side: SideRow) -> Content:
    if side.verdict is None:
        return tag("span", "not asked", {"class": "quiet"})
    status = STATUSES[side.verdict]
    symbol = tag("span", status.symbol, {"class": "symbol", "aria-hidden": "true"})
    return tag("span", tag("span", [symbol, status.word], {"class": "badge"}), {"class": status.key})


def _estimate(side: SideRow, metric: str, unit: str) -> Cell | Content:
    if side.estimate is None:
        return Cell("–", -1e300)
    reach = "exact" if side.low == side.high else interval(side.low, side.high, metric)
    told = [
        quantity(side.estimate, metric, unit),
        tag("small", [reach, f" · {plural(side.games or 0, 'game')}"]),
    ]
    return Cell(told, side.estimate)
