"""What moved in words and numbers, the same wherever it is shown."""

from math import floor, log10

from runner.changes import FIRST_SEAT, SHARES, Change
from runner.judge.paired import JudgedTwice
from runner.words import ends, number

__all__ = ["difference", "moved_by", "named", "sides", "told", "told_twice", "what", "whose"]


def named(change: Change) -> str:
    """Which figure it is: `score`, `Bash taken`, `ended: draw`."""
    told = {
        "taken": f"{change.item} taken when offered",
        "share": f"{change.item} among choices",
        "ending": f"ended: {change.item}",
        "event": f"event {change.item}",
    }
    return told.get(change.figure, change.figure)


def whose(change: Change) -> str:
    """Of whom: a player, with the seat where it counts; a seat; nobody where the figure is the game's."""
    if change.seat is not None:
        return f"{change.player}, seat {change.seat}"
    return f"the {FIRST_SEAT}" if change.player == FIRST_SEAT else change.player


def what(change: Change) -> str:
    """Which figure of whom: `score of A`, `Bash taken when offered of A, seat 2`."""
    who = whose(change)
    return f"{named(change)} of {who}" if who else named(change)


def sides(change: Change) -> str:
    """Before and after, as in `47.67 -> 48.32 %`."""
    scale, unit = (100.0, " %") if change.figure in SHARES else (1.0, "")
    digits = _digits(change)
    old, new = (
        "none" if one is None else f"{scale * one:.{digits}f}"
        for one in (change.diff.before, change.diff.after)
    )
    return f"{old} -> {new}{unit}"


def moved_by(found: float, figure: str, unit: str) -> str:
    """How far a figure moves, with its unit."""
    if figure in SHARES:
        return f"{100 * found:.2g} points"
    return f"{found:.2g} {'' if unit == figure else unit}".rstrip()


def difference(change: Change) -> str:
    """The difference with its interval: `+0.65 points (+0.10 to +1.20)`."""
    diff, share = change.diff, change.figure in SHARES
    if diff.mean is None or diff.low is None or diff.high is None:
        return "cannot tell"
    scale, digits = 100.0 if share else 1.0, _digits(change)
    unit = "points" if share else "" if change.unit == change.figure else change.unit
    low, middle, high = (f"{scale * one:+.{digits}f}" for one in (diff.low, diff.mean, diff.high))
    return f"{f'{middle} {unit}'.rstrip()} ({low} to {high})"


def _digits(change: Change) -> int:
    """Decimals that show two figures of half the interval, and no end as 0 that is not."""
    if change.diff.low is None or change.diff.high is None:
        return 2
    scale = 100.0 if change.figure in SHARES else 1.0
    ends = scale * change.diff.low, scale * change.diff.high
    smallest = min((one for one in (ends[1] - ends[0], abs(ends[0]), abs(ends[1])) if one > 0.0), default=0.0)
    if smallest <= 0.0:
        return 2
    half = (ends[1] - ends[0]) / 2 or smallest
    wanted = max(1 - floor(log10(half)), -floor(log10(2 * smallest)))
    return min(max(wanted, 0), 6)


def told(change: Change) -> str:
    """The whole change in one line."""
    return f"{what(change)}: {sides(change)}: {difference(change)}"


def told_twice(one: JudgedTwice) -> str:
    """A target's verdict before and after, in one line."""
    return " -> ".join(
        f"{side.status} at {number(side.estimate, side)} ({ends(side)})" for side in (one.before, one.after)
    )
