"""What choosing an option does to the score on the same luck: the effect without the bias of raw win rates.

In the k rotations of a pair every player sits once in every seat with the same luck. Let C_p be the games of the
pair in which player p chose the option, at least once, and S_0 the score of player 0 summed over its games. If a
choice is worth b to whoever makes it, and the others lose by it what he gains, then

    S_0  =  a + b X + what luck adds,     X = C_0 - mean of the others' C

where a is what player 0 is better than the others. So among pairs in which player 0 chose it more often (X > 0) and
pairs in which he did so less often (X < 0), the means of S_0 differ by b times the difference of the means of X: luck,
seats and the strength of the players fall out. Pairs in which the players chose alike say nothing and are left out; so
are pairs in which one saw the option and another, in the same seat, did not, since who comes to see it depends on how
the game went. (The estimate is Wald's, 1940, with the sign of X for his two groups.)

What it does not take out: what a player did before he chose, and a taste for the option on just that luck which suits
the player's strength. An option that one player always takes and another never cannot be told from the players.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.estimates import Estimate
from runner.judge.intervals import normal_mixture_radius

__all__ = ["ALONE_NOTE", "CHOICE_NOTE", "choice_effects"]

CHOICE_NOTE = (
    "The same-luck effect is what choosing the option adds to the score of a game, over pairs of games on one luck in "
    "which one player chose it and the other, who saw it too, did not; luck, seat and strength of the players are "
    "taken out, what they did before they chose is not."
)

ALONE_NOTE = (
    "In a game for one nobody else meets the same luck: there it takes a second data document, by "
    "`equipoise compare`."
)
# Below this many pairs on either side the normal approximation is not trusted.
FEWEST_PAIRS = 16

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Groups:
    """Pairs of one option, by match-up and by whether player 0 chose it less: each `[M, 2]`."""

    pairs: Floats
    lead: Floats
    """Mean of |X|."""
    score: Floats
    """Mean of S_0."""
    error: Floats
    """Variance of that mean; one unseen pair, off by a whole game, is counted in."""


def choice_effects(effects: NDArray[np.int64], seats: int, certainty: float = 0.95) -> tuple[Estimate, ...]:
    """The effect of each of O options, from M match-ups of a game for `seats`.

    Args:
        effects: `[M, O, 2, 4]` see `runner.summary.Summary.effects`.
        seats: k, at least 2.
        certainty: of each interval alone: an asymptotic confidence sequence, valid while pairs are added.

    Returns:
        Points of score a game, in [-1, 1]; `number` counts the pairs in which players differed. Value None and
        the whole range where these cannot tell.
    """
    return tuple(_effect(effects[:, option], seats, certainty) for option in range(effects.shape[1]))


def _effect(sums: NDArray[np.int64], seats: int, certainty: float) -> Estimate:
    """The effect of one option from `sums [M, 2, 4]`."""
    differing = int(sums[..., 0].sum())
    both = sums[(sums[..., 0] >= 2).all(axis=1)]
    if not len(both) or both[..., 0].sum(axis=0).min() < FEWEST_PAIRS:
        return Estimate(None, -1.0, 1.0, differing)
    groups = _groups(both, seats)
    # Each match-up by what its two groups can tell of their difference (Mantel and Haenszel 1959).
    weight = groups.pairs.prod(axis=1) / groups.pairs.sum(axis=1)
    contrast = float(weight @ groups.lead.sum(axis=1))
    effect = float(weight @ (groups.score[:, 0] - groups.score[:, 1])) / contrast
    variance = float(weight**2 @ groups.error.sum(axis=1)) / contrast**2
    number = float(groups.pairs.sum())
    radius = float(normal_mixture_radius(number, 1.0 - certainty, variance * number))
    return Estimate(effect, max(effect - radius, -1.0), min(effect + radius, 1.0), differing)


def _groups(sums: NDArray[np.int64], seats: int) -> _Groups:
    pairs, lead, points, squares = np.moveaxis(sums.astype(np.float64), -1, 0)
    # Points count half wins.
    score = points / pairs / 2.0
    spread = np.maximum(squares / 4.0 - pairs * score**2, 0.0)
    return _Groups(pairs, lead / pairs / (seats - 1), score, (spread + 1.0) / pairs**2)
