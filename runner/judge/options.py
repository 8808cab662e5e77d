"""Option (card, tactic) impact from option counters, in the columns card-game players know from 17Lands.

    GP       games played by whoever could have had the option
    GIH WR   win rate of the games in which it was seen ("in hand")
    GNS WR   win rate of the games in which it was not seen
    IWD      improvement when drawn: GIH WR - GNS WR

Beside them stands the effect of choosing it on the same luck, from `choice.py`.

`BIAS_NOTE` belongs beside them wherever they are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.estimates import Estimate
from runner.judge.intervals import wilson

__all__ = [
    "BIAS_NOTE",
    "OptionImpact",
    "Overpowered",
    "difference",
    "flag_overpowered",
    "option_impacts",
]

BIAS_NOTE = (
    "GIH WR and IWD compare different games: what is drawn late is judged by the games that last "
    "(about two points between fast and slow decks). The effect on the same luck is the figure to trust."
)

NO_EFFECT = Estimate(None, -1.0, 1.0, 0)
OFFERED, CHOSEN, GAMES_SEEN, GAMES_CHOSEN, WINS_SEEN, WINS_CHOSEN, DRAWS_SEEN, DRAWS_CHOSEN = range(8)


@dataclass(frozen=True)
class OptionImpact:
    """One row of the option table; an option never offered still has one."""

    option: str
    offered: int
    chosen: int
    gp: int
    pick_rate: Estimate
    """Chosen when offered."""
    seen_rate: Estimate
    """Share of games in which it was seen."""
    gih_wr: Estimate
    gns_wr: Estimate
    iwd: Estimate
    chosen_wr: Estimate
    passed_wr: Estimate
    """Win rate of the games in which it was seen but not chosen."""
    effect: Estimate
    """What choosing it adds to the score on the same luck, see `choice`."""


def option_impacts(
    names: Sequence[str],
    counters: NDArray[np.int64],
    results: NDArray[np.int64],
    draw_value: float = 0.5,
    certainty: float = 0.95,
    effects: Sequence[Estimate] | None = None,
) -> tuple[OptionImpact, ...]:
    """The option table of one player, one seat, or several pooled.

    Args:
        names: the O options.
        counters: `[..., O, 8]` offered, chosen, games seen, games chosen, wins seen, wins chosen, draws
        seen, draws
            chosen; leading axes (players, seats, match-ups) are pooled.
        results: `[..., 3]` games won, drawn and lost by the same players in the same seats, pooled likewise.
        draw_value: what a drawn game counts in a win rate.
        certainty: of each interval alone, for this number of games.
        effects: of `choice_effects`, one an option; unknown where there are none, as in a game for one.
    """
    pooled = counters.reshape(-1, len(names), 8).sum(axis=0)
    wins, draws, losses = results.reshape(-1, 3).sum(axis=0).tolist()
    whole = _Games(wins + draws + losses, wins, draws)
    known = effects or [NO_EFFECT] * len(names)
    return tuple(
        _impact(name, row, whole, draw_value, certainty, effect)
        for name, row, effect in zip(names, pooled.tolist(), known, strict=True)
    )


@dataclass(frozen=True)
class _Games:
    """Some games of one player and how they ended."""

    number: int
    wins: int
    draws: int

    def __sub__(self, part: _Games) -> _Games:
        return _Games(self.number - part.number, self.wins - part.wins, self.draws - part.draws)

    def win_rate(self, draw_value: float, certainty: float) -> Estimate:
        return _rate(self.wins + draw_value * self.draws, self.number, certainty)


def _impact(
    name: str, row: list[int], whole: _Games, draw_value: float, certainty: float, effect: Estimate
) -> OptionImpact:
    seen = _Games(row[GAMES_SEEN], row[WINS_SEEN], row[DRAWS_SEEN])
    chosen = _Games(row[GAMES_CHOSEN], row[WINS_CHOSEN], row[DRAWS_CHOSEN])
    in_hand, not_seen = (games.win_rate(draw_value, certainty) for games in (seen, whole - seen))
    return OptionImpact(
        option=name,
        offered=row[OFFERED],
        chosen=row[CHOSEN],
        gp=whole.number,
        pick_rate=_rate(row[CHOSEN], row[OFFERED], certainty),
        seen_rate=_rate(seen.number, whole.number, certainty),
        gih_wr=in_hand,
        gns_wr=not_seen,
        iwd=difference(in_hand, not_seen),
        chosen_wr=chosen.win_rate(draw_value, certainty),
        passed_wr=(seen - chosen).win_rate(draw_value, certainty),
        effect=effect,
    )


def _rate(successes: float, number: int, certainty: float) -> Estimate:
    low, high = wilson(successes, number, certainty)
    return Estimate(successes / number if number else None, float(low), float(high), number)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Difference of two rates of separate games, with Newcombe's interval (1998, method 10)."""
    number = min(one.number, other.number)
    (low, high), (other_low, other_high) = one.ends, other.ends
    if one.value is None or other.value is None:
        return Estimate(None, low - other_high, high - other_low, number)
    value = one.value - other.value
    down = np.hypot(one.value - low, other_high - other.value)
    up = np.hypot(high - one.value, other.value - other_low)
    return Estimate(value, float(value - down), float(value + up), number)


@dataclass(frozen=True)
class Overpowered:
    """How an option's efficiency stands against its kind."""

    option: str
    efficiency: float | None
    """What it yields per cost; None if it was never used, inf if it is free."""
    median: float | None
    """Of all used options of its kind, itself included."""
    flagged: bool


def flag_overpowered(
    names: Sequence[str],
    kinds: Sequence[str],
    gains: Sequence[float],
    costs: Sequence[float],
    ratio: float = 1.5,
) -> tuple[Overpowered, ...]:
    """Options whose efficiency is at least `ratio` times the median of their kind.

    Args:
        names: the options.
        kinds: the kind of each, compared only among themselves.
        gains: total damage, block, ... each yielded.
        costs: total cost paid for it; 0 with a gain is infinitely efficient.
        ratio: the suspicion threshold.
    """
    efficiencies = [_efficiency(gain, cost) for gain, cost in zip(gains, costs, strict=True)]
    rows = []
    for name, kind, own in zip(names, kinds, efficiencies, strict=True):
        peers = [e for e, k in zip(efficiencies, kinds, strict=True) if k == kind and e is not None]
        median = float(np.median(peers)) if peers else None
        # A kind that is free for the most part has no outliers upwards.
        flagged = (
            own is not None and median is not None and np.isfinite(median) and own >= ratio * median > 0.0
        )
        rows.append(Overpowered(name, own, median, bool(flagged)))
    return tuple(rows)


def _efficiency(gain: float, cost: float) -> float | None:
    if cost > 0.0:
        return gain / cost
    return np.inf if gain > 0.0 else None
