"""A new map that passes all seven gates: drawn from a seed, put to the bots without a game being played."""

from collections.abc import Callable, Sequence
from itertools import islice

from games.duel.data import DuelData
from games.duel.figures import PairFigures
from games.duel.gates import GATES
from games.duel.generator import Limits, draw_maps, with_map
from policies.duel.nine import exact_pairs

__all__ = ["generate", "new_map"]

_ATTEMPTS = 200


def new_map(
    document: DuelData,
    seed: int,
    name: str | None = None,
    phases: int = 6,
    limits: Limits | None = None,
    accepts: Callable[[Sequence[PairFigures]], bool] | None = None,
) -> DuelData:
    """`document` with one map in place of its own: the first drawn from `seed` that passes every gate.

    `accepts` judges the exact figures of the nine pairs of bots; by default the gates do, with their own thresholds.
    Raises `ValueError` when 200 maps in a row were turned down.
    """
    title = name or f"map-{seed}"
    for drawn in islice(draw_maps(document, seed, phases, limits), _ATTEMPTS):
        found = with_map(document, title, drawn)
        if (accepts or _passes)(exact_pairs(found, title)):
            return found
    raise ValueError(
        f"seed {seed}: {_ATTEMPTS} maps in a row fail the gates; try another seed or wider limits"
    )


def generate(document: DuelData, seed: int, name: str, size: int | None = None) -> DuelData:
    """`new_map` as `policies.generator` has it; the size is the number of phases, 6 if left out."""
    return new_map(document, seed, name, 6 if size is None else size)


def _passes(figures: Sequence[PairFigures]) -> bool:
    gates = (gate for gate in GATES.values() if gate.needs == "figures")
    return all(row.passed for gate in gates for row in gate.check(figures, **gate.thresholds))
