"""Who beats whom, and from which seat."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MatchupRow", "MeetingRow", "PairRow", "SeatRow", "StandingRow"]


@dataclass(frozen=True, slots=True)
class PairRow:
    """`row` against `column` (an opponent; in one-seat games a scenario), each of their match-ups weighing the same."""

    row: str
    column: str
    seats: int
    matchups: int
    pairs: int
    score: float
    """Mean over the match-ups of the mean pair score."""
    variance: float
    """Variance of that mean times `pairs`: what one pair contributes."""
    hist: tuple[int, ...] | None
    """[(k+1) * (k+1)] pairs by (wins, games without a winner) of `row`, flattened, where there is one match-up."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A policy over all its match-ups, each weighing the same."""

    policy: str
    matchups: int
    games: int
    pairs: int
    score: float | None
    """Mean over its match-ups of the mean pair score."""
    variance: float
    """Variance of that mean times `pairs`: what one pair contributes."""
    hist: tuple[int, ...] | None
    """Its pairs by score, as in `PairRow`, where it has one match-up."""
    missed: int
    """Missed targets of its match-ups."""


@dataclass(frozen=True, slots=True)
class MatchupRow:
    """One match-up: results of its first player, length and unusual endings."""

    matchup: str
    scenario: str
    players: tuple[str, ...]
    pairs: int
    games: int
    hist: tuple[int, ...]
    drawn: int
    mean_turns: float | None
    median_turns: float | None
    unfinished: int
    """Those of `games` that ended by the turn cap."""


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """Pairs of two entrants in one scenario."""

    scenario: str
    row: str
    column: str
    hist: tuple[int, ...]
    """[3 * 3] pairs by (wins, games without a winner) of `row`, flattened."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Pairs by what the player of one seat did in them; `matchup` is None for all match-ups together."""

    matchup: str | None
    scenario: str
    players: tuple[str, ...]
    seat: int
    seats: int
    pairs: int
    hist: tuple[int, ...] | None
    """None where several match-ups are taken together."""
    matchups: int = 1
    score: float | None = None
    """Mean over the match-ups of the mean pair score; None in a row of one match-up."""
    variance: float = 0.0
    """Variance of that mean times `pairs`."""
