"""Decisions looked up: a bit for each (scores, turn total), packed so small that a table stays in the cache.

Packed form, float64: [layers, words ...]; a word holds the bits of 50 totals, which a float64 represents exactly. The
words stand by (layer, own score, other score), ceil(goal / 50) of them each. A layer is the number of scoring turns of
the other player so far, the last one standing for that many or more; most tables have one.
"""

import numpy as np

from games.jit import compiled
from games.pig.rules import ROLL

__all__ = ["MOST_GOAL", "follow_table", "pack"]

BITS = 50
MOST_GOAL = 250
"""Beyond this goal a table of all states grows out of proportion."""


def pack(rolls: np.ndarray) -> np.ndarray:
    """Packed form of decisions uint8 [layers, goal, goal, goal] by layer, own score, other score, total; 1 to roll."""
    layers, goal = rolls.shape[:2]
    words = -(-goal // BITS)
    bits = np.zeros((layers, goal, goal, words * BITS), np.uint8)
    bits[..., :goal] = rolls
    packed = bits.reshape(-1, BITS) @ 2.0 ** np.arange(BITS)
    return np.concatenate([[layers], packed])


@compiled
def follow_table(view, legal, params, packed):
    """The move that the table says: roll, or the last legal move, which is to hold unless the first roll is due."""
    seat, goal = view.seat, params.goal
    own, total = view.score[seat], view.total
    if own + total >= goal:
        return legal[legal.size - 1]
    layer = min(view.scoring[1 - seat], int(packed[0]) - 1)
    states = (layer * goal + own) * goal + view.score[1 - seat]
    word = int(packed[1 + states * ((goal + BITS - 1) // BITS) + total // BITS])
    return ROLL if (word >> (total % BITS)) & 1 else legal[legal.size - 1]
