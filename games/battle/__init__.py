"""battle: a one-seat tactical scenario with odds, losses that carry over, branches and endings."""

from games.battle.data import KINDS, BattleData
from games.battle.events import MOST_EVENTS, events
from games.battle.exhibits import exhibits
from games.battle.facts import option_facts
from games.battle.figures import sampled_figures
from games.battle.files import dump, load
from games.battle.formulas import HUNDRED
from games.battle.gates import GATES
from games.battle.layout import METRICS, MOST_ACTIONS, STATE, VIEW
from games.battle.lints import LINTS
from games.battle.record import PARAMS, encode, longest, options, scenarios
from games.battle.rules import RULES
from games.battle.text import TEXT
from games.contract import Game, Metric

__all__ = ["GAME"]

_COUNT = ("decisions", 1, 0, None)
_UNITS: dict[str, tuple[str, int, float, float | None]] = {
    **dict.fromkeys(("mission", "preservation", "tempo"), ("points", HUNDRED, 0, 100)),
    "judgment": ("points", HUNDRED, 0, None),
    "minutes": ("minutes", 1, 0, None),
    "history_held": ("share", 1, 0, 1),
}

GAME = Game(
    name="battle",
    title="Battle",
    rules_version="1",
    seats=1,
    document=BattleData,
    load=load,
    dump=dump,
    encode=encode,
    scenarios=scenarios,
    options=options,
    state_dtype=STATE,
    view_dtype=VIEW,
    params_dtype=PARAMS,
    max_actions=MOST_ACTIONS,
    longest=longest,
    rules=RULES,
    text=TEXT,
    endings=(*KINDS, *(f"second {kind}" for kind in KINDS)),
    metrics=tuple(Metric(name, *_UNITS.get(name, _COUNT)) for name in METRICS),
    payoffs=(-1, 1),
    option_facts=option_facts,
    events=events,
    most_events=MOST_EVENTS,
    gates={**GATES, **LINTS},
    figures=sampled_figures,
    exhibits=exhibits,
)
