"""A target: which number of which player in which match-up must lie in which band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "BOUNDED_METRICS",
    "DATA",
    "METHODS",
    "ON_RESULTS",
    "USE",
    "Target",
    "settled_by_construction",
]

METHODS = ("e-process", "sprt")
BOUNDED_METRICS = ("win_rate", "draw_rate", "loss_rate", "seat_advantage", "unfinished_rate")
USE = "use"
"""The smallest share that an entrant has of optimal play: asked of a whole table of match-ups."""
DATA = '[""]'
"""Stands for a match-up where no game is asked: the data alone answers."""
ON_RESULTS = ("win_rate", "loss_rate", "draw_rate", "seat_advantage", USE)
"""Metrics that rest on who won: met only where games that the turn cap ends are certainly few."""


def settled_by_construction(metric: str, players: Sequence[str], draw_value: float) -> bool:
    """Whether a figure of these players can have one value only, whatever the rules.

    Of two players that are one policy, each wins exactly one game of a pair that is not drawn: with draws at one half
    both score one half, always. A win or loss rate in which draws count otherwise hangs on how many there are, and
    says something; so do seats, lengths and the game's own metrics.
    """
    return metric == "win_rate" and draw_value == 0.5 and len(players) == 2 and len(set(players)) == 1


@dataclass(frozen=True)
class Target:
    """A band that a measured quantity must lie in.

    `metric` is `USE` (`matchup` is then a scenario's key, see `use.py`), one of `BOUNDED_METRICS`, all in
    rates (a seat advantage of .05 is five points: that seat's win rate less the mean win rate of the
    others), another of `metrics.METRICS` (those inside a game have an `item`), or the name of a metric of the
    game (`payoff`, `turns`, ...). `player` counts players of the match-up, or seats for `seat_advantage`. An
    open side is -inf or inf, or 0 or 1 for a rate. `matchup` is `DATA` where the data alone answers.
    """

    name: str
    metric: str
    matchup: str
    player: int
    low: float
    high: float
    draw_value: float = 0.5
    """What a drawn game counts in a win rate: .5 or 0."""
    method: str = "e-process"
    """`e-process` (no zone, any truth is called right) or `sprt` (cheaper near an edge, see `margin`)."""
    margin: float = 0.01
    """Half width of the indifference zone around an edge, for `sprt` alone."""
    entrants: tuple[str, ...] = ()
    """For `USE` alone: who makes up the table, each to have a share of `low` at least."""
    item: str = ""
    """The option, ending or event that is asked for, by its name in the data."""
    seat: int | None = None
    """From 0: games in which the player sat there; None for those of all seats."""
    unfinished: float = 1.0
    """Met only where the share of games that end by the turn cap is certain to be below this; 1 asks nothing."""

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"target {self.name!r}: low {self.low} is not at most high {self.high}")
        if self.method not in METHODS:
            raise ValueError(f"target {self.name!r}: method is {self.method!r}; expected one of {METHODS}")
        if not 0.0 < self.unfinished <= 1.0:
            raise ValueError(
                f"target {self.name!r}: unfinished is {self.unfinished}; expected above 0 and at most 1"
            )
        if self.method == "sprt" and not 0.0 < self.margin <= (self.high - self.low) / 2.0:
            raise ValueError(
                f"target {self.name!r}: margin is {self.margin}; expected above 0 and at most half the band"
            )
