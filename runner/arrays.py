"""The arrays in which a unit is played, made to the measure of its game and data."""

import numpy as np

from games.contract import Game
from runner.limits import EVENT_IDS, limits_of
from runner.summary import Summary
from runner.tally import PROGRESS, Bench, Rows, Tally

__all__ = ["SPARE", "bench_of", "rows_of", "tally_of"]

SPARE = 64
"""Entries of a list that rules may write beyond what their game states."""


def tally_of(empty: Summary, longest: int) -> Tally:
    """Sums that start as `empty`, of games of at most that many turns."""
    fields = {
        name: getattr(empty, name) for name in Tally._fields if name not in ("counts", "digest", "turns_hist")
    }
    return Tally(
        counts=np.zeros(2, np.int64),
        digest=np.zeros(1, np.uint64),
        turns_hist=np.zeros(longest + 1, np.int64),
        **fields,
    )


def rows_of(n: int, metrics: int, seats: int) -> Rows:
    """Room for `n` games."""
    return Rows(
        winner=np.zeros(n, np.int64),
        termination=np.zeros(n, np.int64),
        turns=np.zeros(n, np.int64),
        digest=np.zeros(n, np.uint64),
        metrics=np.zeros((n, metrics, seats), np.int64),
    )


def bench_of(
    game: Game,
    document: object,
    options: int,
    chance: np.ndarray,
    forces: bool,
    progress: np.ndarray | None = None,
) -> Bench:
    """Scratch space for a game of that document; `chance` is the stream of its luck, `progress` shared memory."""
    seats, limits = game.seats, limits_of(game, document)
    events = limits[EVENT_IDS]
    # What a forced game counts goes into places that nobody reads.
    counts = (seats * seats + (1 if forces else 0)) * options
    return Bench(
        # Beyond what the game states there is room for rules that break their word, which the loop then tells.
        actions=np.zeros(game.max_actions + SPARE, np.int64),
        chance=chance,
        private=np.zeros(2 * seats, np.uint64),
        keyed=np.zeros(seats, np.int64),
        payoff=np.zeros(seats, np.int64),
        own=np.zeros((len(game.metrics), seats), np.int64),
        offered=np.zeros(counts, np.int64),
        chosen=np.zeros(counts, np.int64),
        flags=np.zeros(options, np.int64),
        picked=np.zeros((seats * options, 2), np.int64),
        ends=np.zeros(seats, np.int64),
        made=np.zeros(seats, np.int64),
        happened=np.zeros(seats * seats * (1 + game.most_events + SPARE), np.int64),
        latest=np.full(events, -1, np.int64),
        event_games=np.zeros(events, np.int64),
        limits=np.array(limits, np.int64),
        broken=np.zeros(2, np.int64),
        progress=np.zeros(PROGRESS, np.int64) if progress is None else progress,
    )
