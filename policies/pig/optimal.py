"""Best play: against the best, by value iteration, and against a given policy."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from games.pig.data import PigData
from policies.contract import Entrant, policy
from policies.pig import exact
from policies.pig.tables import follow_table, pack

__all__ = ["best_response", "optimal"]


def _equilibrium(document: PigData, weights: Mapping[str, float], refs: Any) -> np.ndarray:
    return pack(exact.optimum(document).rolls)


@policy("pig", prepare=_equilibrium)
def optimal(view, legal, params, weights, rng):
    """Play for the greatest chance to win against an opponent who does the same.

    Neller and Presser, "Optimal Play of the Dice Game Pig" (2004), for one die and two.
    """
    return follow_table(view, legal, params, weights)


def _response(document: PigData, weights: Mapping[str, float], refs: Mapping[str, Entrant]) -> np.ndarray:
    if "to" not in refs:
        raise ValueError(
            "best_response needs to: the entrant to respond to, as in best_response(to = hold_at(20))"
        )
    return pack(exact.response(document, refs["to"]).rolls)


@policy("pig", refs=("to",), prepare=_response)
def best_response(view, legal, params, weights, rng):
    """Play for the greatest chance to win against one known policy that draws no luck."""
    return follow_table(view, legal, params, weights)
