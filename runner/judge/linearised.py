"""Ratios of two totals (chosen of offered, a share of all choices) with intervals over independent clusters.

Clusters are games of which one a pair is looked at, or whole pairs; within one the two counts hang together, so the
error is that of the residuals c - R o of whole clusters (Taylor linearisation), never that of single offers. Of
several match-ups the ratio is that of the sums of their means a cluster: what would be seen had each been played
equally often, wherever the effort went.

The interval is Wilson's for as many independent trials as that error is worth (Dean and Pagano 2015), so that it stays
honest where next to nothing or nearly everything is chosen. It holds for the number of games at which a run stops.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

__all__ = ["Intervals", "Totals", "pooled_ratio", "wilson_of"]

Floats = NDArray[np.float64]

LENT = 5.0
"""Clusters that stand for what is known beforehand where few tell."""


@dataclass(frozen=True)
class Intervals:
    """Several numbers with their intervals, each array of one shape; `value` is nan where nothing was observed."""

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True)
class Totals:
    """Sums over the clusters of M match-ups: every array `[M, ...]`.

    With c the numerator and o the denominator of a cluster: sums of c, o, c c, c o and o o over `clusters`; `active`
    counts the clusters with o > 0, or at least those.
    """

    chosen: Floats
    offered: Floats
    chosen_sq: Floats
    product: Floats
    offered_sq: Floats
    clusters: Floats
    active: Floats


def pooled_ratio(totals: Totals, certainty: float = 0.95) -> Intervals:
    """Chosen over offered of all match-ups with equal weights, each alone at `certainty`: arrays `[...]`."""
    number = np.maximum(totals.clusters, 1.0)
    c, o, cc, co, oo = (
        sums / number
        for sums in (totals.chosen, totals.offered, totals.chosen_sq, totals.product, totals.offered_sq)
    )
    offered = o.sum(axis=0)
    known = offered > 0.0
    whole = np.where(known, offered, 1.0)
    ratio = np.where(known, c.sum(axis=0) / whole, np.nan)
    at = np.where(known, ratio, 0.5)
    spread = np.maximum(cc - 2.0 * at * co + at**2 * oo - (c - at * o) ** 2, 0.0)
    told = _telling(totals)
    spread = _steadied(spread, at * (1.0 - at) * o, totals.clusters, told)
    # n / (n - 1): the residuals are taken from the mean of the same clusters.
    error = (spread / np.maximum(totals.clusters - 1.0, 1.0)).sum(axis=0) / whole**2
    active = totals.active.sum(axis=0)
    # Where nothing varied, a cluster is a trial: its offers may all have been one decision.
    nothing = error <= 1e-15 * np.maximum(at * (1.0 - at), 1e-300)
    worth = np.where(nothing, active, at * (1.0 - at) / np.where(nothing, 1.0, error))
    # Of something rare the few clusters that have it tell its error, however many do not.
    freedom = np.where(nothing, active - 1.0, np.minimum(active - 1.0, told.sum(axis=0) + LENT))
    low, high = wilson_of(at, worth, critical(certainty, freedom))
    return Intervals(ratio, np.where(known, low, 0.0), np.where(known, high, 1.0))


def _telling(totals: Totals) -> Floats:
    """`[M, ...]` how many clusters of one size with something chosen, or with something left, there are: the fewer."""
    left = totals.offered - totals.chosen
    left_sq = totals.offered_sq - 2.0 * totals.product + totals.chosen_sq
    taken = totals.chosen**2 / np.maximum(totals.chosen_sq, 1.0)
    return np.minimum(taken, left**2 / np.maximum(left_sq, 1.0))


def _steadied(spread: Floats, single: Floats, clusters: Floats, told: Floats) -> Floats:
    """`spread [M, ...]` of each match-up, lent `LENT` clusters of what it is in all of them for what is offered.

    A match-up in which something rare happened not to occur would else seem to be known exactly, and weigh as much as
    the others in the ratio but nothing in its error. `single` is the spread of offers that are taken independently,
    `told` what `_telling` counts.
    """
    usual = (clusters * spread).sum(axis=0) / np.maximum((clusters * single).sum(axis=0), 1e-300)
    return np.asarray((told * spread + LENT * usual * single) / (told + LENT))


def critical(certainty: float, freedom: ArrayLike) -> Floats:
    """Student's factor for an error that was itself estimated from `freedom + 1` clusters."""
    return np.asarray(stdtrit(np.maximum(np.asarray(freedom, np.float64), 1.0), 0.5 + certainty / 2.0))


def wilson_of(rate: ArrayLike, trials: ArrayLike, z: ArrayLike) -> tuple[Floats, Floats]:
    """Wilson's interval for a rate in `trials` independent trials, which need not be whole; [0, 1] without any."""
    p, n, z2 = np.asarray(rate, np.float64), np.asarray(trials, np.float64), np.asarray(z, np.float64) ** 2
    centre = (p * n + z2 / 2.0) / (n + z2)
    half = np.sqrt(z2 * (p * (1.0 - p) * n + z2 / 4.0)) / (n + z2)
    # A last bit of rounding must not leave the rate itself out.
    low, high = np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)
    return np.where(n > 0.0, np.minimum(low, p), low), np.where(n > 0.0, np.maximum(high, p), high)


def normal(certainty: float) -> float:
    """The two-sided factor of a known error."""
    return float(ndtri(0.5 + certainty / 2.0))
