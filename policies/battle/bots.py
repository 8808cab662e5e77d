"""The source's three bots in one scenario, played here and counted: what the gates of play are put to."""

import numpy as np

from games.battle.data import BattleData
from games.battle.figures import BattleFigures
from games.battle.layout import CELLS, METRICS, MOST_ACTIONS, STATE, VIEW
from games.battle.record import encode, scenarios
from games.battle.rules import deal_seed, legal, observe, result, step
from games.contract import RUNNING
from games.jit import compiled
from games.rng import mix, rekey, turn_key
from policies.battle.simple import greedy, history, random
from policies.contract import Entrant

__all__ = ["BOTS", "bot_figures"]

BOTS = tuple(Entrant(policy.name, policy) for policy in (random, greedy, history))
_RANDOM, _GREEDY = 0, 1
_random, _greedy, _history = (bot.policy.act for bot in BOTS)
_HELD = METRICS.index("history_held")


def bot_figures(
    document: BattleData, scenario: str, games: int = 3000, seed: int = 1
) -> tuple[BattleFigures, ...]:
    """The figures of each bot over that many battles, the same seeds for all three."""
    params = encode(document).view(np.recarray)[0]
    index = scenarios(document).index(scenario)
    states, blanks, views = (np.zeros(1, dtype).view(np.recarray) for dtype in (STATE, STATE, VIEW))
    found = []
    for kind, bot in enumerate(BOTS):
        counts = np.zeros(1 + CELLS, np.int64)
        with np.errstate(over="ignore"):
            _play(
                kind,
                bot.array(document),
                params,
                index,
                np.uint64(seed),
                games,
                states,
                views,
                blanks,
                counts,
            )
        cells = tuple(int(n) for n in counts[1:])
        found.append(BattleFigures(scenario, bot.label, games, cells, int(counts[0]) / max(1, games)))
    return tuple(found)


@compiled
def _play(kind, weights, params, scenario, seed, games, states, views, blanks, counts):
    """Play battles of bot number `kind`; `counts` is [history held, cells]."""
    state, view = states[0], views[0]
    stream, actions = np.zeros(2, np.uint64), np.zeros(MOST_ACTIONS, np.int64)
    payoff, metrics = np.zeros(1, np.int64), np.zeros((len(METRICS) + CELLS, 1), np.int64)
    for game in range(games):
        states[0] = blanks[0]
        luck = mix(seed + mix(np.uint64(game)))
        rekey(stream, turn_key(luck, 0, 0))
        deal_seed(state, params, scenario, luck)
        while state.termination == RUNNING:
            n = legal(state, params, actions)
            observe(state, params, 0, view)
            if kind == _RANDOM:
                action = _random(view, actions[:n], params, weights, stream)
            elif kind == _GREEDY:
                action = _greedy(view, actions[:n], params, weights, stream)
            else:
                action = _history(view, actions[:n], params, weights, stream)
            step(state, params, action, stream)
        result(state, params, payoff, metrics)
        counts[0] += metrics[_HELD, 0]
        for i in range(CELLS):
            counts[1 + i] += metrics[len(METRICS) + i, 0]
