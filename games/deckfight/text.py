"""deckfight as a person reads it."""

from typing import Any

from games.contract import TURN_CAP, Text
from games.deckfight.data import DeckfightData
from games.deckfight.hand import cards_of
from games.deckfight.rules import END_TURN, ENEMY_DEFEATED, PLAYER_DEFEATED

__all__ = ["TEXT"]


def opening(state: Any, document: DeckfightData, names: tuple[str, ...]) -> list[str]:
    """Who fights what with which deck, and the first turn."""
    enemy = _enemy(state, document)
    counts = {card: document.starter_deck.count(card) for card in document.cards}
    deck = ", ".join(f"{times} {_card(document, card)}" for card, times in counts.items() if times)
    return [
        f"{names[0]}, {int(state.hp)} HP, fights {enemy.name}, {int(state.enemy_hp)} HP",
        f"deck: {deck}",
        *_turn(state, document),
    ]


def move(before: Any, action: int, after: Any, document: DeckfightData, names: tuple[str, ...]) -> list[str]:
    """One card played, or the enemy's answer and the next turn."""
    if action == END_TURN:
        return [
            *_answer(before, after, document),
            *(_turn(after, document) if after.termination == 0 else []),
        ]
    name = list(document.cards)[action]
    card = document.cards[name]
    lines = f"  plays {_card(document, name)} for {card.cost}: "
    if card.kind == "Skill":
        return [lines + f"block {int(after.block)}"]
    absorbed = int(before.enemy_block - after.enemy_block)
    blocked = f", {absorbed} of it blocked" if absorbed else ""
    return [
        lines + f"{card.effect} damage{blocked}, {_enemy(before, document).name} at {int(after.enemy_hp)} HP"
    ]


def closing(state: Any, document: DeckfightData, names: tuple[str, ...]) -> list[str]:
    """How it ended."""
    enemy, turns = _enemy(state, document).name, f"in {int(state.turn) + 1} turns"
    if state.termination == ENEMY_DEFEATED:
        return [f"{names[0]} wins {turns} with {int(state.hp)} HP left"]
    if state.termination == PLAYER_DEFEATED:
        return [f"{enemy} wins {turns} with {int(state.enemy_hp)} HP left"]
    cap = (
        f"turn cap of {document.rules.turn_cap}"
        if state.termination == TURN_CAP
        else "the game was broken off"
    )
    return [f"nobody wins: {cap}, {names[0]} at {int(state.hp)} HP, {enemy} at {int(state.enemy_hp)} HP"]


def _turn(state: Any, document: DeckfightData) -> list[str]:
    intent = _intent(state, document)
    block = f" + {int(state.enemy_block)} block" if state.enemy_block else ""
    cards = list(document.cards)
    hand = ", ".join(_card(document, cards[card]) for card in cards_of(state))
    enemy, plan = _enemy(state, document), "attack for" if intent.kind == "Attack" else "block"
    them = f"{enemy.name} at {int(state.enemy_hp)} HP{block} means to {plan} {intent.value}"
    return [
        f"turn {int(state.turn) + 1}: {int(state.hp)} HP, {int(state.energy)} energy; {them}",
        f"  hand: {hand}" if hand else "  the hand is empty",
    ]


def _answer(before: Any, after: Any, document: DeckfightData) -> list[str]:
    intent, name = _intent(before, document), _enemy(before, document).name
    if intent.kind == "Defend":
        return [f"  {name} blocks {intent.value}"]
    absorbed = min(int(before.block), intent.value)
    blocked = f", {absorbed} of it blocked" if absorbed else ""
    return [f"  {name} attacks for {intent.value}{blocked}: {int(after.hp)} HP left"]


def _enemy(state: Any, document: DeckfightData) -> Any:
    return document.enemies[document.scenarios[int(state.enemy)]]


def _intent(state: Any, document: DeckfightData) -> Any:
    return _enemy(state, document).intents[int(state.intent)]


def _card(document: DeckfightData, card: str) -> str:
    name = document.cards[card].name
    return card if name == card else f"{card} ({name})"


TEXT = Text(opening, move, closing)
