"""What a target can ask for: one table of metrics, with what each is about, in which unit, and how it is tested.

Metrics of a game (`payoff`, `turns`, its own) are not listed: `kind_of` has one kind for all of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["METRICS", "RATES", "MetricKind", "kind_of", "limits"]


@dataclass(frozen=True, slots=True)
class MetricKind:
    """One metric, or all those of a game's own."""

    words: str
    """What tables call it; empty where its name says it."""
    unit: str
    """"rate": a share, shown in per cent; "points": a difference of rates; "times": a ratio; "": the game's own."""
    low: float
    high: float
    """Between which it always lies; see `limits` for what depends on the seats."""
    whose: str
    """Of what there is one figure: "player", "match-up" (shared by its players), "seat", "scenario" or "data"."""
    test: str
    """"scores" (bounded, by histogram), "ratio" (by second moments), "moments", "bootstrap", or "exact"."""
    item: str = ""
    """"option", "ending" or "event" where it is of one of these; also the key that names them."""
    by_seat: str = ""
    """Whether it can be asked of one seat: "may" (all seats together if it is not) or "each" (one figure a seat)."""
    single: str = ""
    """Why a game for one has no such figure; empty where it has."""


def _rate(words: str, whose: str = "player", test: str = "scores", item: str = "") -> MetricKind:
    return MetricKind(words, "rate", 0.0, 1.0, whose, test, item, by_seat="may" if item else "")


METRICS: dict[str, MetricKind] = {
    "win_rate": _rate("win rate"),
    "draw_rate": _rate("draw rate", "match-up"),
    "loss_rate": _rate("loss rate"),
    "seat_advantage": MetricKind(
        "seat advantage",
        "points",
        -1.0,
        1.0,
        "seat",
        "scores",
        single="compares seats, and the game has one",
    ),
    "unfinished_rate": _rate("unfinished games", "match-up"),
    "use": _rate("use", "scenario", "bootstrap"),
    "share": _rate("share of plays", test="ratio", item="option"),
    "taken": _rate("taken when offered", test="ratio", item="option"),
    "played": _rate("games in which it is played", item="option"),
    "effect": MetricKind(
        "effect of a forced choice", "points", -1.0, 1.0, "player", "scores", "option", by_seat="each"
    ),
    "efficiency": MetricKind(
        "efficiency against its kind", "times", 0.0, math.inf, "data", "exact", "option"
    ),
    "ending": _rate("games that end so", "match-up", item="ending"),
    "event": _rate("games in which it happens", item="event"),
}
"""Every metric that any game has, by name."""

_OWN = MetricKind("", "", -math.inf, math.inf, "player", "moments")
_LENGTH = MetricKind("", "", -math.inf, math.inf, "match-up", "moments")

RATES = frozenset(name for name, kind in METRICS.items() if kind.unit in ("rate", "points"))
"""Metrics that are shares or differences of shares."""


def kind_of(metric: str) -> MetricKind:
    """The kind of any metric; of a game's own where the name is not in the table."""
    return METRICS.get(metric) or (_LENGTH if metric == "turns" else _OWN)


def limits(metric: str, seats: int) -> tuple[float, float]:
    """The least and the greatest value that the metric can have in a game of so many seats."""
    kind = kind_of(metric)
    if metric == "seat_advantage":
        return -1.0 / max(seats - 1, 1), 1.0
    return kind.low, kind.high
