"""One error rate for a whole table of targets.

Alpha is the run's, not the row's: with certainty .95 the chance that *any* verdict of the table is wrong is
at most .05. For "which of 500 match-ups are off" there is the milder promise that of the verdicts given at
most 5 % are wrong on average (`discoveries`). Everything works on log e-values, so no amount of evidence
overflows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp

__all__ = ["RULES", "benjamini_hochberg", "declared", "discoveries", "holm", "holm_evidence", "thresholds"]

RULES = ("family-wise", "false-discovery")

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def holm(p_values: ArrayLike) -> Floats:
    """Holm-adjusted p-values, in the order given (Holm 1979)."""
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p))))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def holm_evidence(log_e: ArrayLike, alpha: float) -> Flags:
    """Hypotheses rejected by Holm's procedure on e-values, taking 1/e for a p-value."""
    e = np.asarray(log_e, np.float64)
    order = np.argsort(-e, kind="stable")
    passes = e[order] >= np.log((len(e) - np.arange(len(e))) / alpha)
    rejected = np.zeros(len(e), bool)
    rejected[order] = np.logical_and.accumulate(passes)
    return rejected


def benjamini_hochberg(log_e: ArrayLike, alpha: float) -> Flags:
    """Hypotheses rejected by e-BH: false discovery rate at most alpha under any dependence.

    Rejects the r largest, r the greatest with e_(r) >= m / (r alpha) (Wang & Ramdas 2022). For "which of 500
    match-ups are off", where one false alarm among many true ones does no harm.
    """
    e = np.asarray(log_e, np.float64)
    order = np.argsort(-e, kind="stable")
    passes = e[order] >= np.log(len(e) / (alpha * np.arange(1, len(e) + 1)))
    rejected = np.zeros(len(e), bool)
    rejected[order[: np.max(np.flatnonzero(passes) + 1, initial=0)]] = True
    return rejected


def thresholds(log_met: ArrayLike, log_missed: ArrayLike, alpha: float) -> Floats:
    """The log evidence `[m]` each target needs, for either verdict, given what the others have shown.

    Every target carries two null hypotheses, "outside the band" and "inside the band", of which exactly one
    is true. Under the truth each target's own true null has an e-value, and the average of the m of them is
    one too; it passes 1/alpha with probability at most alpha, at any look. A wrong verdict on target i
    means that its true null showed e_i. The others' true nulls showed at least min(met, missed) each,
    whichever they are. So

        e_i + sum over j != i of min(met_j, missed_j) >= m / alpha

    can only happen, for any i, when that average has passed 1/alpha: the chance of a wrong verdict anywhere
    in the table, met or missed, is at most alpha. Holm on the "met" family and Holm on the "missed" family
    would each spend alpha, up to 2 alpha together. (Closed testing by averaging: Vovk & Wang 2021.)
    """
    weaker = np.minimum(np.asarray(log_met, np.float64), np.asarray(log_missed, np.float64))
    number = len(weaker)
    needed = np.log(number / alpha) if number else 0.0
    others = np.full(number, -np.inf)
    if number > 1:
        # The sum without i, not the sum minus i: no cancellation. Cumulative sums from both ends.
        before = np.concatenate([[-np.inf], np.logaddexp.accumulate(weaker)[:-1]])
        after = np.concatenate([np.logaddexp.accumulate(weaker[::-1])[::-1][1:], [-np.inf]])
        others = logsumexp([before, after], axis=0)
    # What remains to show; never less than 1, so that a target cannot be carried by the others alone.
    gap = np.minimum(others - needed, -1e-12)
    return np.maximum(needed + np.log1p(-np.exp(gap)), 0.0)


def discoveries(log_met: ArrayLike, log_missed: ArrayLike, alpha: float) -> Floats:
    """The log evidence `[m]` each target needs when of all verdicts given a share alpha may be wrong.

    e-BH on the stronger evidence of each target: with r verdicts given, each needs m / (r alpha). Only one
    null of a target is true, so the m true nulls together contribute at most alpha to the expected share of
    errors. A target that is short of it is shown the bar it would face as the next verdict.
    """
    stronger = np.maximum(np.asarray(log_met, np.float64), np.asarray(log_missed, np.float64))
    given = benjamini_hochberg(stronger, alpha)
    count = int(given.sum())
    bars = np.log(len(stronger) / (alpha * np.maximum([count, count + 1], 1)))
    return np.where(given, bars[0], bars[1])


def declared(
    log_met: ArrayLike, log_missed: ArrayLike, alpha: float, rule: str = "family-wise"
) -> tuple[Flags, Flags, Floats]:
    """Which targets are met and which missed under one of `RULES`, and the log evidence `[m]` each needs."""
    if rule not in RULES:
        raise ValueError(f"rule is {rule!r}; expected one of {RULES}")
    met, missed = np.asarray(log_met, np.float64), np.asarray(log_missed, np.float64)
    needed = (thresholds if rule == "family-wise" else discoveries)(met, missed, alpha)
    return (met >= needed) & (met > missed), (missed >= needed) & (missed > met), needed
