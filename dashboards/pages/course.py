"""The course of games: how long they last and how they end."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from dashboards.estimates import ending_share, length
from dashboards.figures.lengths import length_histogram
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, note, plot, share_bar, table
from dashboards.rows import EndingRow, FaultRow, LengthRow, LengthSummary
from dashboards.run import Run
from dashboards.words import count, percent, plural, with_interval

__all__ = ["ending_section", "length_section"]

# Endings that every game shares (`games/contract.py`), and what each one means to a reader.
_UNUSUAL = {
    1: "stopped unfinished; it counts as a game without a winner",
    2: "a policy chose an action that the rules do not allow; its pair is void",
    3: "a policy or the rules broke down; its pair is void",
    4: "a policy took too long; its pair is void",
}


def length_section(run: Run, summary: LengthSummary | None, rows: Sequence[LengthRow]) -> Section:
    """How long games last."""
    if summary is None:
        return Section("lengths", "Lengths", (note("No games have been stored yet."),))
    limits = next((metric.limits for metric in run.metrics if metric.name == "turns"), (1.0, inf))
    mean = length(summary, run.certainty, limits)
    text = (
        f"{plural(summary.games, 'game')}: mean {with_interval(mean, 'turns')} turns, median {summary.median:g}, nine "
        f"in ten between {summary.p5} and {summary.p95}, shortest {summary.least}, longest {summary.most}. "
        f"Asymptotic confidence sequence over pairs, {percent(run.certainty, 0)}; in the mean all match-ups weigh the "
        "same, the rest counts the games that were played."
    )
    wide = max(row.last - row.first + 1 for row in rows)
    bins = f" A bar holds {wide} lengths." if wide > 1 else ""
    picture = plot(length_histogram(rows, summary), f"Histogram of the length of games. {text}")
    return Section("lengths", "Lengths", (note(text + bins), picture))


def ending_section(run: Run, endings: Sequence[EndingRow], faults: Sequence[FaultRow]) -> Section:
    """How games ended, the unusual ways named as what they are."""
    if not endings:
        return Section("endings", "Endings", (note("No games have been stored yet."),))
    columns = [
        Column("Ending", figures=False),
        Column("Share of games"),
        Column("", figures=False),
        Column("Games"),
    ]
    rows: list[Sequence[Cell | Content]] = [
        (
            [name(row.name), _meaning(row)],
            estimate(ending_share(row, run.certainty)),
            share_bar(row.share or 0.0),
            Cell(count(row.games), row.games),
        )
        for row in endings
    ]
    how = note(
        "Shares are of the games that count, every match-up weighing the same whatever was played of it, with "
        f"asymptotic confidence sequences over pairs, {percent(run.certainty, 0)} each; the games, void ones included, "
        "are those that were played."
    )
    return Section("endings", "Endings", (how, table("How games ended", columns, rows), *_faults(faults)))


def _meaning(row: EndingRow) -> Content:
    return tag("small", _UNUSUAL[row.code], {"class": "warning"}) if row.code in _UNUSUAL else None


def _faults(faults: Sequence[FaultRow]) -> list[Html]:
    if not faults:
        return []
    columns = [
        Column("Policy", figures=False),
        Column("Pairs it voided"),
        Column("Commonest reason", figures=False),
    ]
    rows = [
        (name(row.policy), Cell(count(row.pairs), row.pairs), row.reason or "an action that is not allowed")
        for row in faults
    ]
    return [table("Policies that broke down", columns, rows)]
