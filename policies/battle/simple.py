"""The source's three bots: chance, the greedy one, and history."""

from games.battle.data import COAS
from games.battle.layout import CHOOSE
from games.battle.record import CARRIES, place_of
from games.battle.rules import carry_of
from games.rng import below
from policies.battle.preparing import any_cards, everything
from policies.contract import policy

__all__ = ["greedy", "history", "random"]

# What preparing may still bring beside cards: the rest of judgment. The source's bots do neither.
_EXTRAS = {"checks": 0.0, "rationale": 0.0}


@policy("battle", weights={"cards": 0.5}, draws_luck=True)
def random(view, legal, params, weights, rng):
    """Any course of action, all alike; opens each card with a chance of one half."""
    if view.stage != CHOOSE:
        return any_cards(view, params, rng, weights[0])
    return legal[below(rng, legal.size)]


@policy("battle", weights={"cards": 0.0, **_EXTRAS})
def greedy(view, legal, params, weights, rng):
    """The most mission on average; then the better odds, then the first id."""
    if view.stage != CHOOSE:
        return everything(view, params, weights[0], weights[1], weights[2])
    place, carry = place_of(view.scenario, view.phase) * COAS, carry_of(view, params)
    best, best_value, best_odds = -1, 0.0, 0.0
    for action in range(legal.size):
        coa = place + action
        odds = params.odds[coa * CARRIES + carry]
        won, lost = params.change[6 * coa + 3], params.change[6 * coa]
        value = lost + odds * (won - lost)
        if best >= 0:
            lead = value - best_value
            if abs(lead) < 1e-9:
                lead = odds - best_odds
            if lead < 0.0 or (lead == 0.0 and params.rank[coa] > params.rank[place + best]):
                continue
        best, best_value, best_odds = action, value, odds
    return best


@policy("battle", weights={"cards": 1.0, **_EXTRAS})
def history(view, legal, params, weights, rng):
    """What was done, or what doctrine says where nothing was; opens all cards."""
    if view.stage != CHOOSE:
        return everything(view, params, weights[0], weights[1], weights[2])
    place = place_of(view.scenario, view.phase) * COAS
    for action in range(legal.size):
        if params.historic[place + action] == 1:
            return action
    return 0
