"""The indifference-zone test: two sequential probability ratio tests, one at each edge of a band.

At an edge e the hypotheses are e - margin and e + margin, on the multinomial distribution of pair scores. A
truth closer to an edge than the margin may be called either way: that is the price for deciding near an edge
with about a tenth of the games. Source: Wald (1945) by the generalised likelihood ratio of `likelihood`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runner.judge.likelihood import tilt
from runner.judge.wagers import Wagers

__all__ = ["band_evidence", "band_wagers", "log_ratio"]

Floats = NDArray[np.float64]

# Weight given to an unseen worst and best score, as fishtest does: without both, no distribution of the seen
# scores could have the mean of a hypothesis.
UNSEEN = 1e-3


def log_ratio(values: Floats, counts: ArrayLike, edge: ArrayLike, margin: ArrayLike) -> Floats:
    """Log likelihood ratio of mean `edge + margin` against `edge - margin`.

    Args:
        values: `[n]` ascending scores from 0 to 1.
        counts: `[..., n]` how often each was seen.
        edge: `[...]` strictly inside (0, 1).
        margin: `[...]` half width of the zone; shrunk to half the distance from the edge to 0 or 1.
    """
    seen = np.array(counts, np.float64)
    for extreme in (0, -1):
        seen[..., extreme] = np.where(seen[..., extreme] > 0.0, seen[..., extreme], UNSEEN)
    e = np.asarray(edge, np.float64)
    half = np.minimum(np.asarray(margin, np.float64), np.minimum(e, 1.0 - e) / 2.0)
    deviations = values - np.stack([e - half, e + half])[..., None]
    logs = np.log1p(tilt(seen, deviations)[..., None] * deviations)
    return np.asarray(np.sum(np.asarray(counts, np.float64) * (logs[0] - logs[1]), axis=-1))


def band_wagers(
    values: Floats, counts: ArrayLike, low: ArrayLike, high: ArrayLike, margin: ArrayLike
) -> Wagers:
    """The two tests of T bands `[low, high]`, each `[T]`, from counts `[T, n]`.

    "Met" needs both tests to point inwards, "missed" either to point outwards. For a band at least four
    margins wide, a truth outside the zones can mislead only the test of the nearer edge, so no stake is
    shared.
    """
    low, high = np.asarray(low, np.float64), np.asarray(high, np.float64)
    open_low, open_high = low <= 0.0, high >= 1.0
    edges = np.stack([np.where(open_low, 0.5, low), np.where(open_high, 0.5, high)])
    at_low, at_high = log_ratio(values, counts, edges, margin)
    ratios = np.stack([at_low, -at_low, at_high, -at_high], axis=-1)[..., None]
    return Wagers(ratios, open_low, open_high, high - low < 4.0 * np.asarray(margin))


def band_evidence(
    values: Floats, counts: Floats, low: float, high: float, margin: float = 0.01
) -> tuple[float, float]:
    """Log likelihood evidence that the mean lies inside, and outside, one band, from counts `[n]`."""
    edges = (np.array([edge]) for edge in (low, high, margin))
    met, missed = band_wagers(values, counts[None], *edges).evidence()
    return float(met[0]), float(missed[0])
