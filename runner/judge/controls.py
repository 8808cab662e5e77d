"""Controls that every run carries: if one fails, no number of the run can be trusted.

The mirror control plays a policy against itself: both games of a pair are then the same game with the names
swapped, so each player scores exactly one half in every pair. The distinctness control looks for games that
are suspiciously the same: a stream of luck that was not advanced.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ControlResult", "distinct_games", "mirror"]


@dataclass(frozen=True)
class ControlResult:
    """Outcome of one control; `detail` says what was seen, in words."""

    name: str
    passed: bool
    detail: str


def mirror(score_hist: NDArray[np.int64], policy: str) -> ControlResult:
    """A policy against itself: every player must win exactly as many of a pair's k games as every other.

    With a fair share s = wins + draws / k the same for all k players and w + d fixed by the luck, each pair
    must lie on cells (w, d) with k w + d = k. Two seats: (1, 0) or (0, 2), a score of exactly one half.

    Args:
        score_hist: `[k, k+1, k+1]` pairs by (player, wins, draws).
        policy: the policy's name, for the detail.
    """
    k = score_hist.shape[0]
    wins, draws = np.divmod(np.arange((k + 1) ** 2).reshape(k + 1, k + 1), k + 1)
    fair = k * wins + draws == k
    pairs = int(score_hist[0].sum())
    off = int(score_hist[:, ~fair].sum())
    if not pairs:
        return ControlResult(f"mirror: {policy}", False, "no pairs were played")
    if off:
        share = f"{off} of {pairs * k} player scores over {pairs} pairs are not exactly 1/{k}"
        return ControlResult(f"mirror: {policy}", False, f"{share}; a seat or a stream of luck is mixed up")
    return ControlResult(
        f"mirror: {policy}", True, f"exactly 1/{k} in each of {pairs} pairs, zero pair variance"
    )


def distinct_games(digests: NDArray[np.uint64], least: float = 0.5) -> ControlResult:
    """Games must differ: at least `least` of the digests are distinct, and never all the same.

    Args:
        digests: `[n]` one digest a game, of distinct pairs of one match-up.
        least: smallest share of distinct digests; lower it for games with few possible courses.
    """
    number, distinct = len(digests), len(np.unique(digests))
    if number < 2:
        return ControlResult("distinct games", True, f"{number} game played, nothing to compare")
    passed = distinct > 1 and distinct >= least * number
    return ControlResult("distinct games", passed, f"{distinct} distinct courses among {number} games")
