"""duel: a tactical duel of simultaneous choices for two seats, Red and Blue."""

from games.contract import Game, Metric
from games.duel.data import DuelData
from games.duel.exhibits import exhibits
from games.duel.figures import sampled_figures
from games.duel.files import dump, load
from games.duel.gates import GATES
from games.duel.leverage import leverage
from games.duel.record import PARAMS, encode, longest, options, scenarios
from games.duel.rules import METRICS, RULES, STATE, VIEW
from games.duel.text import TEXT
from games.duel.verify import verify

__all__ = ["GAME"]

_UNITS = {"draw": "share", "flip": "share", "red_flip": "share", "strength": "strength"}
_LIMITS = {"draw": (0, 1), "flip": (0, 1), "red_flip": (0, 1), "phases": (1,)}

GAME = Game(
    name="duel",
    title="Duel",
    rules_version="1",
    seats=2,
    document=DuelData,
    load=load,
    dump=dump,
    encode=encode,
    scenarios=scenarios,
    options=options,
    state_dtype=STATE,
    view_dtype=VIEW,
    params_dtype=PARAMS,
    max_actions=5,
    longest=longest,
    rules=RULES,
    text=TEXT,
    endings=("decided by margin", "decided by strength", "draw", "forfeit"),
    metrics=tuple(Metric(name, _UNITS.get(name, "points"), 1, *_LIMITS.get(name, ())) for name in METRICS),
    payoffs=(-1, 1),
    gates=GATES,
    figures=sampled_figures,
    exhibits=exhibits,
    verify=verify,
    leverage=leverage,
)
