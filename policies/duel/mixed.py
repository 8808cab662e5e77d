"""The bots that mix, balanced, doctrine, crowd and uniform; and `always`, which does not."""

from collections.abc import Callable, Mapping

import numpy as np

from games.duel.data import OPTIONS, DuelData, Phase
from games.duel.rules import BLUE, RED
from policies.contract import policy
from policies.duel.mixes import balanced_shares, crowd_shares, doctrine_shares
from policies.duel.tables import choice_of, first_choice_of, prepared

__all__ = ["always", "balanced", "crowd", "doctrine", "uniform"]

Weights = Mapping[str, float]
# 1: x* by fictitious play, as the source's bots have it; 0: the max-min-usage equilibrium.
_EQUILIBRIUM = {"fictitious": 1.0}
# A bot gives at most this much of a phase's value away.
_CAP = {"cap": 0.08}


def _on_map(document: DuelData, scenario: str, mix: Callable[[int, Phase, int], np.ndarray]) -> np.ndarray:
    """[phases, 2, 3, 4] from the mix of a phase and seat, [3, 4] or the same for every initiative, [4]."""
    mixes = [
        [np.broadcast_to(mix(index, phase, seat), (3, OPTIONS)) for seat in (RED, BLUE)]
        for index, phase in enumerate(document.maps[scenario])
    ]
    return np.array(mixes)


def _balanced(document: DuelData, scenario: str, weights: Weights) -> np.ndarray:
    exactly = weights["fictitious"] == 0.0
    return _on_map(
        document, scenario, lambda _, phase, seat: balanced_shares(document, phase, seat, not exactly)
    )


def _doctrine(document: DuelData, scenario: str, weights: Weights) -> np.ndarray:
    return _on_map(document, scenario, lambda _, phase, seat: doctrine_shares(document, phase, seat, weights))


def _crowd(document: DuelData, scenario: str, weights: Weights) -> np.ndarray:
    people = document.players.get(scenario)
    return _on_map(
        document,
        scenario,
        lambda index, phase, seat: crowd_shares(
            document, phase, seat, weights, people[index] if people else None
        ),
    )


def _uniform(document: DuelData, scenario: str, weights: Weights) -> np.ndarray:
    return _on_map(document, scenario, lambda *_: np.full(OPTIONS, 1 / OPTIONS))


def _always(document: DuelData, scenario: str, weights: Weights) -> np.ndarray:
    option = weights["option"]
    if option not in range(OPTIONS):
        raise ValueError(f"option must be a whole number from 0 to {OPTIONS - 1}, not {option}")
    return _on_map(document, scenario, lambda *_: np.eye(OPTIONS)[int(option)])


@policy("duel", weights=_EQUILIBRIUM, draws_luck=True, prepare=prepared(_balanced))
def balanced(view, legal, params, weights, rng):
    """The equilibrium mix of each phase."""
    return choice_of(view, weights, rng)


@policy(
    "duel", weights={"emphasis": 2.0, **_CAP, **_EQUILIBRIUM}, draws_luck=True, prepare=prepared(_doctrine)
)
def doctrine(view, legal, params, weights, rng):
    """Leans to offence with initiative, to absorbing against it, to preserving without; capped."""
    return choice_of(view, weights, rng)


@policy(
    "duel",
    weights={"share": 0.5, "temperature": 0.5, **_CAP, **_EQUILIBRIUM},
    draws_luck=True,
    prepare=prepared(_crowd),
)
def crowd(view, legal, params, weights, rng):
    """Half what people choose, half equilibrium; capped."""
    return choice_of(view, weights, rng)


@policy("duel", draws_luck=True, prepare=prepared(_uniform))
def uniform(view, legal, params, weights, rng):
    """Any option, all alike."""
    return choice_of(view, weights, rng)


@policy("duel", weights={"option": 0.0}, prepare=prepared(_always))
def always(view, legal, params, weights, rng):
    """The same option in every phase, by its place in the list."""
    return first_choice_of(view, weights)
