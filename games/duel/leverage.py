"""Which numbers of a duel should move what is asked of it, before anything is played or worked out anew.

Where both sides mix, the value of a phase moves with a cell by dv / d(cell) = x_i y_j (see `equilibria`). A shut gate
names where it is shut, so cells of that phase, and weights of the pairs of categories that meet there, come first; in
the row or column of an option that is hardly used, before all others.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from games.duel.data import DuelData
from games.duel.equilibria import PhaseEquilibrium, phase_equilibria
from games.gates import GateRow

__all__ = ["leverage"]

Place = tuple[str | int, ...]

# What a cell of a phase that is shut counts beside x_i y_j, and one in the row or column of an option hardly used.
_CONCERNED, _UNUSED = 1.0, 2.0
# Use, as a share, below which an option is hardly used.
_HARDLY = 0.05


def leverage(document: DuelData, rows: Sequence[GateRow]) -> Mapping[Place, float]:
    """By place in the plain document: how much a number should matter to `rows`, the answers of gates that are shut.

    Without rows, how much it matters to the values of all phases.
    """
    told: dict[Place, float] = {}
    for scenario in document.maps:
        for index, found in enumerate(phase_equilibria(document, scenario)):
            weights = _cells(found, [row for row in rows if _concerns(row, scenario, index)], bool(rows))
            for (i, j), weight in np.ndenumerate(weights):
                for place in _places(document, scenario, index, i, j):
                    told[place] = told.get(place, 0.0) + float(weight)
    return told


def _cells(found: PhaseEquilibrium, rows: Sequence[GateRow], asked: bool) -> np.ndarray:
    """[4, 4] what each cell of a phase counts."""
    weights = np.abs(found.sensitivity)
    if not asked:
        return weights
    if not rows:
        return np.zeros_like(weights)
    unused = [usage < _HARDLY for usage in found.usage]
    lines = unused[0][:, None] | unused[1][None, :]
    whole = any("phase" not in row.scope for row in rows)
    return weights + (0.0 if whole else _CONCERNED) + _UNUSED * lines


def _concerns(row: GateRow, scenario: str, index: int) -> bool:
    """Whether a gate's answer is about this phase, or about the whole map."""
    if not row.scope.startswith(scenario):
        return False
    rest = row.scope.removeprefix(scenario).lstrip(", ")
    if not rest.startswith("phase "):
        return True
    return rest.split(",")[0] == f"phase {index + 1}"


def _places(document: DuelData, scenario: str, phase: int, i: int, j: int) -> Iterator[Place]:
    """Where the numbers stand that make up a cell."""
    yield "maps", scenario, phase, "factors", i, j
    table = document.maps[scenario][phase]
    red, blue = table.red[i], table.blue[j]
    for gains, yields in ((red, blue), (blue, red)):
        if yields in document.matchups.get(gains, {}):
            yield "matchups", gains, yields
