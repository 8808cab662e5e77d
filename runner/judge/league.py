"""Entrants that met two by two, taken together: ratings, what ratings cannot say, and use in optimal play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from runner.judge.cycles import Cycles, cyclic_share, log_odds
from runner.judge.equilibrium import alpha_rank, nash_average
from runner.judge.estimates import Estimate
from runner.judge.glicko import PERIODS, settled
from runner.judge.payoffs import Meeting, PayoffTable
from runner.judge.ratings import Rating, bradley_terry, dispersion, sampling_of
from runner.judge.strategy import DRAWS, Bootstrap, EntrantUse, StrategyUse, strategy_use

__all__ = [
    "ALPHA_RANK_NOTE",
    "GLICKO_NOTE",
    "MOST_IN_USE",
    "PLACES_NOTE",
    "USE_NOTE",
    "League",
    "Member",
    "hists_of",
    "league",
    "leagues",
]

ALPHA_RANK_NOTE = "alpha-rank is not invariant under clones: a copy of an entrant draws a share of its own."
GLICKO_NOTE = (
    f"Glicko-2 takes every match-up as if played as often as the least played one, over {PERIODS} even rating "
    "periods."
)
USE_NOTE = (
    "Shares are those of the equilibrium that is kindest to the least used; the band is a bootstrap over pairs, "
    "the range covers all equilibria of the table as it was measured."
)
PLACES_NOTE = "Places at the table are the schedule's doing, not a choice."
MOST_IN_USE = 40
"""Entrants of which optimal play is still worked out with its bootstrap: seconds at most."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Member:
    """All there is to say of one entrant. What needs everybody to have met everybody is None otherwise."""

    name: str
    rating: Rating
    glicko: Estimate
    """Glicko-2 rating; the interval is that of its own deviation."""
    picked: float
    """Share of all places at the table that were its, every match-up counting once: how it was scheduled, not how good
    it is."""
    use: EntrantUse | None
    nash: Estimate | None
    """Mean advantage, in [-1, 1], against the equilibrium of maximum entropy: 0 at best but for chance."""
    alpha: Estimate | None
    """alpha-rank share, see `ALPHA_RANK_NOTE`."""


@dataclass(frozen=True)
class League:
    """One population of entrants."""

    table: PayoffTable
    members: tuple[Member, ...]
    nu: float
    """Davidson's draw parameter; 0 without draws."""
    cycles: Cycles
    use: StrategyUse | None
    why_no_use: str
    """Why optimal play could not be worked out; empty where it was."""

    @property
    def groups(self) -> int:
        """Sets of entrants that met, directly or through others; only inside one are ratings comparable."""
        return len({member.rating.component for member in self.members})


def leagues(
    entrants: tuple[str, ...], meetings: Iterable[tuple[str, Meeting]], certainty: float = 0.95
) -> dict[str, League]:
    """A league for each scenario in which entrants met, from meetings under their scenarios.

    A scenario is a game of its own: pooling two would answer for neither, the less so as each was played as
    long as its own targets asked. A meeting without a pair that counts is none.
    """
    by_scenario: dict[str, list[Meeting]] = {}
    for scenario, meeting in meetings:
        if meeting.row != meeting.column and meeting.hist.any():
            by_scenario.setdefault(scenario, []).append(meeting)
    return {scenario: league(entrants, met, certainty) for scenario, met in by_scenario.items()}


def league(
    entrants: tuple[str, ...],
    meetings: Iterable[Meeting],
    certainty: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
) -> League:
    """Everything between entrants, from the pair histograms of their two-seat match-ups.

    Args:
        entrants: all of them, in the order that the bootstrap goes by; those without a meeting included.
        meetings: in any order; several of one pairing add up, meetings with oneself are left out.
        certainty: of the intervals, each alone, and of the cyclic warning.
        draws: bootstrap repetitions of the use bands.
        seed: of that bootstrap.
    """
    met = tuple(meeting for meeting in meetings if meeting.row != meeting.column)
    table = PayoffTable.one_population(entrants, met)
    hists = hists_of(entrants, met)
    wins, drawn = (np.einsum(f"ijwd,{axis}->ij", hists, np.arange(3.0)) for axis in "wd")
    games, spread = wins + wins.T + drawn, dispersion(hists)
    points = wins + 0.5 * drawn
    odds, variance = log_odds(points, games)
    cycles = cyclic_share(odds, variance * spread, certainty)
    ratings = bradley_terry(entrants, wins, drawn, sampling_of(hists), certainty)
    glicko = _glicko(points, games, spread, certainty)
    places = (games > 0.0).sum(axis=1)
    picked = (places / max(int(places.sum()), 1)).tolist()
    why = _why_no_use(table)
    bootstrap = Bootstrap(table, draws, seed)
    use = None if why else strategy_use(bootstrap, certainty)
    nothing = (None,) * len(entrants)
    nash, alpha = (nothing, nothing) if why else _rankings(bootstrap, certainty)
    rows = use.rows if use else nothing
    members = zip(entrants, ratings.entrants, glicko, picked, rows, nash, alpha, strict=True)
    return League(table, tuple(Member(*one) for one in members), ratings.nu, cycles, use, why)


def _why_no_use(table: PayoffTable) -> str:
    if len(table.rows) > MOST_IN_USE:
        return f"optimal play is worked out for {MOST_IN_USE} entrants at most, here are {len(table.rows)}"
    return "" if table.complete else "not everybody has met everybody, so optimal play is unknown"


def _glicko(points: Floats, games: Floats, spread: Floats, certainty: float) -> tuple[Estimate, ...]:
    """Every match-up as if played as often as the one that is known least, counted in independent games: the ratings
    do not hang on what was played more, and no deviation claims more than the thinnest match-up bears."""
    met = games > 0.0
    fewest = float((games / np.maximum(spread, 1.0))[met].min(initial=np.inf)) if met.any() else 0.0
    level = np.where(met, fewest, 0.0)
    evenly = points / np.where(met, games, 1.0) * level
    z = float(ndtri(0.5 + certainty / 2.0))
    return tuple(
        Estimate(one.rating, one.rating - z * one.rd, one.rating + z * one.rd, int(played))
        for one, played in zip(settled(evenly, level), games.sum(axis=1), strict=True)
    )


def _rankings(bootstrap: Bootstrap, certainty: float) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...]]:
    """Nash averaging and alpha-rank, with percentile bands of the bootstrap.

    A score against optimal play is uncertain in two ways: what the entrant does against a given mix, and
    which mix is optimal. Against itself the only one used scores one half for sure, and so does everybody who
    is used when each repetition is met by its own mix; so the band holds the bands of both.
    """
    table, sampled = bootstrap.table, bootstrap.advantages
    shares, skill = nash_average(table.advantage)
    against_one, against_own = sampled @ shares, np.einsum("brc,bc->br", sampled, bootstrap.rows)
    number = table.pairs.sum(axis=1)
    return (
        _banded(skill, [against_one, against_own], number, certainty),
        _banded(alpha_rank(table.advantage), [alpha_rank(sampled)], number, certainty),
    )


def _banded(
    values: Floats, sampled: list[Floats], number: NDArray[np.int64], certainty: float
) -> tuple[Estimate, ...]:
    """Estimates from `values [n]` and one or more `[draws, n]`: bands that hold each of them and the estimate."""
    tails = (1.0 - certainty) / 2.0, (1.0 + certainty) / 2.0
    ends = [values, *(np.quantile(one, tail, axis=0) for one in sampled for tail in tails)]
    low, high = np.min(ends, axis=0), np.max(ends, axis=0)
    return tuple(
        Estimate(float(v), float(a), float(b), int(n))
        for v, a, b, n in zip(values, low, high, number, strict=True)
    )


def hists_of(entrants: tuple[str, ...], meetings: Iterable[Meeting]) -> NDArray[np.int64]:
    """Pairs `[n, n, 3, 3]` by (wins, draws) of the row entrant."""
    index = {name: i for i, name in enumerate(entrants)}
    hists = np.zeros((len(entrants), len(entrants), 3, 3), np.int64)
    for meeting in meetings:
        i, j = index[meeting.row], index[meeting.column]
        hists[i, j] += meeting.hist
        # From the other side the cell (w, d) is (2 - w - d, d).
        for drawn in range(3):
            hists[j, i, : 3 - drawn, drawn] += meeting.hist[: 3 - drawn, drawn][::-1]
    return hists
