"""What the loop counts a pair on, and how a pair that was played is added to the sums of a `Summary`.

`Rows` hold the games of a pair (or of a whole unit), `Bench` what is needed while one is played, `Tally` the sums. All
are arrays that a thread owns; shapes use k = seats, M metrics, O options and E events at most, as in `runner.summary`.
"""

from typing import NamedTuple

import numpy as np

from games.contract import MISSING, NOBODY
from games.jit import hot, inlined, lent

__all__ = ["Bench", "Rows", "Tally", "lent_bench", "lent_rows", "lent_tally", "tally_pair", "wrapped"]


class Rows(NamedTuple):
    """One entry a game: [n] or [n, M, k]; n = k where only the pair being played is held."""

    winner: np.ndarray
    """Seat, or NOBODY."""
    termination: np.ndarray
    turns: np.ndarray
    digest: np.ndarray
    metrics: np.ndarray
    """[n, M, k] by player; MISSING where one does not apply."""


class Tally(NamedTuple):
    """The growing sums of a `Summary`, shapes as there; `counts` holds pairs and voided games."""

    counts: np.ndarray
    score_hist: np.ndarray
    seat_hist: np.ndarray
    seat_results: np.ndarray
    terminations: np.ndarray
    turns_hist: np.ndarray
    metric_n: np.ndarray
    metric_sum: np.ndarray
    metric_sumsq: np.ndarray
    pair_n: np.ndarray
    pair_sum: np.ndarray
    pair_sumsq: np.ndarray
    faults: np.ndarray
    events: np.ndarray
    effects: np.ndarray
    options: np.ndarray
    digest: np.ndarray


class Bench(NamedTuple):
    """Scratch space of one thread."""

    actions: np.ndarray
    """[max actions] the legal actions."""
    chance: np.ndarray
    """[2] the stream of the game's own luck."""
    private: np.ndarray
    """[2 k] each seat's own stream, one after the other."""
    keyed: np.ndarray
    """[k] the turn for which a seat's own stream was last keyed."""
    payoff: np.ndarray
    """[k] by seat."""
    own: np.ndarray
    """[M - 2, k] the game's own metrics by seat."""
    offered: np.ndarray
    """[k rotations * k seats * O] times offered in the pair being played; -1: in sight, never offered."""
    chosen: np.ndarray
    """[k rotations * k seats * O] times chosen."""
    flags: np.ndarray
    """[O] options in sight."""
    leads: np.ndarray
    """[O] games of the pair in which player 0 chose it, times k - 1, less those of the others; 0 between pairs."""
    touched: np.ndarray
    """[k * k * O] options that were chosen in the pair, in any order and as often as in a game."""
    happened: np.ndarray
    """[k rotations * k seats * (1 + E)] how many events there were in the pair being played, then their ids."""
    progress: np.ndarray
    """[3] pair, rotation and player whose `act` runs (NOBODY while the rules do): where an exception came from."""


# Arrays that are counted cost two atomic additions wherever one is handed on: more, in a short game, than its play.


@inlined
def lent_bench(b):
    """The bench, uncounted."""
    return Bench(
        lent(b.actions), lent(b.chance), lent(b.private), lent(b.keyed), lent(b.payoff), lent(b.own),
        lent(b.offered), lent(b.chosen), lent(b.flags), lent(b.leads), lent(b.touched),
        lent(b.happened), lent(b.progress),
    )  # fmt: skip


@inlined
def lent_rows(r):
    """The rows, uncounted."""
    return Rows(lent(r.winner), lent(r.termination), lent(r.turns), lent(r.digest), lent(r.metrics))


@inlined
def lent_tally(t):
    """The sums, uncounted."""
    return Tally(
        lent(t.counts), lent(t.score_hist), lent(t.seat_hist), lent(t.seat_results), lent(t.terminations),
        lent(t.turns_hist), lent(t.metric_n), lent(t.metric_sum), lent(t.metric_sumsq), lent(t.pair_n),
        lent(t.pair_sum), lent(t.pair_sumsq), lent(t.faults), lent(t.events), lent(t.effects),
        lent(t.options), lent(t.digest),
    )  # fmt: skip


@inlined
def wrapped(number, seats):
    """`number % seats` for 0 <= number < 2 * seats: a division is slow enough to show in games per second."""
    return number if number < seats else number - seats


@hot
def tally_pair(rows, first, seats, culprit, bench, tally):
    """Add the pair whose games stand in `rows[first : first + seats]` to `tally`.

    A culprit voids it: the player who faulted, or HOUSE for the rules themselves.
    """
    for row in range(first, first + seats):
        tally.terminations[rows.termination[row]] += 1
    if culprit != NOBODY:
        tally.counts[1] += seats
        if culprit >= 0:
            tally.faults[culprit] += 1
        return
    tally.counts[0] += 1
    draws = 0
    for row in range(first, first + seats):
        tally.turns_hist[min(rows.turns[row], tally.turns_hist.size - 1)] += 1
        tally.digest[0] += rows.digest[row]
        if rows.winner[row] == NOBODY:
            draws += 1
    for player in range(seats):
        player_wins = 0
        seat_wins = 0
        for rotation in range(seats):
            winner = rows.winner[first + rotation]
            seat = wrapped(player + rotation, seats)
            outcome = 1 if winner == NOBODY else (0 if winner == seat else 2)
            tally.seat_results[player, seat, outcome] += 1
            player_wins += 1 if outcome == 0 else 0
            seat_wins += 1 if winner == player else 0
        tally.score_hist[player, player_wins, draws] += 1
        tally.seat_hist[player, seat_wins, draws] += 1
    _tally_metrics(rows, first, seats, tally)
    number = _tally_options(
        rows, first, seats, bench.offered, bench.chosen, bench.leads, bench.touched, tally
    )
    if seats > 1:
        _tally_effects(rows, first, seats, bench.offered, bench.leads, bench.touched, number, tally)
    _tally_events(seats, bench.happened, tally)


@inlined
def _tally_metrics(rows, first, seats, tally):
    for metric in range(tally.metric_n.shape[0]):
        for player in range(seats):
            total = 0
            present = 0
            for row in range(first, first + seats):
                value = rows.metrics[row, metric, player]
                if value != MISSING:
                    present += 1
                    total += value
                    tally.metric_sum[metric, player] += value
                    tally.metric_sumsq[metric, player] += value * value
            tally.metric_n[metric, player] += present
            if present == seats:
                tally.pair_n[metric, player] += 1
                tally.pair_sum[metric, player] += total
                tally.pair_sumsq[metric, player] += total * total


@inlined
def _tally_options(rows, first, seats, offered, chosen, leads, touched, tally):
    """Also fills `leads` and `touched`, and returns how many entries of the latter there are."""
    sums = tally.options
    options = sums.shape[2]
    number = 0
    for rotation in range(seats):
        winner = rows.winner[first + rotation]
        for seat in range(seats):
            player = wrapped(seat - rotation + seats, seats)
            won = 1 if winner == seat else 0
            drawn = 1 if winner == NOBODY else 0
            counts = (rotation * seats + seat) * options
            for option in range(options):
                times = offered[counts + option]
                if times == 0:
                    continue
                sums[player, seat, option, 0] += max(times, 0)
                sums[player, seat, option, 2] += 1
                sums[player, seat, option, 4] += won
                sums[player, seat, option, 6] += drawn
                picks = chosen[counts + option]
                if picks > 0:
                    sums[player, seat, option, 1] += picks
                    sums[player, seat, option, 3] += 1
                    sums[player, seat, option, 5] += won
                    sums[player, seat, option, 7] += drawn
                    leads[option] += seats - 1 if player == 0 else -1
                    touched[number] = option
                    number += 1
    return number


@inlined
def _tally_effects(rows, first, seats, offered, leads, touched, number, tally):
    """Of the options in `touched[:number]`, those that player 0 chose in more games than the others, or in fewer.

    Only where the choice was everybody's: in each seat all who sat there saw the option, or none of them.
    """
    options = tally.effects.shape[0]
    points = 0
    for rotation in range(seats):
        winner = rows.winner[first + rotation]
        points += 2 if winner == rotation else 1 if winner == NOBODY else 0
    for i in range(number):
        option = touched[i]
        lead = leads[option]
        if lead == 0:
            continue
        leads[option] = 0
        shared = True
        for seat in range(seats):
            seen = 0
            for rotation in range(seats):
                seen += 1 if offered[(rotation * seats + seat) * options + option] != 0 else 0
            if seen != 0 and seen != seats:
                shared = False
        if shared:
            less = 1 if lead < 0 else 0
            tally.effects[option, less, 0] += 1
            tally.effects[option, less, 1] += abs(lead)
            tally.effects[option, less, 2] += points
            tally.effects[option, less, 3] += points * points


@inlined
def _tally_events(seats, happened, tally):
    width = happened.size // (seats * seats)
    for rotation in range(seats):
        for seat in range(seats):
            player = wrapped(seat - rotation + seats, seats)
            place = (rotation * seats + seat) * width
            for i in range(place + 1, place + 1 + happened[place]):
                tally.events[happened[i], player] += 1
