"""battle as a person reads it."""

from typing import Any

from games.battle.data import BattleData, Phase, Scenario
from games.battle.formulas import BANDS, CONFIDENCES
from games.battle.layout import CHECK, CHOOSE, LATE, OPEN, PREDICT, RATIONALE, READY, STAFF
from games.battle.luck import shown_order
from games.contract import Text

__all__ = ["TEXT"]


def opening(state: Any, document: BattleData, names: tuple[str, ...]) -> list[str]:
    """The scenario and its first phase."""
    name, scenario = _scenario(state, document)
    title = f"battle of {name}: {names[0]} has {scenario.budget} minutes; seed {int(state.luck)}"
    return [title, *_entered(None, state, scenario)]


def move(before: Any, action: int, after: Any, document: BattleData, names: tuple[str, ...]) -> list[str]:
    """One preparation, or a choice and what came of it."""
    _, scenario = _scenario(before, document)
    if before.stage != CHOOSE:
        return [f"  {_prepared(before, int(action), after, _phase(before, scenario))}"]
    lines = _chosen(before, int(action), after, scenario)
    return lines if after.termination else [*lines, *_entered(before, after, scenario)]


def closing(state: Any, document: BattleData, names: tuple[str, ...]) -> list[str]:
    """How it ended."""
    _, scenario = _scenario(state, document)
    axes = ", ".join(f"{name} {_clamped(state[name])}" for name in ("mission", "preservation", "tempo"))
    held = f"{int(state.successes)} of {int(state.turn) + 1} decisions came off"
    if state.ending < 0:
        return [f"no end within {int(state.turn) + 1} decisions: {axes}; {held}"]
    ending = scenario.endings[int(state.ending)]
    return [f"ending {ending.id} ({ending.kind}): {axes}; {held}, {int(state.used)} minutes used"]


def _scenario(state: Any, document: BattleData) -> tuple[str, Scenario]:
    name = tuple(document.scenarios)[int(state.scenario)]
    return name, document.scenarios[name]


def _phase(state: Any, scenario: Scenario) -> Phase:
    return tuple(scenario.phases.values())[int(state.phase)]


def _entered(before: Any, state: Any, scenario: Scenario) -> list[str]:
    name = tuple(scenario.phases)[int(state.phase)]
    phase = scenario.phases[name]
    kind = "phase" if not phase.hypothetical else "hypothetical phase"
    lines = [f"decision {int(state.turn)}, {kind} {name}: {int(state.used)} minutes used, {phase.clock_s} s"]
    fired = int(state.fired) & ~(int(before.fired) if before is not None else 0)
    for i, incident in enumerate(scenario.incidents):
        if fired >> i & 1:
            lines.append(f"  incident {incident.id}: {incident.minutes:+d} minutes{_flags(incident.flags)}")
    coas = list(phase.coas.items())
    for place in shown_order(int(state.luck), name, len(coas)):
        lines.append(f"  {coas[place][0]}: {' '.join(coas[place][1].text.split())}")
    return lines


def _prepared(before: Any, action: int, after: Any, phase: Phase) -> str:
    if action == READY:
        return "decides"
    if OPEN <= action < STAFF:
        card = phase.intel[action - OPEN]
        return f"opens {card.id}, grade {card.grade}, {card.minutes} minutes"
    if STAFF <= action < CHECK:
        coa, minutes = list(phase.coas)[action - STAFF], int(after.used - before.used)
        estimate = f"{BANDS[int(after.estimate_band)]}, {CONFIDENCES[int(after.confidence)]} confidence"
        return f"asks the staff about {coa}, {minutes} minutes: {estimate}"
    if PREDICT <= action < LATE:
        return f"takes the odds for {BANDS[action - PREDICT]}"
    return {
        CHECK: f"checks assumption {int(after.checked_here)}",
        RATIONALE: "writes down why",
        LATE: "lets the clock run out",
    }[action]


def _chosen(before: Any, action: int, after: Any, scenario: Scenario) -> list[str]:
    phase = _phase(before, scenario)
    name, coa = list(phase.coas.items())[action]
    outcome = coa.success if after.success else coa.failure
    marks = [coa.appropriate, *(["history"] if coa.history else []), *(["doctrine"] if coa.doctrine else [])]
    came = "succeeds" if after.success else "fails"
    friction = ": a sound decision, friction" if coa.appropriate == "high" and not after.success else ""
    axes = ", ".join(f"{axis} {_points(after[axis])}" for axis in ("mission", "preservation", "tempo"))
    odds = int(after.odds) / 1_000_000
    return [
        f"  chooses {name} ({', '.join(marks)}), {coa.minutes} minutes",
        f"  {came} at {odds:.3f}{friction}{_flags(outcome.flags)}",
        f"  {axes}",
    ]


def _flags(flags: tuple[str, ...]) -> str:
    return f"; {', '.join(flags)}" if flags else ""


def _points(hundredths: Any) -> str:
    return f"{int(hundredths) / 100:g}"


def _clamped(hundredths: Any) -> str:
    return _points(min(max(int(hundredths), 0), 10_000))


TEXT = Text(opening, move, closing)
