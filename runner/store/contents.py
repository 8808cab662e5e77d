"""What lies in a range of unit numbers: the sums of its match-ups, checked table against table.

A killed process can leave a table merged and another not, or a unit's options without its row in `units`.
Whatever the tables say is therefore compared before it counts: same pairs in `units` and `options`, k games
a pair in `games`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from runner.store.checksums import Checksums
from runner.store.manifest import names
from runner.store.parts import Part, listed, read_groups
from runner.store.rows import OPTION_SUMS, options_in, units_in
from runner.store.schemas import schemas
from runner.store.spans import Span, coalesce
from runner.store.verified import counted
from runner.summary import Summary, merge

__all__ = ["Layout", "add_options", "option_spans", "sums", "unit_spans"]


@dataclass(frozen=True)
class Layout:
    """What a run's manifest says of its tables, and its checksums of their parts."""

    folder: Path
    manifest: Mapping[str, Any]
    checksums: Checksums

    @cached_property
    def schemas(self) -> dict[str, pa.Schema]:
        """Schema by table."""
        return schemas(self.manifest)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """Option names by id."""
        return names(self.manifest["options"])

    @cached_property
    def terminations(self) -> tuple[str, ...]:
        """Names of endings by code."""
        return names(self.manifest["terminations"])

    @property
    def seats(self) -> int:
        """Seats of the game."""
        return int(self.manifest["seats"])

    def parts(self, table: str) -> list[Part]:
        """Every part of a table that lies there, those that do not count too."""
        return listed(self.folder / table)

    def active(self, table: str) -> list[Part]:
        """The parts of a table that count."""
        return counted(self.checksums, table)


def unit_spans(parts: Iterable[Part]) -> list[Span[Summary]]:
    """Everything that parts of `units` hold, neighbours made one; no option counters."""
    groups = (group for part in parts for group in read_groups(part))
    return coalesce((span for group in groups for span in units_in(group)), merge)


def option_spans(parts: Iterable[Part], layout: Layout) -> list[Span[np.ndarray]]:
    """Everything that parts of `options` hold, neighbours made one: counters [k, k, O, 12]."""
    groups = (group for part in parts for group in read_groups(part, OPTION_SUMS))
    spans = (span for group in groups for span in options_in(group, layout.seats, len(layout.options)))
    return coalesce(spans, add_options)


def add_options(several: Sequence[np.ndarray]) -> np.ndarray:
    """The sum of counters."""
    return np.sum(several, axis=0)


def sums(layout: Layout, parts: Mapping[str, Sequence[Part]]) -> list[Span[Summary]] | None:
    """Whole summaries of what `parts`, by table, hold; None where the tables do not agree."""
    units = unit_spans(parts["units"])
    if layout.options:
        options = option_spans(parts["options"], layout)
        if [(span.place, span.hi) for span in options] != [(span.place, span.hi) for span in units]:
            return None
        units = [
            replace(unit, value=replace(unit.value, options=counters.value))
            for unit, counters in zip(units, options, strict=True)
        ]
    expected = sum(span.hi - span.lo for span in units) * layout.seats
    if parts["games"] and sum(pq.read_metadata(part.path).num_rows for part in parts["games"]) != expected:
        return None
    return units
