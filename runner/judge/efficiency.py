"""Targets that the data alone answers: exact, without a game and without a share of the error."""

from __future__ import annotations

from runner.judge.observations import Measures
from runner.judge.targets import Target
from runner.judge.verdict import Verdict

__all__ = ["judge_efficiency"]


def judge_efficiency(target: Target, measures: Measures) -> Verdict:
    """What the data says is exact: the value is its own interval."""
    value = dict(measures.efficiencies).get(target.item)
    inside = value is not None and target.low <= value <= target.high
    return Verdict(
        target=target,
        status="undecided" if value is None else "met" if inside else "missed",
        estimate=value,
        low=value,
        high=value,
        interval="exact",
        wilson_low=None,
        wilson_high=None,
        games=0,
        pairs=0,
        needed=None if value is None else 0,
        decided_by=None if value is None else "data",
        why="the data says nothing of its efficiency" if value is None else None,
    )
