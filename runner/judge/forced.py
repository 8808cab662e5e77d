"""What an option does to the score where its choice was forced: the figure to trust.

At one decision of a game, picked by chance among those at which the option was offered beside another, the game is
played on twice on the same luck: with the option, and with what the policy chooses when the option is not there.
D is the points of the first less those of the second (a win 2, nobody 1, lost 0), so D / 2 is a difference of scores.
Nothing is selected, by how the game went before or by who likes the option: both branches start from one position.

Samples of one match-up and seat are independent (one game a pair), take one of five values, and have the confidence
sequence of a bounded mean. Of several match-ups the mean has equal weights; their errors add up as independent ones do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runner.judge.intervals import confidence_sequence
from runner.judge.linearised import Intervals

__all__ = ["FEWEST_SAMPLES", "FORCED_VALUES", "Forced", "forced_effects"]

FORCED_VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
"""D / 2 of the first five columns of `Summary.forced`."""
FEWEST_SAMPLES = 16
"""Below this many samples nothing is said of the effect."""


@dataclass(frozen=True)
class Forced:
    """The effect of each of O options, in points of score (a win 1)."""

    effects: Intervals
    samples: NDArray[np.int64]
    """`[O]` games that were played on twice."""
    refused: NDArray[np.int64]
    """`[O]` games in which it could not be forced: the policy named nothing else, or a branch was void."""
    matchups: NDArray[np.int64]
    """`[O]` match-ups behind it."""


def forced_effects(counts: NDArray[np.int64], certainty: float = 0.95) -> Forced:
    """Effects from `Summary.forced` of one player in one seat, stacked over M match-ups: `[M, O, 6]`."""
    sampled = counts[..., :5].astype(np.float64)
    number = sampled.sum(axis=-1)
    # A match-up with next to no samples would weigh as much as one with thousands.
    use = number >= np.minimum(FEWEST_SAMPLES, np.maximum(number.max(axis=0, initial=0.0), 1.0))
    values = (FORCED_VALUES + 1.0) / 2.0
    low, high, some = np.full_like(number, -1.0), np.ones_like(number), number > 0.0
    if some.any():
        low[some], high[some] = (
            2.0 * end - 1.0 for end in confidence_sequence(values, sampled[some], certainty)
        )
    mean = sampled @ FORCED_VALUES / np.maximum(number, 1.0)
    cells = use.sum(axis=0)
    among = np.maximum(cells, 1)
    value = np.where(use, mean, 0.0).sum(axis=0) / among
    down = np.sqrt(np.where(use, (mean - low) ** 2, 0.0).sum(axis=0)) / among
    up = np.sqrt(np.where(use, (high - mean) ** 2, 0.0).sum(axis=0)) / among
    total = np.where(use, number, 0.0).sum(axis=0)
    known = total >= FEWEST_SAMPLES
    return Forced(
        effects=Intervals(
            np.where(known, value, np.nan),
            np.where(known, np.maximum(value - down, -1.0), -1.0),
            np.where(known, np.minimum(value + up, 1.0), 1.0),
        ),
        samples=number.sum(axis=0).astype(np.int64),
        refused=counts[..., 5].sum(axis=0),
        matchups=cells * known,
    )
