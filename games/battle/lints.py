"""What is worth a look in a scenario, though it may ship so: gates that are not among the eight.

pairwise      an option that another of its phase matches or beats on every expected axis
tempo_quirk   a negative tempo effect, which a failure makes milder
mission_quirk a mission effect so low that failing is better than succeeding
dead_phases   a phase that no way through the scenario enters
"""

from collections.abc import Callable
from dataclasses import replace

from games.battle.data import BattleData, Coa
from games.battle.formulas import axis_changes, expected_effects
from games.battle.paths import explore
from games.gates import Gate, GateRow, gate

__all__ = ["LINTS", "dead_phases", "mission_quirk", "pairwise", "tempo_quirk"]


def pairwise(document: BattleData, scenario: str, high: float = 0) -> tuple[GateRow, ...]:
    """Options that another of their phase matches or beats on every expected axis."""
    found = []
    for name, phase in document.scenarios[scenario].phases.items():
        effects = {each: expected_effects(document.rules, coa) for each, coa in phase.coas.items()}
        for each, mine in effects.items():
            for other, theirs in effects.items():
                better = all(t >= m for m, t in zip(mine, theirs, strict=True))
                if better and mine != theirs:
                    found.append(f"{name}.{each} by {name}.{other}")
    return (GateRow("pairwise", scenario, len(found), None, high, ", ".join(found)),)


def tempo_quirk(document: BattleData, scenario: str, high: float = 0) -> tuple[GateRow, ...]:
    """Options whose failure costs less tempo than their success."""
    return (_row("tempo_quirk", document, scenario, high, lambda failed, won: failed[2] > won[2]),)


def mission_quirk(document: BattleData, scenario: str, high: float = 0) -> tuple[GateRow, ...]:
    """Options whose failure brings more mission than their success."""
    return (_row("mission_quirk", document, scenario, high, lambda failed, won: failed[0] > won[0]),)


def dead_phases(document: BattleData, scenario: str, high: float = 0) -> tuple[GateRow, ...]:
    """Phases that no way through the scenario enters."""
    data = document.scenarios[scenario]
    dead = [name for name in data.phases if name not in explore(data).phases]
    return (GateRow("dead_phases", scenario, len(dead), None, high, ", ".join(dead)),)


Changes = tuple[int, int, int]


def _row(
    lint: str, document: BattleData, scenario: str, high: float, is_odd: Callable[[Changes, Changes], bool]
) -> GateRow:
    def odd(coa: Coa) -> bool:
        return is_odd(axis_changes(document.rules, coa, False), axis_changes(document.rules, coa, True))

    phases = document.scenarios[scenario].phases
    found = [f"{name}.{each}" for name in phases for each, coa in phases[name].coas.items() if odd(coa)]
    return GateRow(lint, scenario, len(found), None, high, ", ".join(found))


LINTS: dict[str, Gate] = {
    lint.__name__: replace(gate(lint, "document", high=0), lint=True)
    for lint in (pairwise, tempo_quirk, mission_quirk, dead_phases)
}
