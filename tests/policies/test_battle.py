"""Every policy of battle keeps to the policy contract."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.games.battle_documents import full, shipped
from tests.policies.kit import PolicyContract


class TestBattlePolicies(PolicyContract):
    game = "battle"
    walks = 2

    @classmethod
    def documents(cls) -> dict[str, Any]:
        return {"shipped": shipped(), "full": full()}

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        state.luck = generator.integers(2**62)
        state.incident = generator.integers(2)
        state.estimate = generator.integers(1_000_000)
