"""A new scenario that passes all eight gates: drawn from a seed, then played by the bots."""

from itertools import islice
from pathlib import Path

from games.battle.data import BattleData, RulesData
from games.battle.files import dump
from games.battle.gates import GATES
from games.battle.generator import Limits, draw_scenarios, with_scenario
from policies.battle.bots import bot_figures

__all__ = ["new_scenario", "write_scenario"]

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


def write_scenario(seed: int, path: Path, name: str | None = None, layers: int = 8) -> BattleData:
    """`new_scenario`, written to a file of the designers' format."""
    found = new_scenario(seed, name, layers=layers)
    dump(found, path)
    return found


def _passes(document: BattleData, name: str) -> bool:
    figures = bot_figures(document, name)
    gates = (gate for gate in GATES.values() if gate.needs == "figures")
    return all(row.passed for gate in gates for row in gate.check(figures, **gate.thresholds))
