"""A recorded duel checked from its salts: every choice is what was sealed, and all that is told follows from them.

The game is played again by the rules from the choices that were laid open, and told again with the salts that stand in
the transcript; what then reads otherwise is wrong.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from games.contract import RUNNING
from games.duel.data import OPTIONS, SEATS, DuelData
from games.duel.record import encode
from games.duel.rules import RULES, STATE, TIMED_OUT
from games.duel.seals import Reveal, broken_seals, option_id, reveals_in
from games.duel.text import closing, opening, told
from games.rng import new_stream

__all__ = ["verify"]

_BY_SEAL = re.compile(r"^  \w+ seals ")
_TIMED_OUT = "lets the clock run out"


def verify(transcript: Sequence[str], document: DuelData) -> list[str]:
    """What is wrong with a transcript, a text each; empty where seals, moves and result bear it out.

    Lines before the game's opening are not looked at. Raises `ValueError` for what is no transcript of a duel on a map
    of `document`.
    """
    readings = [
        reading for at in range(len(transcript)) for reading in _openings(transcript[at], at, document)
    ]
    if not readings:
        raise ValueError(f"this is no transcript of a duel on one of the maps {', '.join(document.maps)}")
    return min((_faults(transcript, document, *reading) for reading in readings), key=len)


def _faults(
    transcript: Sequence[str], document: DuelData, first: int, scenario: str, names: tuple[str, str]
) -> list[str]:
    lines = list(transcript[first:])
    wrong = broken_seals(lines, document)
    try:
        right = list(_retold(lines, document, scenario, names))
    except _Unreadable as error:
        return [*wrong, *(text for text in [str(error)] if text not in wrong)]
    wrong += [
        f"line {first + at + 1}: {stated!r}, where the rules give {should!r}"
        for at, (stated, should) in enumerate(zip(lines, right, strict=False))
        if stated != should and not (_BY_SEAL.match(stated) and _BY_SEAL.match(should))
    ]
    if len(lines) != len(right):
        what = "goes on after its end" if len(lines) > len(right) else "breaks off before its end"
        wrong.append(f"line {first + min(len(lines), len(right)) + 1}: the transcript {what}")
    return wrong


class _Unreadable(Exception):
    """The game cannot be played again from here."""


def _openings(line: str, at: int, document: DuelData) -> Iterator[tuple[int, str, tuple[str, str]]]:
    """Every way to read a line as an opening: its place, the map, and the names by seat.

    A name may hold any text, even what stands between the two.
    """
    state = np.zeros(1, STATE).view(np.recarray)[0]
    for scenario, name in enumerate(document.maps):
        state.scenario = scenario
        (told_with_marks,) = opening(state, document, ("\0", "\1"))
        head, between, tail = re.split("[\0\1]", told_with_marks)
        if line.startswith(head) and line.endswith(tail):
            names = line[len(head) : len(line) - len(tail)]
            for found in re.finditer(re.escape(between), names):
                yield at, name, (names[: found.start()], names[found.end() :])


def _retold(lines: Sequence[str], document: DuelData, scenario: str, names: tuple[str, str]) -> Iterator[str]:
    """The transcript as the rules give it for the choices that were laid open."""
    reveals, late = reveals_in(lines), _late(lines)

    def salts(phase: int, seat: int) -> str:
        return reveals[phase + 1, SEATS[seat]].salt

    states, params, luck = (
        np.zeros(1, STATE).view(np.recarray),
        encode(document).view(np.recarray)[0],
        new_stream(),
    )
    RULES.deal(states[0], params, list(document.maps).index(scenario), luck)
    yield from opening(states[0], document, names)
    while states[0].termination == RUNNING:
        before = states.copy()[0]
        place = int(before.turn) + 1, SEATS[int(before.seat)]
        action = _action(*place, reveals.get(place), place in late, document)
        RULES.step(states[0], params, action, luck)
        yield from told(before, action, states[0], document, salts)
    yield from closing(states[0], document, names)


def _action(phase: int, side: str, reveal: Reveal | None, late: bool, document: DuelData) -> int:
    if late:
        if not document.rules.time_outs:
            raise _Unreadable(f"phase {phase}: {side} {_TIMED_OUT}, which the rules do not allow")
        return TIMED_OUT
    if reveal is None:
        raise _Unreadable(f"phase {phase}: {side} never reveals what was sealed")
    if reveal.option not in (options := [option_id(SEATS.index(side), option) for option in range(OPTIONS)]):
        raise _Unreadable(
            f"phase {phase}: {side} reveals {reveal.option}, which is none of {', '.join(options)}"
        )
    return options.index(reveal.option)


def _late(lines: Sequence[str]) -> set[tuple[int, str]]:
    """Phases and sides whose clock ran out."""
    found, phase = set(), 0
    for line in lines:
        phase += line.startswith("phase ")
        found |= {(phase, side) for side in SEATS if line == f"  {side} {_TIMED_OUT}"}
    return found
