"""battle keeps to the game contract, with and without what the source leaves open."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.battle.data import BattleData
from games.battle.layout import BETTER, CHOOSE, FAILED, HISTORY, METRICS, PARTIAL
from games.contract import HOUSE, NOBODY, TURN_CAP
from tests.games.battle_documents import full, shipped
from tests.games.kit import GameContract
from tests.games.walks import Ending, Step


class TestBattle(GameContract):
    game = "battle"
    walks = 4
    file_names = ("battle.json",)

    @classmethod
    def documents(cls) -> dict[str, Any]:
        switched = {"cumulative_overrun": True, "clamp_running": True, "weights": {"recon": 10}}
        return {"shipped": shipped(), "switched": full(switched), "full": full()}

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        """The battle's seed, the incident that waits, and the exact figure behind a staff estimate."""
        state.luck = generator.integers(2**62)
        state.incident = generator.integers(2)
        state.estimate = generator.integers(1_000_000)

    def check_step(self, step: Step, document: BattleData) -> None:
        before, after = step.before, step.after
        for axis in ("raised", "fired", "successes", "high", "low", "staff_requests", "cards_opened"):
            assert after[axis] >= before[axis]
        assert before.raised & after.raised == before.raised
        if before.stage != CHOOSE:
            assert (after.mission, after.preservation, after.tempo) == (
                before.mission,
                before.preservation,
                before.tempo,
            )
            assert (after.turn, after.phase) == (before.turn, before.phase)
            assert after.used >= before.used
        elif not after.termination:
            assert after.turn == before.turn + 1

    def check_ending(self, state: Any, ending: Ending, document: BattleData) -> None:
        metrics = dict(zip(METRICS, ending.metrics[:, 0], strict=True))
        for axis in ("mission", "preservation", "tempo", "judgment"):
            assert 0 <= metrics[axis] <= 10_000
        assert (state.ending < 0) == (state.termination == TURN_CAP)
        winner = {HISTORY: 0, BETTER: 0, PARTIAL: NOBODY, FAILED: HOUSE, TURN_CAP: NOBODY}[
            int(state.termination)
        ]
        assert ending.winner == winner
