"""What a patch moved, how options are used since, and which verdicts changed."""

from typing import TYPE_CHECKING

from runner.show.tables import MOST_ROWS, Shown, line, percent, points, table

if TYPE_CHECKING:
    from runner.changes import Change
    from runner.compare import Comparison

__all__ = ["comparison"]


def comparison(result: "Comparison") -> Shown:
    """The whole answer."""
    if result.same:
        yield line("nothing changed: both sides are one document, every difference is exactly 0")
    elif not result.moved:
        yield line(f"nothing moved for certain in {result.games:,} games of each side")
    yield from _moved(result)
    yield from _options(result)
    changed = [(new.target.name, old.status, new.status) for old, new in result.verdicts]
    if changed:
        yield table(("target or gate whose verdict changed", "before", "after"), changed)
    elif not result.same:
        yield line("no verdict changed")
    yield line(f"{result.games:,} games of each side on the same luck")


def _moved(result: "Comparison") -> Shown:
    shown = [] if result.same else result.moved[:MOST_ROWS]
    if shown:
        interval = f"{100 * result.certainty:g} % interval"
        numbers = ("before", "after", "difference", interval, "pairs that differ")
        rows = [(one.matchup, one.player, one.figure, *_difference(one)) for one in shown]
        yield table(("match-up", "player", "figure", *numbers), rows)
    if len(result.moved) > len(shown) > 0:
        yield line(f"and {len(result.moved) - len(shown):,} more: see --json")


def _options(result: "Comparison") -> Shown:
    rows = [
        (one.matchup, one.player, one.option, percent(one.before.value), percent(one.after.value),
         f"{points(one.difference)} points")
        for one in result.options[:MOST_ROWS]
    ]  # fmt: skip
    if rows:
        yield table(
            ("match-up", "player", "option taken when offered", "before", "after", "difference"), rows
        )


def _difference(change: "Change") -> tuple[str, ...]:
    diff, scale, unit = change.diff, 1.0, ""
    if change.figure == "score":
        scale, unit = 100.0, " %"

    def number(value: float | None, sign: str = "") -> str:
        return "" if value is None else f"{scale * value:{sign}.4g}{unit}"

    ends = "" if diff.low is None else f"{number(diff.low, '+')} to {number(diff.high, '+')}"
    differ = f"{diff.changed:,} of {diff.pairs:,}"
    return number(diff.before), number(diff.after), number(diff.mean, "+"), ends, differ
