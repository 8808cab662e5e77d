"""What a run came to: the first screen, which answers the question asked, and all the rest behind `--details`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runner.answers import figures as figures_of
from runner.answers import impacts
from runner.answers import leagues as leagues_of
from runner.counts import VerdictCounts
from runner.mirrors import told as told_of_mirrors
from runner.show.figures import figures
from runner.show.gates import broken_gates, gates
from runner.show.leagues import leagues
from runner.show.matchups import MOST_MATCHUPS, matchups, that_matter
from runner.show.options import options
from runner.show.tables import MOST_ROWS, Shown, line
from runner.show.verdicts import MOST_SHOWN, verdicts

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.run import RunResult

__all__ = ["details", "first_screen", "headline"]

# Rows of targets and of gates where a run has both.
_MOST_OF_EACH = 12


def first_screen(experiment: "Experiment", result: "RunResult", allow_undecided: bool = False) -> Shown:
    """Verdicts first, what is broken at the top, then a line for each match-up that matters."""
    targets = [verdict for verdict in result.verdicts if verdict.target.matchup]
    most = _MOST_OF_EACH if targets and result.gates else MOST_SHOWN
    yield from _top(experiment, result, allow_undecided)
    if targets or not result.gates:
        yield from verdicts(targets, experiment.certainty, most)
    if result.gates:
        yield from broken_gates(result.gates, most)
    rows = figures_of(experiment, result)
    few = MOST_MATCHUPS if result.verdicts else MOST_SHOWN
    yield from matchups(that_matter(experiment, result, rows), len(rows), experiment.certainty, few)


def details(experiment: "Experiment", result: "RunResult", allow_undecided: bool = False) -> Shown:
    """Every table, and the notes on how its figures are made."""
    targets = [verdict for verdict in result.verdicts if verdict.target.matchup]
    yield from _top(experiment, result, allow_undecided)
    if targets or not result.gates:
        yield from verdicts(targets, experiment.certainty, MOST_ROWS)
    if result.gates:
        yield from gates(result.gates, MOST_ROWS)
    yield from figures(figures_of(experiment, result), experiment.certainty)
    yield from leagues(leagues_of(experiment, result), experiment.certainty)
    yield from options(impacts(experiment, result), experiment.certainty, len(experiment.scenarios) > 1)


def _top(experiment: "Experiment", result: "RunResult", allow_undecided: bool) -> Shown:
    """The title, the verdicts in one line, and whatever makes them doubtful."""
    yield line(f"{experiment.title or experiment.name}", "bold")
    yield line(headline(experiment, result), "bold")
    yield from _wrong(result)
    yield from (line(text) for text in told_of_mirrors(experiment.mirrors))
    undecided = VerdictCounts.of(result.verdicts).undecided
    if allow_undecided and undecided and result.exit_code == 3:
        yield line(f"{undecided:,} undecided, which --allow-undecided lets pass: nothing is certainly missed")


def headline(experiment: "Experiment", result: "RunResult") -> str:
    """`5 missed, 4 met (certain at 95 % over the whole table); 7,168 games and 768 as controls in 1.2 s`."""
    counts = VerdictCounts.of(result.verdicts)
    certain = f" (certain at {100 * experiment.certainty:g} % over the whole table)"
    told = counts.words() + certain if counts.total else "nothing judged"
    cap = len(experiment.matchups()) * experiment.games
    fewer = f", {cap / result.games:.1f} x fewer than {cap:,} fixed" if 0 < result.games < cap else ""
    return f"{told}; {result.counts.words()} in {result.seconds:.1f} s{fewer}"


def _wrong(result: "RunResult") -> Shown:
    """Failed controls, faults and warnings."""
    failed = [f"control failed: {one.name}: {one.detail}" for one in result.controls if not one.passed]
    faults = [f"fault: {one.sentence}" for one in result.faults]
    yield from _first([*failed, *faults], "bold red")
    yield from _first([f"warning: {warning}" for warning in result.warnings], "yellow")


def _first(texts: Sequence[str], style: str, most: int = 10) -> Shown:
    yield from (line(text, style) for text in texts[:most])
    if len(texts) > most:
        yield line(f"and {len(texts) - most:,} more: see --json", style)
