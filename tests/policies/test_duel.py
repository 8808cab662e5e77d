"""Every policy of duel keeps to the policy contract."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.duel.rules import BLUE
from tests.games.duel_documents import shipped, variant
from tests.policies.kit import PolicyContract


class TestDuelPolicies(PolicyContract):
    game = "duel"
    walks = 3

    @classmethod
    def documents(cls) -> dict[str, Any]:
        rules = {"initiative_window": 3, "time_outs": True}
        return {"shipped": shipped(), "clocks": variant(rules=rules, maps=("river-line",), phases=3)}

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        """What Red has sealed, once he has, and the salts."""
        state.luck = generator.integers(2**62)
        if seat == BLUE and state.seat == BLUE:
            state.pending = generator.integers(4)
