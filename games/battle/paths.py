"""Ways through a scenario, without play: every one of them, and the one that history took."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.battle.data import BattleData, Coa, Outcome, Scenario
from games.battle.formulas import HUNDRED, axis_changes, factor_sum, odds_of

__all__ = ["Explored", "HistoryPath", "HistoryStep", "explore", "history_chance", "history_paths"]


class _Place(NamedTuple):
    """On entering a phase, its incidents over: all that the way on hangs on, once it is known which one is drawn."""

    phase: str
    flags: frozenset[str]
    fired: frozenset[str]


@dataclass(frozen=True)
class Explored:
    """What the ways through a scenario come to, over every choice, outcome and drawn incident."""

    shortest: tuple[str, ...]
    """Phases of a way with the fewest decisions"""
    phases: frozenset[str]
    """Phases that can be entered"""
    endings: frozenset[str]
    """Endings that can come about, by id"""


class HistoryStep(NamedTuple):
    """One decision of history."""

    phase: str
    coa: str
    odds: float
    """With all that is carried over"""


class HistoryPath(NamedTuple):
    """History, every decision a success, while one incident was drawn."""

    incident: str | None
    steps: tuple[HistoryStep, ...]
    ending: str | None
    """Its id; None where the turn cap comes first"""

    @property
    def odds(self) -> float:
        """The chance that every decision succeeds."""
        product = 1.0
        for step in self.steps:
            product *= step.odds
        return product


def explore(scenario: Scenario) -> Explored:
    """Go every way through a scenario: over (phase, flags, incidents that fired), for each drawn incident."""
    shortest: tuple[str, ...] | None = None
    phases: set[str] = set()
    endings: set[str] = set()
    for drawn in _draws(scenario):
        front: dict[_Place, tuple[str, ...]] = {
            _enter(scenario, drawn, scenario.start, frozenset(), frozenset()): (scenario.start,)
        }
        seen = set(front)
        while front:
            phases.update(place.phase for place in front)
            grown: dict[_Place, tuple[str, ...]] = {}
            for place, way in front.items():
                for to, flags in _steps(scenario, place):
                    if to is None:
                        endings.add(_ending(scenario, flags))
                        shortest = way if shortest is None or len(way) < len(shortest) else shortest
                        continue
                    after = _enter(scenario, drawn, to, flags, place.fired)
                    if after not in seen:
                        seen.add(after)
                        grown[after] = (*way, to)
            front = grown
    return Explored(shortest or (), frozenset(phases), frozenset(endings))


def history_paths(document: BattleData, name: str) -> tuple[HistoryPath, ...]:
    """The all-success path of history, for each incident that may be drawn. Raises `KeyError` for an unknown name."""
    scenario = document.scenarios[name]
    return tuple(_history_path(document, scenario, drawn) for drawn in _draws(scenario))


def history_chance(document: BattleData, name: str) -> float:
    """The chance that every history decision succeeds: an exact product with carry, averaged over drawn incidents."""
    paths = history_paths(document, name)
    return sum(path.odds for path in paths) / len(paths)


def _history_path(document: BattleData, scenario: Scenario, drawn: str | None) -> HistoryPath:
    rules = document.rules
    place = _enter(scenario, drawn, scenario.start, frozenset(), frozenset())
    preservation, recon = HUNDRED * rules.preservation, False
    steps: list[HistoryStep] = []
    while len(steps) < rules.most_decisions:
        phase = scenario.phases[place.phase]
        coa = phase.coas[phase.historic]
        losses = rules.carry_losses and preservation < HUNDRED * rules.loss_threshold
        tenths = factor_sum(rules, coa.factors, losses=losses, recon=recon and rules.carry_recon)
        steps.append(HistoryStep(place.phase, phase.historic, odds_of(rules, tenths)))
        preservation += axis_changes(rules, coa, True)[1]
        if rules.clamp_running:
            preservation = min(max(preservation, 0), 100 * HUNDRED)
        recon = coa.kind == "recon"
        to, flags = _led(coa, coa.success, place.flags)
        if to is None:
            return HistoryPath(drawn, tuple(steps), _ending(scenario, flags))
        place = _enter(scenario, drawn, to, flags, place.fired)
    return HistoryPath(drawn, tuple(steps), None)


def _draws(scenario: Scenario) -> tuple[str | None, ...]:
    return tuple(incident.id for incident in scenario.drawn) or (None,)


def _enter(
    scenario: Scenario, drawn: str | None, phase: str, flags: frozenset[str], fired: frozenset[str]
) -> _Place:
    for incident in scenario.incidents:
        if incident.phase != phase or incident.id in fired:
            continue
        if incident.id == drawn if incident.when is None else incident.when.holds(flags):
            flags, fired = flags.union(incident.flags), fired | {incident.id}
    return _Place(phase, flags, fired)


def _steps(scenario: Scenario, place: _Place) -> Iterator[tuple[str | None, frozenset[str]]]:
    """Where every choice and outcome leads, and the flags that are up then."""
    for coa in scenario.phases[place.phase].coas.values():
        for outcome in (coa.success, coa.failure):
            yield _led(coa, outcome, place.flags)


def _led(coa: Coa, outcome: Outcome, flags: frozenset[str]) -> tuple[str | None, frozenset[str]]:
    flags = flags.union(outcome.flags)
    return next((turn.to for turn in coa.next_if if turn.when.holds(flags)), outcome.next), flags


def _ending(scenario: Scenario, flags: frozenset[str]) -> str:
    return next(e.id for e in scenario.endings if e.when is None or e.when.holds(flags))
