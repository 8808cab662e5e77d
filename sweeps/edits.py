"""Sets of edits: which values of which parameters are changed, played as points, and what they should come to."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sweeps.definition import Sweep
from sweeps.evaluator import Candidate, Evaluator
from sweeps.objective import Assessment, Reading
from sweeps.parameters import Parameter, Value
from sweeps.search import Found, Prepare
from sweeps.space import Point, Refused

__all__ = ["Direction", "Edits", "Trials", "at", "crossed", "directions", "nearer", "neighbours", "predicted"]

Edits = tuple[tuple[int, Value], ...]
"""Parameters by number and their new values, by rising number."""


@dataclass(frozen=True)
class Direction:
    """One parameter moved one way."""

    index: int
    values: tuple[Value, ...]
    """Nearest to today first."""


def directions(index: int, parameter: Parameter) -> Iterator[Direction]:
    """Up, then down, where there is something; for a choice, each other one."""
    edits = list(parameter.edits())
    if parameter.kind == "choice":
        yield from (Direction(index, (value,)) for value in edits)
        return
    above = tuple(value for value in edits if float(value) > float(parameter.today))
    below = tuple(value for value in edits if float(value) < float(parameter.today))
    yield from (Direction(index, side) for side in (above, below) if side)


def at(several: Sequence[Direction], part: float) -> Edits:
    """The edits at a part of the way, in (0, 1], to the far end of each direction; () for a part of 0."""
    if part <= 0:
        return ()
    ordered = sorted(several, key=lambda way: way.index)
    return tuple((way.index, way.values[max(math.ceil(part * len(way.values)), 1) - 1]) for way in ordered)


def crossed(today: Assessment, there: Assessment) -> bool:
    """Whether everything that misses today is inside its band there, or off on the other side."""
    before = {reading.name: _side(reading) for reading in today.readings if _side(reading)}
    after = {reading.name: _side(reading) for reading in there.readings}
    return bool(before) and all(after.get(name, side) != side for name, side in before.items())


def _side(reading: Reading) -> int:
    """-1 below the band, 1 above, 0 inside."""
    value = reading.estimate
    return 0 if value is None else -1 if value < reading.low else 1 if value > reading.high else 0


def nearer(parameters: Sequence[Parameter], edits: Edits) -> Iterator[Edits]:
    """The same edits with one of them left out, or a step, or half the way, nearer to today."""
    for place, (index, value) in enumerate(edits):
        if len(edits) > 1:
            yield (*edits[:place], *edits[place + 1 :])
        between = [other for other in parameters[index].edits() if _between(parameters[index], other, value)]
        for other in dict.fromkeys((between[-1], between[len(between) // 2])) if between else ():
            yield (*edits[:place], (index, other), *edits[place + 1 :])


def neighbours(parameters: Sequence[Parameter], edits: Edits) -> Iterator[Edits]:
    """The same edits with one of them a step further on either side, none of them back at today's value."""
    for place, (index, value) in enumerate(edits):
        for other in parameters[index].neighbours(value):
            if parameters[index].distance(other) > 0:
                yield (*edits[:place], (index, other), *edits[place + 1 :])


def _between(parameter: Parameter, other: Value, value: Value) -> bool:
    """Whether `other` lies between today's value and `value`, both left out."""
    if parameter.kind == "choice":
        return False
    today, near, far = float(parameter.today), float(other), float(value)
    return today < near < far or far < near < today


def predicted(today: Assessment, edited: Sequence[Assessment]) -> float:
    """The distance if the effects of single edits add up; rates on the logistic scale, where they do so better."""
    total = 0.0
    for place, reading in enumerate(today.readings):
        others = [each.readings[place] for each in edited if place < len(each.readings)]
        if len(others) < len(edited) or any(other.name != reading.name for other in others):
            return math.inf  # an edit that asks other things, such as of another phase, cannot be added up
        there, back = (_logit, _logistic) if _is_rate((reading, *others)) else (float, float)
        start = there(reading.estimate or 0.0)
        value = back(start + sum(there(other.estimate or 0.0) - start for other in others))
        total += max(reading.low - value, value - reading.high, 0.0) / reading.scale
    return total


def _is_rate(readings: Sequence[Reading]) -> bool:
    return all(reading.kind == "target" and reading.is_rate for reading in readings)


def _logit(rate: float) -> float:
    kept = min(max(rate, 0.002), 0.998)
    return math.log(kept / (1.0 - kept))


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))


class Trials:
    """Sets of edits that were played."""

    def __init__(self, sweep: Sweep, evaluator: Evaluator, prepare: Prepare) -> None:
        self._sweep, self._evaluator, self._prepare = sweep, evaluator, prepare
        self.parameters = sweep.space.parameters
        self.found: dict[Edits, Found] = {}
        self.broke = False
        """Whether the budget is used up."""

    @property
    def today(self) -> Assessment:
        """What is known of the experiment as it is."""
        return self.found[()].assessment

    def point(self, edits: Edits) -> Point:
        """Today's point with some values edited."""
        values = list(self._sweep.space.today)
        for index, value in edits:
            values[index] = value
        return tuple(values)

    def play(self, several: Sequence[Edits]) -> None:
        """Play each set of edits until everything is decided, something is missed or doubtful."""
        self._rounds({edits: made for edits in several if (made := self._ready(edits)) is not None}, False)

    def settle(self, count: int, most: int) -> None:
        """Play the doubtful among the closest sets of so many edits until they are decided as well."""
        kept = [edits for edits in self.closest(count) if not self.found[edits].assessment.finished]
        self._rounds({edits: self.found[edits].candidate for edits in kept[:most]}, True)

    def _rounds(self, waiting: dict[Edits, Candidate], insist: bool) -> None:
        """Rounds for each until it is finished or, unless one insists, doubtful."""
        while waiting and not self.broke:
            phase = "smallest-change" if any(waiting) else "today"
            played = self._evaluator.advance(list(waiting.values()), phase)
            known = {candidate.run: assessment for candidate, assessment in played}
            self.broke = len(known) < len({each.run for each in waiting.values()})
            self.found |= {
                edits: Found(each, known[each.run]) for edits, each in waiting.items() if each.run in known
            }
            waiting = {
                edits: each
                for edits, each in waiting.items()
                if each.run in known
                and not known[each.run].finished
                and (insist or not known[each.run].doubtful)
            }

    def is_met(self, edits: Edits) -> bool:
        """Whether everything is met, and as far inside as the sweep aims."""
        one = self.found.get(edits)
        return one is not None and one.assessment.status == "met" and one.assessment.distance.value == 0.0

    def met(self) -> list[Edits]:
        """What meets everything, fewest edits first, then smallest, then furthest inside."""
        kept = [edits for edits in self.found if self.is_met(edits)]
        return sorted(kept, key=lambda edits: (len(edits), round(self.size(edits), 9), -self._slack(edits)))

    def distance(self, edits: Edits) -> float:
        """How far the edits are from what is asked; infinite where they were not played."""
        one = self.found.get(edits)
        return math.inf if one is None else one.assessment.distance.value

    def closest(self, count: int) -> list[Edits]:
        """The sets of so many edits by distance, the smaller first of equal ones."""
        kept = [edits for edits in self.found if len(edits) == count]
        return sorted(kept, key=lambda edits: (self.distance(edits), self.size(edits)))

    def size(self, edits: Edits) -> float:
        """How much is changed in all."""
        return sum(self.parameters[index].distance(value) for index, value in edits)

    def _slack(self, edits: Edits) -> float:
        readings = self.found[edits].assessment.readings
        return min((r.slack for r in readings if r.kind != "goal" and r.slack is not None), default=0.0)

    def _ready(self, edits: Edits) -> Candidate | None:
        point = self.point(edits)
        if edits in self.found or any(self._sweep.space.violations(point)):
            return None
        try:
            return self._prepare(point)
        except Refused:
            return None
