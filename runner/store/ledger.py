"""What is done, in memory: sums by match-up and round, and which pairs they cover."""

from collections import defaultdict
from collections.abc import Iterable

from runner.store.spans import Span
from runner.summary import Summary, merge

__all__ = ["Ledger", "Range"]

Range = tuple[int, int]


class Ledger:
    """Grows by spans; never counts a pair twice."""

    def __init__(self, spans: Iterable[Span[Summary]]) -> None:
        self._ranges: dict[str, list[Range]] = defaultdict(list)
        self._rounds: dict[int, dict[str, Summary]] = defaultdict(dict)
        for span in spans:
            self.refuse_overlap(span.key, span.lo, span.hi)
            self.add(span)

    def add(self, span: Span[Summary]) -> None:
        """Count a span."""
        key, sums = span.key, self._rounds[span.round]
        sums[key] = merge([sums[key], span.value]) if key in sums else span.value
        self._ranges[key] = _joined([*self._ranges[key], (span.lo, span.hi)])

    def refuse_overlap(self, key: str, lo: int, hi: int) -> None:
        """Raises `ValueError` when some of the pairs [lo, hi) are counted already."""
        for first, last in self._ranges.get(key, ()):
            if first < hi and lo < last:
                raise ValueError(f"pairs {max(lo, first)} to {min(hi, last)} of {key} are stored already")

    def covered(self, key: str) -> list[Range]:
        """Pairs counted, as half-open ranges in order that do not touch."""
        return list(self._ranges.get(key, ()))

    def missing(self, key: str, lo: int, hi: int) -> list[Range]:
        """Pairs of [lo, hi) not counted, likewise."""
        gaps = []
        for first, last in self._ranges.get(key, ()):
            if lo < min(first, hi):
                gaps.append((lo, min(first, hi)))
            lo = max(lo, last)
        return [*gaps, (lo, hi)] if lo < hi else gaps

    def summaries(self, through: int | None = None) -> dict[str, Summary]:
        """Sums by match-up key over the rounds up to and including `through`, or all; keys in order."""
        chosen: dict[str, list[Summary]] = defaultdict(list)
        for number, sums in self._rounds.items():
            if through is None or number <= through:
                for key, summary in sums.items():
                    chosen[key].append(summary)
        return {key: merge(chosen[key]) if len(chosen[key]) > 1 else chosen[key][0] for key in sorted(chosen)}


def _joined(ranges: list[Range]) -> list[Range]:
    joined: list[Range] = []
    for lo, hi in sorted(ranges):
        if joined and lo <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], hi))
        else:
            joined.append((lo, hi))
    return joined
