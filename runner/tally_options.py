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
def tally_options(rows, first, seats, bench, tally):
    """Add how often options were offered and chosen, by player; an option that was not in sight costs nothing."""
    picked, made, ends = bench.picked, bench.made, bench.ends
    for player in range(seats):
        number = 0
        total = 0
        for rotation in range(seats):
            seat = wrapped(player + rotation, seats)
            before = number
            number = _tally_game(
                rows.winner[first + rotation], player, seat, rotation, seats, bench, number, tally
            )
            choices = 0
            for i in range(before, number):
                choices += picked[uint64(i), 1]
            made[rotation] = choices
            ends[rotation] = number
            total += choices
            tally.choices[player, seat, 0] += choices
            tally.choices[player, seat, 1] += choices * choices
        tally.pair_choices[player] += total * total
        i = 0
        for rotation in range(seats):
            seat = uint64(wrapped(player + rotation, seats))
            choices = made[rotation]
            others = total - choices
            while i < ends[rotation]:
                option, picks = uint64(picked[uint64(i), 0]), picked[uint64(i), 1]
                tally.options[uint64(player), seat, option, 11] += picks * choices
                if seats > 1:
                    tally.pair_options[uint64(player), option, 3] += picks * others
                i += 1


@inlined
def _tally_game(winner, player, seat, rotation, seats, bench, number, tally):
    """Appends options that the player chose in this game, and how often, to `bench.picked`, so far `number` long."""
    sums, offered, chosen, picked = tally.options, bench.offered, bench.chosen, bench.picked
    won = 1 if winner == seat else 0
    drawn = 1 if winner == NOBODY else 0
    start = uint64((rotation * seats + seat) * sums.shape[2])
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
        picks = chosen[start + o]
        if picks > 0:
            sums[p, s, o, 1] += picks
            sums[p, s, o, 3] += 1
            sums[p, s, o, 5] += won
            sums[p, s, o, 7] += drawn
            picked[uint64(number), 0] = option
            picked[uint64(number), 1] = picks
            number += 1
        if offers > 1:
            sums[p, s, o, 8] += offers * (offers - 1)
            sums[p, s, o, 9] += (offers - 1) * picks
            sums[p, s, o, 10] += picks * (picks - 1)
        if rotation > 0:
            _tally_cross(player, rotation, seats, option, offers, picks, offered, chosen, tally)
    return number


@inlined
def _tally_cross(player, rotation, seats, option, offers, picks, offered, chosen, tally):
    """Products of what an option came to in this rotation and in each earlier one; in how many it was chosen so far."""
    together = tally.pair_options
    p, o = uint64(player), uint64(option)
    used = 1
    for earlier in range(rotation):
        seat = wrapped(player + earlier, seats)
        at = uint64((earlier * seats + seat) * tally.options.shape[2] + option)
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
