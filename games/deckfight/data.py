"""deckfight's data document: the designers' own two files, `cards.json` and `enemies.json`, in one folder.

cards.json     {"cards": {ID: {"name", "cost", "kind", "damage"?, "block"?}}, "starterDeck": [ID, ...], "rules"?: {...}}
enemies.json   {"activeEnemy": ID, "enemies": {ID: {"name", "maxHp", "intents": [{"kind", "value"}, ...]}}}
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, ValidationInfo, field_validator, model_serializer, model_validator

from games.documents import Document

__all__ = [
    "LARGEST",
    "LONGEST",
    "MOST_CARDS",
    "MOST_DECK",
    "MOST_ENEMIES",
    "MOST_HAND",
    "MOST_INTENTS",
    "Card",
    "CardsFile",
    "Constants",
    "DeckfightData",
    "EnemiesFile",
    "Enemy",
    "Intent",
    "unknown_names",
]

# What the records hold: card types fit the bits of one int64, a hand of them another (hand.py), pile counts one byte.
MOST_CARDS, MOST_DECK, MOST_HAND = 64, 255, 10
MOST_ENEMIES, MOST_INTENTS = 64, 64
# Of any number in the data: squares of HP summed over 100 million games still fit int64.
LARGEST = 100_000
# Turns: with a full hand played in each, far from the loop's own cap on actions.
LONGEST = 10_000

Amount = Annotated[int, Field(ge=0, le=LARGEST)]
Name = Annotated[str, Field(min_length=1)]


class _Typed(Document):
    """A document that is written back with its keys in the order in which they were typed."""

    _order: tuple[str, ...] = PrivateAttr(())

    @model_validator(mode="wrap")
    @classmethod
    def _remember_order(cls, value: Any, handler: Any) -> Self:
        made: Self = handler(value)
        if isinstance(value, Mapping):
            made._order = tuple(value)
        return made

    @model_serializer(mode="wrap")
    def _in_order(self, handler: Any) -> dict[str, Any]:
        values: dict[str, Any] = handler(self)
        names = {field.alias: name for name, field in type(self).model_fields.items() if field.alias}
        place = {names.get(key, key): index for index, key in enumerate(self._order)}
        return dict(
            sorted(values.items(), key=lambda item: place.get(names.get(item[0], item[0]), len(place)))
        )

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # it holds tables


class Card(_Typed):
    """A card. An attack deals `damage`, a skill gives `block`; one left out is 0."""

    name: Name
    cost: Amount
    kind: Literal["Attack", "Skill"]
    damage: Amount | None = None
    block: Amount | None = None

    @field_validator("damage", "block", mode="after")
    @classmethod
    def _belongs(cls, value: int | None, info: ValidationInfo) -> int | None:
        kind = info.data.get("kind")
        if value and (kind, info.field_name) in (("Attack", "block"), ("Skill", "damage")):
            raise ValueError(f"has no effect on a card of kind {kind}: remove it or change the kind")
        return value

    @property
    def effect(self) -> int:
        """The damage or block that it brings, whichever its kind says."""
        return (self.damage if self.kind == "Attack" else self.block) or 0


class Constants(_Typed):
    """The constants of a combat."""

    player_hp: int = Field(80, alias="playerHp", ge=1, le=LARGEST)
    energy_per_turn: Amount = Field(3, alias="energyPerTurn")
    hand_size: int = Field(5, alias="handSize", ge=1, le=MOST_HAND)
    turn_cap: int = Field(100, alias="turnCap", ge=1, le=LONGEST)


class Intent(_Typed):
    """What an enemy does at the end of a turn."""

    kind: Literal["Attack", "Defend"]
    value: Amount


class Enemy(_Typed):
    """An enemy and its intents, carried out one a turn, over and over."""

    name: Name
    max_hp: int = Field(alias="maxHp", ge=1, le=LARGEST)
    intents: Annotated[tuple[Intent, ...], Field(strict=False, min_length=1, max_length=MOST_INTENTS)]


class CardsFile(_Typed):
    """What stands in `cards.json`."""

    cards: Annotated[dict[Name, Card], Field(min_length=1, max_length=MOST_CARDS)]
    starter_deck: Annotated[tuple[str, ...], Field(strict=False, min_length=1, max_length=MOST_DECK)] = Field(
        alias="starterDeck"
    )
    rules: Constants = Constants()


class EnemiesFile(_Typed):
    """What stands in `enemies.json`."""

    active_enemy: str = Field(alias="activeEnemy")
    enemies: Annotated[dict[Name, Enemy], Field(min_length=1, max_length=MOST_ENEMIES)]


class DeckfightData(EnemiesFile, CardsFile):
    """Both files as one document."""

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        unknown = [
            f"{path}: {name!r} {rule}"
            for path, name, rule, _ in unknown_names(self.model_dump(by_alias=True))
        ]
        if unknown:
            raise ValueError("; ".join(unknown))
        return self

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Enemy ids, the active one first."""
        return (self.active_enemy, *(name for name in self.enemies if name != self.active_enemy))


def unknown_names(values: Any) -> Iterator[tuple[str, str, str, list[str]]]:
    """(path, name, rule, known names) of each card of the deck or active enemy in `values` that is not defined there.

    Looks only at parts that have the right shape: what is wrong with the others is said elsewhere.
    """
    cards, deck = _part(values, "cards", dict), _part(values, "starterDeck", (list, tuple))
    if cards is not None and deck is not None:
        for index, name in enumerate(deck):
            if isinstance(name, str) and name not in cards:
                yield f"starterDeck[{index}]", name, "is not one of the cards", list(cards)
    enemies, active = _part(values, "enemies", dict), _part(values, "activeEnemy", str)
    if enemies is not None and active is not None and active not in enemies:
        yield "activeEnemy", active, "is not one of the enemies", list(enemies)


def _part(values: Any, key: str, kind: type | tuple[type, ...]) -> Any:
    part = values.get(key) if isinstance(values, Mapping) else None
    return part if isinstance(part, kind) else None
