"""The verdict board: what is broken first, one line a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dashboards.markup import Content, Html, name, tag
from dashboards.pages.band import Axis, axis_of, band
from dashboards.pages.shell import Column, Section, linked, note, table
from dashboards.rows import StatusRow, VerdictRow
from dashboards.sentences import Name, sentence
from dashboards.words import RATES, STATUSES, band_words, count, interval, percent, plural
from runner.counts import VerdictCounts

__all__ = ["axes_of", "board", "headline", "line", "lines_table"]


def headline(statuses: Sequence[StatusRow], status: str) -> str:
    """The run in one line."""
    counts = VerdictCounts(
        *(sum(getattr(row, key) for row in statuses) for key in ("missed", "undecided", "met"))
    )
    if status == "void":
        return "A control failed: these figures cannot be trusted"
    if not counts.total:
        return "No target has been judged yet" if status == "running" else "No target was judged"
    if counts.total == 1:
        return f"The target is {counts.worst}"
    if counts.met == counts.total:
        return f"All {count(counts.total)} targets are met"
    return f"{plural(counts.total, 'target')}: {counts.words(count)}"


def board(
    rows: Sequence[VerdictRow],
    statuses: Sequence[StatusRow],
    certainty: float,
    units: Mapping[str, str],
    address: Callable[[str | None], str | None] = lambda _: None,
    waiting: str = "The experiment names no target. Add a [[target]] to its file.",
) -> Section:
    """The section.

    Args:
        rows: the verdicts shown, most broken first.
        statuses: every target with all its verdicts counted, shown or not.
        units: unit by metric name.
        address: where a match-up is shown, if anywhere.
        waiting: what is said while nothing has been judged.
    """
    if not statuses:
        return Section("verdicts", "Verdicts", (note(waiting),))
    total = sum(row.missed + row.undecided + row.met for row in statuses)
    axes = axes_of(rows)
    lines = [
        line(row, axes[row.metric], certainty, units.get(row.metric, ""), address=address(row.matchup))
        for row in rows
    ]
    content: list[Content] = [_reading(certainty, total)]
    if total > len(rows):
        content.append(_left_out(len(rows), total))
    content.append(lines_table(lines, f"Verdicts, {len(rows)} of {total} shown"))
    if len(statuses) > 1 or total > len(rows):
        content.append(_by_band(statuses, units))
    return Section("verdicts", "Verdicts", tuple(content))


def axes_of(rows: Iterable[VerdictRow]) -> dict[str, Axis]:
    """The axis that all lines of one metric share, by metric."""
    groups: dict[str, list[VerdictRow]] = {}
    for row in rows:
        groups.setdefault(row.metric, []).append(row)
    return {metric: axis_of(group) for metric, group in groups.items()}


def lines_table(lines: Sequence[Html], caption: str) -> Html:
    """Lines of the board as one table; its roles are named, for its rows are laid out as grids."""
    titles = [tag("th", title, {"scope": "col", "role": "columnheader"}) for title in _TITLES]
    head = tag("thead", tag("tr", titles, {"role": "row"}), {"role": "rowgroup"})
    body = [tag("caption", caption, {"class": "unseen"}), head, tag("tbody", lines, {"role": "rowgroup"})]
    return tag("table", body, {"class": "board", "role": "table"})


_TITLES = ("Verdict", "Target", "Estimate and interval on the band", "Games")


def _reading(certainty: float, total: int) -> Html:
    whole = "the verdict" if total == 1 else f"all {count(total)} verdicts together"
    return note(
        f"Certainty {percent(certainty, 0)} for {whole}. The shaded stretch is the band, the dot the estimate, "
        "the line its interval, which stays valid while games are added."
    )


def _left_out(shown: int, total: int) -> Html:
    text = f"Shown are {count(shown)} of {count(total)} verdicts, the worst first. All are in the view "
    return note(
        tag("strong", text),
        tag("code", "verdicts"),
        " of the run: ",
        tag("code", 'equipoise sql RUN "FROM verdicts"'),
    )


def _by_band(statuses: Sequence[StatusRow], units: Mapping[str, str]) -> Html:
    words = ("Missed", "Undecided", "Met", "Games still needed")
    columns = [
        Column("Targets", figures=False),
        Column("Band", figures=False),
        *(Column(word) for word in words),
    ]
    rows = [
        (
            name(row.metric.replace("_", " ")),
            band_words(row.band_low, row.band_high, row.metric, units.get(row.metric, "")),
            *(count(number) for number in (row.missed, row.undecided, row.met)),
            count(row.needed) if row.undecided else "–",
        )
        for row in statuses
    ]
    return table("Targets by metric and band", columns, rows)


def line(
    row: VerdictRow,
    axis: Axis,
    certainty: float,
    unit: str,
    *,
    run: Content = None,
    address: str | None = None,
) -> Html:
    """One line: the status, the sentence and its evidence, the picture, games spent.

    Args:
        row: the verdict.
        axis: what its picture is drawn on.
        certainty: of the run.
        unit: of the metric.
        run: stands before the target's name, where a board holds several runs.
        address: where the match-up is shown; the sentence leads there.
    """
    status = STATUSES[row.verdict]
    badge = tag(
        "span",
        [tag("span", status.symbol, {"class": "symbol", "aria-hidden": "true"}), status.word],
        {"class": "badge"},
    )
    told = [name(piece) if isinstance(piece, Name) else piece for piece in sentence(row, certainty, unit)]
    target = [
        tag("p", [run, " · " if run else None, name(row.target)], {"class": "target"}),
        tag("p", linked(told, address), {"class": "sentence"}),
        tag("p", _evidence(row, unit), {"class": "evidence"}),
    ]
    cells = [
        tag("td", badge, {"role": "cell", "class": "verdict"}),
        tag("th", target, {"role": "rowheader", "scope": "row"}),
        tag("td", band(row, axis, unit), {"role": "cell", "class": "picture"}),
        tag("td", _games(row), {"role": "cell", "class": "figure games"}),
    ]
    return tag("tr", cells, {"role": "row", "class": status.key})


def _evidence(row: VerdictRow, unit: str) -> str:
    if row.estimate is None:
        return "no games yet"
    if row.interval == "exact":
        return f"exact · decided by {row.decided_by}"
    parts = [f"{row.interval} {interval(row.low, row.high, row.metric)}{_unit(row, unit)}"]
    if row.fixed_low is not None:
        parts.append(f"Wilson, fixed n, {interval(row.fixed_low, row.fixed_high, row.metric)}")
    if row.decided_by:
        parts.append(f"decided by {row.decided_by}")
    return " · ".join(parts)


def _unit(row: VerdictRow, unit: str) -> str:
    return f" {unit}" if unit and row.metric not in RATES else ""


def _games(row: VerdictRow) -> list[Content]:
    if row.interval == "exact":
        return ["no play needed"]
    spent = tag("span", plural(row.games, "game"), {"class": "spent"})
    if row.verdict != "undecided":
        return [spent]
    if row.needed is None:
        return [spent, tag("small", "no number of games in sight" if row.games else "none played")]
    return [spent, tag("small", f"about {count(row.needed)} more needed")]
