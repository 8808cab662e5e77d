"""duel as a person reads it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from games.contract import Text
from games.duel.data import SEATS, DuelData, Phase
from games.duel.rules import BLUE, BY_MARGIN, BY_STRENGTH, DRAWN, RED, TIMED_OUT
from games.duel.seals import option_id, salt, seal

__all__ = ["TEXT", "Salts", "closing", "opening", "told"]

Salts = Callable[[int, int], str]
"""(phase from 0, seat) -> the salt of that choice"""


def opening(state: Any, document: DuelData, names: tuple[str, ...]) -> list[str]:
    """The map and who leads which side."""
    name, phases = _map(state, document)
    sides = " against ".join(f"{names[seat]} ({SEATS[seat]})" for seat in (RED, BLUE))
    return [f"duel on {name}, {len(phases)} phases: {sides}, strength {document.rules.strength} each"]


def move(before: Any, action: int, after: Any, document: DuelData, names: tuple[str, ...]) -> list[str]:
    """One side's move, with salts made from the game's luck."""
    return told(before, action, after, document, partial(salt, int(before.luck)))


def told(before: Any, action: int, after: Any, document: DuelData, salts: Salts) -> list[str]:
    """Red's move seals a choice; Blue's seals another, opens both and tells what came of them."""
    if before.seat == RED:
        holder = {1: "Red has initiative", -1: "Blue has initiative"}.get(
            int(before.initiative), "no initiative"
        )
        return [f"phase {int(before.turn) + 1}, {holder}", *_sealed(before, RED, action, salts)]
    actions = int(before.pending), action
    opened = [line for seat in (RED, BLUE) for line in _opened(before, seat, actions[seat], document, salts)]
    return [*_sealed(before, BLUE, action, salts), *opened, *_outcome(before, actions, after, document)]


def closing(state: Any, document: DuelData, names: tuple[str, ...]) -> list[str]:
    """How it ended."""
    winner = int(state.winner)
    victor = f"{SEATS[winner]} ({names[winner]}) wins" if winner in (RED, BLUE) else "nobody wins"
    how = {BY_MARGIN: " by margin", BY_STRENGTH: " by strength", DRAWN: ": a draw"}.get(
        int(state.termination), " by forfeit"
    )
    strengths = f"{int(state.strength[RED])} to {int(state.strength[BLUE])}"
    return [f"{victor}{how}: D {int(state.margin)} in {int(state.turn) + 1} phases, strength {strengths}"]


def _map(state: Any, document: DuelData) -> tuple[str, tuple[Phase, ...]]:
    name = tuple(document.maps)[int(state.scenario)]
    return name, document.maps[name]


def _sealed(state: Any, seat: int, action: int, salts: Salts) -> list[str]:
    if action == TIMED_OUT:
        return [f"  {SEATS[seat]} lets the clock run out"]
    return [f"  {SEATS[seat]} seals {seal(*_secret(state, seat, action, salts))}"]


def _opened(state: Any, seat: int, action: int, document: DuelData, salts: Salts) -> list[str]:
    phase = _map(state, document)[1][int(state.turn)]
    options = phase.red if seat == RED else phase.blue
    if action == TIMED_OUT:
        return [f"  {SEATS[seat]} plays {options[document.rules.default_option]} by default"]
    return [f"  {SEATS[seat]} reveals {':'.join(_secret(state, seat, action, salts))}, {options[action]}"]


def _secret(state: Any, seat: int, action: int, salts: Salts) -> tuple[str, str]:
    return option_id(seat, int(action)), salts(int(state.turn), seat)


def _outcome(before: Any, actions: tuple[int, int], after: Any, document: DuelData) -> list[str]:
    phase = _map(before, document)[1][int(before.turn)]
    red, blue = (document.rules.default_option if action == TIMED_OUT else int(action) for action in actions)
    cell, met = int(document.cells(phase)[red, blue]), int(document.met(phase)[red, blue])
    score = int(after.margin - before.margin) + document.rules.level
    made = f"{document.rules.level} {met:+d} match-up{_factors(phase.factors[red][blue])}"
    left = ", ".join(
        f"{SEATS[seat]} {int(after.strength[seat])} ({int(after.strength[seat] - before.strength[seat]):+d})"
        for seat in (RED, BLUE)
    )
    return [
        f"  cell {cell} = {made}; score {score}, tempo {int(after.tempo):+d}",
        f"  D {int(after.margin)}; strength {left}",
    ]


def _factors(factor: int | tuple[str, ...]) -> str:
    if isinstance(factor, int):
        return f" {factor:+d} factors" if factor else ""
    return "".join(f" {name[0]}1 {name[1:]}" for name in factor)


TEXT = Text(opening, move, closing)
