"""A sweep as JUnit XML: a test for each thing asked of the best point, and one for its certificate."""

from typing import TYPE_CHECKING

from runner.junit import Case, suite
from sweeps.outcome import readings_of

if TYPE_CHECKING:
    from sweeps.run import SweepResult

__all__ = ["junit"]

_STATUSES = {0: "met", 1: "missed", 3: "undecided"}


def junit(result: "SweepResult") -> str:
    """The tests; they pass when the sweep ends with 0."""
    name = result.sweep.experiment.name
    told = result.sweep.space.told(result.best.candidate.point)
    certificate = Case(f"{name}.sweep", "certified on fresh luck", _STATUSES[result.exit_code], told)
    cases = [
        Case(name, reading.name, reading.status, f"estimate {reading.estimate} at {told}")
        for reading in readings_of(result)
        if reading.kind != "goal"
    ]
    counts = result.counts
    games = {
        "games": counts.search,
        "fresh_games": counts.fresh,
        "deviation_games": counts.around,
        "control_games": counts.controls,
    }
    return suite(f"equipoise sweep {name}", [certificate, *cases], result.seconds, games)
