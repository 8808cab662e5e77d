"""What the judge must know of a game and its data to read what was counted."""

from collections.abc import Mapping
from statistics import median
from typing import Any

from games.contract import TURN_CAP, Game
from runner.figures import limits_of
from runner.judge.observations import Measures

__all__ = ["efficiencies", "endings_of", "events_of", "measures_of"]


def measures_of(game: Game, document: Any) -> Measures:
    """The axes of the summaries that play of `document` makes, and what the data says of its options."""
    metrics = game.metrics_of(document)
    return Measures(
        names=tuple(metric.name for metric in metrics),
        scales=tuple(metric.scale for metric in metrics),
        unfinished=TURN_CAP,
        limits=tuple(limits_of(metric) for metric in metrics),
        options=tuple(game.options(document)),
        endings=game.terminations,
        events=events_of(game, document),
        efficiencies=tuple(efficiencies(game, document).items()),
    )


def endings_of(game: Game) -> tuple[str, ...]:
    """How a game that counts can end: by its own endings, or by the turn cap."""
    return (*game.endings, game.terminations[TURN_CAP])


def events_of(game: Game, document: Any) -> tuple[str, ...]:
    """Names of the events of a document, by id."""
    return tuple(game.events(document)) if game.events else ()


def efficiencies(game: Game, document: Any) -> dict[str, float]:
    """Efficiency over the median of its kind, by option, for those of which the data tells both.

    The median is of all options of the kind, itself included. Equals are 1, be they 0 or inf.
    """
    facts = game.option_facts(document) if game.option_facts else ()
    known = {
        name: (str(fact["kind"]), float(fact["efficiency"]))
        for name, fact in zip(game.options(document), facts, strict=False)
        if _tells(fact)
    }
    kinds: dict[str, list[float]] = {}
    for kind, value in known.values():
        kinds.setdefault(kind, []).append(value)
    return {name: _over(value, median(kinds[kind])) for name, (kind, value) in known.items()}


def _tells(fact: Mapping[str, float | str]) -> bool:
    return "kind" in fact and "efficiency" in fact


def _over(value: float, middle: float) -> float:
    if value == middle:
        return 1.0
    return value / middle if middle else float("inf")
