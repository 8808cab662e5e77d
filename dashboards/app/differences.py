"""What changed between two stored runs, with its interval: of runs on different luck, or of runs that may share it."""

from __future__ import annotations

from collections.abc import Callable

from dashboards.app.pairing import PairedRow
from dashboards.app.results import Known
from dashboards.markup import Content, tag
from dashboards.pages.shell import Cell
from dashboards.words import RATES, interval, quantity
from runner.judge.apart import difference_apart, difference_together
from runner.judge.estimates import Estimate

__all__ = ["change", "luck"]

Rule = Callable[[Estimate, Estimate], Estimate]
SAME = Estimate(0.0, 0.0, 0.0)


def luck(before: Known, after: Known) -> str:
    """What the interval of a change takes for granted, in words."""
    if before.key == after.key:
        return "Both sides are one run."
    if _rule(before, after) is difference_apart:
        seeds = f"seeds {before.seed} and {after.seed}"
        return f"The runs met different luck ({seeds}): intervals of changes take them as independent."
    return (
        "The runs may share luck, of which only sums are kept: intervals of changes run from end to end of both, which "
        "holds however the runs hang together and is wider than it need be."
    )


def change(row: PairedRow, unit: str, before: Known, after: Known) -> Cell | Content:
    """After less before; a change of a rate in points."""
    sides = (Estimate(one.estimate, one.low, one.high) for one in (row.before, row.after))
    found = SAME if before.key == after.key else _rule(before, after)(*sides)
    if found.value is None:
        return Cell("–", None)
    metric = "seat_advantage" if row.metric in RATES else row.metric
    sign = "+" if found.value > 0 and metric != "seat_advantage" else ""
    reach = "exact" if found.low == found.high else interval(found.low, found.high, metric)
    told = [f"{sign}{quantity(found.value, metric, unit, found.radius)}", tag("small", reach)]
    return Cell(told, found.value)


def _rule(before: Known, after: Known) -> Rule:
    """Of runs on the same luck nothing may be taken as independent."""
    apart = before.seed is not None and after.seed is not None and before.seed != after.seed
    return difference_apart if apart else difference_together
