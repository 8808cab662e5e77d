"""What the queries answer with: frozen rows of plain counts and names, before any statistics or drawing.

Rates, means and their intervals are not here: `estimates.py` gets them from `runner.judge`.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "EndedRow",
    "EndingRow",
    "EventRow",
    "FaultRow",
    "JudgingRow",
    "LengthRow",
    "LengthSummary",
    "MatchupRow",
    "MeetingRow",
    "MetricRow",
    "OptionRow",
    "Overview",
    "PairRow",
    "SeatRow",
    "StandingRow",
    "StatusRow",
    "UseRow",
    "VerdictRow",
]


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
