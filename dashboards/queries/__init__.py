"""SQL over a run's views -> frozen rows. Every sum, median and order is DuckDB's; Python only names the result.

List columns of `units` hold flattened arrays (shapes: `runner/summary.py`). `entries` unnests one and numbers its
entries, so that SQL sums them over rows of any number: a run that is still writing has many rows a match-up. Sums of
fractions are ordered: threads take rows as they come, and the last digit would depend on them.
"""

from dashboards.queries.entries import entries, rows_of
from dashboards.queries.games import endings, faults, length_summary, lengths
from dashboards.queries.matchups import matchups, meetings, pairs, seat_matchups, seats, standings
from dashboards.queries.metrics import metrics, options
from dashboards.queries.verdicts import (
    VERDICT_COLUMNS,
    WORST_FIRST,
    gates,
    judged,
    overview,
    statuses,
    verdicts,
)

__all__ = [
    "VERDICT_COLUMNS",
    "WORST_FIRST",
    "endings",
    "entries",
    "faults",
    "gates",
    "judged",
    "length_summary",
    "lengths",
    "matchups",
    "meetings",
    "metrics",
    "options",
    "overview",
    "pairs",
    "rows_of",
    "seat_matchups",
    "seats",
    "standings",
    "statuses",
    "verdicts",
]
