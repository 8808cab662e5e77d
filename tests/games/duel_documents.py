"""Documents of duel for the tests: the shipped one, variants of it, and maps made of given cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from games.duel.data import CATEGORIES, DuelData, Phase
from games.duel.files import load

__all__ = ["crafted", "played", "shipped", "variant"]

FOLDER = Path(__file__).resolve().parent.parent.parent / "configs" / "games" / "duel"


@lru_cache(maxsize=1)
def shipped() -> DuelData:
    """The maps, weights and rules that the project ships."""
    return load(FOLDER)


def variant(
    *,
    rules: dict[str, Any] | None = None,
    matchups: dict[tuple[str, str], int] | None = None,
    maps: tuple[str, ...] | None = None,
    phases: int | None = None,
) -> DuelData:
    """The shipped document with other numbers, fewer maps, or only its first phases."""
    values = shipped().model_dump()
    values["rules"] |= rules or {}
    for (gains, yields), weight in (matchups or {}).items():
        values["matchups"][gains][yields] = weight
    kept = maps or tuple(values["maps"])
    values["maps"] = {name: values["maps"][name][:phases] for name in kept}
    return DuelData.model_validate(values)


def crafted(cells: Sequence[int], red: Sequence[str], blue: Sequence[str], **rules: Any) -> DuelData:
    """One map whose phase p has `red[p]` against `blue[p]` at option 0 of each side, scoring `cells[p]`.

    Factors of more than 2 are refused by the schema, so the weights of the document do their part.
    """
    phases = []
    for cell, ours, theirs in zip(cells, red, blue, strict=True):
        sides = [[first, *(c for c in CATEGORIES if c != first)][:4] for first in (ours, theirs)]
        phase = Phase(red=tuple(sides[0]), blue=tuple(sides[1]))
        factors = np.zeros((4, 4), int)
        factors[0, 0] = cell - 5 - shipped().met(phase)[0, 0]
        phases.append({"red": sides[0], "blue": sides[1], "factors": factors.tolist()})
    values = shipped().model_dump()
    return DuelData.model_validate(
        {**values, "maps": {"crafted": phases}, "rules": {**values["rules"], **rules}}
    )


def played(document: DuelData, choices: Sequence[tuple[int, int]], scenario: int = 0) -> list[Any]:
    """The states after each phase of a game in which these options are chosen; the last may come early."""
    from games.contract import RUNNING
    from games.duel import GAME
    from games.rng import new_stream
    from tests.games.walks import copied, encoded, start

    params, stream = encoded(GAME, document), new_stream()
    state = start(GAME, params, scenario, np.uint64(1), stream)
    states = []
    for pair in choices:
        for action in pair:
            if state.termination == RUNNING:
                GAME.rules.step(state, params, action, stream)
        states.append(copied(state))
    return states
