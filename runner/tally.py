"""What the loop counts a pair on, and how a pair that was played is added to the sums of a `Summary`.

`Rows` hold the games of a pair (or of a whole unit), `Bench` what is needed while one is played, `Tally` the sums. All
are arrays that a thread owns; shapes use k = seats, M metrics, O options and E events at most, as in `runner.summary`.
"""

from typing import NamedTuple

import numpy as np

from games.contract import MISSING, NOBODY
from games.jit import hot, inlined, lent
from runner.tally_options import tally_events, tally_options, wrapped

__all__ = [
    "BEAT",
    "PLAYER",
    "PROGRESS",
    "Bench",
    "Rows",
    "Tally",
    "lent_bench",
    "lent_rows",
    "lent_tally",
    "tally_pair",
]

# Entries of `Bench.progress`, after the pair and the rotation; and how many there are.
PLAYER, BEAT, PROGRESS = 2, 3, 4


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
    """The growing sums of a `Summary`, shapes as there; `counts` holds pairs and voided games.

    What follows from other sums is left out while they grow, and added by `runner.totals`.
    """

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
    options: np.ndarray
    choices: np.ndarray
    pair_options: np.ndarray
    pair_choices: np.ndarray
    used_hist: np.ndarray
    endings: np.ndarray
    ending_hist: np.ndarray
    event_games: np.ndarray
    event_hist: np.ndarray
    forced: np.ndarray
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
    picked: np.ndarray
    """[k * O, 2] options that the player being tallied chose in the games of the pair, and how often."""
    ends: np.ndarray
    """[k rotations] where the options of a game end in `picked`; they begin where those of the last game end."""
    made: np.ndarray
    """[k rotations] choices of that player that carry an option."""
    happened: np.ndarray
    """[k rotations * k seats * width] how many events there were in the pair being played, then their ids."""
    latest: np.ndarray
    """[E] the last game, counted through, in which an event happened to the player being tallied."""
    event_games: np.ndarray
    """[E] in how many games of the pair being tallied it happened to that player."""
    limits: np.ndarray
    """[5] what the game states of itself, `LIMITS` of `runner.limits`."""
    broken: np.ndarray
    """[2] which limit a game broke, and by what."""
    progress: np.ndarray
    """[PROGRESS] pair, rotation, PLAYER whose `act` runs (NOBODY while the rules do), and a BEAT that counts decisions:
    where an exception came from, and whether anything moves."""


# Arrays that are counted cost two atomic additions wherever one is handed on: more, in a short game, than its play.


@inlined
def lent_bench(b):
    """The bench, uncounted."""
    return Bench(
        lent(b.actions), lent(b.chance), lent(b.private), lent(b.keyed), lent(b.payoff), lent(b.own),
        lent(b.offered), lent(b.chosen), lent(b.flags), lent(b.picked), lent(b.ends), lent(b.made),
        lent(b.happened), lent(b.latest), lent(b.event_games), lent(b.limits), lent(b.broken), lent(b.progress),
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
        lent(t.pair_sum), lent(t.pair_sumsq), lent(t.faults), lent(t.events), lent(t.options),
        lent(t.choices), lent(t.pair_options), lent(t.pair_choices), lent(t.used_hist), lent(t.endings),
        lent(t.ending_hist), lent(t.event_games), lent(t.event_hist), lent(t.forced), lent(t.digest),
    )  # fmt: skip


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
        tally.turns_hist[rows.turns[row]] += 1
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
    _tally_endings(rows, first, seats, tally)
    tally_options(rows, first, seats, bench, tally)
    width = bench.happened.size // (seats * seats)
    tally_events(seats, bench.happened, width, bench.latest, bench.event_games, tally)


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
def _tally_endings(rows, first, seats, tally):
    for rotation in range(seats):
        ending = rows.termination[first + rotation]
        tally.endings[ending, rotation] += 1
        alike = 1
        for other in range(seats):
            if other != rotation and rows.termination[first + other] == ending:
                alike = alike + 1 if other > rotation else -seats
        if alike > 1:
            tally.ending_hist[ending, alike] += 1
