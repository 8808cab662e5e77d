"""The empirical pay-off table of entrants that met in pairs, with its sampling error.

A cell holds the pair scores of the row entrant against the column entrant. `advantage` = 2 * mean score -
1, in [-1, 1], is the zero-sum game whose equilibrium says how much each entrant is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.scores import pair_scores

__all__ = ["Meeting", "PayoffTable"]

Floats = NDArray[np.float64]

# Weight of a win and of a loss never seen, in a resampled cell: without it a cell of equal pairs would be
# certain.
UNSEEN = 0.5
# Tables resampled at a time: their weights take several times the room of what is kept.
AT_ONCE = 256


@dataclass(frozen=True)
class Meeting:
    """What two entrants did: `hist [3, 3]` pairs by (wins, draws) of the row entrant."""

    row: str
    column: str
    hist: NDArray[np.int64]


@dataclass(frozen=True)
class PayoffTable:
    """Pair scores of R row entrants against C column entrants."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: NDArray[np.int64]
    """[R, C, 5] pairs in which the row entrant scored 0, .25, .5, .75, 1."""
    symmetric: bool
    """Rows and columns are one population: counts[i, j] mirrors counts[j, i], and nobody gains from
    himself."""

    @classmethod
    def one_population(cls, entrants: tuple[str, ...], meetings: Iterable[Meeting]) -> PayoffTable:
        """Everybody against everybody; meetings of an entrant with itself are left out."""
        index = {name: i for i, name in enumerate(entrants)}
        counts = np.zeros((len(entrants), len(entrants), 5), np.int64)
        for meeting in meetings:
            i, j = index[meeting.row], index[meeting.column]
            if i != j:
                scores = pair_scores(meeting.hist, 0.5)[1]
                counts[i, j] += scores
                counts[j, i] += scores[::-1]
        return cls(entrants, entrants, counts, symmetric=True)

    @classmethod
    def two_populations(
        cls, rows: tuple[str, ...], columns: tuple[str, ...], meetings: Iterable[Meeting]
    ) -> PayoffTable:
        """Row entrants against column entrants: attackers and defenders, policies and scenarios' decks."""
        index = {name: i for i, name in enumerate(rows)}, {name: j for j, name in enumerate(columns)}
        counts = np.zeros((len(rows), len(columns), 5), np.int64)
        for meeting in meetings:
            counts[index[0][meeting.row], index[1][meeting.column]] += pair_scores(meeting.hist, 0.5)[1]
        return cls(rows, columns, counts, symmetric=False)

    @property
    def pairs(self) -> NDArray[np.int64]:
        """[R, C] pairs played."""
        return np.asarray(self.counts.sum(axis=-1))

    @property
    def advantage(self) -> Floats:
        """[R, C] 2 * mean score - 1; 0 where nothing was played."""
        return _advantage(self.counts.astype(np.float64))

    @property
    def complete(self) -> bool:
        """Whether all that should have met did meet."""
        met = self.pairs > 0
        return bool((met | np.eye(len(self.rows), dtype=bool)).all() if self.symmetric else met.all())

    def resampled(self, draws: int, seed: int) -> Floats:
        """`[draws, R, C]` advantages as they might have come out (Bayesian bootstrap over pairs, Rubin 1981).

        Pair weights are Dirichlet on the observed scores, with half a pair of all losses and half a pair of
        all wins added: a cell of few or equal pairs stays uncertain, one without pairs ranges over
        everything.
        """
        rng = np.random.default_rng(seed)
        shape = self.counts.astype(np.float64)
        shape[..., 0] += UNSEEN
        shape[..., -1] += UNSEEN
        advantage = np.empty((draws, *shape.shape[:-1]))
        for start in range(0, draws, AT_ONCE):
            few = advantage[start : start + AT_ONCE]
            few[:] = _advantage(rng.gamma(np.broadcast_to(shape, (len(few), *shape.shape))))
        if not self.symmetric:
            return advantage
        upper = np.triu(advantage, 1)
        return np.asarray(upper - np.swapaxes(upper, -1, -2))


def _advantage(counts: Floats) -> Floats:
    scores = np.linspace(-1.0, 1.0, counts.shape[-1])
    number = counts.sum(axis=-1)
    return np.asarray((counts @ scores) / np.where(number > 0.0, number, 1.0))
