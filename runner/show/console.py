"""The terminal."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich.console

from runner.counts import VerdictCounts
from runner.show import outcome
from runner.show.answer import answer
from runner.show.careers import careers
from runner.show.comparison import comparison
from runner.show.gates import gates
from runner.show.progress import Course, Pace, Told, following
from runner.show.steps import next_steps, steps_of_run
from runner.show.tables import MOST_ROWS, Shown, line, table
from runner.show.transcripts import checked
from runner.show.verdicts import MOST_SHOWN

if TYPE_CHECKING:
    from runner.careers import PolicyCareers
    from runner.compare import Comparison
    from runner.experiment import Experiment
    from runner.judge.gates import GateVerdict
    from runner.new import Drawn
    from runner.run import RunResult
    from runner.smoke import SmokeRow
    from runner.store import Answer
    from runner.transcripts import Checked

__all__ = ["Console"]

WIDE = 120
"""Columns where standard output is no terminal."""


class Console:
    """The terminal: tables on standard output; on standard error how far the work is, unless `quiet`."""

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        wide = None if sys.stdout.isatty() else WIDE
        self._out = rich.console.Console(width=wide, highlight=False)
        self._err = rich.console.Console(stderr=True, highlight=False)
        self._pace = Pace()

    @contextmanager
    def progress(self, title: str = "", unit: str = "games") -> "Iterator[Course]":
        """A listener whose line is kept up to date on a terminal and said now and then elsewhere."""
        course = Course(title, unit)
        with self.following(course):
            yield course

    @contextmanager
    def following(self, told: Told) -> Iterator[None]:
        """The same for anything that can say how far it is."""
        with following(told, self._err, self.quiet, self._pace):
            yield

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """What is done and the time that passes, for work whose length is not known."""
        with self.progress() as course:
            course.preparing(what)
            yield

    def result(
        self,
        experiment: "Experiment",
        result: "RunResult",
        page: Path | None,
        details: bool = False,
        allow_undecided: bool = False,
        words: Sequence[str] = (),
    ) -> None:
        """The verdicts and what matters for them, or with `details` every table; where everything is; what to do next.

        `words` are those of the command line that asked for it.
        """
        shown = outcome.details if details else outcome.first_screen
        self._show(shown(experiment, result, allow_undecided))
        self._out.print(line(f"run: {result.folder}"), soft_wrap=True)
        if page is not None:
            self._out.print(line(f"report: {page}"), soft_wrap=True)
        if words:
            self.steps(list(steps_of_run(experiment, result, page, words)))

    def steps(self, steps: Sequence[tuple[str, str]]) -> None:
        """What to do next: what it is for, and the command, unbroken so that it can be copied."""
        for piece in next_steps(steps):
            self._out.print(piece, soft_wrap=True)

    def drawn(self, drawn: "Drawn") -> None:
        """What a new scenario answers to the gates, and where it stands."""
        self.gates(drawn.gates)
        for name in drawn.left:
            self._out.print(line(f"{name}: passed by the bots that it was drawn with; `run` says how surely"))
        self._out.print(line(f"{drawn.scenario}: {drawn.path}"), soft_wrap=True)

    def checked(self, found: "Checked") -> None:
        """What a transcript's check found."""
        for piece in checked(found):
            self._out.print(piece, soft_wrap=True)

    def comparison(self, result: "Comparison") -> None:
        """What a patch moved, how options are used, and which verdicts changed."""
        self._show(comparison(result))

    def gates(self, found: "Sequence[GateVerdict]") -> None:
        """One line for each thing a gate asks of a scenario."""
        self._show(gates(found, MOST_ROWS))

    def checked_gates(self, found: "Sequence[GateVerdict]", left: int, config: Path, details: bool) -> None:
        """Gates that need no play, counted; the worst of them, or with `details` more; how many need play."""
        told = VerdictCounts.of_statuses(gate.status for gate in found).words()
        self._out.print(line(f"gates: {told}" if told else "no gate is answered without play", "bold"))
        if found:
            self._show(gates(found, MOST_ROWS if details else MOST_SHOWN))
        if left:
            needs = "needs" if left == 1 else "need"
            self._out.print(line(f"{left} more {needs} play: equipoise run {config}"), soft_wrap=True)

    def careers(self, found: "Sequence[PolicyCareers]", details: bool = False) -> None:
        """Ratings, grades and badges over many careers."""
        self._show(careers(found, details))

    def kept(self, folder: Path) -> None:
        """Where an answer is kept; the same command shows it again."""
        self._out.print(
            line(f"kept: {folder} (shown again by the same command; --fresh asks anew)"), soft_wrap=True
        )

    def answer(self, found: "Answer", layout: str | None) -> None:
        """The rows that a question in SQL brought, as "table" or "records", or by the width."""
        for piece in answer(found, layout, self._out):
            self._out.print(piece, soft_wrap=layout == "records")

    def smoke(self, rows: "Sequence[SmokeRow]") -> None:
        """One line an experiment."""
        cells = [(row.experiment, row.outcome, f"{row.games:,}", f"{row.seconds:.1f} s") for row in rows]
        self.table(("experiment", "outcome", "games", "time"), cells)

    def catalogue(self, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """A table for each part of a catalogue."""
        for name, rows in tables.items():
            self._out.print(line(name, "bold"))
            columns = tuple(rows[0]) if rows else ("nothing",)
            self.table(columns, [tuple(row.values()) for row in rows])

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Any rows under their names; names and values are shown as they are, never as markup."""
        self._out.print(table(columns, rows))

    def say(self, text: str, style: str = "") -> None:
        """A line, wrapped at words where it must be."""
        self._out.print(line(text, style))

    def _show(self, pieces: Shown) -> None:
        for piece in pieces:
            self._out.print(piece)
