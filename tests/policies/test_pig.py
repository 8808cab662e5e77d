"""Every policy of pig keeps to the policy contract."""

from __future__ import annotations

from typing import Any

from games.pig.data import PigData
from tests.policies.kit import PolicyContract


class TestPigPolicies(PolicyContract):
    game = "pig"

    @classmethod
    def documents(cls) -> dict[str, Any]:
        return {
            "classic": PigData(),
            "two-dice": PigData(dice=2, goal=30),
            "optional-first-roll": PigData(mandatory_first_roll=False, goal=30, turn_cap=60),
        }
