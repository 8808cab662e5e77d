"""What is counted of every battle: where the axes come out, and every way from phase to phase that is taken.

0 .. 39     an axis in one of ten classes of ten points: 10 * axis + class; the last class holds 100 too
40 .. 48    mission x preservation, each in one of three bins: 3 * mission bin + preservation bin
49 ..       ways, by scenario and phase: to another phase, or to an ending
"""

from typing import NamedTuple

from games.battle.data import TURNS, BattleData, Scenario
from games.battle.formulas import HUNDRED

__all__ = [
    "AXES",
    "BINS",
    "CELLS",
    "CLASSES",
    "EDGES",
    "FIRST_CELL",
    "MOST_EVENTS",
    "Way",
    "events",
    "first_way",
    "ways",
]

AXES = ("mission", "preservation", "tempo", "judgment")
CLASSES = 10
BINS = ("low", "middle", "high")
"""Below 40, 40 to 69, from 70"""
EDGES = (40 * HUNDRED, 70 * HUNDRED)
CELLS = tuple(f"mission {mission}, preservation {kept}" for mission in BINS for kept in BINS)
FIRST_CELL = len(AXES) * CLASSES
MOST_EVENTS = len(AXES) + 1 + TURNS
_FIRST_WAY = FIRST_CELL + len(CELLS)


class Way(NamedTuple):
    """A way on from a phase."""

    phase: str
    to: str
    """The next phase, or the ending"""
    ends: bool
    coas: tuple[str, ...]
    """The courses of action that may lead there, as "b succeeds", "b fails" or "b" for both; none for an ending"""


def events(document: BattleData) -> tuple[str, ...]:
    """The names of all events, by id."""
    classes = [
        f"{axis} {10 * i}-{10 * i + 9 if i < CLASSES - 1 else 100}" for axis in AXES for i in range(CLASSES)
    ]
    taken = [
        f"{name}: {way.phase} > {'ending ' if way.ends else ''}{way.to}"
        for name, scenario in document.scenarios.items()
        for way in ways(scenario)
    ]
    return (*classes, *CELLS, *taken)


def ways(scenario: Scenario) -> tuple[Way, ...]:
    """Every way on of a scenario, in the order of its phases and then of the phases led to; endings come last."""
    found = []
    for name in scenario.phases:
        led = _led(scenario, name)
        found += [Way(name, to, False, tuple(led[to])) for to in scenario.phases if to in led]
        if None in led:
            found += [Way(name, ending.id, True, ()) for ending in scenario.endings]
    return tuple(found)


def first_way(document: BattleData, scenario: str) -> int:
    """The id of the first way of a scenario."""
    names = tuple(document.scenarios)
    before = names[: names.index(scenario)]
    return _FIRST_WAY + sum(len(ways(document.scenarios[name])) for name in before)


def _led(scenario: Scenario, phase: str) -> dict[str | None, list[str]]:
    """What leads where from a phase; None is the end."""
    led: dict[str | None, list[str]] = {}
    for name, coa in scenario.phases[phase].coas.items():
        turned = {turn.to for turn in coa.next_if}
        won, lost = turned | {coa.success.next}, turned | {coa.failure.next}
        for to in dict.fromkeys((coa.success.next, coa.failure.next, *(turn.to for turn in coa.next_if))):
            both = to in won and to in lost
            led.setdefault(to, []).append(name if both else f"{name} {'succeeds' if to in won else 'fails'}")
    return led
