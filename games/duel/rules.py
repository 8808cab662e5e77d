"""duel: two seats choose at once, phase by phase; scores, tempo and strength follow from the two choices.

Red's choice waits sealed in `pending` until Blue has made his; no view shows it. All values are Red's:

    score m = clamp(cell + initiative * bonus)        margin D = sum of (m - level)
    tempo   = clamp(cell - level), and what time-outs hand over; initiative from the sum of the last tempos

The same choices are scored again without initiative (`plain_...`), to tell whether it turned the result.
"""

import numpy as np

from games.contract import FIRST_ENDING, MISSING, NO_OPTION, NOBODY, RUNNING, Rules
from games.duel.data import OPTIONS
from games.duel.record import place_of
from games.jit import hot

__all__ = [
    "BLUE",
    "BY_MARGIN",
    "BY_STRENGTH",
    "DRAWN",
    "FORFEIT",
    "METRICS",
    "RED",
    "RULES",
    "STATE",
    "TIMED_OUT",
    "VIEW",
    "concession",
    "initiative_of",
    "score_of",
    "settle",
    "tempo_of",
]

RED, BLUE = 0, 1
NOTHING = -1
# The action of a seat whose clock ran out; options are actions 0 to 3.
TIMED_OUT = OPTIONS
BY_MARGIN, BY_STRENGTH, DRAWN, FORFEIT = range(FIRST_ENDING, FIRST_ENDING + 4)
METRICS = ("draw", "flip", "margin", "strength", "red_flip", "phases", "x", "y", "xx", "yy", "xy")

_SEEN = [
    ("seat", np.int64),
    ("turn", np.int64),
    ("scenario", np.int64),
    ("place", np.int64),  # of the phase in the flat tables of the parameters
    ("initiative", np.int64),  # of this phase: 1 Red, -1 Blue, 0 nobody
    ("margin", np.int64),
    ("strength", np.int64, (2,)),
    ("tempo", np.int64),  # the last three, latest first
    ("tempo_before", np.int64),
    ("tempo_earlier", np.int64),
    ("late", np.int64, (2,)),  # time-outs in a row, by seat
]
VIEW = np.dtype(_SEEN, align=True)
STATE = np.dtype(
    [
        *_SEEN,
        ("termination", np.int64),
        ("pending", np.int64),  # Red's sealed action, or NOTHING
        ("luck", np.int64),  # what the salts of the seals are made from
        ("winner", np.int64),
        ("plain_margin", np.int64),
        ("plain_strength", np.int64, (2,)),
        # Sums over the phases of the match-up weight x and the score less its level y (whose own sum is the margin),
        # for the correlation of the two.
        ("x", np.int64),
        ("xx", np.int64),
        ("yy", np.int64),
        ("xy", np.int64),
    ],
    align=True,
)


@hot
def deal(state, params, scenario, rng):
    """Both sides at full strength, nobody with initiative."""
    state.scenario = scenario
    state.place = place_of(scenario, 0)
    state.pending = NOTHING
    state.winner = NOBODY
    state.luck = np.int64(rng[0] >> np.uint64(1))
    for seat in range(2):
        state.strength[seat] = params.strength
        state.plain_strength[seat] = params.strength


@hot
def legal(state, params, actions):
    """The four options of the phase, and letting the clock run out where that may happen."""
    for option in range(OPTIONS):
        actions[option] = option
    if params.time_outs == 0:
        return OPTIONS
    actions[OPTIONS] = TIMED_OUT
    return OPTIONS + 1


@hot
def observe(state, params, seat, view):
    """What both sides know: all but a choice that is still sealed, and the salts."""
    view.seat = state.seat
    view.turn = state.turn
    view.scenario = state.scenario
    view.place = state.place
    view.initiative = state.initiative
    view.margin = state.margin
    for side in range(2):
        view.strength[side] = state.strength[side]
        view.late[side] = state.late[side]
    view.tempo = state.tempo
    view.tempo_before = state.tempo_before
    view.tempo_earlier = state.tempo_earlier


@hot
def step(state, params, action, rng):
    """Red seals his choice; Blue's completes the phase."""
    if state.seat == RED:
        state.pending = action
        state.seat = BLUE
        return
    red, blue = state.pending, action
    state.pending = NOTHING
    state.seat = RED
    _play_phase(state, params, red, blue)
    if state.termination == RUNNING:
        if state.turn + 1 == params.phases[state.scenario]:
            _finish(state, params)
        else:
            state.turn += 1
            state.place += 1


@hot
def _play_phase(state, params, red, blue):
    shift = np.int64(0)
    if red == TIMED_OUT or state.late[RED] > 0 or blue == TIMED_OUT or state.late[BLUE] > 0:
        shift = _clock(state, params, red == TIMED_OUT, blue == TIMED_OUT)
        red = params.default_option if red == TIMED_OUT else red
        blue = params.default_option if blue == TIMED_OUT else blue
    place = state.place
    met = OPTIONS * (OPTIONS * place + red) + blue
    cell = params.cell[met]
    score = score_of(params, cell, state.initiative)
    gained = score - params.level
    state.margin += gained
    state.plain_margin += cell - params.level
    red_cost = params.cost[OPTIONS * (2 * place + RED) + red]
    blue_cost = params.cost[OPTIONS * (2 * place + BLUE) + blue]
    state.strength[RED] -= red_cost + concession(params, params.level - score)
    state.strength[BLUE] -= blue_cost + concession(params, score - params.level)
    state.plain_strength[RED] -= red_cost + concession(params, params.level - cell)
    state.plain_strength[BLUE] -= blue_cost + concession(params, cell - params.level)
    weight = params.weight[met]
    state.x += weight
    state.xx += weight * weight
    state.yy += gained * gained
    state.xy += weight * gained
    state.tempo_earlier = state.tempo_before
    state.tempo_before = state.tempo
    state.tempo = tempo_of(params, score if params.tempo_from_score == 1 else cell, shift)
    state.initiative = initiative_of(
        params, state.tempo, state.tempo_before, state.tempo_earlier, state.turn + 1
    )


@hot
def score_of(params, cell, initiative):
    """The phase score m of a cell under an initiative of 1, 0 or -1."""
    return min(max(cell + initiative * params.initiative_bonus, 0), params.highest)


@hot
def concession(params, conceded):
    """Strength that a side loses, beyond its cost, for conceding so many points; none for gaining."""
    return min(params.concession_cap, params.concession_rate * conceded) if conceded > 0 else 0


@hot
def tempo_of(params, cell, shift):
    """The tempo of a phase; `shift` is what time-outs handed over, for Red."""
    cap = params.tempo_cap
    if params.time_out_after_clamp == 1:
        return min(max(cell - params.level, -cap), cap) + shift
    return min(max(cell - params.level + shift, -cap), cap)


@hot
def initiative_of(params, tempo, before, earlier, played):
    """Who has initiative, 1 Red, -1 Blue, 0 nobody, after `played` phases that ended on these tempos.

    Tempos of phases that were never played are 0.
    """
    window = params.initiative_window
    if played < window and params.initiative_full_window == 1:
        return 0
    total = tempo
    if window > 1:
        total += before
    if window > 2:
        total += earlier
    if total >= params.initiative_threshold:
        return 1
    return -1 if total <= -params.initiative_threshold else 0


@hot
def _clock(state, params, red_late, blue_late):
    """Count time-outs in a row, end the game by forfeit, return the tempo handed over, for Red."""
    state.late[RED] = state.late[RED] + 1 if red_late else 0
    state.late[BLUE] = state.late[BLUE] + 1 if blue_late else 0
    limit = params.forfeit_after
    red_out = limit > 0 and state.late[RED] >= limit
    blue_out = limit > 0 and state.late[BLUE] >= limit
    if red_out or blue_out:
        state.termination = FORFEIT
        if red_out != blue_out:
            state.winner = BLUE if red_out else RED
    return params.time_out_tempo * (np.int64(blue_late) - np.int64(red_late))


@hot
def settle(params, phases, margin, red_strength, blue_strength):
    """(winner, how) of a game of `phases` phases: by margin, then by strength, else nobody."""
    if 10 * abs(margin) >= params.margin_tenths * phases and margin != 0:
        return (RED if margin > 0 else BLUE), BY_MARGIN
    if abs(red_strength - blue_strength) >= params.strength_margin:
        return (RED if red_strength > blue_strength else BLUE), BY_STRENGTH
    return NOBODY, DRAWN


@hot
def _finish(state, params):
    phases, strength = state.turn + 1, state.strength
    state.winner, state.termination = settle(params, phases, state.margin, strength[RED], strength[BLUE])


@hot
def _plain_winner(state, params):
    """Who would have won with the same choices and no initiative."""
    if state.termination == FORFEIT:
        return state.winner
    strength = state.plain_strength
    return settle(params, state.turn + 1, state.plain_margin, strength[RED], strength[BLUE])[0]


@hot
def result(state, params, payoff, metrics):
    """+1 / -1, or 0 each for a draw; the `METRICS`, those from "red_flip" on for Red's seat alone."""
    flip = np.int64(_plain_winner(state, params) != state.winner)
    for seat in range(2):
        side = 1 - 2 * seat
        payoff[seat] = 0 if state.winner == NOBODY else (1 if state.winner == seat else -1)
        metrics[0, seat] = np.int64(state.winner == NOBODY)
        metrics[1, seat] = flip
        metrics[2, seat] = state.margin * side
        metrics[3, seat] = state.strength[seat]
        for row in range(4, 11):
            metrics[row, seat] = MISSING
    metrics[4, RED] = flip
    metrics[5, RED] = state.turn + 1
    metrics[6, RED] = state.x
    metrics[7, RED] = state.margin
    metrics[8, RED] = state.xx
    metrics[9, RED] = state.yy
    metrics[10, RED] = state.xy
    return state.winner


@hot
def option(state, params, action):
    """Phase and category of the action; a time-out stands for none."""
    if action == TIMED_OUT:
        return NO_OPTION
    return params.option[OPTIONS * (2 * state.place + state.seat) + action]


RULES = Rules(deal, legal, observe, step, result, option)
