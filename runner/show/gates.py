"""The gates of a game, what is broken first."""

from collections.abc import Sequence

from runner.gate_words import HEADINGS, gate_lines
from runner.judge.gates import GateVerdict
from runner.show.tables import Shown, line, table
from runner.show.verdicts import BROKEN_FIRST, MARKS

__all__ = ["gates"]


def gates(found: Sequence[GateVerdict]) -> Shown:
    """One line for each thing a gate asks of a scenario."""
    lines = sorted(gate_lines(found), key=lambda one: BROKEN_FIRST[one[0]])
    yield table(("verdict", *HEADINGS), [(line(*MARKS[status]), *cells) for status, cells in lines])
