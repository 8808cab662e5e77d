"""The terminal."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich.console
from rich.text import Text

from runner.answers import figures as figures_of
from runner.answers import impacts
from runner.answers import leagues as leagues_of
from runner.show.careers import careers
from runner.show.comparison import comparison
from runner.show.figures import figures
from runner.show.gates import gates
from runner.show.leagues import leagues
from runner.show.options import options
from runner.show.progress import Bar, progress, turning
from runner.show.tables import Shown, line, table
from runner.show.transcripts import checked
from runner.show.verdicts import MARKS, verdicts

if TYPE_CHECKING:
    from runner.careers import PolicyCareers
    from runner.compare import Comparison
    from runner.experiment import Experiment
    from runner.judge.gates import GateVerdict
    from runner.new import Drawn
    from runner.run import Listener, RunResult
    from runner.smoke import SmokeRow
    from runner.transcripts import Checked

__all__ = ["Console"]


class Console:
    """The terminal: tables on standard output, progress on standard error, neither when `quiet`."""

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        wide = None if sys.stdout.isatty() else 120
        self._out = rich.console.Console(width=wide, highlight=False)
        self._err = rich.console.Console(stderr=True, highlight=False)

    @contextmanager
    def progress(self) -> "Iterator[Listener]":
        """A listener that draws a bar while standard error is a terminal and stays silent elsewhere."""
        with progress(self._err, self.quiet or not self._err.is_terminal) as bar:
            yield Bar(bar)

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """A turning sign and the time that passes, for work whose length is not known; on a terminal only."""
        with turning(self._err, what, self.quiet or not self._err.is_terminal):
            yield

    def preparing(self, what: str) -> None:
        """Say what takes a moment, on a terminal only."""
        if not self.quiet and self._err.is_terminal:
            self._err.print(Text(f"{what} ..."))

    def result(self, experiment: "Experiment", result: "RunResult", page: Path | None) -> None:
        """The verdict table, the figures, what went wrong, and where everything is."""
        self._out.print(line(f"{experiment.title or experiment.name}", "bold"))
        targets = [verdict for verdict in result.verdicts if verdict.target.matchup]
        if targets or not result.gates:
            self._show(verdicts(targets, experiment.certainty))
        if result.gates:
            self.gates(result.gates)
        rows = figures_of(experiment, result)
        self._show(figures(rows, experiment.certainty))
        self._show(leagues(leagues_of(experiment, result), experiment.certainty))
        self._show(options(impacts(experiment, result), experiment.game.seats, experiment.certainty))
        self._show(_wrong(result))
        self._out.print(line(_bottom_line(experiment, result)))
        self._out.print(line(f"run: {result.folder}"), soft_wrap=True)
        if page is not None:
            self._out.print(line(f"report: {page}"), soft_wrap=True)

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
        self._show(gates(found))

    def careers(self, found: "Sequence[PolicyCareers]") -> None:
        """Ratings, grades and badges over many careers."""
        self._show(careers(found))

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

    def _show(self, pieces: Shown) -> None:
        for piece in pieces:
            self._out.print(piece)


def _wrong(result: "RunResult") -> Shown:
    """Failed controls, faults and warnings."""
    for control in result.controls:
        if not control.passed:
            yield line(f"control failed: {control.name}: {control.detail}", "bold red")
    for fault in result.faults:
        yield line(f"fault: {fault.sentence}", "bold red")
    for warning in result.warnings:
        yield line(f"warning: {warning}", "yellow")


def _bottom_line(experiment: "Experiment", result: "RunResult") -> str:
    counts = {status: sum(v.status == status for v in result.verdicts) for status in MARKS}
    certain = f" (certain at {100 * experiment.certainty:g} % over the whole table)"
    told = ", ".join(f"{n} {status}" for status, n in counts.items() if n)
    told = told + certain if told else "nothing judged"
    played = f"{result.games:,} games in {result.seconds:.1f} s"
    matchups = len(experiment.matchups())
    cap = matchups * experiment.games
    saved = f", {cap / result.games:.1f} x fewer than {cap:,} fixed" if 0 < result.games < cap else ""
    return f"{told}; {played}{saved}"
