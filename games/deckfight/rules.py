"""deckfight: one player's deck against one enemy that shows what it will do next.

    draw pile --(5 a turn, from its end)--> hand --(played, or at the end of the turn)--> discard pile
        ^------------------------- shuffled back when the draw pile runs out --------------'

An action is the number of a card type, which plays the first such card of the hand, or END_TURN. Two equal cards of a
hand are one action: what is left of the hand is the same but for its order, and the discard pile is shuffled before it
is drawn from.
"""

import numpy as np
from numba import int64

from games.contract import FIRST_ENDING, HOUSE, MISSING, NO_OPTION, NOBODY, TURN_CAP, Rules
from games.deckfight.data import MOST_CARDS, MOST_DECK
from games.deckfight.hand import card_at, with_card, without
from games.deckfight.params import ATTACK
from games.jit import compiled, hot
from games.rng import shuffle

__all__ = ["END_TURN", "ENEMY_DEFEATED", "PLAYER_DEFEATED", "RULES", "STATE", "VIEW"]

# Also "no option": it is nobody's card.
END_TURN = NO_OPTION
ENEMY_DEFEATED, PLAYER_DEFEATED = FIRST_ENDING, FIRST_ENDING + 1

# What the player sees. Cards and counts are bytes: records are copied for every game and decision.
VIEW = np.dtype(
    [
        ("turn", np.int64),
        ("hp", np.int64),
        ("block", np.int64),
        ("energy", np.int64),
        ("enemy", np.int64),
        ("enemy_hp", np.int64),
        ("enemy_block", np.int64),
        # Number of the enemy's next intent among its intents, its kind (ATTACK or DEFEND) and value.
        ("intent", np.int64),
        ("intent_kind", np.int64),
        ("intent_value", np.int64),
        ("hand_size", np.int64),
        ("hand", np.int64),  # as in hand.py
        # [MOST_CARDS] cards in each pile by card number.
        ("draw_count", np.uint8, (MOST_CARDS,)),
        ("discard_count", np.uint8, (MOST_CARDS,)),
    ],
    align=True,
)

# The whole truth: what is seen, and the piles in order.
STATE = np.dtype(
    [
        ("seat", np.int64),
        ("turn", np.int64),
        ("termination", np.int64),
        ("hp", np.int64),
        ("block", np.int64),
        ("energy", np.int64),
        ("enemy", np.int64),
        ("enemy_hp", np.int64),
        ("enemy_block", np.int64),
        ("intent", np.int64),
        ("shuffles", np.int64),  # times the discard pile became the draw pile
        ("hand_size", np.int64),
        ("draw_size", np.int64),
        ("discard_size", np.int64),
        ("hand", np.int64),
        ("draw_count", np.uint8, (MOST_CARDS,)),
        ("discard_count", np.uint8, (MOST_CARDS,)),
        ("draw", np.uint8, (MOST_DECK + 1,)),  # drawn from the end
        ("discard", np.uint8, (MOST_DECK + 1,)),  # grows at the end
    ],
    align=True,
)


@compiled
def deal(state, params, scenario, rng):
    """The whole deck shuffled, the enemy unhurt, the first hand drawn."""
    state.hp = params.player_hp
    state.enemy = scenario
    state.enemy_hp = params.max_hp[scenario]
    size = params.deck_size
    for i in range(size):
        state.draw[i] = params.deck[i]
    for card in range(MOST_CARDS):
        state.draw_count[card] = params.deck_count[card]
    state.draw_size = size
    shuffle(rng, state.draw, size)
    _open_turn(state, params, rng)


@hot
def legal(state, params, actions):
    """Each affordable card type once, in hand order, then the end of the turn."""
    listed = int64(0)
    n = 0
    for i in range(state.hand_size):
        card = card_at(state.hand, i)
        bit = int64(1) << card
        # Written whether it is kept or not: a branch on what was drawn is mostly guessed wrong.
        actions[n] = card
        n += 1 if (params.cost[card] <= state.energy) & (listed & bit == 0) else 0
        listed |= bit
    actions[n] = END_TURN
    return n + 1


@hot
def observe(state, params, seat, view):
    """All but the order of the piles."""
    view.turn = state.turn
    view.hp = state.hp
    view.block = state.block
    view.energy = state.energy
    view.enemy = state.enemy
    view.enemy_hp = state.enemy_hp
    view.enemy_block = state.enemy_block
    view.intent = state.intent
    view.intent_kind = params.intent_kind[state.enemy, state.intent]
    view.intent_value = params.intent_value[state.enemy, state.intent]
    view.hand_size = state.hand_size
    view.hand = state.hand
    for card in range(MOST_CARDS):
        view.draw_count[card] = state.draw_count[card]
        view.discard_count[card] = state.discard_count[card]


@hot
def step(state, params, action, rng):
    """Play a card or end the turn."""
    if action == END_TURN:
        _end_turn(state, params, rng)
        return
    _play(state, params, action)
    if state.enemy_hp == 0:
        state.termination = ENEMY_DEFEATED


@hot
def _play(state, params, card):
    """The first such card of the hand to the discard pile, its cost from the energy; block absorbs damage first."""
    state.hand = without(state.hand, card)
    state.hand_size -= 1
    _put_away(state, card)
    state.energy -= params.cost[card]
    state.block += params.block[card]
    damage = params.damage[card]
    absorbed = min(state.enemy_block, damage)
    state.enemy_block -= absorbed
    state.enemy_hp = max(0, state.enemy_hp - (damage - absorbed))


@hot
def _put_away(state, card):
    state.discard[state.discard_size] = card
    state.discard_size += 1
    state.discard_count[card] += 1


@hot
def _end_turn(state, params, rng):
    """The rest of the hand away, the enemy's intent carried out, and the next turn opened if there is one."""
    for i in range(state.hand_size):
        _put_away(state, card_at(state.hand, i))
    state.hand = 0
    state.hand_size = 0
    _enemy_acts(state, params)
    if state.hp == 0:
        state.termination = PLAYER_DEFEATED
    elif state.turn + 1 >= params.turn_cap:
        state.termination = TURN_CAP
    else:
        state.turn += 1
        _open_turn(state, params, rng)


@hot
def _enemy_acts(state, params):
    value = params.intent_value[state.enemy, state.intent]
    state.enemy_block = 0
    if params.intent_kind[state.enemy, state.intent] == ATTACK:
        absorbed = min(state.block, value)
        state.block -= absorbed
        state.hp = max(0, state.hp - (value - absorbed))
    else:
        state.enemy_block = value
    state.intent += 1
    if state.intent == params.intents[state.enemy]:
        state.intent = 0


@hot
def _open_turn(state, params, rng):
    """Energy anew, no block, a hand from the end of the draw pile; the discard pile is shuffled into an empty one."""
    state.energy = params.energy_per_turn
    state.block = 0
    size = 0
    hand = int64(0)
    while size < params.hand_size:
        if state.draw_size == 0:
            if state.discard_size == 0:
                break
            _reshuffle(state, rng)
        state.draw_size -= 1
        card = state.draw[state.draw_size]
        state.draw_count[card] -= 1
        hand = with_card(hand, size, card)
        size += 1
    state.hand_size = size
    state.hand = hand


@compiled
def _reshuffle(state, rng):
    size = state.discard_size
    for i in range(size):
        state.draw[i] = state.discard[i]
    for card in range(MOST_CARDS):
        state.draw_count[card] = state.discard_count[card]
        state.discard_count[card] = 0
    state.draw_size = size
    state.discard_size = 0
    state.shuffles += 1
    shuffle(rng, state.draw, size)


@compiled
def result(state, params, payoff, metrics):
    """Payoff 1 for a win, else 0: nobody wins by the turn cap, the house wins when the player falls.

    Metrics: HP left, and HP left in games won (missing in the others).
    """
    won = state.termination == ENEMY_DEFEATED
    payoff[0] = 1 if won else 0
    metrics[0, 0] = state.hp
    metrics[1, 0] = state.hp if won else MISSING
    if won:
        return 0
    return HOUSE if state.termination == PLAYER_DEFEATED else NOBODY


@hot
def option(state, params, action):
    """The card; the end of the turn is no option."""
    return action


@compiled
def seen(state, params, seat, flags):
    """Cards drawn, affordable or not: all of the deck once it was shuffled anew, else what left the draw pile."""
    for card in range(params.cards):
        unseen = state.draw_count[card] if state.shuffles == 0 else 0
        if params.deck_count[card] > unseen:
            flags[card] = 1


RULES = Rules(deal, legal, observe, step, result, option, seen)
