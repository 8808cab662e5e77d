"""What choosing an option does to the score on the same luck: the effect without the bias of raw win rates.

In the k rotations of a pair every player once sits in every seat with the same luck. So a group, one seat
of one pair, holds k games that differ only by who sat there, and some of them chose the option where others
passed it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.intervals import normal_mixture_radius

__all__ = ["ChoiceEffect", "choice_effect"]

Floats = NDArray[np.float64]

# Below this many groups in which players differed, the normal approximation is not trusted.
FEWEST_GROUPS = 30


@dataclass(frozen=True)
class ChoiceEffect:
    """Score with the option less score without it, everything else equal."""

    option: str
    groups: int
    """Groups in which every player saw the option."""
    differing: int
    """Of these, groups in which some chose it and some did not: all the evidence there is."""
    effect: float | None
    low: float
    high: float
    """Asymptotic confidence sequence; -1 to 1 where the data cannot tell."""


def choice_effect(
    option: str, scores: Floats, seen: NDArray[np.bool_], chosen: NDArray[np.bool_], certainty: float = 0.95
) -> ChoiceEffect:
    """Regress the score on the choice, with an effect of its own for every group and every player.

    The group takes out the luck and the seat, the player his strength: else a strong player's taste would be
    credited with it. An option that one player always takes and another never is not separable from them and
    gives no effect. The variance is that of the groups (clustered), so correlation inside a pair is allowed
    for.

    Args:
        option: its name.
        scores: `[n, k]` score in [0, 1] of each of k players in each of n groups.
        seen: `[n, k]` whether the player was offered the option.
        chosen: `[n, k]` whether he chose it.
        certainty: of the interval.
    """
    everyone = seen.all(axis=1)
    outcome, choice = _within(scores[everyone]), _within(chosen[everyone].astype(np.float64))
    took = chosen[everyone]
    differing = int((took.any(axis=1) & ~took.all(axis=1)).sum())
    weight = float((choice**2).sum())
    if differing < FEWEST_GROUPS or weight < 1e-9 * choice.size:
        return ChoiceEffect(option, len(outcome), differing, None, -1.0, 1.0)
    effect = float((outcome * choice).sum()) / weight
    errors = (choice * (outcome - effect * choice)).sum(axis=1)
    # One group more, off by a whole game: equal results never claim certainty.
    variance = (float((errors**2).sum()) + 1.0 / len(outcome)) / weight**2 * len(outcome)
    radius = float(normal_mixture_radius(len(outcome), 1.0 - certainty, variance))
    return ChoiceEffect(
        option, len(outcome), differing, effect, max(effect - radius, -1.0), min(effect + radius, 1.0)
    )


def _within(table: Floats) -> Floats:
    """`[n, k]` without row means and column means."""
    if not table.size:
        return table
    return np.asarray(table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean())
