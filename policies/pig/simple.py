"""Rules of thumb: hold at a number, weigh one roll, keep pace, four turns, and chance.

All of them hold when the turn total wins the game. `legal` is roll, then hold where a hold is allowed: its last action
holds, or rolls where the first roll of the turn is due.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from games.pig.rules import ROLL
from games.rng import below
from policies.contract import policy
from policies.pig.checks import whole_numbers

__all__ = ["four_turns", "hold_at", "keep_pace", "random", "roll_or_hold"]


def _whole(document: Any, weights: Mapping[str, float], refs: Any) -> np.ndarray:
    return np.array(whole_numbers(weights), np.float64)


@policy("pig", weights={"n": 20}, prepare=_whole)
def hold_at(view, legal, params, weights, rng):
    """Roll until the turn total reaches n or wins the game."""
    if view.total < weights[0] and view.score[view.seat] + view.total < params.goal:
        return ROLL
    return legal[legal.size - 1]


@policy("pig")
def roll_or_hold(view, legal, params, weights, rng):
    """Roll while one more roll is worth more points on average than the turn total; a tie holds."""
    score, total = view.score[view.seat], view.total
    if score + total >= params.goal:
        return legal[legal.size - 1]
    if params.dice == 1:
        gains = 5 * total + 20 > 6 * total  # five faces keep the total and add 2 + 3 + 4 + 5 + 6
    else:
        gains = (
            25 * total + 200 - score > 36 * total
        )  # 25 of 36 keep it and add 8 on average; 1-1 costs the score
    return ROLL if gains else legal[legal.size - 1]


@policy("pig", weights={"base": 21, "slope": 8, "close": 29}, prepare=_whole)
def keep_pace(view, legal, params, weights, rng):
    """Roll to win once a score is within `close` of the goal; else hold at base + (lead of the other) / slope.

    Neller and Presser, "Practical Play of the Dice Game Pig" (2010); the quotient is rounded, halves up.
    """
    own, other = view.score[view.seat], view.score[1 - view.seat]
    need = params.goal - own
    if max(own, other) < params.goal - weights[2]:
        need = min(need, int(weights[0]) + math.floor((other - own) / weights[1] + 0.5))
    return ROLL if view.total < need else legal[legal.size - 1]


@policy("pig", weights={"turns": 4}, prepare=_whole)
def four_turns(view, legal, params, weights, rng):
    """Aim for the goal in so many scoring turns: hold at an even share of the points to go.

    Neller and Presser (2010). Scoring turns are counted since the score last stood at 0.
    """
    to_go = params.goal - view.score[view.seat]
    share = to_go // max(1, int(weights[0]) - view.scoring[view.seat])
    return ROLL if view.total < share else legal[legal.size - 1]


@policy("pig", draws_luck=True)
def random(view, legal, params, weights, rng):
    """Any legal action, all alike."""
    return legal[below(rng, legal.size)]
