"""Which options yield more per cost than their kind does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Overpowered", "flag_overpowered"]


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
