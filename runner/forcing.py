"""Forced choice: what choosing an option does to the result, free of who chooses it and when.

After the games of a pair, the loop plays some of them on from a sampled decision, twice on the same luck: with the
option, and without it. For every seat of every game and every option that was offered there, at least once, beside an
action that does not carry it:

1. one of those decisions is picked, uniformly, by a key of the pair's luck, the rotation, the seat and the option;
2. the game is played again up to it (the same luck and players, so the same game);
3. there the policy chooses among the legal actions that carry the option, and in the other game among those that do
   not. One such action is taken unasked; a policy that answers with another (one that draws from a mix may) is asked
   again on its own stream, which samples its own choice given that list;
4. the rest is played by the policies, and the points of the seat (2 a win, 1 a game without a winner) are compared.
"""

from typing import NamedTuple

import numpy as np
from numba import uint64

from games.contract import NOBODY
from games.jit import inlined, lent
from games.rng import KEYED, below

__all__ = [
    "EVERY_PAIR",
    "MOST_ASKED",
    "NOT_FORCED",
    "NOT_FORCED_COLUMN",
    "Forcing",
    "count_offers",
    "forcing_of",
    "is_choice",
    "is_listed",
    "is_sampled",
    "lent_forcing",
    "narrowed",
    "pick_decision",
    "settle",
]

EVERY_PAIR = 2**62
"""As `effects` of a job: all pairs."""
MOST_ASKED = 64
"""Answers outside its list after which a policy is taken not to know another choice."""
NOT_FORCED = -1
"""Points of a game in which the choice could not be forced, or that is void."""
NOT_FORCED_COLUMN = 5


class Forcing(NamedTuple):
    """Scratch space of one thread; a sample is numbered (rotation * k + seat) * O + option."""

    limit: np.ndarray
    """[1] pairs of the match-up, from the first, whose choices are forced."""
    resume: np.ndarray
    """[1] the game of the pair to go on with: 0, but for a pair whose last forced game was broken off."""
    game: np.ndarray
    """[1] the game of the pair that is being played: rotations first, then two a sample."""
    beside: np.ndarray
    """[k rotations * k seats * O] decisions where the option was offered beside an action that does not carry it."""
    ids: np.ndarray
    """[max actions] options of the legal actions."""
    asked: np.ndarray
    """[max actions] the legal actions among which a policy may choose."""
    starts: np.ndarray
    """[k + 1] uint64, state of the chance stream as each rotation begins, then after the last of them."""
    luck: np.ndarray
    """[2] the stream that picks decisions."""
    points: np.ndarray
    """[1] points with the option, of the sample being played."""


def forcing_of(seats: int, options: int, actions: int, limit: int) -> Forcing:
    """Scratch space for that many seats, options and legal actions; none to speak of where `limit` is 0."""
    samples = seats * seats * options if limit else 0
    return Forcing(
        limit=np.array([limit], np.int64),
        resume=np.zeros(1, np.int64),
        game=np.zeros(1, np.int64),
        beside=np.zeros(samples, np.int64),
        ids=np.zeros(actions, np.int64),
        asked=np.zeros(actions, np.int64),
        starts=np.zeros(seats + 1, np.uint64),
        luck=np.array([0, KEYED], np.uint64),
        points=np.zeros(1, np.int64),
    )


@inlined
def lent_forcing(f):
    """The scratch space, uncounted."""
    return Forcing(
        lent(f.limit), lent(f.resume), lent(f.game), lent(f.beside), lent(f.ids), lent(f.asked),
        lent(f.starts), lent(f.luck), lent(f.points),
    )  # fmt: skip


@inlined
def count_offers(ids, n, options, beside, start):
    """Count this decision for every option in `ids[:n]` beside which there is an action without it."""
    for i in range(n):
        again = False
        alone = True
        for j in range(n):
            if ids[j] != ids[i]:
                alone = False
            elif j < i:
                again = True
        if 0 <= ids[i] < options and not again and not alone:
            beside[uint64(start + ids[i])] += 1


@inlined
def is_choice(ids, n, option):
    """Whether the option is in `ids[:n]`, and something else too."""
    carried = 0
    for i in range(n):
        carried += 1 if ids[i] == option else 0
    return 0 < carried < n


@inlined
def narrowed(actions, ids, n, option, without, asked):
    """Fills `asked` with the actions that carry the option, or those `without` it, and returns their number."""
    number = 0
    for i in range(n):
        if (ids[i] == option) != without:
            asked[number] = actions[i]
            number += 1
    return number


@inlined
def is_sampled(forcing, seats, game):
    """Whether that game of the pair is to be played: its option was a choice, and its twin could be forced."""
    sample, without = (game - seats) // 2, (game - seats) % 2 == 1
    return forcing.beside[sample] > 0 and not (without and forcing.points[0] == NOT_FORCED)


@inlined
def pick_decision(forcing, key, sample):
    """The number, from 0, of the decision that is forced, of those that `beside` counts."""
    forcing.luck[0] = key
    return below(forcing.luck, forcing.beside[sample])


@inlined
def is_listed(actions, action):
    """Whether the action is among `actions`."""
    listed = False
    for i in range(actions.size):
        if actions[i] == action:
            listed = True
    return listed


@inlined
def settle(forcing, game, seats, player, seat, option, winner, forced, sums):
    """Keep the points of the game with the option; count the difference once the one without it is played."""
    points = NOT_FORCED
    if forced:
        points = 2 if winner == seat else 1 if winner == NOBODY else 0
    if (game - seats) % 2 == 0:
        forcing.points[0] = points
        if points == NOT_FORCED:
            sums[player, seat, option, NOT_FORCED_COLUMN] += 1
    elif points == NOT_FORCED:
        sums[player, seat, option, NOT_FORCED_COLUMN] += 1
    else:
        sums[player, seat, option, forcing.points[0] - points + 2] += 1
