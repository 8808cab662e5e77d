"""What a target inside a game looks at: the counts of one option, ending or event of one match-up.

share, taken           ratios of two totals over pairs (see `ratios`)
played, ending, event  share of games, by pairs in how many of whose k games it was so
effect                 points with an option less points without it, on the same luck, by forced choice

Of one seat a pair holds one game, so there the observation is the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from runner.judge.metrics import kind_of
from runner.judge.observations import Measures, Scores, seats_of
from runner.judge.ratios import Ratio
from runner.judge.targets import Target
from runner.summary import OPTION_COLUMNS

if TYPE_CHECKING:
    from runner.summary import Summary

__all__ = ["observe_inside"]

_AT = {name: index for index, name in enumerate(OPTION_COLUMNS)}
# A win is worth 2 points and nobody's game 1, so the five differences are halves of a score from -1 to 1.
_DIFFERENCES = 5
_EFFECT = {"offset": -1.0, "span": 2.0}


def observe_inside(target: Target, summary: Summary | None, measures: Measures) -> Scores | Ratio:
    """The counts behind `target`; empty ones, with the reason, where nothing can be told of it."""
    kind = kind_of(target.metric).item
    names = {"option": measures.options, "ending": measures.endings, "event": measures.events}[kind]
    if target.item not in names:
        return _nothing(target, summary, f"the data has no {kind} {target.item!r}")
    index = names.index(target.item)
    if summary is None or not summary.pairs:
        return _nothing(target, summary, "")
    if kind == "option":
        sums = _of_seat(target, summary.options[target.player], index)
        if not sums[_AT["offered"]]:
            return _nothing(target, summary, "never offered")
    return _READ[target.metric](target, summary, index)


def _nothing(target: Target, summary: Summary | None, why: str) -> Scores | Ratio:
    if kind_of(target.metric).test == "ratio":
        return Ratio(0, 0, 0, 0, 0, 0, why)
    games = 1 if target.seat is not None else seats_of(summary)
    if target.metric == "effect":
        return Scores(_steps(_DIFFERENCES - 1), np.zeros(_DIFFERENCES), 1, **_EFFECT, why=why)
    return Scores(_steps(games), np.zeros(games + 1), games, why=why)


def _of_seat(target: Target, by_seat: NDArray[np.int64], index: int) -> list[int]:
    """Counts `[columns]` of an option in the target's seat, from `[k, O, columns]`, or summed over all seats."""
    of_option = by_seat[:, index]
    return [int(n) for n in (of_option.sum(axis=0) if target.seat is None else of_option[target.seat])]


def _share(target: Target, summary: Summary, index: int) -> Ratio:
    """Chosen, among all choices that carry an option."""
    sums = _of_seat(target, summary.options[target.player], index)
    choices = summary.choices[target.player]
    if target.seat is None:
        among, among_sq = int(choices[:, 0].sum()), int(summary.pair_choices[target.player])
        _, _, chosen_sq, chosen_among = (int(n) for n in summary.pair_options[target.player, index])
    else:
        among, among_sq = (int(n) for n in choices[target.seat])
        chosen_sq, chosen_among = sums[_AT["chosen_sq"]], sums[_AT["chosen_all"]]
    return Ratio(summary.pairs, sums[_AT["chosen"]], among, chosen_sq, chosen_among, among_sq)


def _taken(target: Target, summary: Summary, index: int) -> Ratio:
    """Chosen, among the times it was offered."""
    sums = _of_seat(target, summary.options[target.player], index)
    if target.seat is None:
        among_sq, chosen_among, chosen_sq, _ = (int(n) for n in summary.pair_options[target.player, index])
    else:
        among_sq, chosen_among, chosen_sq = (
            sums[_AT[name]] for name in ("offered_sq", "offered_chosen", "chosen_sq")
        )
    return Ratio(summary.pairs, sums[_AT["chosen"]], sums[_AT["offered"]], chosen_sq, chosen_among, among_sq)


def _played(target: Target, summary: Summary, index: int) -> Scores:
    if target.seat is None:
        return _histogram(summary.used_hist[target.player, index])
    return _games(summary, summary.options[target.player, target.seat, index, _AT["games_chosen"]])


def _effect(target: Target, summary: Summary, index: int) -> Scores:
    counts = summary.forced[target.player, target.seat or 0, index]
    why = "" if counts[:_DIFFERENCES].any() else _why_not_forced(int(counts[_DIFFERENCES]))
    values, known = _steps(_DIFFERENCES - 1), counts[:_DIFFERENCES].astype(np.float64)
    return Scores(values, known, 1, **_EFFECT, why=why)


def _why_not_forced(tries: int) -> str:
    if tries:
        return "never forced: the policy names no other choice"
    return "never forced: no choice was played on twice"


def _ending(target: Target, summary: Summary, index: int) -> Scores:
    if target.seat is None:
        return _histogram(summary.ending_hist[index])
    rotation = (target.seat - target.player) % summary.seats
    return _games(summary, summary.endings[index, rotation])


def _event(target: Target, summary: Summary, index: int) -> Scores:
    if target.seat is None:
        return _histogram(summary.event_hist[index, target.player])
    return _games(summary, summary.event_games[index, target.player, target.seat])


def _histogram(counts: NDArray[np.int64]) -> Scores:
    """Pairs `[k + 1]` by in how many of their k games it was so."""
    games = len(counts) - 1
    return Scores(_steps(games), counts.astype(np.float64), games)


def _games(summary: Summary, hits: np.int64) -> Scores:
    """Games of one seat, one a pair."""
    return Scores((0.0, 1.0), np.array([summary.pairs - hits, hits], np.float64), 1)


def _steps(number: int) -> tuple[float, ...]:
    return tuple((np.arange(number + 1) / number).tolist())


_READ: dict[str, Callable[[Target, Summary, int], Scores | Ratio]] = {
    "share": _share,
    "taken": _taken,
    "played": _played,
    "effect": _effect,
    "ending": _ending,
    "event": _event,
}
