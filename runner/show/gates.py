"""The gates of a game, what is broken first."""

from collections.abc import Sequence

from runner.counts import VerdictCounts
from runner.gate_words import HEADINGS, gate_lines
from runner.judge.gates import GateVerdict
from runner.order import BROKEN_FIRST
from runner.show.tables import Shown, line, table
from runner.show.verdicts import MARKS, MOST_SHOWN, counted, dense

__all__ = ["gates"]


def gates(found: Sequence[GateVerdict], most: int = MOST_SHOWN, short: bool = False) -> Shown:
    """One line for each thing a gate asks of a scenario, the worst `most` of them; then how the rest stand.

    `short` leaves out what an answer rests on, and where it is nearest to its threshold if it is open.
    """
    lines = sorted(gate_lines(found), key=lambda one: BROKEN_FIRST[one[0]])
    broken = any(status != "met" for status, _ in lines[:most])
    width = len(HEADINGS) - (1 if broken else 2) if short else len(HEADINGS)
    rows = []
    for status, cells in lines[:most]:
        told = (*cells[:4], "") if short and status == "met" else cells
        rows.append((line(*MARKS[status]), *told[:width]))
    made = table(("verdict", *HEADINGS[:width]), rows)
    yield dense(made) if short else made
    yield from counted(VerdictCounts.of_statuses(status for status, _ in lines[most:]))
