"""The best answer to another policy over the whole game, not phase by phase."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from games.duel.data import DuelData
from games.duel.exact import Answer, best_answer
from games.duel.graph import reach
from games.duel.rules import BLUE, RED
from policies.contract import Entrant, policy
from policies.duel.tables import answer_of, answer_table, strategy_of

__all__ = ["best_response"]


def _prepare(document: DuelData, weights: Mapping[str, float], refs: Mapping[str, Entrant]) -> np.ndarray:
    """The answers on every map, from both seats."""
    table = refs["to"].array(document)
    return answer_table([_answers(document, name, table) for name in document.maps])


def _answers(document: DuelData, scenario: str, table: Any) -> tuple[Answer, Answer]:
    graph = reach(document, scenario)
    red, blue = (
        best_answer(graph, strategy_of(table, document, scenario, other), seat)[0]
        for seat, other in ((RED, BLUE), (BLUE, RED))
    )
    return red, blue


@policy("duel", refs=("to",), prepare=_prepare)
def best_response(view, legal, params, weights, rng):
    """What earns most against `to`, knowing its mixes, margin, strength and tempo."""
    return answer_of(view, params, weights)
