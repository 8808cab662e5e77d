"""Gates that the data alone answers, as readings: exact, and without a game being played."""

from typing import Any

from runner.experiment import Experiment
from sweeps.objective import Reading, of_gate

__all__ = ["gate_readings"]


def gate_readings(experiment: Experiment) -> tuple[Reading, ...]:
    """A reading for every row of every gate of the experiment."""
    rows: tuple[Any, ...] = ()
    return tuple(of_gate(row) for row in rows)
