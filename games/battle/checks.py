"""What the parts of a scenario must be to each other: every id leads somewhere, every phase has one history ...

Put to plain values, whatever else is wrong with them, so that one reading lists all there is to mend. A finding is
(path in the scenario, value, rule, what to try).
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.defects import suggestion
from games.documents import shown_path

__all__ = ["Finding", "scenario_defects"]

MOST_FLAGS, MOST_ALIKE = 62, 2


class Finding(NamedTuple):
    """One thing that is wrong."""

    path: str
    value: Any
    rule: str
    hint: str = ""


def scenario_defects(scenario: Any) -> tuple[Finding, ...]:
    """Everything that is wrong between the parts of a scenario in plain values, phases and courses of action by id."""
    if not isinstance(scenario, dict) or not isinstance(scenario.get("phases"), dict):
        return ()
    checks = (_start, _steps, _exits, _incidents, _repeats, _conditions, _histories, _endings, _kinds)
    return tuple(finding for check in checks for finding in check(scenario))


def _start(scenario: dict[str, Any]) -> Iterator[Finding]:
    start, phases = scenario.get("start"), scenario["phases"]
    if isinstance(start, str) and start not in phases:
        yield Finding("start", start, "is no phase of the scenario", suggestion(start, phases))


def _steps(scenario: dict[str, Any]) -> Iterator[Finding]:
    phases = scenario["phases"]
    for at, _, target in _edges(scenario):
        if isinstance(target, str) and target not in phases:
            yield Finding(at, target, "leads to no phase of the scenario", suggestion(target, phases))


def _exits(scenario: dict[str, Any]) -> Iterator[Finding]:
    """Phases that no end can be reached from."""
    phases, edges = scenario["phases"], [(source, to) for _, source, to in _edges(scenario)]
    # A dangling step is told of already; here it counts as a way out.
    ended = {source for source, to in edges if to is None or to not in phases}
    while more := {source for source, to in edges if to in ended} - ended:
        ended |= more
    for name in phases:
        if _coas(phases[name]) and name not in ended:
            yield Finding(
                shown_path(("phases", name)),
                None,
                "goes round without an exit: no way from here ends the battle",
                "let a success or failure of the round have no next phase",
            )


def _incidents(scenario: dict[str, Any]) -> Iterator[Finding]:
    for i, incident in enumerate(_list(scenario, "incidents")):
        phase = incident.get("phase")
        if isinstance(phase, str) and phase not in scenario["phases"]:
            hint = suggestion(phase, scenario["phases"])
            yield Finding(f"incidents[{i}].phase", phase, "is no phase of the scenario", hint)


def _repeats(scenario: dict[str, Any]) -> Iterator[Finding]:
    """Ids that stand twice in a list."""
    lists: list[tuple[tuple[str, ...], list[dict[str, Any]]]]
    lists = [((part,), _list(scenario, part)) for part in ("incidents", "endings")]
    lists += [
        (("phases", name, "intel"), _list(phase, "intel")) for name, phase in scenario["phases"].items()
    ]
    for at, entries in lists:
        times = Counter(entry["id"] for entry in entries if isinstance(entry.get("id"), str))
        for i, entry in enumerate(entries):
            if isinstance(entry.get("id"), str) and times[entry["id"]] > 1:
                yield Finding(shown_path((*at, i, "id")), entry["id"], "stands twice", "give each its own id")


def _conditions(scenario: dict[str, Any]) -> Iterator[Finding]:
    """Flags that a condition asks for and nothing puts up."""
    known = _raised(scenario)
    if len(known) > MOST_FLAGS:
        yield Finding("", len(known), f"has more than {MOST_FLAGS} flags", "let conditions share flags")
    for at, when in _whens(scenario):
        for part in ("all", "any", "none"):
            for i, flag in enumerate(_flags(when.get(part))):
                if flag not in known:
                    rule = "is a flag that no success, failure or incident puts up"
                    yield Finding(shown_path((*at, part, i)), flag, rule, suggestion(flag, known))


def _histories(scenario: dict[str, Any]) -> Iterator[Finding]:
    """One history option in each real phase, one doctrine option in each hypothetical one."""
    for name, phase in scenario["phases"].items():
        coas = _coas(phase)
        if not coas:
            continue
        wanted, barred = (
            ("doctrine", "history") if phase.get("hypothetical") is True else ("history", "doctrine")
        )
        at, marked = ("phases", name, "coas"), [each for each in coas if coas[each].get(wanted) is True]
        if len(marked) != 1:
            found = f"has {len(marked)} {wanted} options, not one"
            yield Finding(
                shown_path(at), ", ".join(marked) or None, found, f"mark one option with {wanted}: true"
            )
        for each in coas:
            if coas[each].get(barred) is True:
                rule = f"a {'hypothetical' if barred == 'history' else 'real'} phase has no {barred}"
                yield Finding(shown_path((*at, each, barred)), True, rule, f"use {wanted} in its place")


def _endings(scenario: dict[str, Any]) -> Iterator[Finding]:
    """Conditions on all endings but the last."""
    endings = _list(scenario, "endings")
    for i, ending in enumerate(endings):
        last = i == len(endings) - 1
        if last and ending.get("when") is not None:
            yield Finding(
                f"endings[{i}].when", None, "the default ending is missing: the last one has a condition",
                "take the condition away or add an ending without one",
            )  # fmt: skip
        if not last and ending.get("when") is None:
            rule = "only the last ending may go without a condition: none after it can come about"
            yield Finding(
                f"endings[{i}]", ending.get("id"), rule, "give it a condition or move it to the end"
            )


def _kinds(scenario: dict[str, Any]) -> Iterator[Finding]:
    """More endings of one kind than a report tells apart."""
    kinds = [ending.get("kind") for ending in _list(scenario, "endings")]
    for kind, times in Counter(kind for kind in kinds if isinstance(kind, str)).items():
        if times > MOST_ALIKE:
            yield Finding("endings", kind, f"has {times} endings of one kind, not at most {MOST_ALIKE}")


def _edges(scenario: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """(path, phase, next phase or None) of every step that a scenario states."""
    for name, phase in scenario["phases"].items():
        for each, coa in _coas(phase).items():
            at = ("phases", name, "coas", each)
            for outcome in ("success", "failure"):
                to = coa[outcome].get("next") if isinstance(coa.get(outcome), dict) else None
                yield shown_path((*at, outcome, "next")), name, to
            for i, turn in enumerate(_list(coa, "next_if")):
                yield shown_path((*at, "next_if", i, "to")), name, turn.get("to")


def _whens(scenario: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """(path, condition) of everything that has one."""
    for name, phase in scenario["phases"].items():
        for each, coa in _coas(phase).items():
            for i, turn in enumerate(_list(coa, "next_if")):
                if isinstance(turn.get("when"), dict):
                    yield ("phases", name, "coas", each, "next_if", i, "when"), turn["when"]
    for part in ("incidents", "endings"):
        for i, entry in enumerate(_list(scenario, part)):
            if isinstance(entry.get("when"), dict):
                yield (part, i, "when"), entry["when"]


def _raised(scenario: dict[str, Any]) -> dict[str, None]:
    """Every flag that something puts up."""
    parts = [incident.get("flags") for incident in _list(scenario, "incidents")]
    for phase in scenario["phases"].values():
        for coa in _coas(phase).values():
            outcomes = (coa.get("success"), coa.get("failure"))
            parts += [outcome.get("flags") for outcome in outcomes if isinstance(outcome, dict)]
    return dict.fromkeys(flag for part in parts for flag in _flags(part))


def _coas(phase: Any) -> dict[str, dict[str, Any]]:
    coas = phase.get("coas") if isinstance(phase, dict) else None
    if not isinstance(coas, dict):
        return {}
    return {name: coa for name, coa in coas.items() if isinstance(coa, dict)}


def _list(value: Any, key: str) -> list[dict[str, Any]]:
    entries = value.get(key) if isinstance(value, dict) else None
    return [e if isinstance(e, dict) else {} for e in entries] if isinstance(entries, (list, tuple)) else []


def _flags(value: Any) -> list[str]:
    return [flag for flag in value if isinstance(flag, str)] if isinstance(value, (list, tuple)) else []
