"""Entrants that met two by two, taken together: ratings, what ratings cannot say, and use in optimal play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.cycles import Cycles, cyclic_share, log_odds
from runner.judge.equilibrium import alpha_rank, nash_average
from runner.judge.payoffs import Meeting, PayoffTable
from runner.judge.ratings import Ratings, bradley_terry, dispersion
from runner.judge.strategy import DRAWS, StrategyUse, strategy_use

__all__ = ["ALPHA_RANK_NOTE", "League", "league"]

ALPHA_RANK_NOTE = "alpha-rank is not invariant under clones: a copy of an entrant draws a share of its own."

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class League:
    """One population of n entrants. What needs everybody to have met everybody is None otherwise."""

    table: PayoffTable
    ratings: Ratings
    cycles: Cycles
    use: StrategyUse | None
    nash_shares: Floats | None
    """[n] maximum-entropy equilibrium."""
    nash_skill: Floats | None
    """[n] mean advantage against it, in [-1, 1]."""
    alpha_rank: Floats | None
    """[n] see `ALPHA_RANK_NOTE`."""


def league(
    entrants: tuple[str, ...],
    meetings: Iterable[Meeting],
    certainty: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
) -> League:
    """Everything between entrants, from the pair histograms of their two-seat match-ups.

    Args:
        entrants: all of them, those without a meeting included.
        meetings: in any order; several of one pairing add up, meetings with oneself are left out.
        certainty: of the intervals and of the cyclic warning.
        draws: bootstrap repetitions of the use bands.
        seed: of that bootstrap.
    """
    met = tuple(meeting for meeting in meetings if meeting.row != meeting.column)
    table = PayoffTable.one_population(entrants, met)
    wins, drawn, spread = _results(entrants, met)
    games = wins + wins.T + drawn
    odds, variance = log_odds(wins + 0.5 * drawn, games)
    cycles = cyclic_share(odds, variance * spread, certainty)
    ratings = bradley_terry(entrants, wins, drawn, spread, certainty)
    if not table.complete:
        return League(table, ratings, cycles, None, None, None, None)
    shares, skill = nash_average(table.advantage)
    use = strategy_use(table, certainty, draws, seed)
    return League(table, ratings, cycles, use, shares, skill, alpha_rank(table.advantage))


def _results(entrants: tuple[str, ...], meetings: Iterable[Meeting]) -> tuple[Floats, Floats, Floats]:
    """Games won, games drawn and pair dispersion, each `[n, n]`."""
    index = {name: i for i, name in enumerate(entrants)}
    number = len(entrants)
    hists = np.zeros((number, number, 3, 3), np.int64)
    for meeting in meetings:
        i, j = index[meeting.row], index[meeting.column]
        hists[i, j] += meeting.hist
        # From the other side the cell (w, d) is (2 - w - d, d).
        for drawn in range(3):
            hists[j, i, : 3 - drawn, drawn] += meeting.hist[: 3 - drawn, drawn][::-1]
    cells = np.arange(3)
    wins = np.einsum("ijwd,w->ij", hists, cells).astype(np.float64)
    draws = np.einsum("ijwd,d->ij", hists, cells).astype(np.float64)
    spread = np.array([[dispersion(hist) for hist in row] for row in hists]).reshape(number, number)
    return wins, draws, spread
