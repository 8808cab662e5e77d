"""New maps from a seed: phases drawn at random, those kept that are even, mixed and without dominance.

For each phase: four options a side from its pool, +-1 in 5 to 8 random cells; kept when the match-ups differ enough,
nothing dominates, there is no pure equilibrium, the value is near even and both sides use every option.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from games.duel.data import OPTIONS, PHASES, DuelData, Phase
from games.duel.gates import no_dominance, reachable, usage
from games.matrix import Equilibrium, dominated_columns, dominated_rows, equilibrium, saddle_points
from games.rng import below, mix, new_stream, shuffle

__all__ = ["BLUE_POOL", "RED_POOL", "Limits", "draw_maps", "draw_phase", "with_map"]

RED_POOL = ("BRK", "ENV", "DEC", "FIR", "REC", "RES", "CTR")
BLUE_POOL = ("HLD", "RES", "DLY", "WDR", "CTR", "REC", "FIR", "DEC")


@dataclass(frozen=True)
class Limits:
    """What a phase must keep to."""

    fewest_factors: int = 5
    most_factors: int = 8
    spread: float = 0.9
    """Standard deviation of the 16 match-up weights, at least"""
    value: float = 0.06
    """Distance of the value from level, at most"""
    usage: float = 0.10
    """Smallest max-min usage, both sides, at least"""


def draw_maps(
    document: DuelData, seed: int, phases: int = 6, limits: Limits | None = None
) -> Iterator[tuple[Phase, ...]]:
    """Maps for the rules and weights of `document`, without end, each passing every gate that needs no play.

    The same seed gives the same maps. Raises `ValueError` for a number of phases that no map may have.
    """
    if not 1 <= phases <= PHASES:
        raise ValueError(f"a map has 1 to {PHASES} phases, not {phases}")
    stream = new_stream(seed=int(mix(np.uint64(seed))))
    while True:
        drawn = tuple(draw_phase(document, stream, limits or Limits()) for _ in range(phases))
        trial = with_map(document, "drawn", drawn)
        rows = (*no_dominance(trial, "drawn"), *usage(trial, "drawn"), *reachable(trial, "drawn"))
        if all(row.passed for row in rows):
            yield drawn


def draw_phase(document: DuelData, stream: np.ndarray, limits: Limits) -> Phase:
    """One phase that keeps to `limits`, as often as it takes."""
    with np.errstate(over="ignore"):
        while True:
            phase = _draw(stream, limits)
            if _fits(document, phase, limits):
                return phase


def with_map(document: DuelData, name: str, phases: tuple[Phase, ...]) -> DuelData:
    """`document` with that map alone."""
    return document.model_copy(update={"maps": {name: phases}, "players": {}})


def _draw(stream: np.ndarray, limits: Limits) -> Phase:
    red, blue = (_pick(stream, pool) for pool in (RED_POOL, BLUE_POOL))
    cells = np.arange(OPTIONS * OPTIONS)
    shuffle(stream, cells, len(cells))
    changed = limits.fewest_factors + below(stream, limits.most_factors - limits.fewest_factors + 1)
    factors = np.zeros(OPTIONS * OPTIONS, int)
    for cell in cells[:changed]:
        factors[cell] = 2 * below(stream, 2) - 1
    rows = factors.reshape(OPTIONS, OPTIONS).tolist()
    return Phase.model_validate({"red": red, "blue": blue, "factors": rows})


def _pick(stream: np.ndarray, pool: tuple[str, ...]) -> tuple[str, ...]:
    order = np.arange(len(pool))
    shuffle(stream, order, len(pool))
    return tuple(pool[place] for place in order[:OPTIONS])


def _fits(document: DuelData, phase: Phase, limits: Limits) -> bool:
    """The cheap tests first: most draws fail them."""
    if document.met(phase).std() < limits.spread:
        return False
    cells = document.cells(phase)
    if saddle_points(cells) or dominated_rows(cells) or dominated_columns(cells):
        return False
    mixed = _only_full_mix(cells)
    value, row, column = equilibrium(cells) if mixed is None else mixed
    near = abs(value - document.rules.level) <= limits.value
    return bool(near and min(row.min(), column.min()) >= limits.usage)


def _only_full_mix(cells: np.ndarray) -> Equilibrium | None:
    """The one pair of mixes in which everything could be used; shares below 0 if there is no such equilibrium.

    Spares the linear programme: when "all options earn the same v" has one solution, no other equilibrium uses
    everything. None when it has not; the system is of whole numbers, so its determinant is one too.
    """
    system = np.zeros((OPTIONS + 1, OPTIONS + 1))
    system[:OPTIONS, :OPTIONS] = cells
    system[OPTIONS, :OPTIONS] = 1.0
    system[:OPTIONS, OPTIONS] = -1.0
    if abs(np.linalg.det(system)) < 0.5:
        return None
    alike = np.append(np.zeros(OPTIONS), 1.0)
    column = np.linalg.solve(system, alike)
    row = np.linalg.solve(system.T, -alike)
    return Equilibrium(float(column[OPTIONS]), row[:OPTIONS], column[:OPTIONS])
