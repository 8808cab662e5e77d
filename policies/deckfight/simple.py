"""Rules of thumb that look at one card at a time."""

from games.deckfight.params import ATTACK
from games.deckfight.rules import END_TURN
from games.jit import compiled
from games.rng import below
from policies.contract import policy

__all__ = ["aggressive", "defensive", "heuristic", "random"]


@policy("deckfight")
def heuristic(view, legal, params, weights, rng):
    """Kill if the attacks in hand reach; else block a coming attack; else attack, else block."""
    attack = END_TURN
    skill = END_TURN
    attack_rank = 0
    skill_rank = 0
    most = 0
    for i in range(view.hand_size):
        card = view.hand[i]
        if params.cost[card] <= view.energy:
            most += params.damage[card]
            if params.attack_rank[card] > attack_rank:
                attack_rank = params.attack_rank[card]
                attack = int(card)
            if params.skill_rank[card] > skill_rank:
                skill_rank = params.skill_rank[card]
                skill = int(card)
    needed = view.enemy_hp + view.enemy_block
    # `most` leaves the energy out of account, so it spares the greedy sum where no sum could reach.
    if most >= needed and greedy_damage(view, params) >= needed:
        return attack
    if skill != END_TURN and (view.intent_kind == ATTACK or attack == END_TURN):
        return skill
    return attack


@compiled
def greedy_damage(view, params):
    """Damage of the affordable attacks taken by damage per energy, the first in hand on ties, while energy lasts."""
    energy = view.energy
    damage = 0
    rank = 1 << 62
    while True:
        best = 0
        for i in range(view.hand_size):
            card = view.hand[i]
            if best < params.attack_rank[card] < rank and params.cost[card] <= view.energy:
                best = params.attack_rank[card]
        if best == 0:
            return damage
        for i in range(view.hand_size):
            card = view.hand[i]
            if params.attack_rank[card] == best and params.cost[card] <= energy:
                energy -= params.cost[card]
                damage += params.damage[card]
        rank = best


@policy("deckfight", draws_luck=True)
def random(view, legal, params, weights, rng):
    """Any legal action, all alike; the end of the turn is one of them."""
    return legal[below(rng, legal.size)]


@policy("deckfight")
def aggressive(view, legal, params, weights, rng):
    """The best attack while there is one, then the best skill."""
    card = best_card(view, params, params.attack_rank)
    return card if card != END_TURN else best_card(view, params, params.skill_rank)


@policy("deckfight")
def defensive(view, legal, params, weights, rng):
    """The best skill while there is one, then the best attack."""
    card = best_card(view, params, params.skill_rank)
    return card if card != END_TURN else best_card(view, params, params.attack_rank)


@compiled
def best_card(view, params, ranks):
    """The affordable card of the highest rank, the first in hand on ties; END_TURN if every rank is 0."""
    found = END_TURN
    rank = 0
    for i in range(view.hand_size):
        card = view.hand[i]
        if ranks[card] > rank and params.cost[card] <= view.energy:
            rank = ranks[card]
            found = int(card)
    return found
