"""Strategy use: what share of optimal play each entrant has, how sure that is, and whether all are worth
playing.

The band around a share comes from a bootstrap over pairs, as shares are no smooth function of a table: near
a tie they jump, and the band shows it. The smallest share is banded entrant by entrant: of two equal
entrants an estimated table always favours one, so the smallest share of a bootstrapped table would lie near
zero although either may well be used. All bands are for a fixed number of pairs, so a run that looks
several times spends its alpha over the looks (6 / (pi r)^2 of it at look r, which sums to 1). A verdict at
a later look rests on a finer quantile and is confirmed with as many more repetitions as that takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from runner.judge.equilibrium import Usage, fair_shares, usage
from runner.judge.payoffs import PayoffTable

__all__ = ["DRAWS", "Bootstrap", "EntrantUse", "StrategyUse", "UsageVerdict", "judge_usage", "strategy_use"]

DRAWS = 400
"""Bootstrap repetitions: an end of a 95 % band is then the 6th of 400."""
MOST_DRAWS = 20_000
# An end of a band that decides is at least this far from the last of the repetitions.
BEYOND = 2

# Percentile bands of shares cover a little less than they say (85-95 % at 95 % over simulated tables, least
# with few pairs and a rarely used entrant), so the tails are cut at this part of their nominal size.
NARROWER_TAILS = 0.6
# Growth beyond this factor is as good as never.
LARGEST_GROWTH = 2.0**30

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class EntrantUse:
    """One row of a use table."""

    name: str
    share: float
    """At the equilibrium kindest to the least used entrants."""
    low: float
    high: float
    """Bootstrap band of `share`."""
    least: float
    most: float
    """Range over all equilibria of the estimated table, without sampling error."""
    entropy: float
    """At the equilibrium of maximum entropy."""


@dataclass(frozen=True)
class StrategyUse:
    """Use of every entrant of a table, and the smallest of them with its band."""

    rows: tuple[EntrantUse, ...]
    columns: tuple[EntrantUse, ...]
    """Empty when rows and columns are one population."""
    value: float
    smallest: float
    smallest_low: float
    """The lowest low end of any entrant's band."""
    smallest_high: float
    """The lowest high end, at a level shared by all entrants."""
    pairs: int
    """Fewest pairs of any cell."""


@dataclass(frozen=True)
class Bootstrap:
    """A table as it might have come out, many times, with the shares of each."""

    table: PayoffTable
    draws: int = DRAWS
    seed: int = 0

    @cached_property
    def advantages(self) -> Floats:
        """[draws, R, C] see `PayoffTable.resampled`."""
        return self.table.resampled(self.draws, self.seed)

    @cached_property
    def rows(self) -> Floats:
        """[draws, R] max-min shares of the row entrants."""
        return fair_shares(self.advantages)

    @cached_property
    def columns(self) -> Floats:
        """[draws, C] likewise of the column entrants."""
        return fair_shares(-np.swapaxes(self.advantages, 1, 2))


@dataclass(frozen=True)
class UsageVerdict:
    """Whether every entrant's max-min share reaches `least`."""

    least: float
    status: str
    use: StrategyUse
    needed: int | None
    """Pairs still needed in each cell if the table is as estimated; 0 once decided, None if unknown."""


def strategy_use(bootstrap: Bootstrap, certainty: float = 0.95) -> StrategyUse:
    """Shares at equilibrium with ranges and bootstrap bands, for one or two populations."""
    table = bootstrap.table
    own = usage(table.advantage)
    rows = _Side(table.rows, own, bootstrap.rows)
    sides = [rows]
    if not table.symmetric:
        sides.append(_Side(table.columns, usage(-table.advantage.T), bootstrap.columns))
    number = sum(len(side.names) for side in sides)
    # At least all of them: each low end alone. At most one of them: the high ends share the error.
    low = min(float(side.band(certainty)[0].min()) for side in sides)
    high = min(float(side.band(1.0 - (1.0 - certainty) / number)[1].min()) for side in sides)
    cells = table.pairs[~np.eye(len(table.rows), dtype=bool)] if table.symmetric else table.pairs
    return StrategyUse(
        rows=rows.entrants(certainty),
        columns=() if table.symmetric else sides[1].entrants(certainty),
        value=own.value,
        smallest=min(float(side.usage.shares.min()) for side in sides),
        smallest_low=low,
        smallest_high=high,
        pairs=int(cells.min(initial=np.iinfo(np.int64).max)) if cells.size else 0,
    )


def judge_usage(
    table: PayoffTable,
    least: float = 0.05,
    certainty: float = 0.95,
    look: int = 1,
    draws: int = DRAWS,
    seed: int = 0,
) -> UsageVerdict:
    """Met when the smallest max-min share is at least `least` for certain, missed when it certainly is not.

    Args:
        table: pay-offs of one or two populations.
        least: the share that every entrant must reach.
        certainty: over all looks together.
        look: 1 for the first verdict on this table, 2 for the second after more games, and so on.
        draws: bootstrap repetitions, more where a verdict needs them.
        seed: of the bootstrap.
    """
    spent = (1.0 - certainty) * 6.0 / (np.pi * look) ** 2
    use = strategy_use(Bootstrap(table, draws, seed), 1.0 - spent)
    # The high ends are cut at the finest tail: alpha shared among all entrants.
    enough = int(2.0 * BEYOND * (len(use.rows) + len(use.columns)) / (NARROWER_TAILS * spent))
    if _status(use, least, table) != "undecided" and draws < enough:
        use = strategy_use(Bootstrap(table, min(enough, MOST_DRAWS), seed), 1.0 - spent)
    status = _status(use, least, table)
    return UsageVerdict(least, status, use, 0 if status != "undecided" else _needed(use, least))


def _status(use: StrategyUse, least: float, table: PayoffTable) -> str:
    if use.smallest_low >= least and table.complete:
        return "met"
    return "missed" if use.smallest_high < least else "undecided"


def _needed(use: StrategyUse, least: float) -> int | None:
    """Widths shrink with the root of the pairs, so the width that must fall below the gap gives the factor.

    A width that reaches to 0 or 1 was cut off there and says too little: then at least as many pairs again.
    """
    gap = use.smallest - least
    end = use.smallest_low if gap > 0.0 else use.smallest_high
    width = abs(use.smallest - end)
    if use.pairs == 0 or width**2 >= LARGEST_GROWTH * gap**2:
        return None
    more = use.pairs * ((width / gap) ** 2 - 1.0)
    return max(int(np.ceil(more)), use.pairs if end in (0.0, 1.0) else 1)


@dataclass(frozen=True)
class _Side:
    """One population with its bootstrap."""

    names: tuple[str, ...]
    usage: Usage
    sampled: Floats
    """[draws, n] shares."""

    def entrants(self, certainty: float) -> tuple[EntrantUse, ...]:
        low, high = self.band(certainty)
        columns = (self.usage.shares, low, high, self.usage.low, self.usage.high, self.usage.entropy)
        numbers = np.stack([np.broadcast_to(column, len(self.names)) for column in columns], axis=1).tolist()
        return tuple(EntrantUse(name, *row) for name, row in zip(self.names, numbers, strict=True))

    def band(self, certainty: float) -> tuple[Floats, Floats]:
        """Percentile band `[n]` of each share, stretched to hold the estimate."""
        tail = NARROWER_TAILS * (1.0 - certainty) / 2.0
        low, high = np.quantile(self.sampled, [tail, 1.0 - tail], axis=0)
        return np.minimum(low, self.usage.shares), np.maximum(high, self.usage.shares)
