"""deckfight: single combat of a deck-builder, one seat."""

from games.contract import Game, Metric
from games.deckfight.data import DeckfightData
from games.deckfight.facts import option_facts
from games.deckfight.files import dump, load
from games.deckfight.hand import MOST_HAND
from games.deckfight.params import PARAMS, encode
from games.deckfight.rules import RULES, STATE, VIEW
from games.deckfight.text import TEXT

__all__ = ["GAME"]

GAME = Game(
    name="deckfight",
    title="Deckfight",
    rules_version="1",
    seats=1,
    document=DeckfightData,
    load=load,
    dump=dump,
    encode=encode,
    scenarios=lambda document: document.scenarios,
    options=lambda document: tuple(document.cards),
    state_dtype=STATE,
    view_dtype=VIEW,
    params_dtype=PARAMS,
    max_actions=MOST_HAND + 1,
    longest=lambda document: document.rules.turn_cap,
    rules=RULES,
    text=TEXT,
    endings=("enemy defeated", "player defeated"),
    metrics=(Metric("hp", "HP", least=0), Metric("hp_on_win", "HP", least=0)),
    payoffs=(0, 1),
    option_facts=option_facts,
    streams=("per-game", "sequential"),
)
