"""Rules of thumb that look at one card at a time."""

from games.deckfight.hand import card_at
from games.deckfight.params import ATTACK
from games.deckfight.rules import END_TURN
from games.jit import compiled, hot
from games.rng import below
from policies.contract import policy

__all__ = ["aggressive", "defensive", "heuristic", "random"]


@policy("deckfight")
def heuristic(view, legal, params, weights, rng):
    """Kill if the attacks in hand reach; else block a coming attack; else attack, else block."""
    attack = best_card(legal, params.attack_rank)
    if attack != END_TURN and _can_kill(view, params, attack):
        return attack
    skill = best_card(legal, params.skill_rank)
    if skill != END_TURN and (view.intent_kind == ATTACK or attack == END_TURN):
        return skill
    return attack


@hot
def best_card(legal, ranks):
    """The legal card of the highest rank, the first in hand on ties; END_TURN, the last of `legal`, if all are 0."""
    found = END_TURN
    highest = 0
    for i in range(legal.size - 1):
        rank = ranks[legal[i]]
        found = legal[i] if rank > highest else found
        highest = max(rank, highest)
    return found


@compiled
def _can_kill(view, params, best):
    """Whether `greedy_damage` reaches the enemy's HP and block; `best` is the first card that it takes."""
    needed = view.enemy_hp + view.enemy_block
    # All energy at the best rate is a bound on it, which spares most of these sums.
    if needed * params.cost[best] > view.energy * params.damage[best]:
        return False
    return greedy_damage(view, params) >= needed


@compiled
def greedy_damage(view, params):
    """Damage of the affordable attacks taken by damage per energy, the first in hand on ties, while energy lasts."""
    energy = view.energy
    damage = 0
    rank = 1 << 62
    while True:
        best = 0
        for i in range(view.hand_size):
            card = card_at(view.hand, i)
            if best < params.attack_rank[card] < rank and params.cost[card] <= view.energy:
                best = params.attack_rank[card]
        if best == 0:
            return damage
        for i in range(view.hand_size):
            card = card_at(view.hand, i)
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
    card = best_card(legal, params.attack_rank)
    return card if card != END_TURN else best_card(legal, params.skill_rank)


@policy("deckfight")
def defensive(view, legal, params, weights, rng):
    """The best skill while there is one, then the best attack."""
    card = best_card(legal, params.skill_rank)
    return card if card != END_TURN else best_card(legal, params.attack_rank)
