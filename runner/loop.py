"""The loop that plays pairs of games, compiled once a game.

`play_pairs` is a template: the names in capitals are globals that `specialise` binds to a game's rules and policies, so
that the compiler can inline them and the compiled code can be kept in the cache. Run interpreted, it is the same code.

One pair of a match-up, k seats, k rotations; in rotation r player p sits in seat (p + r) % k:

    pair luck  --deal key-->  deal  --turn keys-->  turns of seat 0, 1 ..    the same in every rotation
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from games.contract import ILLEGAL_ACTION, NO_OPTION, NOBODY, RUNNING, STEP_CAP, TURN_CAP, Game
from games.jit import compiled, head, inlined, lent
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
from runner.tally import lent_bench, lent_rows, lent_tally, tally_pair
from runner.tally_options import wrapped

__all__ = ["Players", "specialise"]


class Players(NamedTuple):
    """Who plays, by player number."""

    kinds: np.ndarray
    """[k] policy number of each."""
    weights: np.ndarray
    """float64, all players' weights one after the other; player p's are `weights[starts[p] : starts[p] + sizes[p]]`."""
    starts: np.ndarray
    sizes: np.ndarray


def play_pairs(  # noqa: C901  flat: a call out of it costs more than a small policy
    states, views, blank, params, scenario, players, luck, lo, hi, bench, rows, keep, tally, forcing
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
            progress[2] = NOBODY
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
                progress[2] = player
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
                        action = GAME_ACT(kind, view, asked, rules_data, strength, own)  # noqa: F821
                        if is_listed(asked, action):
                            break
                    if forces and not is_listed(asked, action):
                        left = 0
                        break
                else:
                    action = GAME_ACT(kind, view, head(actions, 0, n), rules_data, strength, own)  # noqa: F821
                progress[2] = NOBODY
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


@inlined
def _nothing_seen(state, params, seat, flags):
    pass


@inlined
def _no_events(state, params, seat, ids):
    return 0


def _choose(kind, view, legal, params, weights, rng):
    """Hand a decision to policy number `kind`: one of the first SLOTS here, or one of the REST."""
    if SLOTS > 0 and kind == 0:  # noqa: F821
        return ACT_0(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 1 and kind == 1:  # noqa: F821
        return ACT_1(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 2 and kind == 2:  # noqa: F821
        return ACT_2(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 3 and kind == 3:  # noqa: F821
        return ACT_3(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 4 and kind == 4:  # noqa: F821
        return ACT_4(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 5 and kind == 5:  # noqa: F821
        return ACT_5(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 6 and kind == 6:  # noqa: F821
        return ACT_6(view, legal, params, weights, rng)  # noqa: F821
    return REST(kind - 7, view, legal, params, weights, rng)  # noqa: F821


def _choose_last(kind, view, legal, params, weights, rng):
    """The end of the chain: whatever number comes here is the last policy's."""
    return ACT(view, legal, params, weights, rng)  # noqa: F821


_INNER = (
    rekey, wrapped, note, breaks_limit, lent_bench, lent_rows, lent_tally, lent_forcing, count_offers, is_choice,
    is_listed, is_sampled, narrowed, pick_decision, settle,
)  # fmt: skip


def specialise(game: Game, acts: Sequence[Callable[..., Any]], forces: bool = False) -> Callable[..., int]:
    """`play_pairs` for one game, compiled, or plain Python for interpreted games: `acts[i]` plays as policy i.

    The loop that forces choices also plays as the ordinary one does, a little slower: a run compiles one of the two.
    """
    rules, name = game.rules, f"{'force_choices' if forces else 'play_pairs'}_{game.name}"
    choose = _switch(acts, inlined if game.compiled else (lambda function: function))
    functions = {f"GAME_{field.upper()}": function for field, function in rules._asdict().items()}
    functions |= {"GAME_EVENTS": rules.events or _no_events, "GAME_SEEN": rules.seen or _nothing_seen}
    constants = {"SEES": rules.seen is not None, "MOST_ACTIONS": game.max_actions, "FORCES": forces}
    functions |= {"GAME_ACT": choose, **constants}
    if game.compiled:
        return compiled(_bound(play_pairs, name, **functions))
    plain = {function.__name__: function.py_func for function in _INNER if hasattr(function, "py_func")}
    stubs = {key: getattr(function, "py_func", function) for key, function in functions.items()}
    own = {"mix": _plain_mix, "turn_key": _plain_turn_key}
    return _bound(play_pairs, name, **{**plain, **stubs, **own})


def _switch(acts: Sequence[Callable[..., Any]], wrap: Callable[..., Any]) -> Any:
    """A function of (policy number, then what `act` takes), seven policies a link."""
    choose = wrap(_bound(_choose_last, "_choose_last", ACT=acts[-1]))
    for first in reversed(range(0, len(acts), 7)):
        here = acts[first : first + 7]
        slots = {f"ACT_{i}": here[min(i, len(here) - 1)] for i in range(7)}
        choose = wrap(_bound(_choose, f"_choose_{first}", SLOTS=len(here), REST=choose, **slots))
    return choose


def _plain_mix(z: Any) -> Any:
    """`mix` for the interpreted loop: compiled functions hand 64-bit numbers back as Python ints."""
    return np.uint64(mix(np.uint64(z)))


def _plain_turn_key(pair_key: Any, slot: int, turn: int) -> Any:
    return np.uint64(turn_key(np.uint64(pair_key), slot, turn))


def _bound(template: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
    """The template's code over this module's globals and `names`; the name keeps cache files apart."""
    function = FunctionType(template.__code__, {**globals(), **names}, name)
    function.__qualname__ = name
    function.__module__ = __name__
    return function
