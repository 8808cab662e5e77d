"""The verdict table, what is broken first."""

from collections.abc import Sequence

from runner.judge.verdicts import Verdict
from runner.show.tables import MOST_ROWS, Shown, left_out, line, table
from runner.words import ends, estimated, needed, number

__all__ = ["BROKEN_FIRST", "MARKS", "verdicts"]

MARKS = {"met": ("✔ met", "green"), "missed": ("✘ missed", "red"), "undecided": ("? undecided", "yellow")}
BROKEN_FIRST = {"missed": 0, "undecided": 1, "met": 2}


def verdicts(found: Sequence[Verdict], certainty: float) -> Shown:
    """A row a target."""
    if not found:
        yield line("no targets: nothing to judge")
        return
    interval = f"{100 * certainty:g} % interval"
    ordered = sorted(found, key=lambda verdict: BROKEN_FIRST[verdict.status])
    rows = [_cells(verdict) for verdict in ordered[:MOST_ROWS]]
    yield table(("verdict", "target", "estimate", interval, "band", "games", "still needed"), rows)
    yield from left_out(len(ordered), "targets")
    for verdict in ordered[:MOST_ROWS]:
        if verdict.why:
            yield line(f"{verdict.target.name}: {verdict.why}", MARKS[verdict.status][1])


def _cells(verdict: Verdict) -> tuple[object, ...]:
    mark, colour = MARKS[verdict.status]
    target = verdict.target
    return (
        line(mark, colour),
        target.name,
        estimated(verdict),
        ends(verdict),
        f"{number(target.low, verdict)} to {number(target.high, verdict)}",
        f"{verdict.games:,}",
        needed(verdict) if verdict.status == "undecided" else "",
    )
