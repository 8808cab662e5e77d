"""The parameter record of a deckfight document: what the compiled rules and policies read, by card number and enemy."""

from fractions import Fraction

import numpy as np

from games.deckfight.data import (
    MOST_CARDS,
    MOST_DECK,
    MOST_ENEMIES,
    MOST_INTENTS,
    Card,
    DeckfightData,
)

__all__ = ["ATTACK", "DEFEND", "PARAMS", "efficiency", "encode"]

# Kinds of intent.
ATTACK, DEFEND = 0, 1

PARAMS = np.dtype(
    [
        ("player_hp", np.int64),
        ("energy_per_turn", np.int64),
        ("hand_size", np.int64),
        ("turn_cap", np.int64),
        ("cards", np.int64),
        ("deck_size", np.int64),
        ("cost", np.int64, (MOST_CARDS,)),
        ("damage", np.int64, (MOST_CARDS,)),
        ("block", np.int64, (MOST_CARDS,)),
        # 1, 2, ... by damage or block per energy among the cards of its kind, alike for equals; 0 for the other kind.
        ("attack_rank", np.int64, (MOST_CARDS,)),
        ("skill_rank", np.int64, (MOST_CARDS,)),
        ("deck", np.uint8, (MOST_DECK + 1,)),
        ("deck_count", np.uint8, (MOST_CARDS,)),
        ("enemies", np.int64),
        ("max_hp", np.int64, (MOST_ENEMIES,)),
        ("intents", np.int64, (MOST_ENEMIES,)),
        ("intent_kind", np.int64, (MOST_ENEMIES, MOST_INTENTS)),
        ("intent_value", np.int64, (MOST_ENEMIES, MOST_INTENTS)),
    ],
    align=True,
)


def efficiency(card: Card) -> Fraction | None:
    """Damage or block per energy; None, above any number, for a card that costs nothing."""
    return Fraction(card.effect, card.cost) if card.cost else None


def encode(document: DeckfightData) -> np.ndarray:
    """The parameter record of `document`, shape (1,). Cards and enemies are numbered in the order of the files,
    but the active enemy is number 0, as among the scenarios."""
    params = np.zeros(1, PARAMS)
    for name, value in document.rules.model_dump().items():
        params[name] = value
    _encode_cards(document, params[0])
    _encode_enemies(document, params[0])
    return params


def _encode_cards(document: DeckfightData, params: np.void) -> None:
    number = {name: index for index, name in enumerate(document.cards)}
    deck = [number[name] for name in document.starter_deck]
    params["cards"], params["deck_size"] = len(number), len(deck)
    params["deck"][: len(deck)] = deck
    for index, card in enumerate(document.cards.values()):
        params["deck_count"][index] = deck.count(index)
        params["cost"][index] = card.cost
        params["damage" if card.kind == "Attack" else "block"][index] = card.effect
    for kind, ranks in (("Attack", "attack_rank"), ("Skill", "skill_rank")):
        scores = {i: efficiency(card) for i, card in enumerate(document.cards.values()) if card.kind == kind}
        finite = sorted({score for score in scores.values() if score is not None})
        for index, score in scores.items():
            params[ranks][index] = len(finite) + 1 if score is None else finite.index(score) + 1


def _encode_enemies(document: DeckfightData, params: np.void) -> None:
    params["enemies"] = len(document.enemies)
    for index, name in enumerate(document.scenarios):
        enemy = document.enemies[name]
        params["max_hp"][index] = enemy.max_hp
        params["intents"][index] = len(enemy.intents)
        for turn, intent in enumerate(enemy.intents):
            params["intent_kind"][index, turn] = ATTACK if intent.kind == "Attack" else DEFEND
            params["intent_value"][index, turn] = intent.value
