"""The equilibria of a map's phases: what each option is worth to whom, and how often it is used."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.duel.data import DuelData, Phase
from games.duel.rules import RED
from games.matrix import OptimalSet, fictitious_play

__all__ = ["PhaseEquilibrium", "phase_equilibria"]


@dataclass(frozen=True)
class PhaseEquilibrium:
    """One phase as a matrix game: Red picks the row and gets the cell, Blue the column and pays it."""

    phase: Phase
    cells: np.ndarray
    """[4, 4] int64"""
    sides: tuple[OptimalSet, OptimalSet]
    """Red's optimal mixes, and Blue's"""

    @property
    def value(self) -> float:
        """What Red gets at equilibrium."""
        return self.sides[RED].value

    @property
    def usage(self) -> tuple[np.ndarray, np.ndarray]:
        """[4] max-min usage of Red's options, and of Blue's."""
        return self.sides[0].max_min_usage, self.sides[1].max_min_usage

    @cached_property
    def fictitious(self) -> tuple[np.ndarray, np.ndarray]:
        """[4] shares by fictitious play, Red's and Blue's."""
        return fictitious_play(self.cells)

    @property
    def sensitivity(self) -> np.ndarray:
        """[4, 4] dv / d(cell) = x_i y_j, where both sides have one equilibrium: it ranks edits before any game."""
        return np.outer(*self.usage)

    def options(self, seat: int) -> tuple[str, ...]:
        """The categories that a seat may choose."""
        return self.phase.red if seat == RED else self.phase.blue

    def counter(self, seat: int, option: int) -> str:
        """The other side's option that holds this one lowest; of several, the one used most."""
        row = self.cells[option] if seat == RED else -self.cells[:, option]
        against = self.usage[1 - seat]
        best = min(range(len(row)), key=lambda j: (row[j], -against[j]))
        return self.options(1 - seat)[best]


def phase_equilibria(document: DuelData, scenario: str) -> tuple[PhaseEquilibrium, ...]:
    """Every phase of a map, in order. Raises `KeyError` for a map that the document does not have."""
    return tuple(_solved(phase, document.cells(phase)) for phase in document.maps[scenario])


def _solved(phase: Phase, cells: np.ndarray) -> PhaseEquilibrium:
    return PhaseEquilibrium(phase, cells, (OptimalSet.of_rows(cells), OptimalSet.of_columns(cells)))
