"""The luck of one battle: every draw is a function of the battle's seed and a label, so decisions and seed replay it.

    U(seed, label) = (splitmix64(seed + fnv1a64(utf8 label)) >> 11) * 2^-53

    roll|k|phase        decision k; not by course of action: there is no new roll for changing one's mind
    incident            which of the unconditional incidents happens
    staff|phase|coa     the noise of a staff estimate
    choice|k            free choice of a player who draws
    shuffle|phase       the order in which the courses of action are shown

The compiled rules know the labels by their hashes, which stand in the parameter record.
"""

from functools import lru_cache

import numpy as np
from numba import float64

from games.jit import compiled
from games.rng import fnv1a64, mix

__all__ = ["INCIDENT", "drawn", "label_hash", "shown_order", "splitmix64"]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_U11 = np.uint64(11)


@compiled
def splitmix64(x):
    """The first output of splitmix64 from state `x`, uint64."""
    return mix(x + _GOLDEN)


@compiled
def drawn(seed, label):
    """U(seed, label) in [0, 1); both uint64, the label by its hash."""
    return float64(mix(seed + label + _GOLDEN) >> _U11) * 1.1102230246251565e-16


@lru_cache(maxsize=1 << 14)
def label_hash(*parts: object) -> np.uint64:
    """The hash of a label, its parts joined by "|"."""
    return np.uint64(fnv1a64("|".join(map(str, parts))))


INCIDENT = label_hash("incident")


def shown_order(seed: int, phase: str, n: int) -> list[int]:
    """The order in which the n courses of action of a phase are shown: a Fisher-Yates shuffle on one number."""
    with np.errstate(over="ignore"):
        u = float(drawn(np.uint64(seed), label_hash("shuffle", phase)))
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        u *= i + 1
        j, u = int(u), u - int(u)
        order[i], order[j] = order[j], order[i]
    return order
