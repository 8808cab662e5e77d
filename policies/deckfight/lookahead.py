"""The exact best line of the current turn, by a weighted score of what it leaves.

In one turn damage adds up, block adds up, and a set of cards that kills does so in any order: what a line comes to
depends on which cards are played alone. So all subsets of the hand that the energy pays for are all lines that matter.
"""

from games.deckfight.hand import card_at
from games.deckfight.params import ATTACK
from games.deckfight.rules import END_TURN
from games.jit import compiled
from policies.contract import policy

__all__ = ["best_line", "leaf_score", "lookahead"]

# In the order in which `leaf_score` reads them.
WEIGHTS = {"win": 1000.0, "loss": -1000.0, "hp": 1.0, "enemy_hp": -0.8}


@policy("deckfight", weights=WEIGHTS)
def lookahead(view, legal, params, weights, rng):
    """The first card of the turn's best line, by a weighted score of HP and the enemy's HP at its end."""
    line = best_line(view, params, weights)
    for place in range(view.hand_size):
        if line >> place & 1:
            return card_at(view.hand, place)
    return END_TURN


@compiled
def best_line(view, params, weights):
    """The best subset of the hand as bits by place, the first found among equals; 0 ends the turn.

    Subsets come in Gray-code order, one card joining or leaving at a time (Knuth, The Art of Computer Programming 4A,
    7.2.1.1), so each costs a few additions.
    """
    line, cost, damage, block = 0, 0, 0, 0
    best, best_score = 0, leaf_score(view, weights, 0, 0)
    for number in range(1, 1 << view.hand_size):
        place = 0
        while number >> place & 1 == 0:
            place += 1
        line ^= 1 << place
        card = card_at(view.hand, place)
        sign = 1 if line >> place & 1 else -1
        cost += sign * params.cost[card]
        damage += sign * params.damage[card]
        block += sign * params.block[card]
        if cost <= view.energy:
            score = leaf_score(view, weights, damage, block)
            if score > best_score:
                best, best_score = line, score
    return best


@compiled
def leaf_score(view, weights, damage, block):
    """The weighted score at the end of the turn, after the enemy's intent, for that much damage and block played."""
    enemy_hp = max(0, view.enemy_hp - max(0, damage - view.enemy_block))
    if enemy_hp == 0:
        return weights[0] + weights[2] * view.hp
    hp = view.hp
    if view.intent_kind == ATTACK:
        hp -= max(0, view.intent_value - view.block - block)
    if hp <= 0:
        return weights[1] + weights[3] * enemy_hp
    return weights[2] * hp + weights[3] * enemy_hp
