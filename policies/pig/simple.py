"""Rules of thumb: hold at a number, keep pace, four turns, and the classic mistakes."""

from games.pig.rules import HOLD, ROLL
from games.rng import below
from policies.contract import policy

__all__ = ["hold_at", "random"]


@policy("pig", weights={"n": 20})
def hold_at(view, legal, params, weights, rng):
    """Roll until the turn total reaches n or wins the game."""
    if view.total < weights[0] and view.score[view.seat] + view.total < params.goal:
        return ROLL
    return HOLD if legal.size == 2 else ROLL


@policy("pig", draws_luck=True)
def random(view, legal, params, weights, rng):
    """Any legal action, all alike."""
    return legal[below(rng, legal.size)]
