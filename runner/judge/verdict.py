"""A verdict: what is known about one target."""

from __future__ import annotations

from dataclasses import dataclass

from runner.judge.estimates import Estimate
from runner.judge.targets import Target

__all__ = ["Verdict"]


@dataclass(frozen=True)
class Verdict:
    """What is known about one target."""

    target: Target
    status: str
    """`met`, `missed` or `undecided`."""
    estimate: float | None
    """The sample mean; None before the first pair."""
    low: float | None
    high: float | None
    """The always-valid interval at the run's certainty: the whole range of a rate before the first pair,
    None for a quantity without bounds before the second."""
    interval: str
    """Name of that interval: `confidence sequence`, `asymptotic confidence sequence`, `bootstrap band` or `exact`."""
    wilson_low: float | None
    wilson_high: float | None
    """Fixed-n Wilson interval of a rate, for comparison; None for other quantities."""
    games: int
    pairs: int
    needed: int | None
    """Games still needed if the truth is the estimate; 0 once decided, None where no number would do."""
    decided_by: str | None
    """The test that decided: `e-process`, `sprt`, `asymptotic`, `bootstrap`, `data`, or `unfinished` where too many
    games end by the turn cap; None while undecided."""
    unfinished: Estimate | None = None
    """Share of the games that end by the turn cap, where the target limits it (of a use target: the largest share of
    any match-up)."""
    why: str | None = None
    """Why the target is not met although its band alone would not say so, or why nothing can be told of it; None
    where the band says enough."""
    won: float | None = None
    """Of a win rate: share of the games that the player won; None before the first."""
    drawn: float | None = None
    """Likewise the share without a winner, turn-capped games included."""
