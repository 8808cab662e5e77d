"""What a pair adds to the sums of options and of events, shapes as in `runner.summary`.

The loop adds only what cannot be had from other sums: `runner.totals` adds the rest once, when a unit has been played.
"""

from numba import uint64

from games.contract import NOBODY
from games.jit import inlined

__all__ = ["tally_events", "tally_options", "wrapped"]


@inlined
def wrapped(number, seats):
    """`number % seats` for 0 <= number < 2 * seats: a division is slow enough to show in games per second."""
    return number if number < seats else number - seats


@inlined
def tally_options(rows, first, seats, offered, chosen, made, stride, tally):
    """Add how often options were offered and chosen, by player; an option that was not in sight costs nothing."""
    for player in range(seats):
        all_made = _tally_choices(player, seats, chosen, made, stride, tally)
        for rotation in range(seats):
            _tally_game(rows, first, seats, player, rotation, offered, chosen, made, all_made, stride, tally)


@inlined
def _tally_choices(player, seats, chosen, made, stride, tally):
    """Fills `made`, choices of the player by rotation, and returns their sum."""
    total = 0
    for rotation in range(seats):
        seat = wrapped(player + rotation, seats)
        start = uint64((rotation * seats + seat) * stride)
        number = 0
        for option in range(tally.options.shape[2]):
            number += chosen[start + uint64(option)]
        made[rotation] = number
        total += number
        tally.choices[player, seat, 0] += number
        tally.choices[player, seat, 1] += number * number
    tally.pair_choices[player] += total * total
    return total


@inlined
def _tally_game(rows, first, seats, player, rotation, offered, chosen, made, all_made, stride, tally):
    sums, together = tally.options, tally.pair_options
    seat = wrapped(player + rotation, seats)
    winner = rows.winner[first + rotation]
    won = 1 if winner == seat else 0
    drawn = 1 if winner == NOBODY else 0
    choices = made[rotation]
    start = uint64((rotation * seats + seat) * stride)
    p, s = uint64(player), uint64(seat)
    for option in range(sums.shape[2]):
        o = uint64(option)
        times = offered[start + o]
        if times == 0:
            continue
        offers = max(times, 0)
        sums[p, s, o, 0] += offers
        sums[p, s, o, 2] += 1
        sums[p, s, o, 4] += won
        sums[p, s, o, 6] += drawn
        if offers > 1:
            sums[p, s, o, 8] += offers * (offers - 1)
        picks = chosen[start + o]
        if picks > 0:
            sums[p, s, o, 1] += picks
            sums[p, s, o, 3] += 1
            sums[p, s, o, 5] += won
            sums[p, s, o, 7] += drawn
            sums[p, s, o, 9] += offers * picks
            sums[p, s, o, 10] += picks * picks
            sums[p, s, o, 11] += picks * choices
            if seats > 1:
                together[p, o, 3] += picks * (all_made - choices)
        if rotation > 0:
            _tally_cross(player, rotation, seats, option, offers, picks, offered, chosen, stride, tally)


@inlined
def _tally_cross(player, rotation, seats, option, offers, picks, offered, chosen, stride, tally):
    """Products of what an option came to in this rotation and in each earlier one; in how many it was chosen so far."""
    together = tally.pair_options
    p, o = uint64(player), uint64(option)
    used = 1
    for earlier in range(rotation):
        seat = wrapped(player + earlier, seats)
        at = uint64((earlier * seats + seat) * stride + option)
        other_offers = offered[at]
        if other_offers <= 0:
            continue
        other_picks = chosen[at]
        together[p, o, 0] += 2 * offers * other_offers
        together[p, o, 1] += offers * other_picks + other_offers * picks
        together[p, o, 2] += 2 * picks * other_picks
        used += 1 if other_picks > 0 else 0
    if picks > 0 and used > 1:
        tally.used_hist[p, o, uint64(used)] += 1
        if used > 2:
            tally.used_hist[p, o, uint64(used - 1)] -= 1


@inlined
def tally_events(seats, happened, width, latest, games, tally):
    """Add what happened, by player.

    `latest[event]` is the number of the last game of a player in which it happened, never the same for two of them,
    and `games[event]` in how many games of that player and pair.
    """
    for player in range(seats):
        first_game = (tally.counts[0] * seats + player) * seats
        for rotation in range(seats):
            seat = wrapped(player + rotation, seats)
            place = (rotation * seats + seat) * width
            for i in range(place + 1, place + 1 + happened[place]):
                event = uint64(happened[uint64(i)])
                before = latest[event]
                if before == first_game + rotation:
                    tally.events[event, uint64(player)] += 1
                    continue
                latest[event] = first_game + rotation
                tally.event_games[event, uint64(player), uint64(seat)] += 1
                if seats > 1:
                    games[event] = games[event] + 1 if before >= first_game else 1
                    if games[event] > 1:
                        tally.event_hist[event, player, games[event]] += 1
                    if games[event] > 2:
                        tally.event_hist[event, player, games[event] - 1] -= 1
