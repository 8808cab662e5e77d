"""Verdicts, and what gates asked, as rows: one part a judging, written anew when the same one is judged again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from runner.judge.estimates import Estimate
from runner.judge.targets import DATA
from runner.store.schemas import GATES, VERDICTS
from runner.store.spans import matchup_of

if TYPE_CHECKING:
    from runner.judge.gates import GateVerdict, JudgedRow
    from runner.judge.verdicts import Target, Verdict

__all__ = ["gate_table", "verdict_table"]


def verdict_table(seq: int, verdicts: Sequence[Verdict], seats: int) -> pa.Table:
    """Rows of `verdicts`."""
    return pa.Table.from_pylist([_row(seq, verdict, seats) for verdict in verdicts], schema=VERDICTS)


def gate_table(seq: int, gates: Sequence[GateVerdict]) -> pa.Table:
    """A row for each row of `gates`."""
    rows = [_gate_row(seq, gate, judged) for gate in gates for judged in gate.rows]
    return pa.Table.from_pylist(rows, schema=GATES)


def _gate_row(seq: int, gate: GateVerdict, judged: JudgedRow) -> dict[str, Any]:
    row = judged.row
    return {
        "seq": seq,
        "gate": gate.gate,
        "scenario": gate.scenario,
        "scope": row.scope,
        "asked": row.what,
        "value": float(row.value),
        "value_low": float(judged.low),
        "value_high": float(judged.high),
        "low": row.low,
        "high": row.high,
        "detail": row.detail,
        "verdict": judged.status,
        "basis": gate.basis,
    }


def _row(seq: int, verdict: Verdict, seats: int) -> dict[str, Any]:
    target, seen = verdict.target, verdict.unfinished or Estimate(None)
    return {
        "seq": seq,
        "target": target.name,
        "metric": target.metric,
        "scope": _scope(target, seats),
        "matchup": target.matchup or None,
        "player": target.player,
        "item": target.item or None,
        "seat": None if target.seat is None else target.seat + 1,
        "band_low": _finite(target.low),
        "band_high": _finite(target.high),
        "estimate": verdict.estimate,
        "low": verdict.low,
        "high": verdict.high,
        "interval": verdict.interval,
        "fixed_low": verdict.wilson_low,
        "fixed_high": verdict.wilson_high,
        "games": verdict.games,
        "pairs": verdict.pairs,
        "verdict": verdict.status,
        "needed": verdict.needed,
        "decided_by": verdict.decided_by,
        "unfinished": seen.value,
        "unfinished_low": seen.low,
        "unfinished_high": seen.high,
        "why": verdict.why,
        "won": verdict.won,
        "drawn": verdict.drawn,
    }


def _scope(target: Target, seats: int) -> str:
    """Whom the target is about, for people: the player first; a seat for what is asked of seats; a gate itself."""
    if not target.matchup:
        return target.name
    if target.matchup == DATA:
        return "the data"
    matchup = matchup_of(target.matchup, seats)
    if not matchup.players:
        return f"every match-up in {matchup.scenario}"
    if target.metric == "seat_advantage":
        return f"seat {target.player + 1} of {matchup.name}"
    others = [label for player, label in enumerate(matchup.players) if player != target.player]
    seat = "" if target.seat is None else f", seat {target.seat + 1}"
    return f"{' v '.join([matchup.players[target.player], *others])} in {matchup.scenario}{seat}"


def _finite(end: float) -> float | None:
    return end if math.isfinite(end) else None
