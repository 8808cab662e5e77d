"""Stretches of pairs of a match-up, and how neighbours are made one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from runner.plan import Matchup

__all__ = ["Span", "coalesce", "matchup_of"]

Value = TypeVar("Value")


@dataclass(frozen=True)
class Span(Generic[Value]):
    """What pairs [lo, hi) of a match-up, played in one round, came to."""

    matchup: Matchup
    round: int
    lo: int
    hi: int
    value: Value

    @cached_property
    def key(self) -> str:
        """The key of its match-up."""
        return self.matchup.key

    @property
    def place(self) -> tuple[str, int, int]:
        """Its place in a table."""
        return self.key, self.round, self.lo


def coalesce(spans: Iterable[Span[Value]], add: Callable[[Sequence[Value]], Value]) -> list[Span[Value]]:
    """Spans in order of (match-up, round, lo), neighbours that touch made one."""
    runs: list[list[Span[Value]]] = []
    for span in sorted(spans, key=lambda span: span.place):
        last = runs[-1][-1] if runs else None
        if last and last.hi == span.lo and last.round == span.round and last.matchup == span.matchup:
            runs[-1].append(span)
        else:
            runs.append([span])
    return [
        run[0] if len(run) == 1 else replace(run[0], hi=run[-1].hi, value=add([span.value for span in run]))
        for run in runs
    ]


def matchup_of(key: str, seats: int) -> Matchup:
    """The match-up whose `key` this is."""
    from runner.plan import Matchup  # brings the compiler, which readers of a folder do without

    scenario, *rest = json.loads(key)
    return Matchup(scenario, tuple(rest[:seats]), control=len(rest) > seats)
