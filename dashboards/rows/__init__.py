"""What the queries answer with: frozen rows of plain counts and names, before any statistics or drawing.

Rates, means and their intervals are not here: `estimates.py` gets them from `runner.judge`.
"""

from dashboards.rows.games import (
    EndedRow,
    EndingRow,
    EventRow,
    FaultRow,
    LengthRow,
    LengthSummary,
    MetricRow,
    OptionRow,
    UseRow,
)
from dashboards.rows.judged import GateRow, JudgingRow, Overview, StatusRow, VerdictRow
from dashboards.rows.matchups import MatchupRow, MeetingRow, PairRow, SeatRow, StandingRow

__all__ = [
    "EndedRow",
    "EndingRow",
    "EventRow",
    "FaultRow",
    "GateRow",
    "JudgingRow",
    "LengthRow",
    "LengthSummary",
    "MatchupRow",
    "MeetingRow",
    "MetricRow",
    "OptionRow",
    "Overview",
    "PairRow",
    "SeatRow",
    "StandingRow",
    "StatusRow",
    "UseRow",
    "VerdictRow",
]
