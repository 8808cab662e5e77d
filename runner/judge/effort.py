"""Adaptive effort: how many more pairs each match-up gets in the next round.

A pure rule over verdicts, so that what is played depends neither on workers nor on unit sizes. Every
match-up of a target starts with the same first round; after that only match-ups with an undecided target
play on, by what their targets still need, within bounds: an early estimate is too rough to commit to, and a
small top-up is not worth a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from runner.judge.targets import DATA, USE, Target
from runner.judge.use import level, matchups_of
from runner.judge.verdicts import Verdict

if TYPE_CHECKING:
    from runner.summary import Summary

__all__ = ["FIRST_PAIRS", "attempted", "next_round", "pairs_to_add"]

FIRST_PAIRS = 128
STEP = 64
PATIENCE = 2048
"""Pairs after which an option that was never offered is waited for no longer."""
LEAST_GROWTH = 0.125
MOST_GROWTH = 2.0
# Evidence grows in jumps, so the first half of what is needed often suffices: over simulated round robins
# this saves a fifth of the games of asking for all of it, for two rounds more.
PART_OF_NEED = 0.5


def next_round(
    targets: Sequence[Target],
    verdicts: Sequence[Verdict],
    summaries: Mapping[str, Summary],
    seats: Mapping[str, int],
    cap_games: int,
    first: int = FIRST_PAIRS,
) -> dict[str, int]:
    """Pairs to add for each match-up that plays on; empty when the run is over.

    Args:
        targets: the table of targets.
        verdicts: their verdicts on `summaries`, in the same order.
        summaries: merged counts by match-up; one not yet played may be absent.
        seats: seats of every match-up of a target: games in a pair.
        cap_games: most games of one match-up; a pair that would pass it is not begun.
        first: pairs of the first round.
    """
    wanted: dict[str, int] = {}
    for target, verdict in zip(targets, verdicts, strict=True):
        if verdict.status != "undecided":
            continue
        for matchup, needed in _needs(target, verdict, summaries, seats).items():
            k = seats[matchup]
            added = pairs_to_add(attempted(summaries.get(matchup), k), needed, cap_games // k, first)
            wanted[matchup] = max(wanted.get(matchup, 0), added)
    return {matchup: pairs for matchup, pairs in wanted.items() if pairs > 0}


def _needs(
    target: Target, verdict: Verdict, summaries: Mapping[str, Summary], seats: Mapping[str, int]
) -> dict[str, int | None]:
    """Pairs that the target still needs of each of its match-ups; None: unknown.

    The cells of a use table are to be known equally well, so the thinnest come first, and what bounds their
    growth bounds that of all.
    """
    if target.matchup == DATA or _is_in_vain(verdict, summaries.get(target.matchup)):
        return {}
    if target.metric != USE:
        k = seats[target.matchup]
        return {target.matchup: None if verdict.needed is None else -(-verdict.needed // k)}
    begun = {key: attempted(summaries.get(key), 2) for key in matchups_of(target, seats)}
    fewest = min(begun.values(), default=0)
    reached = fewest + int(MOST_GROWTH * fewest)
    if verdict.needed is not None:
        reached = min(reached, level(begun.values(), -(-verdict.needed // 2)))
    return {key: reached - pairs for key, pairs in begun.items() if pairs < reached or not pairs}


def _is_in_vain(verdict: Verdict, summary: Summary | None) -> bool:
    """Whether nothing at all was seen of what is asked, in so many pairs that it need not be waited for."""
    return (
        bool(verdict.why) and verdict.estimate is None and summary is not None and summary.pairs >= PATIENCE
    )


def attempted(summary: Summary | None, seats: int) -> int:
    """Pairs begun, thrown-out ones included: they count against the cap, so a faulty policy cannot run for
    ever."""
    return 0 if summary is None else summary.pairs + -(-summary.voided // seats)


def pairs_to_add(played: int, needed: int | None, cap: int, first: int = FIRST_PAIRS) -> int:
    """Pairs for one target's match-up: `first` to begin with, then half of `needed` (None: unknown) within
    bounds.

    At least an eighth and at most twice of what was played, in steps of `STEP`, never past `cap` pairs.
    """
    if played == 0:
        return min(first, cap)
    most = MOST_GROWTH * played
    wanted = most if needed is None else min(max(PART_OF_NEED * needed, LEAST_GROWTH * played), most)
    rounded = -(-int(wanted) // STEP) * STEP
    return max(min(rounded, cap - played), 0)
