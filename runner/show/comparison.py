"""Which verdicts a patch changed, what it does to exact figures, and every figure that moved."""

from typing import TYPE_CHECKING

from rich.text import Text

from runner.change_words import difference, moved_by, sides, what
from runner.judge.paired import candidates
from runner.show.tables import Shown, line, table
from runner.show.verdicts import MARKS
from runner.words import ends, estimated

if TYPE_CHECKING:
    from runner.changes import Change
    from runner.compare import Comparison
    from runner.judge.verdicts import Verdict

__all__ = ["comparison"]

MOST_SHOWN = 20
RESULTS = ("score", "no winner", "ending")
"""Shown however many other figures moved further."""
MOST_EXACT = 10


def comparison(result: "Comparison") -> Shown:
    """The whole answer."""
    if result.same:
        yield line("nothing changed: both sides are one document, every difference is exactly 0")
    else:
        yield from _verdicts(result)
        yield from _exact(result)
        yield from _moved(result)
        yield from _visible(result)
    if result.void:
        yield line(
            f"{result.void:,} games are void: a policy or the rules faulted; `run` names them", "bold red"
        )
    yield line(f"{result.games:,} games of each side on the same luck")


def _verdicts(result: "Comparison") -> Shown:
    changed = sorted(result.verdicts, key=lambda one: not one.broken)
    counts = {
        "broken": sum(one.broken for one in changed),
        "mended": sum(one.after.status == "met" for one in changed),
    }
    counts["otherwise changed"] = len(changed) - sum(counts.values())
    counts["as before"] = len(result.judged) - len(changed)
    if result.judged:
        told = ", ".join(f"{count:,} {word}" for word, count in counts.items() if count)
        yield line(f"targets and gates: {told}", "bold")
    for one in changed[:MOST_SHOWN]:
        yield line(f"{one.name}:")
        yield _verdict("before", one.before)
        yield _verdict("after ", one.after)
    yield from _more(len(changed) - MOST_SHOWN)


def _verdict(when: str, verdict: "Verdict") -> Text:
    mark, colour = MARKS[verdict.status]
    reach = "" if verdict.low == verdict.high else f" ({ends(verdict)})"
    told = line(f"  {when} ")
    told.append(f"{mark:<12}", colour)
    return told.append(f"{estimated(verdict)}{reach}")


def _exact(result: "Comparison") -> Shown:
    moved = [one for one in result.exact if one.moved]
    if moved:
        several = len({one.scenario for one in result.exact}) > 1
        rows = [
            (
                one.figure,
                ", ".join(f"{role} {label}" for role, label in one.players)
                + (f" in {one.scenario}" if several else ""),
                *(f"{number:.4f}" for number in (one.before, one.after)),
                f"{one.mean:+.4f}",
            )
            for one in moved[:MOST_EXACT]
        ]
        yield table(("exact figure", "of", "before", "after", "difference"), rows)
        yield from _more(len(moved) - MOST_EXACT)
    elif result.exact:
        yield line("no exact figure moved")


def _moved(result: "Comparison") -> Shown:
    number = candidates([one.diff for one in result.changes])
    false = f"{100 * (1 - result.certainty):g} %"
    if not result.moved:
        yield line(f"nothing moved that can be told from chance ({number:,} figures looked at)")
        return
    shown = [one for place, one in enumerate(result.moved) if place < MOST_SHOWN or one.figure in RESULTS]
    several = len({one.matchup for one in result.changes}) > 1
    rows = [(f"{one.diff.errors:+.1f}", _told(one, several)) for one in shown]
    yield table(("SE", "what moved"), rows)
    yield from _more(len(result.moved) - len(shown))
    yield line(
        f"{len(result.moved):,} moved of {number:,} figures that differ at all; of the list and of its intervals "
        f"{false} at most are expected to be wrong (Benjamini-Hochberg). SE: the move in standard errors"
    )


def _told(change: "Change", several: bool) -> str:
    """Two lines: which figure of whom, and by how much."""
    where = f" in {change.matchup}" if several and change.matchup != change.player else ""
    diff = change.diff
    differ = f"; {diff.changed:,} of {diff.pairs:,} pairs differ" if change.by_pair else ""
    return f"{what(change)}{where}\n  {sides(change)}: {difference(change)}{differ}"


def _visible(result: "Comparison") -> Shown:
    """How small a move could have been seen: of everything where nothing moved, else of what was not listed."""
    units = result.visible()
    listed = {one.figure for one in result.moved}
    told = [
        f"{figure} {moved_by(half, figure, unit)}"
        for figure, (half, unit) in units.items()
        if figure not in listed and half
    ]
    if told:
        yield line(f"a move beyond this would have been seen for certain: {', '.join(told)}")


def _more(number: int) -> Shown:
    if number > 0:
        yield line(f"and {number:,} more: see --json")
