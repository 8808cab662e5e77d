"""Gates judged: rows whose value is known, or known to lie between two ends, become met, missed or undecided.

A gate of a scenario is one target of the table, and its rows are what it asked. It is met when every row lies
within its thresholds, missed when one lies outside for certain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from games.gates import GateRow
from runner.judge.targets import Target
from runner.judge.verdicts import Verdict

__all__ = ["BASES", "GateVerdict", "JudgedRow", "judge_rows", "judge_sampled"]

BASES = {"data": "data", "exact": "exact figures", "play": "play"}
"""What a gate's answer rests on, and how the verdict tells it."""
_RANK = {"missed": 0, "undecided": 1, "met": 2}


@dataclass(frozen=True)
class JudgedRow:
    """One row of a gate; `low` and `high` enclose its value, and are it where nothing is uncertain."""

    row: GateRow
    low: float
    high: float

    @property
    def status(self) -> str:
        """`met`, `missed` or `undecided`."""
        least = -math.inf if self.row.low is None else self.row.low
        most = math.inf if self.row.high is None else self.row.high
        if least <= self.low and self.high <= most:
            return "met"
        return "missed" if self.high < least or self.low > most else "undecided"


@dataclass(frozen=True)
class GateVerdict:
    """What is known about one gate in one scenario."""

    gate: str
    scenario: str
    basis: str
    """A key of `BASES`."""
    rows: tuple[JudgedRow, ...]
    games: int = 0
    """Games that it rests on."""
    needed: int | None = 0
    """Games still needed, roughly; 0 once decided, None where no number can be told."""

    @property
    def status(self) -> str:
        """`missed` if a row is, else `undecided` if a row is, else `met`."""
        return min((row.status for row in self.rows), key=_RANK.__getitem__, default="undecided")

    @property
    def worst(self) -> JudgedRow | None:
        """The most broken row, or the one with the least slack."""
        return min(self.rows, key=lambda each: (_RANK[each.status], each.row.slack), default=None)

    @property
    def verdict(self) -> Verdict:
        """The gate as a line of the table of verdicts, told by its worst row."""
        name = f"{self.gate} in {self.scenario}"
        worst = self.worst
        if worst is None:
            target = Target(name, self.gate, "", 0, -math.inf, math.inf)
            return _verdict(self, target, None, (None, None))
        where = worst.row.scope.removeprefix(self.scenario).lstrip(", ")
        low, high = worst.row.low, worst.row.high
        target = Target(
            f"{name}: {where}" if where else name,
            self.gate,
            "",
            0,
            -math.inf if low is None else low,
            math.inf if high is None else high,
        )
        return _verdict(self, target, worst.row.value, (worst.low, worst.high))


def judge_rows(gate: str, scenario: str, basis: str, rows: Sequence[GateRow]) -> GateVerdict:
    """A gate whose values are exact."""
    return GateVerdict(gate, scenario, basis, tuple(JudgedRow(row, row.value, row.value) for row in rows))


def judge_sampled(
    gate: str,
    scenario: str,
    rows: tuple[Sequence[GateRow], Sequence[GateRow], Sequence[GateRow]],
    games: int,
) -> GateVerdict:
    """A gate of play, from its rows as estimated and with every figure at its lower and its upper end."""
    judged = tuple(
        JudgedRow(row, min(row.value, *ends), max(row.value, *ends))
        for row, *others in zip(*rows, strict=True)
        for ends in [[other.value for other in others]]
    )
    open_rows = [row for row in judged if row.status == "undecided"]
    return GateVerdict(gate, scenario, "play", judged, games, _needed(open_rows, games))


def _needed(rows: Sequence[JudgedRow], games: int) -> int | None:
    """What the slowest row asks for: intervals shrink with the root of the games. None where one stands on an edge."""
    growth = [_growth(row, games) for row in rows]
    if any(math.isinf(each) for each in growth):
        return None
    return max((math.ceil(games * (each - 1)) for each in growth), default=0)


def _growth(row: JudgedRow, games: int) -> float:
    edges = [edge for edge in (row.row.low, row.row.high) if edge is not None and row.low <= edge <= row.high]
    if not games or not edges:
        return math.inf
    distance = min(abs(row.row.value - edge) for edge in edges)
    radius = (row.high - row.low) / 2
    return max((radius / distance) ** 2, 1.0) if distance else math.inf


def _verdict(
    gate: GateVerdict, target: Target, estimate: float | None, ends: tuple[float | None, float | None]
) -> Verdict:
    return Verdict(
        target=target,
        status=gate.status,
        estimate=estimate,
        low=ends[0],
        high=ends[1],
        interval="confidence sequence" if gate.basis == "play" else "exact",
        wilson_low=None,
        wilson_high=None,
        games=gate.games,
        pairs=0,
        needed=gate.needed if gate.status == "undecided" else 0,
        decided_by=None if gate.status == "undecided" else BASES[gate.basis],
    )
