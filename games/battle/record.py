"""The parameter record of a battle: everything the compiled rules read, by scenario, phase and course of action."""

from collections.abc import Iterable

import numpy as np

from games.battle.data import (
    CARDS,
    COAS,
    ENDINGS,
    INCIDENTS,
    KINDS,
    NEXT_IFS,
    PHASES,
    SCENARIOS,
    TURNS,
    BattleData,
    Coa,
    Incident,
    Phase,
    RulesData,
    Scenario,
    When,
)
from games.battle.events import first_way, ways
from games.battle.formulas import HUNDRED, axis_changes, factor_sum, odds_of
from games.battle.luck import label_hash
from games.jit import compiled

__all__ = [
    "CARRIES",
    "PARAMS",
    "THE_END",
    "encode",
    "ending_slots",
    "longest",
    "options",
    "place_of",
    "scenarios",
]

THE_END = -1
"""In place of a next phase."""
CARRIES = 4
"""Ways in which the past bears on the odds: 2 * losses + recon."""

_WHOLE = (
    "late_penalty", "overrun_penalty", "overrun_step_penalty", "overrun_step_minutes", "cumulative_overrun",
    "judgment_appropriate", "judgment_intel", "judgment_rationale", "judgment_checked", "judgment_staff",
    "clocks", "predictions", "clamp_running", "staff_seconds", "most_decisions", "mission", "preservation", "tempo",
)  # fmt: skip
_REAL = (
    "lowest_odds", "highest_odds", "favourable", "even", "mid_share", "no_assumptions_ratio", "no_cards_ratio",
    "fog_width", "fog_slope", "fog_no_cards", "fog_noise", "confidence_high", "confidence_mid",
)  # fmt: skip
_P, _C, _E = SCENARIOS * PHASES, SCENARIOS * PHASES * COAS, SCENARIOS * ENDINGS

PARAMS = np.dtype(
    [
        *((name, np.int64) for name in _WHOLE),
        *((name, np.float64) for name in _REAL),
        ("loss_threshold", np.int64),  # hundredths
        ("carry_losses", np.int64),
        ("carry_recon", np.int64),
        ("staff_limit", np.int64),
        ("staff_minutes", np.int64, (10,)),
        ("budget", np.int64, (SCENARIOS,)),
        ("start", np.int64, (SCENARIOS,)),
        ("incidents_drawn", np.int64, (SCENARIOS,)),
        ("incidents_listed", np.int64, (SCENARIOS,)),
        # By scenario and ending, in reading order; a slot is the kind, or 4 more for the second of its kind.
        ("endings", np.int64, (SCENARIOS,)),
        ("ending_slot", np.int64, (_E,)),
        ("ending_when", np.int64, (_E * 3,)),
        # By scenario and incident; one that is drawn bears its number, one with a condition -1.
        ("incident_number", np.int64, (SCENARIOS * INCIDENTS,)),
        ("incident_when", np.int64, (SCENARIOS * INCIDENTS * 3,)),
        ("incident_minutes", np.int64, (SCENARIOS * INCIDENTS,)),
        ("incident_flags", np.int64, (SCENARIOS * INCIDENTS,)),
        # By `place_of` a phase; `incidents` are bits.
        ("coas", np.int64, (_P,)),
        ("clock", np.int64, (_P,)),
        ("assumptions", np.int64, (_P,)),
        ("cards", np.int64, (_P,)),
        ("card_minutes", np.int64, (_P * CARDS,)),
        ("incidents", np.int64, (_P,)),
        ("roll", np.uint64, (_P * TURNS,)),
        # By place and course of action; outcomes: failure, success.
        ("odds", np.float64, (_C * CARRIES,)),
        ("change", np.int64, (_C * 2 * 3,)),
        ("raises", np.int64, (_C * 2,)),
        ("next", np.int64, (_C * 2,)),
        ("turns", np.int64, (_C,)),
        ("turn_when", np.int64, (_C * NEXT_IFS * 3,)),
        ("turn_to", np.int64, (_C * NEXT_IFS,)),
        ("minutes", np.int64, (_C,)),
        ("appropriate", np.int64, (_C,)),  # 2 high, 1 mid, 0 low
        ("historic", np.int64, (_C,)),
        ("reconnoitres", np.int64, (_C,)),
        ("rank", np.int64, (_C,)),  # of the id among those of the phase
        ("staff_label", np.uint64, (_C,)),
        ("option", np.int64, (_C,)),
        # By place and what is led to, a phase or PHASES + an ending: the id of that event.
        ("way", np.int16, (_P * (PHASES + ENDINGS),)),
    ],
    align=True,
)


@compiled
def place_of(scenario, phase):
    """Where the entries of a phase stand in the flat tables, times their number."""
    return scenario * PHASES + phase


def encode(document: BattleData) -> np.ndarray:
    """The parameter record of `document`, shape (1,)."""
    params = np.zeros(1, PARAMS)
    record, rules = params[0], document.rules
    for name in (*_WHOLE, *_REAL, "carry_losses", "carry_recon"):
        record[name] = getattr(rules, name)
    record["loss_threshold"] = HUNDRED * rules.loss_threshold
    record["staff_limit"] = len(rules.staff_minutes)
    record["staff_minutes"][: len(rules.staff_minutes)] = rules.staff_minutes
    ids = {name: index for index, name in enumerate(options(document))}
    for index, (name, scenario) in enumerate(document.scenarios.items()):
        _encode_scenario(record, index, scenario)
        _encode_ways(record, index, scenario, first_way(document, name))
        for place, (phase, data) in enumerate(scenario.phases.items()):
            _encode_phase(record, place_of(index, place), phase, scenario)
            for c, (each, coa) in enumerate(data.coas.items()):
                at = place_of(index, place) * COAS + c
                _encode_coa(record, at, coa, rules, scenario)
                record["rank"][at] = sorted(data.coas).index(each)
                record["staff_label"][at] = label_hash("staff", phase, each)
                record["option"][at] = ids[f"{phase}.{each}"]
    return params


def scenarios(document: BattleData) -> tuple[str, ...]:
    """The scenarios, in the order of the file."""
    return tuple(document.scenarios)


def options(document: BattleData) -> tuple[str, ...]:
    """Every course of action of some scenario, as "3m.b": phase and id. A scenario is counted apart from the others."""
    phases: dict[str, dict[str, None]] = {}
    for scenario in document.scenarios.values():
        for name, phase in scenario.phases.items():
            phases.setdefault(name, {}).update(dict.fromkeys(phase.coas))
    return tuple(f"{name}.{each}" for name, coas in phases.items() for each in coas)


def ending_slots(scenario: Scenario) -> tuple[int, ...]:
    """By ending: its place among the game's endings, the kind, or four further on for the second of a kind."""
    kinds = [ending.kind for ending in scenario.endings]
    return tuple(
        KINDS.index(kind) + kinds[:place].count(kind) * len(KINDS) for place, kind in enumerate(kinds)
    )


def longest(document: BattleData) -> int:
    """Decisions at most in a battle."""
    return document.rules.most_decisions


def _encode_scenario(record: np.void, index: int, scenario: Scenario) -> None:
    record["budget"][index] = scenario.budget
    record["start"][index] = _phase_number(scenario, scenario.start)
    record["incidents_drawn"][index] = len(scenario.drawn)
    record["incidents_listed"][index] = len(scenario.incidents)
    record["endings"][index] = len(scenario.endings)
    slots = ending_slots(scenario)
    for i, ending in enumerate(scenario.endings):
        at = index * ENDINGS + i
        record["ending_slot"][at] = slots[i]
        record["ending_when"][3 * at : 3 * at + 3] = _masks(scenario, ending.when)
    for i, incident in enumerate(scenario.incidents):
        _encode_incident(record, index, i, incident, scenario)


def _encode_ways(record: np.void, index: int, scenario: Scenario, first: int) -> None:
    endings = [ending.id for ending in scenario.endings]
    for number, way in enumerate(ways(scenario), first):
        to = PHASES + endings.index(way.to) if way.ends else _phase_number(scenario, way.to)
        place = place_of(index, _phase_number(scenario, way.phase))
        record["way"][place * (PHASES + ENDINGS) + to] = number


def _encode_incident(record: np.void, index: int, i: int, incident: Incident, scenario: Scenario) -> None:
    at = index * INCIDENTS + i
    record["incident_number"][at] = scenario.drawn.index(incident) if incident.when is None else -1
    record["incident_when"][3 * at : 3 * at + 3] = _masks(scenario, incident.when)
    record["incident_minutes"][at] = incident.minutes
    record["incident_flags"][at] = _mask(scenario, incident.flags)


def _encode_phase(record: np.void, place: int, name: str, scenario: Scenario) -> None:
    phase: Phase = scenario.phases[name]
    record["coas"][place] = len(phase.coas)
    record["clock"][place] = phase.clock_s
    record["assumptions"][place] = len(phase.assumptions)
    record["cards"][place] = len(phase.intel)
    minutes = [card.minutes for card in phase.intel]
    record["card_minutes"][place * CARDS : place * CARDS + len(minutes)] = minutes
    record["incidents"][place] = sum(
        1 << i for i, each in enumerate(scenario.incidents) if each.phase == name
    )
    labels = [label_hash("roll", k, name) for k in range(TURNS)]
    record["roll"][place * TURNS : (place + 1) * TURNS] = labels


def _encode_coa(record: np.void, at: int, coa: Coa, rules: RulesData, scenario: Scenario) -> None:
    for carry in range(CARRIES):
        tenths = factor_sum(rules, coa.factors, losses=carry >= 2, recon=carry % 2 == 1)
        record["odds"][at * CARRIES + carry] = odds_of(rules, tenths)
    for success, outcome in enumerate((coa.failure, coa.success)):
        where = 2 * at + success
        record["change"][3 * where : 3 * where + 3] = axis_changes(rules, coa, success == 1)
        record["raises"][where] = _mask(scenario, outcome.flags)
        record["next"][where] = _phase_number(scenario, outcome.next)
    record["turns"][at] = len(coa.next_if)
    for i, turn in enumerate(coa.next_if):
        where = NEXT_IFS * at + i
        record["turn_when"][3 * where : 3 * where + 3] = _masks(scenario, turn.when)
        record["turn_to"][where] = _phase_number(scenario, turn.to)
    record["minutes"][at] = coa.minutes
    record["appropriate"][at] = ("low", "mid", "high").index(coa.appropriate)
    record["historic"][at] = coa.history or coa.doctrine
    record["reconnoitres"][at] = coa.kind == "recon"


def _phase_number(scenario: Scenario, name: str | None) -> int:
    return THE_END if name is None else tuple(scenario.phases).index(name)


def _masks(scenario: Scenario, when: When | None) -> tuple[int, int, int]:
    """Bits of all, any and none; nothing asked where there is no condition."""
    if when is None:
        return 0, 0, 0
    return _mask(scenario, when.all), _mask(scenario, when.any), _mask(scenario, when.none)


def _mask(scenario: Scenario, flags: Iterable[str]) -> int:
    known = scenario.flags
    return sum({1 << known.index(flag) for flag in flags})
