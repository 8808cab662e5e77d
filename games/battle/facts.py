"""What the data says of each course of action, for reports."""

from games.battle.data import BattleData, Coa
from games.battle.formulas import expected_effects, factor_sum, odds_of
from games.battle.record import options

__all__ = ["option_facts"]


def option_facts(document: BattleData) -> tuple[dict[str, float | str], ...]:
    """By option: kind, odds with nothing carried over, and expected effects; of the first scenario that has it."""
    found: dict[str, Coa] = {}
    for scenario in document.scenarios.values():
        for name, phase in scenario.phases.items():
            for each, coa in phase.coas.items():
                found.setdefault(f"{name}.{each}", coa)
    return tuple(_facts(document, found[name]) for name in options(document))


def _facts(document: BattleData, coa: Coa) -> dict[str, float | str]:
    mission, preservation, tempo = expected_effects(document.rules, coa)
    return {
        "kind": "recon" if coa.kind == "recon" else "history" if coa.history or coa.doctrine else "other",
        "odds": odds_of(document.rules, factor_sum(document.rules, coa.factors)),
        "mission": mission,
        "preservation": preservation,
        "tempo": tempo,
        "minutes": coa.minutes,
        "appropriate": coa.appropriate,
    }
