"""Battles of one policy, a day each, told decision by decision: what careers are made of."""

import numpy as np

from games.battle.data import BattleData
from games.battle.formulas import HUNDRED
from games.battle.layout import METRICS
from games.progress import BattlePlayed, DecisionMade
from policies.battle.bots import NO_DECISION, battle_seeds, play
from policies.contract import Entrant

__all__ = ["battles"]

_JUDGMENT = METRICS.index("judgment")


def battles(document: BattleData, entrant: Entrant, count: int, seed: int = 1) -> list[BattlePlayed]:
    """`count` battles, one a day, the scenarios of the document in turn; the same seed gives the same battles.

    Raises `KeyError` for a policy that `policies.battle.bots` does not know.
    """
    seeds, names = battle_seeds(seed, count), tuple(document.scenarios)
    found: list[BattlePlayed] = []
    for index, name in enumerate(names):
        days = range(index, count, len(names))
        metrics, decisions = play(
            document, name, entrant, np.ascontiguousarray(seeds[index :: len(names)]), told=True
        )
        for day, own, rows in zip(days, metrics, decisions, strict=True):
            made = tuple(_decision(document, name, row) for row in rows if row[0] != NO_DECISION)
            found.append(BattlePlayed(name, day, int(own[_JUDGMENT]) / HUNDRED, made))
    return sorted(found, key=lambda battle: battle.day)


def _decision(document: BattleData, scenario: str, row: np.ndarray) -> DecisionMade:
    place, action, informed, gained = (int(value) for value in row)
    name, phase = tuple(document.scenarios[scenario].phases.items())[place]
    each, coa = tuple(phase.coas.items())[action]
    return DecisionMade(
        name, each, coa.appropriate, coa.history or coa.doctrine, informed == 1, gained / HUNDRED
    )
