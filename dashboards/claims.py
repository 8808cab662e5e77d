"""What was measured inside a game, in words: of an option, an ending or an event."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dashboards.rows import VerdictRow

__all__ = ["Name", "claim_inside"]


class Name(str):
    """A piece of a sentence that came from data."""

    __slots__ = ()


def claim_inside(
    row: VerdictRow, value: str, player: Name, against: Sequence[str], table: Sequence[str]
) -> list[str]:
    """`1.0 % of what heuristic plays is Bash, against random, in seat 1`, in pieces.

    Args:
        row: a verdict on one option, ending or event.
        value: its estimate as shown.
        player: whose figure it is.
        against: ` against B`, or where a lone player plays.
        table: the match-up by its players' names.
    """
    item, seat = (
        Name(row.item or ""),
        "" if row.seat is None or len(row.players) < 2 else f" in seat {row.seat}",
    )
    tail = [seat, *against]
    claims: dict[str, list[str]] = {
        "share": [f"{value} of what ", player, " plays", *tail, " is ", item],
        "taken": [player, *tail, " takes ", item, f" in {value} of its offers"],
        "played": [player, *tail, " plays ", item, f" in {value} of games"],
        "effect": ["Choosing ", item, f" is worth {value} to ", player, *tail],
        "efficiency": [item, *_efficiency(row, value)],
        "ending": [
            f"{value} of games of ",
            *table,
            " end by ",
            item,
            *([", ", player, seat] if seat else []),
        ],
        "event": [item, " happens to ", player, *tail, f" in {value} of games"],
    }
    return [piece for piece in claims[row.metric] if piece]


def _efficiency(row: VerdictRow, value: str) -> list[str]:
    if row.estimate == math.inf:
        return [" costs nothing: its efficiency is without bound"]
    return [f" has {value} the efficiency of the median of its kind"]
