"""An estimate and its interval drawn on the band it must lie in: a small picture for one line of the board."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dashboards.markup import Html, tag
from dashboards.rows import VerdictRow
from dashboards.words import POINTS, RATES, STATUSES, band_words, bound, interval, quantity

__all__ = ["Axis", "axis_of", "band"]

WIDTH, HEIGHT, EDGE = 320, 46, 6
_Y = 17


@dataclass(frozen=True, slots=True)
class Axis:
    """The stretch of a quantity that is drawn, the same for all lines of one metric."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Where `value` stands, in pixels; beyond the ends it stays at the end."""
        inside = min(max(value, self.low), self.high)
        return round(EDGE + (inside - self.low) / (self.high - self.low) * (WIDTH - 2 * EDGE), 1)


def axis_of(rows: Iterable[VerdictRow]) -> Axis:
    """The axis that holds every band, estimate and interval of `rows`, with some air."""
    listed = list(rows)
    ends = [
        value
        for row in listed
        for value in (row.band_low, row.band_high, row.estimate, row.low, row.high)
        if value is not None and math.isfinite(value)
    ]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    air = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    if listed and listed[0].metric in RATES - POINTS:
        return Axis(max(low - air, 0.0), min(high + air, 1.0))
    return Axis(low - air, high + air)


def band(row: VerdictRow, axis: Axis, unit: str = "") -> Html:
    """The picture, with the same in words for those who do not see it."""
    start = axis.low if row.band_low is None else row.band_low
    end = axis.high if row.band_high is None else row.band_high
    left, right = axis.at(start), axis.at(end)
    pieces = [
        tag("line", None, {"x1": EDGE, "x2": WIDTH - EDGE, "y1": _Y, "y2": _Y, "class": "axis"}),
        tag(
            "rect",
            None,
            {"x": left, "width": max(right - left, 1.5), "y": 4, "height": 26, "rx": 3, "class": "band"},
        ),
        *_edges(row, left, right, unit),
        *_interval(row, axis),
        *_estimate(row, axis),
    ]
    reach = interval(row.low, row.high, row.metric)
    target = band_words(row.band_low, row.band_high, row.metric, unit)
    words = f"{quantity(row.estimate, row.metric, unit)}, interval {reach}; {target}"
    attributes = {"class": f"band-picture {STATUSES[row.verdict].key}", "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    return tag("svg", pieces, {**attributes, "role": "img", "aria-label": words})


def _edges(row: VerdictRow, left: float, right: float, unit: str) -> list[Html]:
    """The ends of the band by their values, written outwards so that a narrow band stays readable."""
    labels = []
    narrow = right - left < 70
    for side, x, outward in ((row.band_low, left, "end"), (row.band_high, right, "start")):
        if side is None:
            continue
        anchor = outward if narrow else {"end": "start", "start": "end"}[outward]
        anchor = "start" if x < 40 else "end" if x > WIDTH - 40 else anchor
        labels.append(
            tag("text", bound(side, row.metric, unit), {"x": x, "y": HEIGHT - 3, "text-anchor": anchor})
        )
    return labels


def _interval(row: VerdictRow, axis: Axis) -> list[Html]:
    if row.low is None or row.high is None:
        return []
    left, right = axis.at(row.low), axis.at(row.high)
    caps = [
        tag("line", None, {"x1": x, "x2": x, "y1": _Y - 5, "y2": _Y + 5, "class": "reach"})
        for x in (left, right)
    ]
    return [tag("line", None, {"x1": left, "x2": right, "y1": _Y, "y2": _Y, "class": "reach"}), *caps]


def _estimate(row: VerdictRow, axis: Axis) -> list[Html]:
    if row.estimate is None:
        return []
    return [tag("circle", None, {"cx": axis.at(row.estimate), "cy": _Y, "r": 5, "class": "point"})]
