"""Gates as people read them: one line a gate and scenario, however many rows it asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from runner.judge.gates import BASES, GateVerdict, JudgedRow

__all__ = ["HEADINGS", "gate_lines", "plain_gates"]

HEADINGS = ("gate", "scenario", "values", "threshold", "nearest to it", "rests on")


def gate_lines(gates: Sequence[GateVerdict]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Status and cells, as in `HEADINGS`, of every gate; a gate that asks for several things gives a line for each."""
    for gate in gates:
        rest = BASES[gate.basis] + (f", {gate.games:,} games" if gate.basis == "play" else "")
        if not gate.rows:
            yield gate.status, (gate.gate, gate.scenario, "no games yet", "", "", rest)
        for (what, threshold), group in groupby(gate.rows, key=_question):
            rows = list(group)
            part = dataclasses.replace(gate, rows=tuple(rows))
            title = f"{gate.gate}: {what}" if what else gate.gate
            yield part.status, (title, gate.scenario, _values(rows), threshold, _nearest(part), rest)


def plain_gates(gates: Sequence[GateVerdict]) -> list[dict[str, Any]]:
    """Every gate with every row, as JSON values."""
    return [
        {
            "gate": gate.gate,
            "scenario": gate.scenario,
            "verdict": gate.status,
            "basis": gate.basis,
            "games": gate.games,
            "needed": gate.needed,
            "rows": [
                {
                    "scope": each.row.scope,
                    "asked": each.row.what,
                    "value": each.row.value,
                    "value_low": each.low,
                    "value_high": each.high,
                    "low": each.row.low,
                    "high": each.row.high,
                    "verdict": each.status,
                    "slack": each.row.slack,
                    "detail": each.row.detail,
                }
                for each in gate.rows
            ],
        }
        for gate in gates
    ]


def _question(judged: JudgedRow) -> tuple[str, str]:
    return judged.row.what, judged.row.threshold


def _values(rows: Sequence[JudgedRow]) -> str:
    """The least and the greatest value, and between which ends they lie where they are not exact."""
    values = [each.row.value for each in rows]
    told = _span(min(values), max(values))
    if all(each.low == each.high for each in rows):
        return told
    return f"{told} ({_span(min(each.low for each in rows), max(each.high for each in rows))})"


def _span(low: float, high: float) -> str:
    return _number(low) if low == high else f"{_number(low)} to {_number(high)}"


def _number(value: float) -> str:
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:,.0f}"


def _nearest(gate: GateVerdict) -> str:
    worst = gate.worst
    assert worst is not None
    where = "" if len(gate.rows) == 1 else worst.row.scope.removeprefix(gate.scenario).lstrip(", ")
    detail = worst.row.detail if worst.status != "met" else ""
    return ": ".join(part for part in (where, detail) if part)
