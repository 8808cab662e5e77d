"""A new scenario that passes all eight gates: drawn from a seed, then played by the bots."""

from itertools import islice

from games.battle.data import BattleData, RulesData
from games.battle.gates import GATES
from games.battle.generator import Limits, draw_scenarios, with_scenario
from policies.battle.bots import bot_figures

__all__ = ["generate", "new_scenario"]

_ATTEMPTS = 50


def new_scenario(
    seed: int,
    name: str | None = None,
    rules: RulesData | None = None,
    layers: int = 8,
    limits: Limits | None = None,
) -> BattleData:
    """A document with one scenario: the first drawn from `seed` that passes every gate.

    Raises `ValueError` for a number of layers out of range, or when 50 scenarios in a row were turned down.
    """
    rules = rules or RulesData()
    title = name or f"scenario-{seed}"
    for drawn in islice(draw_scenarios(rules, seed, layers, limits), _ATTEMPTS):
        found = with_scenario(rules, title, drawn)
        if _passes(found, title):
            return found
    raise ValueError(f"seed {seed}: {_ATTEMPTS} scenarios in a row fail the gates of play; try another seed")


def generate(document: BattleData, seed: int, name: str, size: int | None = None) -> BattleData:
    """`new_scenario` as `policies.generator` has it; the size is the number of layers, 8 if left out."""
    return new_scenario(seed, name, document.rules, 8 if size is None else size)


def _passes(document: BattleData, name: str) -> bool:
    figures = bot_figures(document, name)
    gates = (gate for gate in GATES.values() if gate.needs == "figures")
    return all(row.passed for gate in gates for row in gate.check(figures, **gate.thresholds))
