"""The loop that plays pairs of games, compiled once a game.

`play_pairs` is a template: the names in capitals are globals that `runner.specialise` binds to a game's rules and
policies, so that the compiler can inline them and the compiled code can be kept in the cache. Run interpreted, it is
the same code.

One pair of a match-up, k seats, k rotations; in rotation r player p sits in seat (p + r) % k:

    pair luck  --deal key-->  deal  --turn keys-->  turns of seat 0, 1 ..    the same in every rotation
"""

from typing import NamedTuple

import numpy as np
from numba import uint64

from games.contract import ILLEGAL_ACTION, NO_OPTION, NOBODY, RUNNING, STEP_CAP, TURN_CAP
from games.jit import head, lent
from games.rng import DEAL, FORCED, POLICY, mix, rekey, turn_key
from runner.forcing import (
    MOST_ASKED,
    count_offers,
    is_choice,
    is_listed,
    is_sampled,
    lent_forcing,
    narrowed,
    pick_decision,
    settle,
)
from runner.limits import ACTIONS, EVENT_IDS, EVENTS, OPTIONS, SEATS, breaks_limit, note
from runner.tally import BEAT, PLAYER, lent_bench, lent_rows, lent_tally, tally_pair
from runner.tally_options import wrapped

__all__ = ["Players", "play_pairs"]


class Players(NamedTuple):
    """Who plays, by player number."""

    kinds: np.ndarray
    """[k] policy number of each."""
    weights: np.ndarray
    """float64, all players' weights one after the other; player p's are `weights[starts[p] : starts[p] + sizes[p]]`."""
    starts: np.ndarray
    sizes: np.ndarray


def play_pairs(  # noqa: C901  flat: a call out of it costs more than a small policy
    states, views, blank, params, scenario, players, luck, lo, hi, bench, rows, keep, tally, forcing, guests
):
    """Play pairs [lo, hi): fills `rows` from index 0 if `keep`, adds whole pairs to `tally`.

    Where the template FORCES, it also plays forced choices (`runner.forcing`) of pairs below `forcing.limit`.

    Returns `hi`, or the pair in which the rules broke a limit of their own (`bench.broken` says which).
    """
    bench, rows, tally = lent_bench(bench), lent_rows(rows), lent_tally(tally)
    state, view, rules_data = states[0], views[0], params[0]
    kinds, starts, sizes = lent(players.kinds), lent(players.starts), lent(players.sizes)
    weights = lent(players.weights)
    seats = kinds.size
    options = bench.flags.size
    actions, chance, keyed, progress = bench.actions, bench.chance, bench.keyed, bench.progress
    offered, chosen, happened = bench.offered, bench.chosen, bench.happened
    limits, broken = bench.limits, bench.broken
    width = happened.size // (seats * seats)
    if FORCES:  # noqa: F821
        forcing = lent_forcing(forcing)
    for pair in range(lo, hi):
        pair_key = mix(uint64(luck) + mix(uint64(pair)))
        first = (pair - lo) * seats if keep else 0
        begin = 0
        games = seats
        if FORCES:  # noqa: F821
            begin = forcing.resume[0]
            forcing.resume[0] = 0
            if pair < forcing.limit[0]:
                games += 2 * forcing.beside.size
        if begin == 0:
            offered[:] = 0
            chosen[:] = 0
            if FORCES:  # noqa: F821
                forcing.beside[:] = 0
        culprit = NOBODY
        progress[0] = pair
        for game in range(begin, games):
            rotation = game
            sample = -1
            if FORCES:  # noqa: F821
                wanted_seat, wanted, left = 0, 0, 0
                forcing.game[0] = game
                if game == seats:
                    forcing.starts[seats] = chance[0]
                if game >= seats:
                    if culprit != NOBODY:
                        break
                    if not is_sampled(forcing, seats, game):
                        continue
                    sample = (game - seats) // 2
                    rotation = sample // (seats * options)
                    wanted_seat = sample // options % seats
                    wanted = sample % options
                    key = turn_key(pair_key, FORCED + wanted_seat, rotation * options + wanted)
                    left = pick_decision(forcing, key, sample)
                    chance[0] = forcing.starts[rotation]
                else:
                    forcing.starts[rotation] = chance[0]
            row = first + rotation
            progress[1] = rotation
            progress[PLAYER] = NOBODY
            states[0] = blank[0]
            rekey(chance, turn_key(pair_key, DEAL, 0))
            GAME_DEAL(state, rules_data, scenario, chance)  # noqa: F821
            keyed[:] = -1
            turn = -1
            seat = -1
            player = -1
            kind = -1
            counts = 0
            own = head(bench.private, 0, 2)
            strength = head(weights, 0, 1)
            digest = uint64(14695981039346656037)
            steps = 0
            while state.termination == RUNNING:
                if state.turn != turn or state.seat != seat:
                    seat = state.seat
                    if seat < 0 or seat >= seats:
                        note(broken, SEATS, seat)
                        return pair
                    player = wrapped(seat - rotation + seats, seats)
                    kind = kinds[player]
                    strength = head(weights, starts[player], sizes[player])
                    own = head(bench.private, 2 * seat, 2)
                    counts = (rotation * seats + seat) * options
                    if FORCES:  # noqa: F821, SIM102
                        if sample >= 0:
                            counts = seats * seats * options
                    if state.turn != turn:
                        turn = state.turn
                        rekey(chance, turn_key(pair_key, seat, turn))
                    if keyed[seat] != turn:
                        keyed[seat] = turn
                        rekey(own, turn_key(pair_key, POLICY + seat, turn))
                n = GAME_LEGAL(state, rules_data, actions)  # noqa: F821
                if n < 1 or n > MOST_ACTIONS:  # noqa: F821
                    note(broken, ACTIONS, n)
                    return pair
                GAME_OBSERVE(state, rules_data, seat, view)  # noqa: F821
                progress[PLAYER] = player
                progress[BEAT] += 1
                if FORCES:  # noqa: F821
                    asked, asks, forces = head(actions, 0, n), 1, False
                    if games > seats:
                        for i in range(n):
                            forcing.ids[i] = GAME_OPTION(state, rules_data, actions[i])  # noqa: F821
                        if sample < 0:
                            count_offers(forcing.ids, n, options, forcing.beside, counts)
                        elif seat == wanted_seat and left >= 0 and is_choice(forcing.ids, n, wanted):
                            forces = left == 0
                            left -= 1
                    if forces:
                        without = (game - seats) % 2 == 1
                        m = narrowed(actions, forcing.ids, n, wanted, without, forcing.asked)
                        asked, asks = head(forcing.asked, 0, m), MOST_ASKED if m > 1 else 0
                    action = asked[0]
                    while asks > 0:
                        asks -= 1
                        action = GAME_ACT(kind, guests, player, views, asked, rules_data, strength, own)  # noqa: F821
                        if is_listed(asked, action):
                            break
                    if forces and not is_listed(asked, action):
                        left = 0
                        break
                else:
                    asked = head(actions, 0, n)
                    action = GAME_ACT(kind, guests, player, views, asked, rules_data, strength, own)  # noqa: F821
                progress[PLAYER] = NOBODY
                listed = False
                choice = NO_OPTION
                for i in range(n):
                    offer = GAME_OPTION(state, rules_data, actions[i])  # noqa: F821
                    if actions[i] == action:
                        listed = True
                        choice = offer
                    if 0 <= offer < options:
                        offered[uint64(counts + offer)] += 1
                    elif offer != NO_OPTION:
                        note(broken, OPTIONS, offer)
                        return pair
                if not listed:
                    state.termination = ILLEGAL_ACTION
                    if FORCES:  # noqa: F821, SIM102
                        if sample >= 0:
                            break
                    culprit = player
                    break
                if choice >= 0:
                    chosen[uint64(counts + choice)] += 1
                digest = (digest ^ uint64(action + 1)) * uint64(1099511628211)
                GAME_STEP(state, rules_data, action, chance)  # noqa: F821
                steps += 1
                if steps >= STEP_CAP and state.termination == RUNNING:
                    state.termination = TURN_CAP
            if FORCES:  # noqa: F821, SIM102  a constant by itself, so that the compiler leaves out what follows
                if sample >= 0:
                    player = wrapped(wanted_seat - rotation + seats, seats)
                    played = left < 0 and state.termination != ILLEGAL_ACTION
                    winner = NOBODY
                    if played:
                        winner = GAME_RESULT(state, rules_data, bench.payoff, bench.own)  # noqa: F821
                    settle(forcing, game, seats, player, wanted_seat, wanted, winner, played, tally.forced)
                    continue
            for seat in range(seats):
                counts = (rotation * seats + seat) * options
                if SEES:  # noqa: F821
                    bench.flags[:] = 0
                    GAME_SEEN(state, rules_data, seat, bench.flags)  # noqa: F821
                    for offer in range(options):
                        if bench.flags[offer] > 0 and offered[counts + offer] == 0:
                            offered[counts + offer] = -1
                place = (rotation * seats + seat) * width
                ids = head(happened, place + 1, width - 1)
                number = GAME_EVENTS(state, rules_data, seat, ids)  # noqa: F821
                happened[place] = number
                if number < 0 or number > limits[EVENTS]:
                    note(broken, EVENTS, number)
                    return pair
                for i in range(number):
                    if ids[i] < 0 or ids[i] >= limits[EVENT_IDS]:
                        note(broken, EVENT_IDS, ids[i])
                        return pair
            winner = GAME_RESULT(state, rules_data, bench.payoff, bench.own)  # noqa: F821
            void = state.termination == ILLEGAL_ACTION
            if not void and breaks_limit(limits, broken, seats, state.turn + 1, state.termination, winner):
                return pair
            rows.winner[row] = winner
            rows.termination[row] = state.termination
            rows.turns[row] = state.turn + 1
            rows.digest[row] = mix(digest + chance[0])
            for player in range(seats):
                seat = wrapped(player + rotation, seats)
                rows.metrics[row, 0, player] = bench.payoff[seat]
                rows.metrics[row, 1, player] = state.turn + 1
                for metric in range(bench.own.shape[0]):
                    rows.metrics[row, 2 + metric, player] = bench.own[metric, seat]
        if FORCES:  # noqa: F821, SIM102
            if games > seats:
                chance[0] = forcing.starts[seats]
        tally_pair(rows, first, seats, culprit, bench, tally)
    return hi
