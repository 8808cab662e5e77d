"""The parameter record of a duel: everything the compiled rules read, by map and phase."""

import numpy as np

from games.duel.data import CATEGORIES, MAPS, OPTIONS, PHASES, DuelData
from games.jit import compiled

__all__ = ["PARAMS", "encode", "longest", "options", "place_of", "scenarios"]

_NUMBERS = (
    "level", "highest", "tempo_cap", "initiative_threshold", "initiative_window", "initiative_full_window",
    "initiative_bonus", "strength", "concession_rate", "concession_cap", "margin_tenths", "strength_margin",
    "time_outs", "default_option", "time_out_tempo", "time_out_after_clamp", "forfeit_after",
)  # fmt: skip

PARAMS = np.dtype(
    [
        *((name, np.int64) for name in _NUMBERS),
        ("tempo_from_score", np.int64),
        ("phases", np.int64, (MAPS,)),
        # Flat tables, for the compiler's sake: `place_of` a phase first, then Red's option and Blue's ...
        ("cell", np.int64, (MAPS * PHASES * OPTIONS * OPTIONS,)),
        ("weight", np.int64, (MAPS * PHASES * OPTIONS * OPTIONS,)),
        # ... or the seat and its option: strength paid, and the option id that counts it.
        ("cost", np.int64, (MAPS * PHASES * 2 * OPTIONS,)),
        ("option", np.int64, (MAPS * PHASES * 2 * OPTIONS,)),
    ],
    align=True,
)


def encode(document: DuelData) -> np.ndarray:
    """The parameter record of `document`, shape (1,)."""
    params = np.zeros(1, PARAMS)
    for name in _NUMBERS:
        params[name] = getattr(document.rules, name)
    params["tempo_from_score"] = document.rules.tempo_from == "score"
    ids = {name: index for index, name in enumerate(options(document))}
    for scenario, phases in enumerate(document.maps.values()):
        params["phases"][0, scenario] = len(phases)
        for index, phase in enumerate(phases):
            place = place_of(scenario, index)
            pairs, singles = (slice(n * place, n * place + n) for n in (OPTIONS * OPTIONS, 2 * OPTIONS))
            names = phase.red + phase.blue
            params["cell"][0, pairs] = document.cells(phase).ravel()
            params["weight"][0, pairs] = document.met(phase).ravel()
            params["cost"][0, singles] = [getattr(document.rules.costs, name) for name in names]
            params["option"][0, singles] = [ids[_option(index, name)] for name in names]
    return params


@compiled
def place_of(scenario, phase):
    """Where the entries of a phase stand in the flat tables, times their number."""
    return scenario * PHASES + phase


def scenarios(document: DuelData) -> tuple[str, ...]:
    """The maps, in the order of the file."""
    return tuple(document.maps)


def options(document: DuelData) -> tuple[str, ...]:
    """Phase and category of every option on offer in some map, as "1 ENV"; the seat is counted apart."""
    offered = {
        (p, name)
        for phases in document.maps.values()
        for p, phase in enumerate(phases)
        for name in phase.red + phase.blue
    }
    return tuple(_option(p, name) for p in range(PHASES) for name in CATEGORIES if (p, name) in offered)


def longest(document: DuelData) -> int:
    """Phases of the longest map."""
    return max(len(phases) for phases in document.maps.values())


def _option(phase: int, category: str) -> str:
    return f"{phase + 1} {category}"
