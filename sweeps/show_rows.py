"""Rows of a sweep's tables: what was asked, before and after, and what one step away does."""

from collections.abc import Sequence

from runner.words import value_of
from sweeps.deviations import Deviation, has_no_slack, nearest_edge
from sweeps.objective import Assessment, Reading
from sweeps.space import shown

__all__ = ["compared", "harm", "looks", "short", "stepped", "urgency"]

MARKS = {"met": "✔ met", "missed": "✘ missed", "undecided": "? undecided"}


def compared(name: str, old: Reading | None, new: Reading | None) -> tuple[str, ...]:
    """A row of what was asked, before and after."""
    one = new or old
    assert one is not None
    mark = "" if one.kind == "goal" else MARKS[new.status] if new else "gone"
    return mark, name, _band(one), _estimate(old), _span(old), _estimate(new), _span(new)


def short(name: str, old: Reading | None, new: Reading | None) -> tuple[str, ...]:
    """The same on fewer columns: the interval of the new value alone, beside it."""
    mark, asked, band, today, _, after, reach = compared(name, old, new)
    told = f"{after} ({reach.replace(' %', '')})" if reach else after
    return mark, asked, band.replace(" % to", " to"), today, told


def stepped(each: Deviation) -> tuple[str, ...]:
    """A row of one step away."""
    return (
        each.parameter,
        f"{shown(each.winner)} -> {shown(each.value)}",
        looks(each.assessment),
        "; ".join(each.broken[:3]) + (" ..." if len(each.broken) > 3 else ""),
        "" if each.assessment is None else _worst(each.assessment.readings),
    )


def harm(each: Deviation) -> tuple[int, float]:
    """What breaks most first; what the game refuses last."""
    if each.assessment is None:
        return (3, 0.0)
    order = {"missed": 0, "undecided": 1, "met": 2}
    return order[each.assessment.status], -float(each.assessment.distance.value)


def looks(assessment: Assessment | None) -> str:
    """How a point looks after the search's few games; of one that the game refuses, that it does."""
    if assessment is None:
        return "refused"
    return assessment.status if any(r.kind != "goal" for r in assessment.readings) else ""


def urgency(reading: Reading | None) -> tuple[int, float]:
    """What is broken, and what is nearest to an edge, first."""
    if reading is None:
        return (3, 0.0)
    slack = float("inf") if has_no_slack(reading) else reading.slack or 0.0
    return ({"missed": 0, "undecided": 1, "met": 2}[reading.status], slack)


def _number(reading: Reading, value: float) -> str:
    if abs(value) == float("inf") and value != reading.estimate:
        return "open"
    return value_of(reading.metric, value)


def _estimate(reading: Reading | None) -> str:
    return "" if reading is None or reading.estimate is None else _number(reading, reading.estimate)


def _span(reading: Reading | None) -> str:
    if reading is None:
        return ""
    if reading.kind == "gate":
        return "exact"
    return f"{_number(reading, reading.at_least)} to {_number(reading, reading.at_most)}"


def _band(reading: Reading) -> str:
    if reading.kind == "goal":
        return ""
    return f"{_number(reading, reading.low)} to {_number(reading, reading.high)}"


def _worst(readings: Sequence[Reading]) -> str:
    edge = nearest_edge(readings)
    if edge is None:
        edge = readings[0] if readings else None
    return "" if edge is None else f"{edge.name}: {_estimate(edge)} ({_span(edge)})"
