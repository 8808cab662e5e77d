"""Players of battle, and scenarios that are drawn and put to them."""

from policies.battle.scenarios import generate

__all__ = ["generate"]
