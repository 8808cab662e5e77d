"""What the data says of each card, for reports: efficiency, and how it stands to the others of its kind."""

import math
from statistics import median

from games.deckfight.data import DeckfightData
from games.deckfight.params import efficiency

__all__ = ["option_facts"]

# A card that costs nothing; `float` reads it back.
INFINITY = "infinity"


def option_facts(document: DeckfightData) -> tuple[dict[str, float | str], ...]:
    """By card: name, kind, cost, damage, block, efficiency (damage or block per energy), times_median (efficiency over
    the median of its kind; the OP flag asks for at least its ratio) and copies in the deck.

    Efficiencies without bound are the text "infinity": JSON has no such number.
    """
    efficiencies = [_efficiency(document, name) for name in document.cards]
    kinds = [card.kind for card in document.cards.values()]
    medians = {
        kind: median(e for e, k in zip(efficiencies, kinds, strict=True) if k == kind) for kind in set(kinds)
    }
    return tuple(
        {
            "name": card.name,
            "kind": card.kind,
            "cost": card.cost,
            "damage": card.effect if card.kind == "Attack" else 0,
            "block": card.effect if card.kind == "Skill" else 0,
            "efficiency": _shown(value),
            "times_median": _shown(_ratio(value, medians[card.kind])),
            "copies": document.starter_deck.count(name),
        }
        for (name, card), value in zip(document.cards.items(), efficiencies, strict=True)
    )


def _efficiency(document: DeckfightData, name: str) -> float:
    value = efficiency(document.cards[name])
    return math.inf if value is None else float(value)


def _ratio(value: float, middle: float) -> float:
    """value / middle, where equals are 1 even at 0 or infinity."""
    if value == middle:
        return 1.0
    return value / middle if middle else math.inf


def _shown(value: float) -> float | str:
    return INFINITY if math.isinf(value) else value
