"""Where `dashboards/explain/pig.json` comes from: the exact solver of pig. The room that shows may not ask it itself.

`python -m tests.dashboards.pig_numbers` writes the file; `test_explain_numbers.py` holds it to this.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import policies
from games.pig.chance import roll_outcomes, roll_ways
from games.pig.data import PigData
from policies.contract import Entrant
from policies.pig import exact

FILE = Path(__file__).resolve().parents[2] / "dashboards" / "explain" / "pig.json"
# Own score, the other's, turn total: where points and the chance to win agree, and where they part.
POSITIONS = (
    (0, 0, 20), (70, 20, 17), (41, 49, 24), (41, 49, 27), (20, 80, 24), (75, 75, 20), (0, 95, 20),
)  # fmt: skip


def player(name: str, refs: dict[str, Entrant] | None = None, **weights: float) -> Entrant:
    """A policy of pig as it takes part."""
    return Entrant(name, policies.of("pig")[name], weights, refs or {})


def table(document: PigData, players: dict[str, Entrant], against: tuple[str, ...]) -> dict[str, Any]:
    """By player: chances to win, moving first and second, against each of `against`; turns to the goal alone."""
    return {
        label: {
            "against": {other: exact.chances(document, one, players[other]).seats for other in against},
            "alone": exact.turns_alone(document, one),
        }
        for label, one in players.items()
    }


def one_die() -> dict[str, Any]:
    """The table of the classic race."""
    hold = player("hold_at", n=20)
    players = {
        "best_response(to=hold_at(20))": player("best_response", {"to": hold}),
        "optimal": player("optimal"),
        "keep_pace": player("keep_pace"),
        "four_turns": player("four_turns"),
        "hold_at(25)": player("hold_at", n=25),
        "hold_at(20)": hold,
        "pessimist": player("pessimist"),
    }
    return table(PigData(), players, ("hold_at(20)", "optimal"))


def two_dice() -> dict[str, Any]:
    """The table of the race with two dice."""
    players = {
        "optimal": player("optimal"),
        "hold_at(19)": player("hold_at", n=19),
        "roll_or_hold": player("roll_or_hold"),
    }
    return table(PigData(dice=2), players, ("hold_at(19)", "optimal"))


def position(own: int, other: int, total: int) -> dict[str, Any]:
    """Chances to win after holding and after rolling on, both sides then playing their best."""
    document = PigData()
    best = exact.optimum(document)

    @cache
    def rolling(points: int) -> float:
        return sum(
            odds * (reached(points + outcome) if outcome else best.waiting[own, other])
            for outcome, odds in zip(*roll_outcomes(1), strict=True)
        )

    def reached(points: int) -> float:
        if own + points >= document.goal:
            return 1.0
        return max(float(best.waiting[own + points, other]), rolling(points))

    hold = float(best.waiting[own + total, other])
    return {"own": own, "other": other, "total": total, "hold": hold, "roll": float(rolling(total))}


def worked_out() -> dict[str, Any]:
    """Everything that the page takes as given."""
    return {
        "rolls": {str(dice): roll_ways(dice) for dice in (1, 2)},
        "one_die": one_die(),
        "two_dice": two_dice(),
        "positions": [position(*one) for one in POSITIONS],
    }


def rounded(value: Any) -> Any:
    """Plain JSON values, ten decimals."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(one) for one in value]
    return round(value, 10) if isinstance(value, float) else value


if __name__ == "__main__":
    FILE.write_text(json.dumps(rounded(worked_out()), indent=1) + "\n", encoding="utf-8")
