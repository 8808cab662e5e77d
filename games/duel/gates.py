"""The seven gates of a duel map, as pure functions. Four are put to figures of play, three to the data alone.

    red_wins, draws, flips, r2            rows for the `PairFigures` of pairs of bots
    no_dominance, usage, reachable        rows for one map of a document, without a game being played

`GATES` lists them by name. The thresholds are arguments; their defaults are the published ones.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from games.duel.data import SEATS, DuelData
from games.duel.equilibria import PhaseEquilibrium, phase_equilibria
from games.duel.exact import extremes, worst_losses
from games.duel.figures import PairFigures
from games.duel.graph import reach
from games.gates import Gate, GateRow, gate
from games.matrix import dominant_columns, dominant_rows, saddle_points

__all__ = [
    "GATES",
    "Gate",
    "GateRow",
    "draws",
    "flips",
    "no_dominance",
    "r2",
    "reachable",
    "red_wins",
    "usage",
]


def red_wins(figures: Sequence[PairFigures], low: float = 0.45, high: float = 0.55) -> tuple[GateRow, ...]:
    """1. Red wins his share of all games, draws among them."""
    return tuple(GateRow("red_wins", _pair(f), f.win, low, high) for f in figures)


def draws(figures: Sequence[PairFigures], high: float = 0.10) -> tuple[GateRow, ...]:
    """2. Few games end without a winner."""
    return tuple(GateRow("draws", _pair(f), f.draw, None, high) for f in figures)


def flips(figures: Sequence[PairFigures], high: float = 0.10) -> tuple[GateRow, ...]:
    """3. Initiative alone turns few games."""
    return tuple(GateRow("flips", _pair(f), f.flip, None, high) for f in figures)


def r2(figures: Sequence[PairFigures], low: float = 0.4) -> tuple[GateRow, ...]:
    """4. The match-up of categories explains the scores."""
    return tuple(
        GateRow(
            "r2", _pair(f), f.r2, low, None, "" if f.eta2 is None else f"eta2 of category pairs {f.eta2:.3f}"
        )
        for f in figures
    )


def no_dominance(document: DuelData, scenario: str) -> tuple[GateRow, ...]:
    """5. No phase has an option as good as every other everywhere, nor a pure equilibrium."""
    rows = []
    for index, found in enumerate(phase_equilibria(document, scenario)):
        faults = list(_dominance(found))
        rows.append(GateRow("no_dominance", _phase(scenario, index), len(faults), None, 0, "; ".join(faults)))
    return tuple(rows)


def usage(document: DuelData, scenario: str, low: float = 0.05) -> tuple[GateRow, ...]:
    """6. Every option is used at the equilibrium that is kindest to the least used."""
    rows = []
    for index, found in enumerate(phase_equilibria(document, scenario)):
        for seat, side in enumerate(SEATS):
            shares, ranges = found.usage[seat], found.sides[seat].usage_range
            least = int(np.argmin(shares))
            option = found.options(seat)[least]
            span = f"{ranges[least, 0]:.1%} to {ranges[least, 1]:.1%}"
            detail = f"{option}, {span} over all equilibria, countered by {found.counter(seat, least)}"
            scope = f"{_phase(scenario, index)}, {side}"
            rows.append(GateRow("usage", scope, float(shares[least]), low, None, detail))
    return tuple(rows)


def reachable(document: DuelData, scenario: str, strength: float = 0) -> tuple[GateRow, ...]:
    """7. Strength never runs out, and every first option can still win and still lose."""
    graph = reach(document, scenario)
    rows = [
        GateRow(
            "reachable",
            f"{scenario}, worst strength of {side}",
            document.rules.strength - lost,
            strength,
            None,
            what="worst strength",
        )
        for side, lost in zip(SEATS, worst_losses(graph), strict=True)
    ]
    first = document.maps[scenario][0]
    for seat, side in enumerate(SEATS):
        found, options = extremes(graph, seat), first.red if seat == 0 else first.blue
        ends = "; ".join(
            f"{name} D {low} to {high}" for name, (low, high) in zip(options, found.margin, strict=True)
        )
        shut = int((~(found.can_win & found.can_lose)).sum())
        rows.append(
            GateRow(
                "reachable",
                f"{scenario}, first options of {side}",
                shut,
                None,
                0,
                ends,
                "locked options",
            )
        )
    return tuple(rows)


def _dominance(found: PhaseEquilibrium) -> Iterator[str]:
    dominant = dominant_rows(found.cells), dominant_columns(found.cells)
    for seat, side in enumerate(SEATS):
        for option in dominant[seat]:
            yield f"{side}'s {found.options(seat)[option]} is as good as any other everywhere"
    for i, j in saddle_points(found.cells):
        yield f"{found.phase.red[i]} v {found.phase.blue[j]} is a pure equilibrium"


def _pair(figures: PairFigures) -> str:
    return f"{figures.scenario}, {figures.red} v {figures.blue}"


def _phase(scenario: str, index: int) -> str:
    return f"{scenario}, phase {index + 1}"


GATES = {
    each.name: each
    for each in (
        gate(red_wins, "figures", rates=("low", "high"), low=0.45, high=0.55),
        gate(draws, "figures", rates=("high",), high=0.10),
        gate(flips, "figures", rates=("high",), high=0.10),
        gate(r2, "figures", rates=("low",), low=0.4),
        gate(no_dominance, "document"),
        gate(usage, "document", rates=("low",), low=0.05),
        gate(reachable, "document", strength=0),
    )
}
