"""What a map is worth a picture for: every phase as a matrix game."""

from typing import Any

from games.duel.data import SEATS, DuelData
from games.duel.equilibria import PhaseEquilibrium, phase_equilibria
from games.duel.gates import GATES

__all__ = ["exhibits"]

_DIGITS = 6


def exhibits(document: DuelData) -> list[dict[str, Any]]:
    """A matrix game for each map and phase; plain values, kinds as of `dashboards/README.md`."""
    return [
        {
            "kind": "matrix game",
            "scenario": name,
            "part": f"phase {number}",
            "payoffs": found.cells.tolist(),
            "even": document.rules.level,
            "value": round(found.value, _DIGITS),
            "fictitious_value": round(
                float(found.fictitious[0] @ found.cells @ found.fictitious[1]), _DIGITS
            ),
            "least_usage": GATES["usage"].thresholds["low"],
            "players": [_player(found, seat, number) for seat in range(len(SEATS))],
        }
        for name in document.maps
        for number, found in enumerate(phase_equilibria(document, name), start=1)
    ]


def _player(found: PhaseEquilibrium, seat: int, number: int) -> dict[str, Any]:
    """The row player, then the column player: how often each of its options is used."""
    ranges = found.sides[seat].usage_range
    return {
        "name": SEATS[seat],
        "seat": seat,
        "options": [
            {
                "name": category,
                "option": f"{number} {category}",
                "usage": round(float(found.usage[seat][i]), _DIGITS),
                "low": round(float(ranges[i, 0]), _DIGITS),
                "high": round(float(ranges[i, 1]), _DIGITS),
                "fictitious": round(float(found.fictitious[seat][i]), _DIGITS),
            }
            for i, category in enumerate(found.options(seat))
        ],
    }
