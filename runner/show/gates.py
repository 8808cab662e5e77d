"""The gates of a game, what is broken first."""

from collections.abc import Sequence

from runner.counts import VerdictCounts
from runner.gate_words import HEADINGS, gate_lines
from runner.judge.gates import GateVerdict
from runner.order import BROKEN_FIRST
from runner.show.tables import Shown, line, table
from runner.show.verdicts import MARKS, MOST_SHOWN, dense

__all__ = ["broken_gates", "gates"]


def gates(found: Sequence[GateVerdict], most: int = MOST_SHOWN) -> Shown:
    """One line for each thing a gate asks of a scenario, the worst `most` of them; then how the rest stand."""
    lines = sorted(gate_lines(found), key=lambda one: BROKEN_FIRST[one[0]])
    yield table(("verdict", *HEADINGS), [(line(*MARKS[status]), *cells) for status, cells in lines[:most]])
    rest = VerdictCounts.of_statuses(status for status, _ in lines[most:])
    if rest.total:
        yield line(f"and {rest.total:,} more things that gates ask: {rest.words()}")


def broken_gates(found: Sequence[GateVerdict], most: int) -> Shown:
    """For a first screen: what is missed or undecided, and in one line which gates are met."""
    counts = VerdictCounts.of_statuses(gate.status for gate in found)
    lines = sorted(
        (one for one in gate_lines(found) if one[0] != "met"), key=lambda one: BROKEN_FIRST[one[0]]
    )
    if lines:
        rows = [(line(*MARKS[status]), *cells[:-1]) for status, cells in lines[:most]]
        yield dense(table(("verdict", *HEADINGS[:-1]), rows))
    if len(lines) > most:
        rest = VerdictCounts.of_statuses(status for status, _ in lines[most:])
        yield line(f"and {rest.total:,} more things that gates ask: {rest.words()}")
    names = list(dict.fromkeys(gate.gate for gate in found if gate.status == "met"))
    if names:
        yield line(f"gates: {counts.words()}; met: {', '.join(names)}")
