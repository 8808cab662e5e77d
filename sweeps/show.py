"""How a sweep is shown to people: what it found on standard output."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import rich.console
from rich.text import Text

from runner.counts import VerdictCounts
from runner.show import Console
from runner.show.console import WIDE
from runner.show.tables import table
from runner.show.verdicts import MOST_SHOWN, dense
from runner.words import INTERVAL_NOTE
from sweeps.certify import Certificate
from sweeps.deviations import nearest_edge
from sweeps.objective import Reading
from sweeps.progress import SweepCourse
from sweeps.search import Found
from sweeps.show_rows import compared, harm, looks, short, stepped, urgency
from sweeps.show_steps import steps_of_sweep
from sweeps.space import Space, shown

if TYPE_CHECKING:
    from sweeps.definition import Sweep
    from sweeps.run import SweepResult

__all__ = ["SweepConsole"]

MOST_ROWS = 40
DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}
# Of the first screen: rows of a smaller table, and lines of a difference.
_FEW, _MOST_DIFF = 5, 14


class SweepConsole:
    """The terminal: tables on standard output; on standard error how far the sweep is, unless `quiet`."""

    def __init__(self, quiet: bool = False) -> None:
        wide = None if sys.stdout.isatty() else WIDE
        self._out = rich.console.Console(width=wide, highlight=False)
        self._tables = Console(quiet)

    @contextmanager
    def progress(self, sweep: "Sweep") -> "Iterator[SweepCourse]":
        """A listener whose line is kept up to date on a terminal and said now and then elsewhere."""
        course = SweepCourse(sweep)
        with self._tables.following(course):
            yield course

    def result(
        self, result: "SweepResult", page: Any = None, details: bool = False, words: Sequence[str] = ()
    ) -> None:
        """What was found, how sure that is, what it changes, and what still matters; with `details` all of it.

        `words` are those of the command line that asked for it.
        """
        sweep = result.sweep
        self._say(sweep.experiment.title, "bold")
        self._say(self._headline(result), "bold green" if result.exit_code == 0 else "bold yellow")
        self._readings(result, details)
        self._changes(sweep.space, result.best)
        self._diff(result.diff, details)
        self._tuned(result)
        if result.winner is None and result.held_out is None:
            self._nearest(sweep.space, result.ranked)
        if result.front:
            self._front(sweep.space, result.front, MOST_ROWS if details else _FEW)
        self._deviations(result, details)
        self._importances(result)
        self._say(self._bottom_line(result))
        if result.document is not None:
            self._whole(f"data: {result.document}")
        self._whole(f"sweep: {result.folder}")
        if page is not None:
            self._whole(f"report: {page}")
        if words:
            self._tables.steps(list(steps_of_sweep(result, page, words)))

    def _say(self, text: str, style: str = "") -> None:
        self._out.print(Text(text, style=style))

    def _whole(self, text: str, style: str = "") -> None:
        """A line to copy from, however long."""
        self._out.print(Text(text, style=style), soft_wrap=True)

    @staticmethod
    def _headline(result: "SweepResult") -> str:
        sweep = result.sweep
        told = sweep.space.told(result.best.candidate.point)
        if result.winner is not None:
            sure = f"certain at {100 * sweep.experiment.certainty:g} % on fresh luck"
            return f"balanced ({sure if result.fresh_games else 'exactly: no luck in it'}): {told}"
        if result.held_out is not None and not sweep.experiment.targets:
            verb = "largest" if sweep.goal is not None and sweep.goal.sign > 0 else "smallest"
            return f"{verb} found: {told}"
        if result.certificates:
            return f"nothing passed on fresh luck; the nearest: {told}"
        return f"nothing found meets every target; the nearest: {told}"

    def _readings(self, result: "SweepResult", details: bool) -> None:
        """Before and after, for each target, gate and goal, what is broken first."""
        after = {reading.name: reading for reading in _after(result)}
        before = {reading.name: reading for reading in result.today.readings}
        names = sorted(dict.fromkeys((*after, *before)), key=lambda name: urgency(after.get(name)))
        most = MOST_ROWS if details else MOST_SHOWN
        interval = f"{100 * result.sweep.experiment.certainty:g} % interval"
        source = (
            "on fresh luck" if result.fresh_games else "exactly" if result.certificates else "in the search"
        )
        pairs = [(name, before.get(name), after.get(name)) for name in names[:most]]
        if details:
            headings = ("", "asked", "band", "today", interval, f"after, {source}", "interval")
            self._tables.table(headings, [compared(*pair) for pair in pairs])
        else:
            narrow = table(
                ("", "asked", "band", "today", f"after, {source}"), [short(*pair) for pair in pairs]
            )
            self._out.print(dense(narrow))
        rest = [after[name].status for name in names[most:] if name in after and after[name].kind != "goal"]
        if len(names) > most:
            self._say(f"and {len(names) - most:,} more: {VerdictCounts.of_statuses(rest).words()}")
        edge = nearest_edge(list(after.values()))
        if edge is not None and edge.slack is not None:
            side = "inside" if edge.slack >= 0 else "outside"
            share = f"{100 * abs(edge.slack):.0f} % of the way from the edge to the middle of its band"
            self._say(f"would break first: {edge.name}, {share}, {side}")
        if any(
            one.status == "met" and (one.at_least < one.low or one.at_most > one.high)
            for one in after.values()
        ):
            self._say(INTERVAL_NOTE)

    def _diff(self, text: str, details: bool) -> None:
        """The difference between the documents; a long one is cut."""
        lines = text.splitlines()
        most = len(lines) if details else _MOST_DIFF
        for line in lines[:most]:
            self._whole(line, DIFF_STYLES.get(line[:1], ""))
        if lines[most:]:
            self._say(f"and {len(lines) - most:,} more lines of the difference")

    def _changes(self, space: Space, best: Found) -> None:
        changed = space.changed(best.candidate.point)
        if not changed:
            return
        cells = [
            (space.names[i], shown(space.parameters[i].today), shown(best.candidate.point[i]))
            for i in changed
        ]
        self._tables.table(("changed", "today", "new"), cells)

    def _tuned(self, result: "SweepResult") -> None:
        inner = result.sweep.inner
        if inner.parameters:
            values = result.best.candidate.values
            cells = [(p.policy, p.name, shown(p.today), shown(values[p.name])) for p in inner.parameters]
            self._tables.table(("tuned policy", "weight", "today", "at the new point"), cells)

    def _nearest(self, space: Space, ranked: Sequence[Found]) -> None:
        cells = [
            (
                space.told(one.candidate.point),
                one.assessment.status,
                f"{one.assessment.distance.value:.3g}",
                f"{one.assessment.games:,}",
            )
            for one in ranked[:5]
        ]
        self._tables.table(("nearest", "looks", "half bands outside", "games"), cells)

    def _front(self, space: Space, front: Sequence[Found], most: int) -> None:
        cells = [
            (
                f"{one.assessment.change:.3f}",
                f"{one.assessment.objectives[0]:.4g}",
                space.told(one.candidate.point),
            )
            for one in front[:most]
        ]
        self._tables.table(("change", "distance", "on the front"), cells)
        if len(front) > most:
            self._say(f"and {len(front) - most:,} more points on the front")

    def _deviations(self, result: "SweepResult", details: bool) -> None:
        """What one step away does; without `details` the steps that break most."""
        if not result.deviations:
            return
        ordered = list(result.deviations) if details else sorted(result.deviations, key=harm)
        most = MOST_ROWS if details else _FEW
        headings = ["one step away", "", "looks", "surely breaks", "nearest to an edge"]
        rows = [stepped(each) for each in ordered[:most]]
        if not details:
            headings[3:4], rows = [], [(*row[:3], row[4]) for row in rows]
        self._tables.table(headings, rows)
        rest = [looks(each.assessment) or "no target" for each in ordered[most:]]
        more = [
            f"{len(rest):,} more steps: {', '.join(f'{rest.count(one):,} {one}' for one in sorted(set(rest)))}"
            if rest
            else "",
            f"{result.left_out:,} parameters not stepped" if result.left_out else "",
        ]
        if any(more):
            self._say("and " + "; ".join(filter(None, more)))

    def _importances(self, result: "SweepResult") -> None:
        if result.importances:
            told = ", ".join(
                f"{name} {100 * share:.0f} %" for name, share in list(result.importances.items())[:8]
            )
            self._say(f"what mattered (PED-ANOVA): {told}")

    @staticmethod
    def _bottom_line(result: "SweepResult") -> str:
        ended = "; the budget ended the search" if result.broke else ""
        return f"{len(result.found):,} points; {result.counts.words()}; {result.seconds:.1f} s{ended}"


def _after(result: "SweepResult") -> Sequence[Reading]:
    fresh: list[Certificate] = [each for each in result.certificates if each.found is result.best]
    if fresh:
        return fresh[-1].readings
    return result.held_out.readings if result.held_out is not None else result.best.assessment.readings
