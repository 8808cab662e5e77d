"""duel keeps to the game contract, with and without the numbers that the source leaves open."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.contract import NOBODY
from games.duel.data import DuelData
from games.duel.rules import BLUE, BY_MARGIN, DRAWN, RED
from tests.games.duel_documents import shipped, variant
from tests.games.kit import GameContract
from tests.games.walks import Ending, Step


class TestDuel(GameContract):
    game = "duel"
    walks = 4
    file_names = ("duel",)

    @classmethod
    def documents(cls) -> dict[str, Any]:
        clocks = {"time_outs": True, "initiative_window": 3, "tempo_from": "score", "default_option": 2}
        return {"shipped": shipped(), "clocks": variant(rules=clocks, maps=("river-line",), phases=3)}

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        """What Red has sealed, once he has, and the salts."""
        state.luck = generator.integers(2**62)
        if seat == BLUE and state.seat == BLUE:
            state.pending = generator.integers(4)

    def check_step(self, step: Step, document: DuelData) -> None:
        before, after = step.before, step.after
        if before.seat == RED:
            assert after.pending == step.action
            assert (after.seat, after.turn, after.margin) == (BLUE, before.turn, before.margin)
            return
        assert after.seat == RED
        rules = document.rules
        for seat in (RED, BLUE):
            lost = before.strength[seat] - after.strength[seat]
            assert 3 <= lost <= 6 + rules.concession_cap
        assert abs(after.margin - before.margin) <= max(rules.level, rules.highest - rules.level)

    def check_ending(self, state: Any, ending: Ending, document: DuelData) -> None:
        assert ending.payoff.sum() == 0
        assert (ending.winner == NOBODY) == bool(ending.metrics[0, RED])
        if state.termination == BY_MARGIN:
            assert ending.winner == (RED if state.margin > 0 else BLUE)
        if state.termination == DRAWN:
            assert ending.winner == NOBODY
