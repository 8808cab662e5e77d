"""battle: one seat, a chain of decisions under odds; each is prepared, then taken (see `layout.py`).

Steps are numbered as in the README: enter, prepare, choose, roll, axes, flags, go on, end. What the player cannot know,
the battle's seed and the incident that was drawn, is in the state alone.
"""

import numpy as np

from games.battle.data import CARDS, COAS, ENDINGS, INCIDENTS, KINDS, NEXT_IFS, PHASES, TURNS
from games.battle.events import BINS, CLASSES, EDGES, FIRST_CELL
from games.battle.formulas import (
    HUNDRED,
    band_of,
    clamp,
    confidence_of,
    estimate_of,
    fog_width,
    judgment_of,
    late_minutes,
)
from games.battle.layout import (
    BETTER,
    CHECK,
    CHOOSE,
    FAILED,
    HISTORY,
    LATE,
    OPEN,
    PREDICT,
    PREPARE,
    RATIONALE,
    READY,
    STAFF,
)
from games.battle.luck import INCIDENT, drawn
from games.battle.record import CARRIES, THE_END, place_of
from games.contract import FIRST_ENDING, HOUSE, NO_OPTION, NOBODY, TURN_CAP, Rules
from games.jit import hot

__all__ = [
    "RULES",
    "carry_of",
    "deal_seed",
    "ending_of",
    "events",
    "legal",
    "next_of",
    "observe",
    "result",
    "step",
]


@hot
def deal(state, params, scenario, rng):
    """Draw the battle's seed from the pair's luck, and enter the first phase."""
    deal_seed(state, params, scenario, rng[0])


@hot
def deal_seed(state, params, scenario, seed):
    """A battle of a given seed, uint64."""
    state.luck = seed
    state.scenario = scenario
    state.mission = HUNDRED * params.mission
    state.preservation = HUNDRED * params.preservation
    state.tempo = HUNDRED * params.tempo
    state.history = 1
    state.incident = -1
    drawable = params.incidents_drawn[scenario]
    if drawable > 0:
        state.incident = int(drawn(seed, INCIDENT) * drawable)
    _enter(state, params, params.start[scenario])


@hot
def _enter(state, params, phase):
    """1. A phase begins; the incidents that match it fire once each."""
    place = place_of(state.scenario, phase)
    state.phase = phase
    state.way[state.turn] = phase
    state.stage = PREPARE
    state.clock = params.clock[place]
    state.opened = 0
    state.cards_open = 0
    state.asked = 0
    state.checked_here = 0
    state.prediction = 0
    state.late = 0
    state.cards_offered += params.cards[place]
    state.assumptions += params.assumptions[place]
    if params.incidents[place] & ~state.fired:
        _fire(state, params, params.incidents[place] & ~state.fired)


@hot
def _fire(state, params, waiting):
    for i in range(params.incidents_listed[state.scenario]):
        if not (waiting >> i) & 1:
            continue
        at = state.scenario * INCIDENTS + i
        number = params.incident_number[at]
        if number == state.incident if number >= 0 else _holds(params.incident_when, at, state.raised):
            state.fired |= 1 << i
            state.used += params.incident_minutes[at]
            state.raised |= params.incident_flags[at]


@hot
def _holds(masks, at, flags):
    """Whether condition number `at` holds: all of its first mask, some of its second, none of its third."""
    some = masks[3 * at + 1]
    return (
        flags & masks[3 * at] == masks[3 * at]
        and (some == 0 or flags & some != 0)
        and flags & masks[3 * at + 2] == 0
    )


@hot
def legal(state, params, actions):
    """The courses of action, or what may still be prepared."""
    place = place_of(state.scenario, state.phase)
    coas = params.coas[place]
    if state.stage == CHOOSE:
        for coa in range(coas):
            actions[coa] = coa
        return coas
    actions[0] = READY
    n = 1
    for card in range(params.cards[place]):
        if not (state.opened >> card) & 1:
            actions[n] = OPEN + card
            n += 1
    if state.asked == 0 and state.staff_requests < params.staff_limit:
        for coa in range(coas):
            actions[n] = STAFF + coa
            n += 1
    if state.checked_here < params.assumptions[place]:
        actions[n] = CHECK
        n += 1
    if state.rationale == 0:
        actions[n] = RATIONALE
        n += 1
    if params.predictions == 1 and state.prediction == 0:
        for band in range(3):
            actions[n] = PREDICT + band
            n += 1
    if params.clocks == 1 and state.late == 0:
        actions[n] = LATE
        n += 1
    return n


@hot
def observe(state, params, seat, view):
    """All but the luck, and what came of it where that does not show."""
    view.seat = state.seat
    view.turn = state.turn
    view.scenario = state.scenario
    view.phase = state.phase
    view.stage = state.stage
    view.mission = state.mission
    view.preservation = state.preservation
    view.tempo = state.tempo
    view.raised = state.raised
    view.used = state.used
    view.steps = state.steps
    view.recon = state.recon
    view.opened = state.opened
    view.asked = state.asked
    view.estimate_band = state.estimate_band
    view.confidence = state.confidence
    view.checked_here = state.checked_here
    view.rationale = state.rationale
    view.staff_requests = state.staff_requests


@hot
def step(state, params, action, rng):
    """Prepare, or carry a course of action out."""
    if action < COAS:
        _carry_out(state, params, action)
    elif action == READY:
        state.stage = CHOOSE
    elif action < CHECK:
        _ask(state, params, action)
    elif action == CHECK:
        state.checked_here += 1
        state.checked += 1
    elif action == RATIONALE:
        state.rationale = 1
    elif action < LATE:
        state.prediction = 1 + action - PREDICT
    else:
        state.late = 1


@hot
def _ask(state, params, action):
    """2. Open a card, or ask the staff: both take minutes, the staff takes the clock's seconds too."""
    place = place_of(state.scenario, state.phase)
    if action < STAFF:
        state.opened |= 1 << (action - OPEN)
        state.cards_open += 1
        state.cards_opened += 1
        state.used += params.card_minutes[place * CARDS + action - OPEN]
        return
    coa = place * COAS + action - STAFF
    noise = params.fog_noise * (2.0 * drawn(state.luck, params.staff_label[coa]) - 1.0)
    width = fog_width(params, state.cards_open, params.cards[place])
    odds = params.odds[coa * CARRIES + carry_of(state, params)]
    estimate = estimate_of(params, odds, width, noise)
    state.estimate = int(1_000_000 * estimate + 0.5)
    state.estimate_band = band_of(params, estimate)
    state.confidence = confidence_of(params, width)
    state.asked = 1 + action - STAFF
    state.used += params.staff_minutes[state.staff_requests]
    state.staff_requests += 1
    state.clock -= params.staff_seconds
    if state.clock <= 0:
        state.late = params.clocks


@hot
def carry_of(state, params):
    """How the past bears on the odds: 2 * losses + recon; `state` may be a view."""
    losses = params.carry_losses == 1 and state.preservation < params.loss_threshold
    recon = params.carry_recon == 1 and state.recon == 1
    return 2 * np.int64(losses) + np.int64(recon)


@hot
def _carry_out(state, params, action):
    """3. Charge minutes. 4. Roll. 5. Axes and tempo. 6. Flags and recon. 7. Go on, or 8. end."""
    place = place_of(state.scenario, state.phase)
    coa = place * COAS + action
    state.used += params.minutes[coa]
    odds = params.odds[coa * CARRIES + carry_of(state, params)]
    success = np.int64(drawn(state.luck, params.roll[place * TURNS + state.turn]) < odds)
    state.odds = int(1_000_000 * odds + 0.5)
    state.success = success
    _score(state, params, coa, success)
    _count(state, params, coa, odds, success)
    state.raised |= params.raises[2 * coa + success]
    state.recon = params.reconnoitres[coa] * success
    phase = next_of(params, coa, success, state.raised)
    if phase == THE_END:
        state.ending = ending_of(params, state.scenario, state.raised)
        state.termination = FIRST_ENDING + params.ending_slot[state.scenario * ENDINGS + state.ending]
    elif state.turn + 1 >= params.most_decisions:
        state.ending = -1
        state.termination = TURN_CAP
    else:
        state.turn += 1
        _enter(state, params, phase)


@hot
def _score(state, params, coa, success):
    change = 3 * (2 * coa + success)
    state.mission += params.change[change]
    state.preservation += params.change[change + 1]
    state.tempo += params.change[change + 2]
    if state.late == 1:
        state.tempo -= HUNDRED * params.late_penalty
    budget = params.budget[state.scenario]
    if state.used > budget:
        points, state.steps = late_minutes(params, state.used, budget, state.steps)
        state.tempo -= HUNDRED * points
    if params.clamp_running == 1:
        _clamp_axes(state)


@hot
def _clamp_axes(state):
    state.mission = clamp(state.mission, 0, 100 * HUNDRED)
    state.preservation = clamp(state.preservation, 0, 100 * HUNDRED)
    state.tempo = clamp(state.tempo, 0, 100 * HUNDRED)


@hot
def _count(state, params, coa, odds, success):
    """What the scores and metrics ask for."""
    worth = params.appropriate[coa]
    if worth == 2:
        state.high += 1
        state.friction += 1 - success
    elif worth == 0:
        state.low += 1
    state.successes += success
    state.history &= params.historic[coa] & success
    state.lates += state.late
    if state.prediction > 0:
        state.predicted += 1
        state.right += np.int64(state.prediction - 1 == band_of(params, odds))


@hot
def next_of(params, coa, success, flags):
    """7. Where an outcome leads with these flags up: the first turn that holds, else what the outcome says."""
    for i in range(NEXT_IFS * coa, NEXT_IFS * coa + params.turns[coa]):
        if _holds(params.turn_when, i, flags):
            return params.turn_to[i]
    return params.next[2 * coa + success]


@hot
def ending_of(params, scenario, flags):
    """8. The place of the first ending that matches."""
    last = params.endings[scenario] - 1
    for ending in range(last):
        if _holds(params.ending_when, scenario * ENDINGS + ending, flags):
            return ending
    return last


@hot
def result(state, params, payoff, metrics):
    """History or better wins, a partial success draws, failure loses to the house; the metrics."""
    metrics[0, 0] = clamp(state.mission, 0, 100 * HUNDRED)
    metrics[1, 0] = clamp(state.preservation, 0, 100 * HUNDRED)
    metrics[2, 0] = clamp(state.tempo, 0, 100 * HUNDRED)
    metrics[3, 0] = _judged(state, params)
    metrics[4, 0] = state.used
    metrics[5, 0] = state.high
    metrics[6, 0] = state.successes
    metrics[7, 0] = state.friction
    metrics[8, 0] = state.history
    if state.termination == TURN_CAP:
        payoff[0] = 0
        return NOBODY
    kind = FIRST_ENDING + (state.termination - FIRST_ENDING) % len(KINDS)
    if kind in (HISTORY, BETTER):
        payoff[0] = 1
        return 0
    if kind == FAILED:
        payoff[0] = -1
        return HOUSE
    payoff[0] = 0
    return NOBODY


@hot
def _judged(state, params):
    """The judgment score, in hundredths."""
    decisions = state.turn + 1
    appropriate = (state.high + params.mid_share * (decisions - state.high - state.low)) / decisions
    judgment = judgment_of(
        params, appropriate, state.cards_opened, state.cards_offered, state.rationale,
        state.checked, state.assumptions, state.staff_requests,
    )  # fmt: skip
    return int(HUNDRED * judgment + 0.5)


@hot
def _bin(axis):
    return np.int64(axis >= EDGES[0]) + np.int64(axis >= EDGES[1])


@hot
def option(state, params, action):
    """Phase and course of action; preparing stands for none."""
    if action >= COAS:
        return NO_OPTION
    return params.option[place_of(state.scenario, state.phase) * COAS + action]


@hot
def events(state, params, seat, ids):
    """The class of each axis, the cell, and the ways that were taken (see `events.py`)."""
    ids[0] = _class(state.mission)
    ids[1] = CLASSES + _class(state.preservation)
    ids[2] = 2 * CLASSES + _class(state.tempo)
    ids[3] = 3 * CLASSES + _class(_judged(state, params))
    ids[4] = FIRST_CELL + len(BINS) * _bin(state.mission) + _bin(state.preservation)
    n = 5
    for turn in range(state.turn):
        place = place_of(state.scenario, np.int64(state.way[turn]))
        ids[n] = params.way[place * (PHASES + ENDINGS) + state.way[turn + 1]]
        n += 1
    if state.termination >= FIRST_ENDING:
        place = place_of(state.scenario, state.phase)
        ids[n] = params.way[place * (PHASES + ENDINGS) + PHASES + state.ending]
        n += 1
    return n


@hot
def _class(axis):
    return clamp(axis // (100 * HUNDRED // CLASSES), 0, CLASSES - 1)


RULES = Rules(deal, legal, observe, step, result, option, events=events)
