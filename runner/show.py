"""How results are shown to people: tables on standard output, progress on standard error."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich.box
import rich.console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from runner.answers import figures
from runner.figures import MatchupFigures
from runner.gate_words import HEADINGS, gate_lines
from runner.judge.estimates import Estimate
from runner.judge.gates import GateVerdict
from runner.judge.verdicts import Verdict
from runner.words import ends, needed, number

if TYPE_CHECKING:
    from runner.compare import Change, Comparison
    from runner.experiment import Experiment
    from runner.new import Drawn
    from runner.run import Listener, RunResult
    from runner.smoke import SmokeRow

__all__ = ["Console"]

MARKS = {"met": ("✔ met", "green"), "missed": ("✘ missed", "red"), "undecided": ("? undecided", "yellow")}
BROKEN_FIRST = {"missed": 0, "undecided": 1, "met": 2}
MOST_ROWS = 60


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
        bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._err,
            transient=True,
            disable=self.quiet or not self._err.is_terminal,
        )
        with bar:
            yield _Bar(bar)

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """A turning sign and the time that passes, for work whose length is not known; on a terminal only."""
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        silent = self.quiet or not self._err.is_terminal
        with Progress(*columns, console=self._err, transient=True, disable=silent) as bar:
            bar.add_task(what, total=None)
            yield

    def preparing(self, what: str) -> None:
        """Say what takes a moment, on a terminal only."""
        if not self.quiet and self._err.is_terminal:
            self._err.print(Text(f"{what} ..."))

    def result(self, experiment: "Experiment", result: "RunResult", page: Path | None) -> None:
        """The verdict table, the figures, what went wrong, and where everything is."""
        self._out.print(Text(f"{experiment.title or experiment.name}", style="bold"))
        targets = [verdict for verdict in result.verdicts if verdict.target.matchup]
        if targets or not result.gates:
            self._verdicts(targets, experiment.certainty)
        if result.gates:
            self.gates(result.gates)
        rows = figures(experiment, result)
        self._figures(rows, experiment.certainty)
        if len(rows) == 1:
            self._options(rows[0])
        for control in result.controls:
            if not control.passed:
                self._out.print(Text(f"control failed: {control.name}: {control.detail}", style="bold red"))
        for fault in result.faults:
            text = f"fault: {fault.policy} voided {fault.pairs:,} pairs of {fault.matchup}: {fault.reason}"
            self._out.print(Text(text, style="bold red"))
        for warning in result.warnings:
            self._out.print(Text(f"warning: {warning}", style="yellow"))
        self._out.print(Text(self._bottom_line(experiment, result)))
        self._out.print(Text(f"run: {result.folder}"), soft_wrap=True)
        if page is not None:
            self._out.print(Text(f"report: {page}"), soft_wrap=True)

    def drawn(self, drawn: "Drawn") -> None:
        """What a new scenario answers to the gates, and where it stands."""
        self.gates(drawn.gates)
        for name in drawn.left:
            self._out.print(Text(f"{name}: passed by the bots that it was drawn with; `run` says how surely"))
        self._out.print(Text(f"{drawn.scenario}: {drawn.path}"), soft_wrap=True)

    def comparison(self, result: "Comparison") -> None:
        """What a patch moved, how options are used, and which verdicts changed."""
        if result.same:
            self._out.print(
                Text("nothing changed: both sides are one document, every difference is exactly 0")
            )
        elif not result.moved:
            self._out.print(Text(f"nothing moved for certain in {result.games:,} games of each side"))
        interval = f"{100 * result.certainty:g} % interval"
        shown = [] if result.same else result.moved[:MOST_ROWS]
        if shown:
            cells = [(c.matchup, c.player, c.figure, *_diff_cells(c)) for c in shown]
            headings = (
                "match-up",
                "player",
                "figure",
                "before",
                "after",
                "difference",
                interval,
                "pairs that differ",
            )
            self.table(headings, cells)
        if len(result.moved) > len(shown) > 0:
            self._out.print(Text(f"and {len(result.moved) - len(shown):,} more: see --json"))
        if result.options:
            rows = [
                (
                    o.matchup,
                    o.player,
                    o.option,
                    _percent(o.before),
                    _percent(o.after),
                    _percent_span(o.difference),
                )
                for o in result.options[:MOST_ROWS]
            ]
            self.table(
                ("match-up", "player", "option taken when offered", "before", "after", "difference"), rows
            )
        changed = [(new.target.name, old.status, new.status) for old, new in result.verdicts]
        if changed:
            self.table(("target whose verdict changed", "before", "after"), changed)
        elif not result.same:
            self._out.print(Text("no verdict changed"))
        self._out.print(Text(f"{result.games:,} games of each side on the same luck"))

    def smoke(self, rows: "Sequence[SmokeRow]") -> None:
        """One line an experiment."""
        cells = [(row.experiment, row.outcome, f"{row.games:,}", f"{row.seconds:.1f} s") for row in rows]
        self.table(("experiment", "outcome", "games", "time"), cells)

    def catalogue(self, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """A table for each part of a catalogue."""
        for name, rows in tables.items():
            self._out.print(Text(name, style="bold"))
            columns = tuple(rows[0]) if rows else ("nothing",)
            self.table(columns, [tuple(row.values()) for row in rows])

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Any rows under their names; names and values are shown as they are, never as markup."""
        table = _table(*columns)
        for row in rows:
            table.add_row(*(Text("" if value is None else str(value)) for value in row))
        self._out.print(table)

    def gates(self, gates: Sequence[GateVerdict]) -> None:
        """One line for each thing a gate asks of a scenario."""
        table = _table("verdict", *HEADINGS)
        for status, cells in sorted(gate_lines(gates), key=lambda line: BROKEN_FIRST[line[0]]):
            mark, colour = MARKS[status]
            table.add_row(Text(mark, style=colour), *(Text(cell) for cell in cells))
        self._out.print(table)

    def _verdicts(self, verdicts: Sequence[Verdict], certainty: float) -> None:
        if not verdicts:
            self._out.print(Text("no targets: nothing to judge"))
            return
        table = _table(
            "verdict",
            "target",
            "estimate",
            f"{100 * certainty:g} % interval",
            "band",
            "games",
            "still needed",
        )
        ordered = sorted(verdicts, key=lambda verdict: BROKEN_FIRST[verdict.status])
        for verdict in ordered[:MOST_ROWS]:
            mark, colour = MARKS[verdict.status]
            target = verdict.target
            more = needed(verdict) if verdict.status == "undecided" else ""
            band = f"{number(target.low, verdict)} to {number(target.high, verdict)}"
            cells = (
                target.name,
                number(verdict.estimate, verdict),
                ends(verdict),
                band,
                f"{verdict.games:,}",
                more,
            )
            table.add_row(Text(mark, style=colour), *(Text(cell) for cell in cells))
        self._out.print(table)
        if len(ordered) > MOST_ROWS:
            self._out.print(Text(f"and {len(ordered) - MOST_ROWS:,} more targets: see the report or --json"))

    def _figures(self, rows: Sequence[MatchupFigures], certainty: float) -> None:
        interval = f"{100 * certainty:g} % interval"
        headings = ("won", "no winner", "lost", "score", interval, "mean turns", "median", "games")
        lone = all(" v " not in row.name for row in rows)
        table = _table("policy" if lone else "match-up, seen from its first player", *headings)
        for row in rows[:MOST_ROWS]:
            table.add_row(*(Text(cell) for cell in _figure_cells(row, row.players[0])))
        self._out.print(table)
        if len(rows) > MOST_ROWS:
            self._out.print(Text(f"and {len(rows) - MOST_ROWS:,} more match-ups: see the report or --json"))
        self._metrics(rows)

    def _metrics(self, rows: Sequence[MatchupFigures]) -> None:
        if len(rows) != 1:
            return
        table = _table("metric", "player", "mean", "interval", "games")
        for player in rows[0].players:
            for name, estimate in player.metrics.items():
                cells = (name, player.label, _mean(estimate.value), _span(estimate), f"{estimate.number:,}")
                table.add_row(*(Text(cell) for cell in cells))
        self._out.print(table)

    def _options(self, row: MatchupFigures) -> None:
        table = _table("option", "player", "plays", "games seen", "games played")
        for player in row.players:
            for option in player.options:
                counts = (option.chosen, option.games_seen, option.games_chosen)
                table.add_row(
                    *(Text(cell) for cell in (option.option, player.label, *(f"{n:,}" for n in counts)))
                )
        self._out.print(table)

    @staticmethod
    def _bottom_line(experiment: "Experiment", result: "RunResult") -> str:
        counts = {status: sum(v.status == status for v in result.verdicts) for status in MARKS}
        told = ", ".join(f"{n} {status}" for status, n in counts.items() if n) or "nothing judged"
        certain = f"certain at {100 * experiment.certainty:g} % over the whole table"
        played = f"{result.games:,} games in {result.seconds:.1f} s"
        matchups = len(experiment.matchups())
        cap = matchups * experiment.games
        saved = f", {cap / result.games:.1f} x fewer than {cap:,} fixed" if 0 < result.games < cap else ""
        return f"{told} ({certain}); {played}{saved}"


def _figure_cells(row: MatchupFigures, player: Any) -> tuple[str, ...]:
    games = player.wins + player.draws + player.losses
    shares = (f"{100 * n / games:.1f} %" if games else "" for n in (player.wins, player.draws, player.losses))
    rate = player.win_rate
    interval = f"{100 * (rate.low or 0):.1f} to {100 * (1 if rate.high is None else rate.high):.1f} %"
    score = "" if rate.value is None else f"{100 * rate.value:.1f} %"
    middle = "" if row.median_turns is None else f"{row.median_turns:g}"
    return (
        row.name,
        *shares,
        score,
        interval,
        _mean(row.mean_turns.value),
        middle,
        f"{games:,}",
    )


def _diff_cells(change: "Change") -> tuple[str, ...]:
    diff, scale, unit = change.diff, 1.0, ""
    if change.figure == "score":
        scale, unit = 100.0, " %"

    def number(value: float | None, sign: str = "") -> str:
        return "" if value is None else f"{scale * value:{sign}.4g}{unit}"

    ends = "" if diff.low is None else f"{number(diff.low, '+')} to {number(diff.high, '+')}"
    return (
        number(diff.before),
        number(diff.after),
        number(diff.mean, "+"),
        ends,
        f"{diff.changed:,} of {diff.pairs:,}",
    )


def _percent(estimate: Estimate) -> str:
    return "" if estimate.value is None else f"{100 * estimate.value:.1f} %"


def _percent_span(gap: Estimate) -> str:
    value, (low, high) = 100 * (gap.value or 0.0), gap.ends
    return f"{value:+.1f} ({100 * low:+.1f} to {100 * high:+.1f}) points"


def _mean(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _span(estimate: Estimate) -> str:
    return "" if estimate.low is None else f"{estimate.low:.3f} to {estimate.high:.3f}"


def _table(*columns: str) -> Table:
    table = Table(box=rich.box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(Text(column), overflow="fold")
    return table


class _Bar:
    """A `Listener` that draws on a progress bar."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("reading", total=None)

    def preparing(self, what: str) -> None:
        self._bar.reset(self._task, total=None, description=what)

    def round(self, number: int, games: int, undecided: int) -> None:
        targets = f", {undecided} undecided" if undecided else ""
        self._bar.reset(self._task, total=games, description=f"round {number + 1}{targets}")

    def played(self, games: int) -> None:
        self._bar.advance(self._task, games)
