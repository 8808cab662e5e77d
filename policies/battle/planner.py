"""The planner: looks ahead to the end of the battle, by a value of the four axes."""

from games.battle.data import COAS
from games.battle.layout import CHOOSE
from games.battle.record import CARRIES, place_of
from games.battle.rules import carry_of
from policies.battle.outlook import AXES, looked_up, outlook
from policies.battle.preparing import everything
from policies.contract import policy

__all__ = ["planner"]

_WEIGHTS = {**dict.fromkeys(AXES, 1.0), "cards": 1.0}


@policy("battle", weights=_WEIGHTS, prepare=outlook)
def planner(view, legal, params, weights, rng):
    """Expectimax over the rest of the battle, valuing mission, preservation, tempo and judgment by its weights.

    In a state that it would never have come to by itself it looks one decision ahead.
    """
    if view.stage != CHOOSE:
        return everything(view, params, weights[len(AXES)], 0.0, 0.0)
    choice = looked_up(view, params, weights)
    if choice >= 0:
        return choice
    place, carry = place_of(view.scenario, view.phase) * COAS, carry_of(view, params)
    best, best_value = 0, 0.0
    for action in range(legal.size):
        coa = place + action
        odds = params.odds[coa * CARRIES + carry]
        value = weights[3] * params.judgment_appropriate * params.appropriate[coa] / 2.0
        for axis in range(3):
            won, lost = params.change[6 * coa + 3 + axis], params.change[6 * coa + axis]
            value += weights[axis] * (lost + odds * (won - lost))
        if action == 0 or value > best_value:
            best, best_value = action, value
    return best
