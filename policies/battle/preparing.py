"""What the bots do before they choose."""

from games.battle.data import CARDS
from games.battle.layout import CHECK, OPEN, RATIONALE, READY
from games.battle.record import place_of
from games.jit import compiled
from games.rng import uniform

__all__ = ["any_cards", "everything"]


@compiled
def everything(view, params, cards, checks, rationale):
    """The next thing to prepare of what is asked for, each 0 or 1, or READY."""
    place = place_of(view.scenario, view.phase)
    if cards > 0:
        for card in range(params.cards[place]):
            if not (view.opened >> card) & 1:
                return OPEN + card
    if checks > 0 and view.checked_here < params.assumptions[place]:
        return CHECK
    if rationale > 0 and view.rationale == 0:
        return RATIONALE
    return READY


@compiled
def any_cards(view, params, rng, chance):
    """Open each card with that chance. Asked again after each, it goes on behind the last card it opened."""
    place = place_of(view.scenario, view.phase)
    first = 0
    for card in range(CARDS):
        if (view.opened >> card) & 1:
            first = card + 1
    for card in range(first, params.cards[place]):
        if uniform(rng) < chance:
            return OPEN + card
    return READY
