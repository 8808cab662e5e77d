"""Documents of battle for the tests: what ships, and small ones made for one question each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from games.battle.data import BattleData, Factors, RulesData
from games.battle.files import load
from games.battle.formulas import HUNDRED
from games.battle.record import encode

SHIPPED = Path(__file__).resolve().parent.parent.parent / "configs" / "games" / "battle" / "scenarios.json"


def shipped() -> BattleData:
    return load(SHIPPED)


def shipped_values() -> list[dict[str, Any]]:
    """The shipped file as plain values, to be broken."""
    return json.loads(SHIPPED.read_text(encoding="utf-8"))


def record(document: BattleData | None = None) -> Any:
    """A parameter record; of the shipped document when none is given."""
    return encode(document or shipped()).view(np.recarray)[0]


def coa(place: int, **changes: Any) -> dict[str, Any]:
    """A course of action that differs from its neighbours by its factors and effects."""
    factors = ({"terrain": "good"}, {"surprise": True}, {"recon": True}, {"force": "superior"})[place]
    effect = {"mission": 8 - 2 * place, "preservation": 2 * place - 2, "tempo": 2}
    values = {
        "text": f"option {place}",
        "factors": factors,
        "effect": effect,
        "minutes": 20,
        "appropriate": "mid",
    }
    return {**values, **changes}


def scenario(phases: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A scenario of those phases, entered at the first."""
    endings = [
        {"id": "failed", "kind": "failed", "when": {"all": ["lost"]}},
        {"id": "partial", "kind": "partial", "when": {"all": ["stalled"]}},
        {"id": "better", "kind": "better", "when": {"all": ["bold"]}},
        {"id": "history", "kind": "history"},
    ]
    values = {
        "kind": "fictional",
        "start": next(iter(phases)),
        "budget": 240,
        "phases": phases,
        "endings": endings,
    }
    return {**values, **changes}


def chain(length: int = 3, **phase_changes: Any) -> dict[str, Any]:
    """Phases p1, p2 ... in a row, three options each, the first of them history; their failures put up flags."""
    phases = {}
    for i in range(1, length + 1):
        to = f"p{i + 1}" if i < length else None
        flags = {"a": ("bold", "lost"), "b": (None, "stalled"), "c": (None, None)}
        coas = {}
        for place, (name, (won, lost)) in enumerate(flags.items()):
            success, failure = ({"flags": [flag] if flag else [], "next": to} for flag in (won, lost))
            coas[name] = coa(place, success=success, failure=failure, history=name == "c")
        phases[f"p{i}"] = {"clock_s": 60, "coas": coas, **phase_changes}
    return phases


def document(value: dict[str, Any], rules: dict[str, Any] | None = None, name: str = "made") -> BattleData:
    """A document with one scenario of plain values."""
    return BattleData.model_validate({"rules": rules or {}, "scenarios": {name: value}})


def full(rules: dict[str, Any] | None = None) -> BattleData:
    """A small scenario that has everything: cards, assumptions, turns, incidents, a round with an exit."""
    cards = [{"id": "k1", "grade": "B2", "minutes": 5}, {"id": "k2", "grade": "F6", "minutes": 15}]
    phases = chain(4, intel=cards, assumptions=["they are few", "the ford holds"])
    phases["p2"]["coas"]["b"]["next_if"] = [{"when": {"any": ["bold"], "none": ["storm"]}, "to": "p4"}]
    phases["p3"]["coas"]["b"]["failure"]["next"] = "p1"
    phases["p2"]["coas"]["b"]["kind"] = "recon"
    phases["p4"]["coas"]["c"]["next_if"] = [{"when": {"all": ["lost", "stalled"]}, "to": "p2"}]
    incidents = [
        {"id": "rain", "phase": "p2", "minutes": 15, "flags": ["storm"]},
        {"id": "luck", "phase": "p3", "minutes": -10},
        {"id": "raid", "phase": "p2", "when": {"any": ["lost"]}, "minutes": 60, "flags": ["pressed"]},
    ]
    switches = {"clocks": True, "predictions": True, "most_decisions": 9, **(rules or {})}
    return document(scenario(phases, budget=200, incidents=incidents), switches)


def one_coa(factors: dict[str, Any], **rules: Any) -> tuple[RulesData, Factors]:
    return RulesData(**rules), Factors(**factors)


__all__ = [
    "HUNDRED",
    "chain",
    "coa",
    "document",
    "full",
    "one_coa",
    "record",
    "scenario",
    "shipped",
    "shipped_values",
]
