"""Units that are stored together, as one part a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import pyarrow as pa

from runner.store.checksums import Sum, sum_of
from runner.store.contents import Layout, add_options
from runner.store.gamerows import regrouped
from runner.store.parts import unit_part, write_groups
from runner.store.rows import fault_table, game_tables, option_table, unit_table
from runner.store.schemas import GAMES_PER_GROUP
from runner.store.spans import Span, coalesce
from runner.store.verified import name_of
from runner.summary import Summary, merge

if TYPE_CHECKING:
    from runner.play import Outcomes

__all__ = ["Batch"]


@dataclass(frozen=True)
class Batch:
    """Outcomes of at least one unit, all of one round."""

    layout: Layout
    several: Sequence[Outcomes]
    round: int

    @cached_property
    def spans(self) -> list[Span[Summary]]:
        """The units' sums in order. Raises `ValueError` where two of them share a pair."""
        units = ((outcomes.unit, outcomes.summary) for outcomes in self.several)
        spans = [Span(unit.matchup, self.round, unit.lo, unit.hi, summary) for unit, summary in units]
        spans.sort(key=lambda span: span.place)
        for left, right in pairwise(spans):
            if left.matchup == right.matchup and right.lo < left.hi:
                raise ValueError(f"pairs from {right.lo} of {left.matchup.key} come twice")
        return spans

    def write(self, number: int) -> dict[str, Sum]:
        """Write the parts of this number, and their checksums by name. Raises `StoreError`."""
        tables = {
            "games": self._games(),
            "options": self._options(),
            "faults": self._faults(),
            "units": self._units(),
        }
        written = {}
        for table, groups in tables.items():
            if (first := next(groups, None)) is not None:
                part = unit_part(self.layout.folder / table, number)
                write_groups(part, self.layout.schemas[table], [first], groups)
                written[name_of(part)] = sum_of(part.path)
        return written

    def _games(self) -> Iterator[pa.Table]:
        endings, schema = self.layout.terminations, self.layout.schemas["games"]
        tables = (
            table
            for outcomes in self._ordered()
            if outcomes.games is not None
            for table in game_tables(outcomes.unit.matchup, outcomes.games, endings, schema, GAMES_PER_GROUP)
        )
        return regrouped(tables, schema)

    def _options(self) -> Iterator[pa.Table]:
        if self.layout.options:
            counters = (Span(s.matchup, s.round, s.lo, s.hi, s.value.options) for s in self.spans)
            yield option_table(coalesce(counters, add_options), self.layout.options)

    def _faults(self) -> Iterator[pa.Table]:
        tables = [fault_table(o.unit.matchup, o.faults) for o in self._ordered() if o.faults]
        if tables:
            yield pa.concat_tables(tables).combine_chunks()

    def _units(self) -> Iterator[pa.Table]:
        yield unit_table(coalesce(self.spans, merge))

    def _ordered(self) -> list[Outcomes]:
        return sorted(self.several, key=lambda outcomes: (outcomes.unit.matchup.key, outcomes.unit.lo))
