"""pig's exhibit in words, for a terminal."""

from __future__ import annotations

from dashboards.explain import numbers
from dashboards.words import percent

__all__ = ["told"]

TOTALS = (0, 6, 12, 18, 19, 20, 21, 22, 35)
"""Turn totals that are shown, points."""


def told() -> str:
    """What the page shows, as text."""
    question = (
        "pig: roll again, or hold? With T points in the turn, holding is worth T and a roll (5T + 20) / 6 on average:\n"
        f"equal at T = {numbers.crossing()} points.\n"
    )
    goal = (
        "\nWith a goal and an opponent the chance to win is the right value, not points. Exact chances in races to\n"
        "100, one die, both seats taken in turns:\n"
    )
    two = (
        "\nTwo dice, with s points banked: a roll is worth (25T + 200 - s) / 36 points, equal at T = (200 - s) / 11;\n"
        f"at s = 0 that is {float(numbers.crossing(2)):.2f}. To play with it: equipoise explain pig --html pig.html"
    )
    worth = _row("turn total = hold", "roll, points", "mean at the dice", "minimum (the classic mistake)")
    fares = _row("way to play", "v hold_at(20)", "v optimal", "")
    totals, records = map(_worth, TOTALS), map(_fares, numbers.records(1))
    return "\n".join([question, worth, *totals, goal, fares, *records, two])


def _worth(total: int) -> str:
    value = numbers.roll_value(total)
    minimum = numbers.verdict(total, node="minimum")
    must = " (the first roll is a must)" if total == 0 else ""
    return _row(f"{total} points", f"{float(value):.2f}", numbers.verdict(total), f"{minimum}{must}")


def _fares(record: numbers.Record) -> str:
    hold, best = (percent(record.both_seats(opponent), 2) for opponent in ("hold_at(20)", "optimal"))
    return _row(record.policy, hold, best, "")


def _row(first: str, second: str, third: str, last: str) -> str:
    return f"  {first:<31}{second:>14}  {third:>16}   {last}".rstrip()
