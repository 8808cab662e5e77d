"""pig as a person reads it."""

from typing import Any

from games.contract import Text
from games.pig.data import PigData
from games.pig.rules import GOAL_REACHED, HOLD

__all__ = ["TEXT"]


def opening(state: Any, document: PigData, names: tuple[str, ...]) -> list[str]:
    """The race and who sits where."""
    dice = "one die" if document.dice == 1 else "two dice"
    return [f"pig to {document.goal} with {dice}: {names[0]} rolls first against {names[1]}"]


def move(before: Any, action: int, after: Any, document: PigData, names: tuple[str, ...]) -> list[str]:
    """One roll or hold."""
    seat = int(before.seat)
    lines = []
    if before.rolls == 0:
        lines.append(f"turn {int(before.turn) + 1}, {names[seat]} at {int(before.score[seat])}")
    if action == HOLD:
        held = f"holds {int(before.total)}, now at {int(after.score[seat])}" if before.total else "passes"
        return [*lines, f"  {held}"]
    faces = " ".join(str(int(face)) for face in after.faces[: document.dice])
    total = int(after.total) if after.seat == before.seat and after.turn == before.turn else 0
    if total:
        return [*lines, f"  rolls {faces}: {total} in this turn"]
    lost = (
        "the whole score is lost" if int(after.score[seat]) < int(before.score[seat]) else "the turn is lost"
    )
    return [*lines, f"  rolls {faces}: {lost}"]


def closing(state: Any, document: PigData, names: tuple[str, ...]) -> list[str]:
    """How it ended."""
    if state.termination == GOAL_REACHED:
        seat = int(state.seat)
        scores = f"{int(state.score[seat])} to {int(state.score[1 - seat])}"
        return [f"{names[seat]} wins {scores} in {int(state.turn) + 1} turns"]
    scores = ", ".join(f"{name} at {int(score)}" for name, score in zip(names, state.score, strict=True))
    return [f"nobody wins: turn cap of {document.turn_cap}, {scores}"]


TEXT = Text(opening, move, closing)
