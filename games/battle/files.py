"""The designers' file of a battle: JSON, a list of scenarios, or {"rules": {...}, "scenarios": [...]}.

In it phases, courses of action, incidents and endings are lists whose entries bear an `id`. A short form of some keys
is read too (`SHORT`); what is written has the long ones. Paths of defects go by id: `amber-ford.phases.3m.clock_s`.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from games.battle.checks import scenario_defects
from games.battle.data import SCENARIOS, BattleData, RulesData, Scenario
from games.defects import BadInput, Defect
from games.documents import examine, examine_json, shown_path

__all__ = ["dump", "load", "written"]

SHORT = {
    "phase": {"clock": "clock_s"},
    "intel": {"min": "minutes"},
    "coa": {"min": "minutes", "app": "appropriate", "eff": "effect"},
    "factors": {"ew": "interference"},
}
_OUTCOMES = {"ok": "success", "fail": "failure"}
_VALUES = {"sup": "superior", "inf": "inferior", "fictional-long-form": "fictional"}
_AXES = ("mission", "preservation", "tempo")


def load(path: Path) -> BattleData:
    """The document in a `.json` file. Raises `BadInput` listing every defect of the file."""
    value, twice = examine_json(path)
    reader = _Reader(str(path), list(twice))
    rules, scenarios = reader.parts(value)
    made_rules = reader.model(RulesData, rules, "rules")
    made = {name: reader.scenario(name, each) for name, each in scenarios.items()}
    if reader.defects:
        raise BadInput(reader.defects)
    return BattleData(rules=made_rules, scenarios=made)


def dump(document: BattleData, path: Path) -> None:
    """Write `document` as the designers write it; the rules are left out where they are the published ones."""
    scenarios = [written(name, each) for name, each in document.scenarios.items()]
    rules = document.rules.model_dump(mode="json", exclude_defaults=True)
    value = {"rules": rules, "scenarios": scenarios} if rules else scenarios
    path.write_text(_spread(value) + "\n", encoding="utf-8")


def written(name: str, scenario: Scenario) -> dict[str, Any]:
    """A scenario as plain values of the designers' format; what is at its default is left out."""
    value = {"id": name, **scenario.model_dump(mode="json", exclude_defaults=True)}
    phases = value["phases"].items()
    value["phases"] = [{"id": phase, **each, "coas": _listed(each["coas"])} for phase, each in phases]
    return value


class _Reader:
    """Reads one file and gathers what is wrong with it."""

    def __init__(self, file: str, defects: list[Defect]) -> None:
        self.file, self.defects = file, defects

    def parts(self, value: Any) -> tuple[Any, dict[str, Any]]:
        """The rules, and the scenarios by id."""
        if isinstance(value, dict):
            for key in (key for key in value if key not in ("rules", "scenarios")):
                self._add(key, None, "is not a known key", "known: rules, scenarios")
            rules, scenarios = value.get("rules", {}), value.get("scenarios")
        else:
            rules, scenarios = {}, value
        if not isinstance(scenarios, list) or not 1 <= len(scenarios) <= SCENARIOS:
            rule = f"must be a list of 1 to {SCENARIOS} scenarios"
            self._add("scenarios" if isinstance(value, dict) else "", None, rule)
            return rules, {}
        return rules, self._by_id(scenarios, "scenarios" if isinstance(value, dict) else "")

    def scenario(self, name: str, value: dict[str, Any]) -> Any:
        """The scenario, or None where something is wrong with it."""
        plain = _long({**value})
        if isinstance(plain.get("phases"), list):
            phases = self._by_id(plain["phases"], f"{name}.phases")
            plain["phases"] = {each: self._phase(phase, name, each) for each, phase in phases.items()}
        for path, found, rule, hint in scenario_defects(plain):
            self._add(f"{name}.{path}" if path else name, found, rule, hint)
        return self.model(Scenario, plain, name)

    def model(self, model: Any, value: Any, at: str) -> Any:
        """`value` as a model; its defects are added to those found."""
        made, defects = examine(model, value, self.file, at)
        self.defects.extend(defects)
        return made

    def _phase(self, value: dict[str, Any], scenario: str, name: str) -> dict[str, Any]:
        plain = _renamed(value, SHORT["phase"])
        if isinstance(plain.get("intel"), list):
            plain["intel"] = [_card(card, place) for place, card in enumerate(plain["intel"])]
        if isinstance(plain.get("coas"), list):
            coas = self._by_id(plain["coas"], shown_path((scenario, "phases", name, "coas")))
            plain["coas"] = {each: _long_coa(coa) for each, coa in coas.items()}
        return plain

    def _by_id(self, entries: list[Any], at: str) -> dict[str, Any]:
        """Entries by their ids; those without one, or with another's, are defects."""
        names = [entry.get("id") if isinstance(entry, dict) else None for entry in entries]
        times = Counter(name for name in names if isinstance(name, str))
        kept = {}
        for i, (name, entry) in enumerate(zip(names, entries, strict=True)):
            if not isinstance(name, str):
                rule = "needs an id" if isinstance(entry, dict) else "must be an object with an id"
                self._add(f"{at}[{i}]", name, rule)
            elif name in kept:
                self._add(f"{at}[{i}].id", name, f"stands {times[name]} times", "give each its own id")
            else:
                kept[name] = {key: inner for key, inner in entry.items() if key != "id"}
        return kept

    def _add(self, path: str, value: Any, rule: str, hint: str = "") -> None:
        self.defects.append(Defect(self.file, path, value, rule, hint))


def _long(scenario: dict[str, Any]) -> dict[str, Any]:
    kind = scenario.get("kind")
    return {**scenario, "kind": _VALUES.get(kind, kind)} if isinstance(kind, str) else scenario


def _long_coa(coa: dict[str, Any]) -> dict[str, Any]:
    """A course of action with its long keys."""
    plain = _renamed(coa, SHORT["coa"])
    if isinstance(plain.get("effect"), list) and len(plain["effect"]) == len(_AXES):
        plain["effect"] = dict(zip(_AXES, plain["effect"], strict=True))
    if isinstance(plain.get("factors"), dict):
        factors = _renamed(plain["factors"], SHORT["factors"])
        plain["factors"] = {k: _VALUES.get(v, v) if isinstance(v, str) else v for k, v in factors.items()}
    for short, outcome in _OUTCOMES.items():
        parts = {
            part: plain.pop(f"{part}_{short}") for part in ("flags", "next") if f"{part}_{short}" in plain
        }
        if parts:
            plain[outcome] = parts
    return plain


def _card(card: Any, place: int) -> Any:
    return {"id": f"i{place + 1}", **_renamed(card, SHORT["intel"])} if isinstance(card, dict) else card


def _renamed(value: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {names.get(key, key): inner for key, inner in value.items()}


def _listed(entries: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": name, **entry} for name, entry in entries.items()]


def _spread(value: Any, depth: int = 0) -> str:
    """JSON with a line for each course of action, card, incident and ending, and what holds them spread over lines."""
    pad = "  " * (depth + 1)
    if (
        isinstance(value, dict)
        and any(isinstance(inner, (list, dict)) for inner in value.values())
        and depth < 4
    ):
        entries = [f"{json.dumps(key)}: {_spread(inner, depth + 1)}" for key, inner in value.items()]
        return "{\n" + ",\n".join(pad + entry for entry in entries) + "\n" + "  " * depth + "}"
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        entries = [_spread(inner, depth + 1) for inner in value]
        return "[\n" + ",\n".join(pad + entry for entry in entries) + "\n" + "  " * depth + "]"
    return json.dumps(value, ensure_ascii=False)
