"""The exact arithmetic of pig, compiled: what one turn comes to, and the values of all states by value iteration.

Scores run over 0 .. goal-1: i the mover's (or the judged player's), j the other's; t is the turn total. Layers a, b
count a player's scoring turns so far, the last layer standing for that many or more. Decisions are uint8, 1 to roll.
Values leave the turn cap out: they are of the race that goes on until it is won, and a race that never ends is won by
nobody. `race` is (goal, first roll mandatory, outcomes of a roll, their probabilities).
"""

import numpy as np

from games.jit import compiled

__all__ = [
    "best_turn",
    "fewest_turns",
    "look_ahead",
    "match_chances",
    "optimal_values",
    "response_values",
    "solo_turns",
    "turn_odds",
]

# Iteration stops when no value changes by more in a sweep; after MOST_SWEEPS the change left is handed back as it is.
CHANGE = 1e-14
MOST_SWEEPS = 10_000


@compiled
def best_turn(race, need, bank, lost, crashed, value, rolls):
    """One turn played for the greatest value, by backward induction; returns the value at total 0.

    bank [need + 1]: value of holding each total, bank[need] that of reaching the goal; lost, crashed: values of losing
    the turn, and the score with it. Fills value [need] and rolls [need]; a tie holds.
    """
    _, must, outcomes, odds = race
    for total in range(need - 1, -1, -1):
        mean = 0.0
        for k in range(outcomes.size):
            points = outcomes[k]
            if points > 0:
                reached = total + points
                mean += odds[k] * (bank[need] if reached >= need else value[reached])
            else:
                mean += odds[k] * (lost if points == 0 else crashed)
        roll = mean > bank[total] or (must and total == 0)
        rolls[total] = 1 if roll else 0
        value[total] = mean if roll else bank[total]
    return value[0]


@compiled
def turn_odds(race, need, rolls, banked):
    """What a turn comes to when it is played as rolls [need] says; returns (lost, crashed, rolls on average).

    lost: the chance that the scores stay as they are; crashed: that the score is lost. Fills banked [need + 1] with the
    chances of banking each total, banked[need] that of reaching the goal, banked[0] staying 0.
    """
    _, must, outcomes, odds = race
    for total in range(1, need + 1):
        banked[total] = 0.0
    banked[0] = 1.0
    lost, crashed, made = 0.0, 0.0, 0.0
    for total in range(need):
        here = banked[total]
        if here == 0.0:
            continue
        if rolls[total] == 1 or (must and total == 0):
            banked[total] = 0.0
            made += here
            for k in range(outcomes.size):
                points = outcomes[k]
                if points > 0:
                    banked[min(total + points, need)] += here * odds[k]
                elif points == 0:
                    lost += here * odds[k]
                else:
                    crashed += here * odds[k]
        elif total == 0:
            banked[0] = 0.0
            lost = 1.0
            break
    return lost, crashed, made


@compiled
def optimal_values(race):
    """Both players play for the win: (mover, waiter [goal, goal], rolls [goal, goal, goal], change left).

    mover[i, j], waiter[i, j]: the chance to win of the player at i, the other being at j, when it is / is not its turn.
    """
    goal = race[0]
    mover, waiter = np.zeros((goal, goal)), np.zeros((goal, goal))
    rolls = np.zeros((goal, goal, goal), np.uint8)
    bank, value = np.zeros(goal + 1), np.zeros(goal)
    left = 1.0
    at_once = _rounds_at_once(race)
    for _ in range(MOST_SWEEPS):
        left = 0.0
        for both in range(2 * goal - 2, -1, -1):
            for i in range(max(0, both - goal + 1), both // 2 + 1):
                j = both - i
                for _ in range(at_once):
                    change = max(
                        _improve(race, i, j, mover, waiter, rolls[i, j], bank, value),
                        _improve(race, j, i, mover, waiter, rolls[j, i], bank, value),
                    )
                    left = max(left, change)
                    if change <= CHANGE:
                        break
        if left <= CHANGE:
            break
    return mover, waiter, rolls, left


@compiled
def _rounds_at_once(race):
    """Where scores never fall, a pair of scores is settled for good before lower ones; else all are swept together."""
    for points in race[2]:
        if points < 0:
            return 1
    return MOST_SWEEPS


@compiled
def _improve(race, i, j, mover, waiter, rolls, bank, value):
    """The best turn of the player at i against j on the values as they stand; returns the change."""
    need = race[0] - i
    for total in range(need):
        bank[total] = waiter[i + total, j]
    bank[need] = 1.0
    mine = best_turn(race, need, bank, waiter[i, j], waiter[0, j], value, rolls)
    lost, crashed, _ = turn_odds(race, need, rolls, bank)
    theirs = lost * mover[j, i] + crashed * mover[j, 0]
    for total in range(1, need):
        theirs += bank[total] * mover[j, i + total]
    change = max(abs(mine - mover[i, j]), abs(theirs - waiter[j, i]))
    mover[i, j] = mine
    waiter[j, i] = theirs
    return change


@compiled
def match_chances(race, mine, theirs):
    """Two fixed ways to play: (moving, waiting [goal, A, goal, B], change left).

    mine [A, goal, goal, goal] and theirs [B, goal, goal, goal]: rolls by own layer, own score, other score, total.
    moving[i, a, j, b], waiting[i, a, j, b]: the chance that the first wins when it is / is not its turn.
    """
    goal = race[0]
    own_layers, other_layers = mine.shape[0], theirs.shape[0]
    moving = np.zeros((goal, own_layers, goal, other_layers))
    waiting = np.zeros((goal, own_layers, goal, other_layers))
    banked = np.zeros(goal + 1)
    left = 1.0
    for _ in range(MOST_SWEEPS):
        left = 0.0
        for both in range(2 * goal - 2, -1, -1):
            for i in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
                for a in range(own_layers):
                    for b in range(other_layers):
                        change = _settle(race, i, a, both - i, b, mine, theirs, moving, waiting, banked)
                        left = max(left, change)
        if left <= CHANGE:
            break
    return moving, waiting, left


@compiled
def _settle(race, i, a, j, b, mine, theirs, moving, waiting, banked):
    """moving = m + lost * waiting, waiting = w + missed * moving, solved; returns the change."""
    goal = race[0]
    lost, crashed, _ = turn_odds(race, goal - i, mine[a, i, j], banked)
    after = min(a + 1, mine.shape[0] - 1)
    m = banked[goal - i] + crashed * waiting[0, 0, j, b]
    for total in range(1, goal - i):
        m += banked[total] * waiting[i + total, after, j, b]
    missed, crashed, _ = turn_odds(race, goal - j, theirs[b, j, i], banked)
    after = min(b + 1, theirs.shape[0] - 1)
    w = crashed * moving[i, a, 0, 0]
    for total in range(1, goal - j):
        w += banked[total] * moving[i, a, j + total, after]
    ends = 1.0 - lost * missed
    here = (m + lost * w) / ends if ends > CHANGE else 0.0
    change = max(abs(here - moving[i, a, j, b]), abs(w + missed * here - waiting[i, a, j, b]))
    moving[i, a, j, b] = here
    waiting[i, a, j, b] = w + missed * here
    return change


@compiled
def response_values(race, theirs):
    """The best that can be done against theirs [B, goal, goal, goal]: (moving, waiting, rolls, change left).

    moving, waiting [goal, goal, B]: the responder's chance to win at i against j in layer b; rolls [B, goal, goal,
    goal] by layer, i, j, total.
    """
    goal, layers = race[0], theirs.shape[0]
    moving, waiting = np.zeros((goal, goal, layers)), np.zeros((goal, goal, layers))
    rolls = np.zeros((layers, goal, goal, goal), np.uint8)
    bank, value = np.zeros(goal + 1), np.zeros(goal)
    left = 1.0
    for _ in range(MOST_SWEEPS):
        left = 0.0
        for both in range(2 * goal - 2, -1, -1):
            for i in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
                for b in range(layers):
                    change = _respond(race, i, both - i, b, theirs, moving, waiting, rolls, bank, value)
                    left = max(left, change)
        if left <= CHANGE:
            break
    return moving, waiting, rolls, left


@compiled
def _respond(race, i, j, b, theirs, moving, waiting, rolls, bank, value):
    """Settle the responder's best turn at i against j in layer b, and its wait before; returns the change."""
    goal = race[0]
    missed, crashed, _ = turn_odds(race, goal - j, theirs[b, j, i], bank)
    after = min(b + 1, theirs.shape[0] - 1)
    wait = crashed * moving[i, 0, 0]
    for total in range(1, goal - j):
        wait += bank[total] * moving[i, j + total, after]
    for total in range(goal - i):
        bank[total] = waiting[i + total, j, b]
    bank[goal - i] = 1.0
    before = moving[i, j, b], waiting[i, j, b]
    for _ in range(_rounds_at_once(race)):
        bank[0] = wait + missed * moving[i, j, b]
        crash = bank[0] if i == 0 else waiting[0, j, b]
        mine = best_turn(race, goal - i, bank, bank[0], crash, value, rolls[b, i, j])
        change = abs(mine - moving[i, j, b])
        moving[i, j, b] = mine
        if change <= CHANGE:
            break
    waiting[i, j, b] = wait + missed * moving[i, j, b]
    return max(abs(moving[i, j, b] - before[0]), abs(waiting[i, j, b] - before[1]))


@compiled
def look_ahead(race, moving, waiting, depth):
    """Rolls [goal, goal, goal] of a search on chances to win: max at own choices, mean at the dice, `depth` rolls deep.

    moving, waiting [goal, goal]: the searcher's chances at i against j when it is / is not its turn, by which the end
    of the turn is judged; so is a total that the search reaches with no rolls left, as if it were banked.
    """
    goal, _, outcomes, odds = race
    rolls = np.zeros((goal, goal, goal), np.uint8)
    for i in range(goal):
        need = goal - i
        value = np.ones(need + 1)
        for j in range(goal):
            for total in range(need):
                value[total] = waiting[i + total, j]
            for _level in range(depth):
                # A total looks only at higher ones, so going up, those still stand as they were one roll less deep.
                for total in range(need):
                    mean = 0.0
                    for k in range(outcomes.size):
                        points = outcomes[k]
                        if points > 0:
                            mean += odds[k] * value[min(total + points, need)]
                        else:
                            mean += odds[k] * (waiting[i, j] if points == 0 else waiting[0, j])
                    hold = waiting[i + total, j]
                    rolls[i, j, total] = 1 if mean > hold else 0
                    value[total] = max(hold, mean)
    return rolls


@compiled
def solo_turns(race, rolls):
    """Turns to the goal on average, alone: [goal, A] by score and layer.

    rolls [A, goal, goal] by layer, score, total.
    """
    goal, layers = race[0], rolls.shape[0]
    turns, banked = np.zeros((goal, layers)), np.zeros(goal + 1)
    for _ in range(MOST_SWEEPS):
        left = 0.0
        for i in range(goal - 1, -1, -1):
            for a in range(layers):
                lost, crashed, _ = turn_odds(race, goal - i, rolls[a, i], banked)
                mean = 1.0 + crashed * turns[0, 0]
                for total in range(1, goal - i):
                    mean += banked[total] * turns[i + total, min(a + 1, layers - 1)]
                mean = mean / (1.0 - lost) if lost < 1.0 else np.inf
                if mean != turns[i, a]:
                    left = max(left, abs(mean - turns[i, a]))
                turns[i, a] = mean
        if left <= CHANGE * goal:
            break
    return turns


@compiled
def fewest_turns(race):
    """The fewest turns to the goal on average, alone, [goal] by score."""
    goal = race[0]
    turns, bank, value, rolls = np.zeros(goal), np.zeros(goal + 1), np.zeros(goal), np.zeros(goal, np.uint8)
    for _ in range(MOST_SWEEPS):
        left = 0.0
        for i in range(goal - 1, -1, -1):
            for total in range(goal - i):
                bank[total] = -turns[i + total]
            bank[goal - i] = 0.0
            mean = 1.0 - best_turn(race, goal - i, bank, -turns[i], -turns[0], value, rolls)
            left = max(left, abs(mean - turns[i]))
            turns[i] = mean
        if left <= CHANGE * goal:
            break
    return turns
