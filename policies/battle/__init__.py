"""Players of battle, their careers, and scenarios that are drawn and put to them."""

from policies.battle.careers import battles
from policies.battle.scenarios import generate

__all__ = ["battles", "generate"]
