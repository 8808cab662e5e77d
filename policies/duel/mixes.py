"""How the bots mix their options: equilibrium shares, leaned one way or another, within a cap on exploitability.

A side's table is read as its own: `own[i, j]` is what its option i earns against the other's option j.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from games import matrix
from games.duel.data import OPTIONS, DuelData, Phase, Shares
from games.duel.rules import RED

__all__ = ["balanced_shares", "capped", "crowd_shares", "doctrine_shares", "exploitability", "own_table"]

OFFENCE = frozenset({"BRK", "ENV", "FIR"})
ABSORB = frozenset({"RES", "DLY", "DEC", "CTR"})
PRESERVE = frozenset({"HLD", "WDR", "REC"})
# By initiative, as the side sees it: its own, nobody's, the opponent's.
STANCES = {1: OFFENCE, 0: PRESERVE, -1: ABSORB}


def own_table(document: DuelData, phase: Phase, seat: int) -> np.ndarray:
    """[4, 4] float64: the cells of a phase as the seat earns them, level moved to 0."""
    cells = document.cells(phase).astype(np.float64) - document.rules.level
    return cells if seat == RED else -cells.T


def exploitability(own: np.ndarray, shares: np.ndarray) -> float:
    """What a mix gives away to a best reply: v - min_j (s A)_j."""
    return matrix.value(own) - float((shares @ own).min())


def capped(own: np.ndarray, lean: np.ndarray, base: np.ndarray, cap: float) -> np.ndarray:
    """l * lean + (1 - l) * base with the largest l in [0, 1] whose exploitability is at most `cap`.

    Against each column exploitability is linear in l, so the l is solved for, not searched. A base that gives away
    more than the cap by itself is left as it is.
    """
    floor = matrix.value(own) - cap
    earned, lost = base @ own, (base - lean) @ own
    if (earned < floor).any():
        return base
    binding = earned - lost < floor
    share = float(np.min((earned[binding] - floor) / lost[binding], initial=1.0))
    mix: np.ndarray = share * lean + (1.0 - share) * base
    return mix


def balanced_shares(document: DuelData, phase: Phase, seat: int, fictitious: bool) -> np.ndarray:
    """[4] x*: by fictitious play, as the source's bots have it, or the max-min-usage equilibrium."""
    row, column = _equilibrium(document.cells(phase).tobytes(), fictitious)
    return row if seat == RED else column


def doctrine_shares(document: DuelData, phase: Phase, seat: int, weights: Mapping[str, float]) -> np.ndarray:
    """[3, 4] by initiative + 1, Red's view: what fits the stance counts `emphasis` times, within the cap."""
    own, base = own_table(document, phase, seat), balanced_shares(document, phase, seat, _fictitious(weights))
    side = 1 if seat == RED else -1
    options = phase.red if seat == RED else phase.blue
    mixes = []
    for initiative in (-1, 0, 1):
        fits = np.array([option in STANCES[side * initiative] for option in options])
        lean = base * np.where(fits, weights["emphasis"], 1.0)
        mixes.append(capped(own, lean / lean.sum(), base, weights["cap"]))
    return np.stack(mixes)


def crowd_shares(
    document: DuelData, phase: Phase, seat: int, weights: Mapping[str, float], seen: Shares | None
) -> np.ndarray:
    """[4] `share` of what people were seen to choose, the rest x*, within the cap.

    With nothing seen, people are taken to choose by a logit of the mean payoff.
    """
    own, base = own_table(document, phase, seat), balanced_shares(document, phase, seat, _fictitious(weights))
    if seen is not None:
        people = np.array(seen.red if seat == RED else seen.blue, np.float64)
    else:
        means = own.mean(axis=1)
        people = np.exp((means - means.max()) / weights["temperature"])
    lean = weights["share"] * people / people.sum() + (1.0 - weights["share"]) * base
    return capped(own, lean, base, weights["cap"])


@lru_cache(maxsize=4096)
def _equilibrium(cells: bytes, fictitious: bool) -> tuple[np.ndarray, np.ndarray]:
    table = np.frombuffer(cells, np.int64).reshape(OPTIONS, OPTIONS)
    if fictitious:
        return matrix.fictitious_play(table)
    found = matrix.equilibrium(table)
    return found.row, found.column


def _fictitious(weights: Mapping[str, float]) -> bool:
    return weights["fictitious"] != 0.0
