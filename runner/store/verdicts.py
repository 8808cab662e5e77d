"""Verdicts as rows: one part a judging, written anew when the same one is judged again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from runner.store.schemas import VERDICTS
from runner.store.spans import matchup_of

if TYPE_CHECKING:
    from runner.judge.verdicts import Target, Verdict

__all__ = ["verdict_table"]


def verdict_table(seq: int, verdicts: Sequence[Verdict], seats: int) -> pa.Table:
    """Rows of `verdicts`."""
    return pa.Table.from_pylist([_row(seq, verdict, seats) for verdict in verdicts], schema=VERDICTS)


def _row(seq: int, verdict: Verdict, seats: int) -> dict[str, Any]:
    target = verdict.target
    return {
        "seq": seq,
        "target": target.name,
        "metric": target.metric,
        "scope": _scope(target, seats),
        "matchup": target.matchup,
        "player": target.player,
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
    }


def _scope(target: Target, seats: int) -> str:
    """Whom the target is about, for people: the player first; a seat for what is asked of seats."""
    matchup = matchup_of(target.matchup, seats)
    if target.metric == "seat_advantage":
        return f"seat {target.player + 1} of {matchup.name}"
    others = [label for player, label in enumerate(matchup.players) if player != target.player]
    return f"{' v '.join([matchup.players[target.player], *others])} in {matchup.scenario}"


def _finite(end: float) -> float | None:
    return end if math.isfinite(end) else None
