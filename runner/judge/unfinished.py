"""Games that end by the turn cap: no draws, so a target on results is met only where they are certainly few.

The share of such games is one more bounded mean, with an e-process of its own. "Met" must refute "too many" as it
must refute both outsides of the band (an intersection: alpha is not split). "Missed" may also come from here, with a
small part of the stake, so that a game that nobody finishes ends with a verdict and not with the cap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runner.judge import printed
from runner.judge.eprocess import exponents_above, exponents_below
from runner.judge.estimates import Estimate
from runner.judge.intervals import confidence_sequence
from runner.judge.observations import Scores
from runner.judge.wagers import STAKE, Unfinished, Wagers

if TYPE_CHECKING:
    from runner.judge.verdicts import Verdict

__all__ = [
    "BY_UNFINISHED",
    "NO_LIMIT",
    "STAKE",
    "blamed_on",
    "explained",
    "judged_use",
    "reason",
    "shares_of",
    "wagers_alone",
    "wagers_of",
]

Floats = NDArray[np.float64]

BY_UNFINISHED = "unfinished"
"""What decided a target that is missed because too many games end by the turn cap."""
NO_LIMIT = 1.0
"""A limit that asks nothing."""


def wagers_of(shares: Sequence[Scores], limits: ArrayLike) -> Unfinished:
    """The bets on T shares of unfinished games against `limits [T]`; at `NO_LIMIT` nothing is asked."""
    limit = np.asarray(limits, np.float64)
    parts: list[Floats] = []
    order: list[int] = []
    for values, counts, rows in _alike(shares):
        sides = [side(values, counts, limit[rows]) for side in (exponents_below, exponents_above)]
        parts.append(np.stack(sides, axis=-2))
        order += rows
    return Unfinished(np.concatenate(parts)[np.argsort(order)], limit < NO_LIMIT)


def wagers_alone(shares: Sequence[Scores], limit: float) -> Wagers:
    """The same beside a band that asks nothing: "met" is "certainly few"."""
    every = np.ones(len(shares), bool)
    return Wagers(np.zeros((len(shares), 4, 1)), every, every, every, wagers_of(shares, limit * every))


def shares_of(shares: Sequence[Scores], certainty: float) -> list[Estimate]:
    """Each share with its confidence sequence."""
    found: dict[int, Estimate] = {}
    for values, counts, rows in _alike(shares):
        for row, low, high in zip(rows, *confidence_sequence(values, counts, certainty), strict=True):
            games = round(shares[row].pairs * shares[row].seats)
            found[row] = Estimate(shares[row].estimate, float(low), float(high), games)
    return [found[row] for row in range(len(shares))]


def reason(share: Estimate, limit: float, missed: bool) -> str:
    """Why a target is not met although its figure may lie inside the band.

    `certainly more than 5 % of the games end by the turn cap: 100.0 % (99.0 to 100.0)`
    """
    sure, side = ("certainly", "more") if missed else ("not yet certain that", "fewer")
    end = "end by the turn cap"
    return (
        f"{sure} {side} than {100 * limit:.6g} % of the games {end}: {printed.estimate(share, printed.SHARE)}"
    )


def blamed_on(
    wagers: Wagers, met: NDArray[np.bool_], missed: NDArray[np.bool_], bars: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """[T] where it is unfinished games that made a target missed, or that keep it from being met."""
    assert wagers.unfinished is not None
    few, many = wagers.unfinished.evidence()
    inside, outside = wagers.of_band()
    waits = ~met & ~missed & (few < bars) & (few <= inside)
    return np.asarray(waits | (missed & (many > outside)))


def explained(verdict: Verdict, share: Estimate, blamed: bool) -> Verdict:
    """With the share of unfinished games where it is limited, and why they stand in the way where they do."""
    limit = verdict.target.unfinished
    if limit >= NO_LIMIT or share.value is None:
        return verdict
    if not blamed:
        return replace(verdict, unfinished=share)
    missed = verdict.status == "missed"
    decided = BY_UNFINISHED if missed else verdict.decided_by
    return replace(verdict, unfinished=share, why=reason(share, limit, missed), decided_by=decided)


def judged_use(verdict: Verdict, shares: Sequence[Scores], alpha: float) -> Verdict:
    """A use verdict with what the unfinished games of its match-ups add to it; it errs with chance `alpha`."""
    wagers, bar = wagers_alone(shares, verdict.target.unfinished), np.log(1.0 / alpha)
    assert wagers.unfinished is not None
    few, many = wagers.unfinished.evidence()
    worst = max(shares_of(shares, 1.0 - alpha), key=lambda one: one.value or 0.0)
    if np.logaddexp.reduce(many) - np.log(len(many)) + np.log(STAKE) >= bar:
        return explained(replace(verdict, status="missed", needed=0), worst, True)
    if verdict.status != "met" or few.min() >= bar:
        return explained(verdict, worst, False)
    more = wagers.growth(np.full(len(shares), bar)) - 1.0
    needed = float(sum(one.pairs * one.seats * times for one, times in zip(shares, more, strict=True)))
    left = max(int(np.ceil(needed)), 1) if np.isfinite(needed) else None
    return explained(replace(verdict, status="undecided", needed=left, decided_by=None), worst, True)


def _alike(shares: Sequence[Scores]) -> Iterator[tuple[Floats, Floats, list[int]]]:
    """Shares that take the same values together: values `[n]`, counts `[rows, n]`, rows."""
    groups: dict[tuple[float, ...], list[int]] = {}
    for row, share in enumerate(shares):
        groups.setdefault(share.values, []).append(row)
    for values, rows in groups.items():
        yield np.array(values), np.stack([shares[row].counts for row in rows]), rows
