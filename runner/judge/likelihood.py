"""Generalised likelihood ratios of a multinomial pair distribution, and Elo, as engine testing uses them.

Counts `[n]` go with equally spaced scores 0, 1/(n-1), .., 1 unless scores are given: trinomial (n = 3) for
games, pentanomial (n = 5) for pairs of games. Source: M. Van den Bergh, "Comments on Normalized Elo" and
"A practical introduction to the GSPRT" (fishtest's `LLRcalc`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

__all__ = [
    "Elo",
    "elo",
    "elo_of_score",
    "even_scores",
    "llr_alt",
    "llr_alt2",
    "llr_logistic",
    "llr_normalized",
    "score_of_elo",
    "tilt",
]

Floats = NDArray[np.float64]

# One unit of score deviation in normalised Elo: 800 / ln 10.
NELO_UNIT = 800.0 / np.log(10.0)


def even_scores(counts: ArrayLike) -> Floats:
    """`[n]` equally spaced scores from 0 to 1."""
    return np.linspace(0.0, 1.0, np.shape(counts)[-1])


def score_of_elo(difference: ArrayLike) -> Floats:
    """Expected score at an Elo difference (logistic)."""
    return np.asarray(1.0 / (1.0 + 10.0 ** (-np.asarray(difference, np.float64) / 400.0)))


def elo_of_score(score: ArrayLike) -> Floats:
    """Elo difference of an expected score in (0, 1)."""
    p = np.asarray(score, np.float64)
    return np.asarray(400.0 * np.log10(p / (1.0 - p)))


def _moments(counts: ArrayLike, scores: Floats) -> tuple[float, float, float]:
    """Number, mean and variance of the scores."""
    weights = np.asarray(counts, np.float64)
    number = float(weights.sum())
    if number <= 0.0:
        raise ValueError("counts are all zero; a likelihood ratio needs at least one observation")
    mean = float(weights @ scores) / number
    return number, mean, float(weights @ (scores - mean) ** 2) / number


@dataclass(frozen=True)
class Elo:
    """Elo of a pentanomial or trinomial result; `radius` is half the fixed-n interval in Elo."""

    elo: float
    radius: float
    normalized: float
    variance: float


def elo(counts: ArrayLike, certainty: float = 0.95) -> Elo:
    """Elo, its interval, normalised Elo and the variance of one observation of `counts [n]`, n = k * 2 + 1.

    The mean must lie strictly between 0 and 1 with some variance; use a rating for anything more extreme.
    """
    scores = even_scores(counts)
    number, mean, variance = _moments(counts, scores)
    if not 0.0 < mean < 1.0 or variance == 0.0:
        raise ValueError(f"mean score {mean} with variance {variance}; Elo needs both wins and losses")
    games = (len(scores) - 1) / 2.0
    half = float(ndtri(0.5 + certainty / 2.0)) * np.sqrt(variance / number)
    ends = elo_of_score(np.clip([mean - half, mean + half], 1e-9, 1 - 1e-9))
    return Elo(
        elo=float(elo_of_score(mean)),
        radius=float(ends[1] - ends[0]) / 2.0,
        normalized=float((mean - 0.5) / np.sqrt(games * variance) * NELO_UNIT),
        variance=variance,
    )


def tilt(weights: ArrayLike, deviations: ArrayLike) -> Floats:
    """The x of the constrained maximum likelihood p_i / (1 + x d_i) whose expected deviation is 0.

    Solves sum_i w_i d_i / (1 + x d_i) = 0, which falls strictly between its two poles, by bisection.

    Args:
        weights: `[..., n]` non-negative observed frequencies, positive at some d < 0 and at some d > 0.
        deviations: `[..., n]` deviations d_i from the hypothesis.

    Returns:
        `[...]` x.
    """
    w, d = np.broadcast_arrays(np.asarray(weights, np.float64), np.asarray(deviations, np.float64))
    seen = w > 0.0
    most, least = np.where(seen, d, -np.inf).max(-1), np.where(seen, d, np.inf).min(-1)
    if np.any((most <= 0.0) | (least >= 0.0)):
        raise ValueError("the hypothesis lies outside the range of the observed scores")
    d = np.where(seen, d, 0.0)
    lower, upper = -1.0 / most, -1.0 / least
    for _ in range(50):
        x = 0.5 * (lower + upper)
        factor = 1.0 + x[..., None] * d
        rising = np.sum(w * d / np.where(factor > 0.0, factor, np.inf), axis=-1) > 0.0
        lower, upper = np.where(rising, x, lower), np.where(rising, upper, x)
    return np.asarray(0.5 * (lower + upper))


def llr_logistic(counts: ArrayLike, score0: float, score1: float, scores: Floats | None = None) -> float:
    """Exact generalised log likelihood ratio of mean score `score1` against `score0`."""
    weights = np.asarray(counts, np.float64)
    values = even_scores(weights) if scores is None else scores
    deviations = values - np.array([[score0], [score1]])
    seen = weights > 0.0
    logs = np.log1p(tilt(weights, deviations)[:, None] * deviations[:, seen])
    return float((logs[0] - logs[1]) @ weights[seen])


def llr_alt(counts: ArrayLike, score0: float, score1: float) -> float:
    """Approximation of `llr_logistic` by the ratio of mean square deviations from the two hypotheses."""
    values = even_scores(counts)
    number, mean, variance = _moments(counts, values)
    spread0, spread1 = variance + (mean - score0) ** 2, variance + (mean - score1) ** 2
    return float(0.5 * number * np.log(spread0 / spread1))


def llr_alt2(counts: ArrayLike, score0: float, score1: float) -> float:
    """Approximation of `llr_logistic` by a normal law with the observed variance."""
    number, mean, variance = _moments(counts, even_scores(counts))
    return 0.5 * number * (score1 - score0) * (2.0 * mean - score0 - score1) / variance


def llr_normalized(counts: ArrayLike, nelo0: float, nelo1: float) -> float:
    """Generalised log likelihood ratio of two normalised Elo differences."""
    weights = np.asarray(counts, np.float64)
    seen = weights > 0.0
    frequencies, values = weights[seen] / weights.sum(), even_scores(weights)[seen]
    games = (len(weights) - 1) / 2.0
    t0, t1 = (nelo / NELO_UNIT * np.sqrt(games) for nelo in (nelo0, nelo1))
    ratio = np.log(_most_likely(frequencies, values, t1) / _most_likely(frequencies, values, t0))
    return float(weights.sum() * (frequencies @ ratio))


def _most_likely(frequencies: Floats, values: Floats, t: float) -> Floats:
    """Maximum likelihood `[n]` among distributions with (mean - 1/2) / deviation = t; fixed point of prop.
    1.1."""
    p = np.full(len(values), 1.0 / len(values))
    for _ in range(100):
        mean = p @ values
        sigma = np.sqrt(p @ (values - mean) ** 2)
        deviations = values - 0.5 - 0.5 * t * sigma * (1.0 + ((mean - values) / sigma) ** 2)
        previous, p = p, frequencies / (1.0 + tilt(frequencies, deviations) * deviations)
        if np.abs(p - previous).max() < 1e-12:
            break
    return p
