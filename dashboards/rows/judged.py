"""The size of a run, and how its targets and gates stand."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GateRow", "JudgingRow", "Overview", "StatusRow", "VerdictRow"]


@dataclass(frozen=True, slots=True)
class Overview:
    """The size of a run, controls left out except where named."""

    matchups: int
    policies: int
    scenarios: int
    games: int
    pairs: int
    voided: int
    control_games: int
    told: str = ""
    """The games in words, where they are for several things."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One target of one match-up, as judged. Band sides are None where the band is open."""

    target: str
    metric: str
    scope: str
    matchup: str | None
    """None for a gate."""
    scenario: str
    players: tuple[str, ...]
    player: int
    band_low: float | None
    band_high: float | None
    estimate: float | None
    low: float | None
    high: float | None
    interval: str
    fixed_low: float | None
    fixed_high: float | None
    games: int
    pairs: int
    verdict: str
    needed: int | None
    decided_by: str | None
    unfinished: float | None = None
    """Share of games that end by the turn cap, with its interval, where the target limits it."""
    unfinished_low: float | None = None
    unfinished_high: float | None = None
    why: str | None = None
    """What keeps the target from being met beside its band, or from being told at all."""
    won: float | None = None
    """Of a win rate: shares of games won, and without a winner."""
    drawn: float | None = None
    item: str | None = None
    """The option, ending or event that is asked for."""
    seat: int | None = None
    """From 1; None where all seats are looked at together."""


@dataclass(frozen=True, slots=True)
class JudgingRow:
    """One target one of the times it was judged. Ends are None where there is no interval yet, or the band is open."""

    target: str
    metric: str
    pairs: int
    estimate: float
    low: float | None
    high: float | None
    band_low: float | None
    band_high: float | None
    verdict: str


@dataclass(frozen=True, slots=True)
class GateRow:
    """One thing a gate asked: its value, between which ends it lies, and its thresholds (None: there is none)."""

    gate: str
    scenario: str
    scope: str
    asked: str
    """What, for a gate that asks several things."""
    value: float
    value_low: float
    value_high: float
    low: float | None
    high: float | None
    detail: str
    verdict: str
    basis: str
    """"data", "exact" or "play"."""


@dataclass(frozen=True, slots=True)
class StatusRow:
    """How the targets of one metric and band stand."""

    metric: str
    band_low: float | None
    band_high: float | None
    missed: int
    undecided: int
    met: int
    needed: int
    """Games still needed in all, as far as known."""
