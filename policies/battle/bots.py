"""The shipped players in one scenario, played here without the runner: what gates of play and careers are made of."""

from collections.abc import Sequence

import numpy as np

from games.battle.data import TURNS, BattleData
from games.battle.events import AXES, BINS, CELLS, EDGES
from games.battle.figures import BattleFigures
from games.battle.layout import CHOOSE, METRICS, MOST_ACTIONS, STATE, VIEW
from games.battle.record import encode, place_of, scenarios
from games.battle.rules import deal_seed, legal, observe, result, step
from games.contract import RUNNING
from games.jit import compiled
from games.rng import mix, rekey, turn_key
from policies.battle.planner import planner
from policies.battle.simple import greedy, history, random
from policies.contract import Entrant, Policy

__all__ = ["BOTS", "KNOWN", "NO_DECISION", "battle_seeds", "bot_figures", "play"]

KNOWN: tuple[Policy, ...] = (random, greedy, history, planner)
"""Policies that `play` can play"""
BOTS = tuple(Entrant(policy.name, policy) for policy in KNOWN[:3])
"""The bots of the gates"""
NO_DECISION = -1
_RANDOM, _GREEDY, _HISTORY = 0, 1, 2
_random, _greedy, _history, _planner = (policy.act for policy in KNOWN)


def bot_figures(
    document: BattleData, scenario: str, games: int = 3000, seed: int = 1, bots: Sequence[Entrant] = BOTS
) -> tuple[BattleFigures, ...]:
    """The figures of each bot over that many battles, the same seeds for all of them."""
    found, seeds = [], battle_seeds(seed, games)
    for bot in bots:
        metrics, _ = play(document, scenario, bot, seeds)
        cells = tuple(cells_of(metrics) / max(games, 1))
        held = float(metrics[:, METRICS.index("history_held")].mean()) if games else 0.0
        found.append(BattleFigures(scenario, bot.label, games, cells, held))
    return tuple(found)


def cells_of(metrics: np.ndarray) -> np.ndarray:
    """[9] battles by cell (see `games/battle/events.py`), of metrics [n, M]."""
    bins = [np.searchsorted(EDGES, metrics[:, METRICS.index(axis)], "right") for axis in AXES[:2]]
    return np.bincount(len(BINS) * bins[0] + bins[1], minlength=len(CELLS))


def battle_seeds(seed: int, games: int) -> np.ndarray:
    """[games] uint64"""
    with np.errstate(over="ignore"):
        return np.array(
            [mix(np.uint64(seed) + np.uint64(mix(np.uint64(n)))) for n in range(games)], np.uint64
        )


def play(
    document: BattleData, scenario: str, entrant: Entrant, seeds: np.ndarray, told: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Battles of these seeds: metrics [n, M], and, where `told`, decisions [n, TURNS, 4].

    A decision is phase, course of action, whether a card was opened or none was on offer, and hundredths of mission
    gained; NO_DECISION after the last. Raises `KeyError` for an unknown scenario or a policy that is not `KNOWN`.
    """
    kinds = {policy.name: kind for kind, policy in enumerate(KNOWN)}
    params = encode(document).view(np.recarray)
    states, blanks, views = (np.zeros(1, dtype).view(np.recarray) for dtype in (STATE, STATE, VIEW))
    metrics = np.zeros((len(seeds), len(METRICS)), np.int64)
    decisions = np.full((len(seeds) if told else 0, TURNS, 4), NO_DECISION, np.int64)
    index = dict(zip(scenarios(document), range(len(document.scenarios)), strict=True))[scenario]
    with np.errstate(over="ignore"):
        _play(
            kinds[entrant.policy.name], entrant.array(document), params, index, seeds,
            states, views, blanks, metrics, decisions,
        )  # fmt: skip
    return metrics, decisions


@compiled
def _play(kind, weights, records, scenario, seeds, states, views, blanks, metrics, decisions):
    state, view, params = states[0], views[0], records[0]
    stream, actions = np.zeros(2, np.uint64), np.zeros(MOST_ACTIONS, np.int64)
    payoff, own = np.zeros(1, np.int64), np.zeros((metrics.shape[1], 1), np.int64)
    for game in range(seeds.size):
        states[0] = blanks[0]
        turn = -1
        deal_seed(state, params, scenario, seeds[game])
        while state.termination == RUNNING:
            if state.turn != turn:
                turn = state.turn
                rekey(stream, turn_key(seeds[game], 0, turn))
            n = legal(state, params, actions)
            observe(state, params, 0, view)
            if kind == _RANDOM:
                action = _random(view, actions[:n], params, weights, stream)
            elif kind == _GREEDY:
                action = _greedy(view, actions[:n], params, weights, stream)
            elif kind == _HISTORY:
                action = _history(view, actions[:n], params, weights, stream)
            else:
                action = _planner(view, actions[:n], params, weights, stream)
            if state.stage == CHOOSE and decisions.shape[0] > 0:
                told = decisions[game, turn]
                cards = params.cards[place_of(scenario, state.phase)]
                told[0], told[1], told[2] = state.phase, action, np.int64(cards == 0 or state.opened > 0)
                told[3] = -state.mission
                step(state, params, action, stream)
                told[3] += state.mission
            else:
                step(state, params, action, stream)
        result(state, params, payoff, own)
        metrics[game] = own[:, 0]
