"""One step away from the winner: what still matters, and which target or gate would break first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeps.definition import Sweep
from sweeps.evaluator import Evaluator
from sweeps.objective import Assessment, Reading
from sweeps.parameters import Value
from sweeps.search import Found, Prepare
from sweeps.space import Refused

__all__ = ["Deviation", "deviations", "has_no_slack", "nearest_edge"]

# Parameters that are stepped at most: those that were changed first.
MOST_PARAMETERS = 40
# Games a match-up of a neighbour, or all that a point may have where that is less.
GAMES = 4_096


@dataclass(frozen=True)
class Deviation:
    """The winner with one parameter moved by a step."""

    parameter: str
    value: Value
    """The neighbouring value."""
    winner: Value
    assessment: Assessment | None
    """None where the game does not take the value."""

    @property
    def broken(self) -> tuple[str, ...]:
        """What surely breaks there."""
        readings = self.assessment.readings if self.assessment else ()
        return tuple(
            r.name for r in readings if r.kind != "goal" and (r.surely_missed or r.status == "missed")
        )


def deviations(
    sweep: Sweep, evaluator: Evaluator, prepare: Prepare, winner: Found, order: Sequence[int]
) -> tuple[list[Deviation], int]:
    """Every one-step neighbour, by parameter in `order`, and how many parameters were left out."""
    space, point = sweep.space, winner.candidate.point
    steps = []
    for index in order[:MOST_PARAMETERS]:
        parameter = space.parameters[index]
        for value in parameter.neighbours(point[index]):
            moved = (*point[:index], value, *point[index + 1 :])
            try:
                candidate = prepare(moved)
            except Refused:
                candidate = None
            steps.append((Deviation(parameter.name, value, point[index], None), candidate))
    ready = [candidate for _, candidate in steps if candidate is not None]
    games = min(GAMES, sweep.table.games)
    known = {each.run: found for each, found in evaluator.complete(ready, games, "deviation")}
    made = [
        replace(step, assessment=known[candidate.run] if candidate is not None else None)
        for step, candidate in steps
    ]
    return made, max(len(order) - MOST_PARAMETERS, 0)


def nearest_edge(readings: Sequence[Reading]) -> Reading | None:
    """What has the least slack, in half bands: it would break first. Gates that count faults have none to lose."""
    asked = [reading for reading in readings if reading.slack is not None and not has_no_slack(reading)]
    return min(asked, key=lambda reading: reading.slack or 0.0, default=None)


def has_no_slack(reading: Reading) -> bool:
    """A goal, which has no band, or a gate that asks for none of something and finds none."""
    return reading.kind == "goal" or (reading.high == 0.0 and reading.estimate == 0.0)
