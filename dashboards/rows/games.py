"""What happened in the games: lengths, endings, metrics, options, events."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "EndedRow",
    "EndingRow",
    "EventRow",
    "FaultRow",
    "LengthRow",
    "LengthSummary",
    "MetricRow",
    "OptionRow",
    "UseRow",
]


@dataclass(frozen=True, slots=True)
class LengthRow:
    """Games that lasted `first` to `last` turns."""

    first: int
    last: int
    games: int


@dataclass(frozen=True, slots=True)
class LengthSummary:
    """How long games lasted, in turns; quantiles are of all the games that were played."""

    games: int
    pairs: int
    mean: float
    """Mean over match-ups, each weighing the same."""
    variance: float
    """Variance of that mean times `pairs`."""
    least: int
    p5: int
    median: float
    p95: int
    most: int


@dataclass(frozen=True, slots=True)
class EndingRow:
    """Games that ended so."""

    code: int
    name: str
    games: int
    """Void ones included."""
    share: float | None
    """Of the games that count, every match-up weighing the same; None where none counts."""
    variance: float
    pairs: int


@dataclass(frozen=True, slots=True)
class FaultRow:
    """Pairs that a policy voided, and the commonest reason; None where no exception was raised."""

    policy: str
    pairs: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric of one policy over its match-ups, each weighing the same."""

    policy: str
    metric: str
    unit: str
    seats: int
    games: int
    matchups: int
    pairs: int
    """Observations: see `queries.metrics`."""
    mean: float
    variance: float
    """Variance of that mean times `pairs`."""
    deviation: float
    """Standard deviation between games."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """What became of one option (a card, a tactic); counts of games are counts of (game, player)."""

    option_id: int
    option: str
    kind: str | None
    efficiency: float | None
    median: float | None
    """Median efficiency of its kind, itself included."""
    games: int
    """Games in which a player could have used it: all of them."""
    offered: int
    chosen: int
    games_seen: int
    games_chosen: int
    wins_seen: int
    wins_chosen: int
    draws_seen: int
    draws_chosen: int

    @property
    def counters(self) -> tuple[int, ...]:
        """In the order of `runner.summary.OPTION_COLUMNS`."""
        return (
            self.offered, self.chosen, self.games_seen, self.games_chosen, self.wins_seen, self.wins_chosen,
            self.draws_seen, self.draws_chosen,
        )  # fmt: skip

    def suspicious(self, ratio: float) -> bool:
        """Whether its efficiency is at least `ratio` times the median of its kind."""
        return bool(self.efficiency and self.median and self.efficiency >= ratio * self.median)


@dataclass(frozen=True, slots=True)
class EventRow:
    """How often an event happened to a policy in a scenario."""

    scenario: str
    policy: str
    event: int
    times: int
    games: int
    """Games of the policy in that scenario, this event or not."""


@dataclass(frozen=True, slots=True)
class EndedRow:
    """Games of a policy in a scenario that ended so, void ones included."""

    scenario: str
    policy: str
    code: int
    games: int


@dataclass(frozen=True, slots=True)
class UseRow:
    """How often an option was chosen from a seat of a scenario, by all policies together."""

    scenario: str
    seat: int
    option: str
    chosen: int
