"""pig: roll and add up, or hold and bank; a 1 loses the turn.

State: `score` by seat and the number of turns that went into it (`scoring`), `total` of the running turn, `rolls`
made in it, the last `faces` shown. A roll comes to one of the outcomes that `chance` lists: points, or LOST, or
SCORE_LOST.
"""

import numpy as np

from games.contract import FIRST_ENDING, TURN_CAP, Rules
from games.jit import compiled, hot
from games.pig.chance import ONE_DIE, SCORE_LOST, TWO_DICE
from games.rng import below

__all__ = ["GOAL_REACHED", "HOLD", "ROLL", "RULES", "STATE", "chance", "land"]

ROLL, HOLD = 0, 1
GOAL_REACHED = FIRST_ENDING

STATE = np.dtype(
    [
        ("seat", np.int64),
        ("turn", np.int64),
        ("termination", np.int64),
        ("score", np.int64, (2,)),
        ("scoring", np.int64, (2,)),
        ("total", np.int64),
        ("rolls", np.int64),
        ("faces", np.int64, (2,)),
    ],
    align=True,
)


@hot
def deal(state, params, scenario, rng):
    """Both scores at 0, seat 0 to roll: what a zeroed state already says."""


@hot
def legal(state, params, actions):
    """Roll always; hold unless the turn's first roll is mandatory and still to come."""
    actions[0] = ROLL
    if state.rolls == 0 and params.mandatory_first_roll == 1:
        return 1
    actions[1] = HOLD
    return 2


@hot
def observe(state, params, seat, view):
    """An open game: the view is the state."""


@hot
def step(state, params, action, rng):
    """Carry out a roll or a hold. Each number of dice has its own short path: this is where a game spends its time."""
    if action == HOLD:
        _bank(state, params)
        return
    first = below(rng, 6) + 1
    state.faces[0] = first
    if params.dice == 1:
        if first == 1:
            _pass_on(state, params)
        else:
            _add(state, first)
        return
    second = below(rng, 6) + 1
    state.faces[1] = second
    if first == 1 or second == 1:
        if first == second:
            _lose_score(state)
        _pass_on(state, params)
    else:
        _add(state, first + second)


@compiled
def chance(state, params, outcomes, odds):
    """Fill `outcomes[:n]` (int64) and `odds[:n]` (float64, summing to 1) for a roll in `state`; n <= MOST_OUTCOMES."""
    table = ONE_DIE if params.dice == 1 else TWO_DICE
    for k in range(len(table)):
        outcomes[k] = table[k, 0]
        odds[k] = table[k, 1] / 6.0**params.dice
    return len(table)


@compiled
def land(state, params, outcome):
    """The roll came to `outcome`, one of those that `chance` lists; `step` does this for the faces it draws."""
    if outcome > 0:
        _add(state, outcome)
        return
    if outcome == SCORE_LOST:
        _lose_score(state)
    _pass_on(state, params)


@hot
def _add(state, points):
    state.total += points
    state.rolls += 1


@hot
def _lose_score(state):
    state.score[state.seat] = 0
    state.scoring[state.seat] = 0


@hot
def _bank(state, params):
    if state.total > 0:
        state.score[state.seat] += state.total
        state.scoring[state.seat] += 1
        if state.score[state.seat] >= params.goal:
            state.termination = GOAL_REACHED
            return
    _pass_on(state, params)


@hot
def _pass_on(state, params):
    state.total = 0
    state.rolls = 0
    if state.turn + 1 >= params.turn_cap:
        state.termination = TURN_CAP
    else:
        state.turn += 1
        state.seat = 1 - state.seat


@hot
def result(state, params, payoff, metrics):
    """+1 / -1 to whoever banked the goal; nobody wins by the turn cap. The one metric: points banked."""
    metrics[0, 0] = state.score[0]
    metrics[0, 1] = state.score[1]
    payoff[0] = 0
    payoff[1] = 0
    if state.termination != GOAL_REACHED:
        return -1
    payoff[state.seat] = 1
    payoff[1 - state.seat] = -1
    return state.seat


@hot
def option(state, params, action):
    """The action is its own option id."""
    return action


RULES = Rules(deal, legal, observe, step, result, option)
