"""pig: a dice race for two seats."""

from games.contract import Game, Metric
from games.pig.data import PARAMS, PigData, dump, encode, load, options, scenarios
from games.pig.rules import RULES, STATE
from games.pig.text import TEXT

__all__ = ["GAME"]

GAME = Game(
    name="pig",
    title="Pig",
    rules_version="1",
    seats=2,
    document=PigData,
    load=load,
    dump=dump,
    encode=encode,
    scenarios=scenarios,
    options=options,
    state_dtype=STATE,
    view_dtype=STATE,
    params_dtype=PARAMS,
    max_actions=2,
    longest=lambda document: document.turn_cap,
    rules=RULES,
    text=TEXT,
    endings=("goal reached",),
    metrics=(Metric("points", "points", least=0),),
    payoffs=(-1, 1),
)
