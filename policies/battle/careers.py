"""Battles of one policy, a day each, told decision by decision: what careers are made of.

Played through the rules' own functions, readably; some thousand battles a second.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from games.battle.data import BattleData
from games.battle.formulas import HUNDRED
from games.battle.layout import CHOOSE, METRICS, MOST_ACTIONS, OPEN, STAFF, STATE, VIEW
from games.battle.progress import BattlePlayed, DecisionMade
from games.battle.record import encode
from games.battle.rules import RULES, deal_seed
from games.contract import RUNNING
from games.rng import mix, new_stream, rekey, turn_key
from policies.contract import Entrant

__all__ = ["battles"]

_JUDGMENT = METRICS.index("judgment")


def battles(document: BattleData, entrant: Entrant, count: int, seed: int = 1) -> Iterator[BattlePlayed]:
    """`count` battles, one a day, the scenarios of the document in turn; the same seed gives the same battles."""
    names = tuple(document.scenarios)
    table = _Table(document, entrant)
    for day in range(count):
        with np.errstate(over="ignore"):
            luck = np.uint64(mix(np.uint64(seed) + np.uint64(mix(np.uint64(day)))))
            yield table.play(day % len(names), names[day % len(names)], day, luck)


class _Table:
    """What one policy plays at."""

    def __init__(self, document: BattleData, entrant: Entrant) -> None:
        self.document, self.act = document, entrant.policy.act
        self.params = encode(document).view(np.recarray)[0]
        self.weights = entrant.array(document)
        self.metrics = np.zeros((64, 1), np.int64)

    def play(self, index: int, name: str, day: int, luck: np.uint64) -> BattlePlayed:
        """One battle of the scenario at `index`."""
        state, view = (np.zeros(1, dtype).view(np.recarray)[0] for dtype in (STATE, VIEW))
        deal_seed(state, self.params, index, luck)
        made = []
        while state.termination == RUNNING:
            made.append(
                self._decision(state, view, tuple(self.document.scenarios[name].phases.items()), luck)
            )
        RULES.result(state, self.params, np.zeros(1, np.int64), self.metrics)
        return BattlePlayed(name, day, int(self.metrics[_JUDGMENT, 0]) / HUNDRED, tuple(made))

    def _decision(self, state: Any, view: Any, phases: tuple[Any, ...], luck: np.uint64) -> DecisionMade:
        stream, actions = new_stream(), np.zeros(MOST_ACTIONS, np.int64)
        rekey(stream, np.uint64(turn_key(luck, 0, state.turn)))
        name, phase = phases[state.phase]
        before, opened = int(state.mission), not phase.intel
        while True:
            n = RULES.legal(state, self.params, actions)
            RULES.observe(state, self.params, 0, view)
            action = int(self.act(view, actions[:n], self.params, self.weights, stream))
            chooses = state.stage == CHOOSE
            RULES.step(state, self.params, action, stream)
            opened = opened or OPEN <= action < STAFF
            if chooses:
                each, coa = list(phase.coas.items())[action]
                gained = (int(state.mission) - before) / HUNDRED
                return DecisionMade(name, each, coa.appropriate, coa.history or coa.doctrine, opened, gained)
