"""Strategy use as a target: which match-ups its pay-off table is made of, and what the table proves.

A use target looks at a whole scenario: its `matchup` is the scenario's key, a JSON list of the scenario alone,
and its table holds the match-ups of that scenario between two different of its `entrants`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from runner.judge.payoffs import Meeting, PayoffTable
from runner.judge.strategy import UsageVerdict, judge_usage
from runner.judge.targets import Target

if TYPE_CHECKING:
    from runner.summary import Summary

__all__ = ["games_needed", "judge_use", "level", "matchups_of", "use_table"]


def matchups_of(target: Target, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of `keys` (match-ups as JSON lists: scenario, then players) whose pairs the table counts."""
    scenario, among, found = json.loads(target.matchup)[0], set(target.entrants), []
    for key in keys:
        place, *players = json.loads(key)
        if place == scenario and len(set(players)) == len(players) == 2 and among.issuperset(players):
            found.append(key)
    return tuple(found)


def use_table(target: Target, summaries: Mapping[str, Summary]) -> PayoffTable:
    """The pay-off table that the target asks about, as far as it has been played."""
    meetings = []
    for key in matchups_of(target, summaries):
        _, row, column = json.loads(key)
        meetings.append(Meeting(row, column, summaries[key].score_hist[0]))
    return PayoffTable.one_population(target.entrants, meetings)


def judge_use(target: Target, summaries: Mapping[str, Summary], certainty: float, look: int) -> UsageVerdict:
    """Whether every entrant's share reaches the target's low end, at the `look`-th verdict on the table."""
    return judge_usage(use_table(target, summaries), target.low, certainty, look)


def games_needed(found: UsageVerdict, table: PayoffTable) -> int | None:
    """Games that bring every cell of `table` to as many pairs as it needs; None where that is not known."""
    if found.needed is None:
        return None
    cells = table.pairs[np.triu_indices(len(table.rows), 1)]
    missing = np.maximum(found.use.pairs + found.needed - cells, 0) if found.needed else 0 * cells
    return 2 * int(missing.sum())


def level(pairs: Iterable[int], added: int) -> int:
    """The number of pairs that all cells reach when `added` pairs go where the fewest are."""
    rising = sorted(pairs)
    for count in range(1, len(rising)):
        room = count * (rising[count] - rising[count - 1])
        if added <= room:
            return rising[count - 1] + -(-added // count)
        added -= room
    return rising[-1] + -(-added // len(rising)) if rising else 0
