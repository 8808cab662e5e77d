"""The gates that an experiment names: each `[[gate]]` table, in every scenario that its glob picks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.contract import Game
from games.defects import Findings, suggestion
from runner.configuration import GateTable
from runner.targets import check_globs, matches

__all__ = ["GateTarget", "check", "spread"]


_MOST_THRESHOLD = 10**12


@dataclass(frozen=True)
class GateTarget:
    """A gate to be answered in one scenario."""

    gate: str
    scenario: str
    thresholds: tuple[tuple[str, float], ...]
    """Every threshold that has a value, by name."""
    entrants: tuple[str, ...] = ()
    """Labels of those whose figures count; none for a gate of the data alone."""
    sampled: bool = False
    """Whether play is to answer, though it could be had exactly."""


def check(
    tables: Sequence[GateTable],
    game: Game | None,
    labels: Sequence[str] | None,
    scenarios: Sequence[str] | None,
    findings: Findings,
) -> None:
    """Note what is wrong with each table by itself; None where game, labels or scenarios are not known."""
    for index, table in enumerate(tables):
        path = f"gate[{index}]"
        if game is None or findings.any_at(path):
            continue
        if table.name not in game.gates:
            hint = suggestion(table.name, game.gates) if game.gates else f"{game.title} has no gates"
            findings.add(f"{path}.name", table.name, "is not a gate of the game", hint)
            continue
        gate = game.gates[table.name]
        known = (*gate.thresholds, *gate.optional)
        for name, value in table.thresholds.items():
            _check_threshold(f"{path}.{name}", name, value, known, gate.rates, findings)
        if not findings.any_at(path):
            _check_band(path, {**gate.thresholds, **table.thresholds}, findings)
        if gate.needs == "document":
            for key in ("of", "sampled"):
                if key in table.model_fields_set:
                    value, rule = getattr(table, key), "asks for play, and the gate needs none"
                    findings.add(f"{path}.{key}", value, rule, "remove it")
        check_globs(path, table, (("of", labels, "policy"), ("scenario", scenarios, "scenario")), findings)


def _check_threshold(
    path: str, name: str, value: Any, known: Sequence[str], rates: Sequence[str], findings: Findings
) -> None:
    if name not in known:
        hint = suggestion(name, known) if known else "the gate has none"
        findings.add(path, value, "is not a threshold of the gate", hint)
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        findings.add(path, value, "should be a number")
        return
    most = 1 if name in rates else _MOST_THRESHOLD
    if not 0 <= value <= most:
        hint = "45 % is written 0.45" if name in rates and value > 1 else ""
        findings.add(path, value, f"is outside [0, {most:g}], where every value of the gate lies", hint)


def _check_band(path: str, thresholds: Mapping[str, float], findings: Findings) -> None:
    """What is asked must have room between its ends."""
    low, high = thresholds.get("low"), thresholds.get("high")
    if low is not None and high is not None and low > high:
        findings.add(
            path, None, f"the band is empty: {low:g} to {high:g}", f"did you mean {high:g} to {low:g}?"
        )


def spread(
    tables: Sequence[GateTable],
    game: Game,
    labels: Sequence[str],
    scenarios: Sequence[str],
    findings: Findings,
) -> tuple[GateTarget, ...]:
    """The gates of all sound tables, in order of tables and scenarios; one asked twice goes to `findings`."""
    sources: dict[GateTarget, int] = {}
    for index, table in enumerate(tables):
        path = f"gate[{index}]"
        if findings.any_at(path):
            continue
        gate = game.gates[table.name]
        values = {**gate.thresholds, **table.thresholds}
        chosen = () if gate.needs == "document" else tuple(name for name in labels if matches(name, table.of))
        for scenario in scenarios:
            if matches(scenario, table.scenario):
                target = GateTarget(table.name, scenario, tuple(values.items()), chosen, table.sampled)
                if sources.setdefault(target, index) != index:
                    rule = f"asks again what gate[{sources[target]}] asks"
                    findings.add(path, table.name, rule, "remove one of them")
    return tuple(sources)
