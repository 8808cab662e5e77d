"""The verdict table, what is broken first."""

from collections.abc import Sequence

from rich.table import Table

from runner.counts import VerdictCounts
from runner.judge.verdicts import Verdict
from runner.order import worst_first
from runner.show.tables import Shown, line, table
from runner.words import INTERVAL_NOTE, band_of, ends, estimated, needed, unknown, unlike_its_interval

__all__ = ["MARKS", "MOST_SHOWN", "counted", "dense", "verdicts"]

MARKS = {"met": ("✔ met", "green"), "missed": ("✘ missed", "red"), "undecided": ("? undecided", "yellow")}
MOST_SHOWN = 20


def verdicts(found: Sequence[Verdict], certainty: float, most: int = MOST_SHOWN) -> Shown:
    """A row a target, the worst `most` of them; then how the rest stand.

    What all of them share, a metric or a band, is said once, above.
    """
    if not found:
        yield line("no targets: nothing to judge")
        return
    ordered = worst_first(found)
    shown, bands, asked = ordered[:most], {band_of(one) for one in found}, {_asked(one) for one in found}
    wants = any(verdict.status == "undecided" for verdict in shown)
    what = asked.pop() if len(asked) == 1 else ""
    heading = f"{what or 'target'}: {bands.pop()}" if len(bands) == 1 else what or "target"
    headings = ["verdict", heading, f"estimate ({100 * certainty:g} %)"]
    headings += ["band"] * bool(bands) + ["games"] + ["still needed"] * wants
    yield dense(table(headings, [_cells(verdict, what, bool(bands), wants) for verdict in shown]))
    yield from counted(VerdictCounts.of(ordered[most:]))
    for verdict in shown:
        if verdict.why:
            yield line(f"{verdict.target.name}: {verdict.why}", MARKS[verdict.status][1])
    if any(map(unlike_its_interval, shown)):
        yield line(INTERVAL_NOTE)


def counted(rest: VerdictCounts) -> Shown:
    """A line on the rows that are not shown, by status."""
    if rest.total:
        yield line(f"and {rest.total:,} more: {rest.words()}")


def dense(made: Table) -> Table:
    """The table with columns that stand as close as can be read, for a first screen of 80 columns."""
    made.padding = (0, 1, 0, 0)
    return made


def _asked(verdict: Verdict) -> str:
    """What the target's name begins with: "win rate of"."""
    words, of, _ = verdict.target.name.partition(" of ")
    return words + of.rstrip()


def _cells(verdict: Verdict, what: str, banded: bool, wants: bool) -> tuple[object, ...]:
    mark, colour = MARKS[verdict.status]
    name = verdict.target.name
    return (
        line(mark, colour),
        name.removeprefix(what).strip() or name,
        _estimate(verdict),
        *((band_of(verdict),) if banded else ()),
        f"{verdict.games:,}",
        *((_needed(verdict),) if wants else ()),
    )


def _estimate(verdict: Verdict) -> str:
    """`56.1 % (53.6 to 58.6)`."""
    if verdict.estimate is None:
        return unknown(verdict)
    if verdict.interval == "exact":
        return f"{estimated(verdict)} (exact)"
    reach = ends(verdict).replace(" %", "")
    return f"{estimated(verdict)} ({reach})"


def _needed(verdict: Verdict) -> str:
    """Games still needed, roughly; nothing for what is decided."""
    if verdict.status != "undecided":
        return ""
    return "unknown" if verdict.needed is None else needed(verdict).split()[1]
