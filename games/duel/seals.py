"""Sealed choices: a hash is published first, the choice with its salt later, and anyone can check the two.

seal = sha256(utf8("optionId:salt")) as hex;   option ids: r0 .. r3 for Red, b0 .. b3 for Blue
"""

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from games.duel.data import SEATS, DuelData

__all__ = ["Reveal", "broken_seals", "option_id", "reveals_in", "salt", "seal"]

_PHASE = re.compile(r"^phase (\d+)\b")
_SEAL = re.compile(rf"^\s*({'|'.join(SEATS)}) seals (\S+)$")
_REVEAL = re.compile(rf"^\s*({'|'.join(SEATS)}) reveals (\w+):(\w+)")


class Reveal(NamedTuple):
    """A choice as it was laid open."""

    option: str
    salt: str


def option_id(seat: int, option: int) -> str:
    """How a choice is named inside a seal: "r2" is Red's third option."""
    return f"{SEATS[seat][0].lower()}{option}"


def salt(luck: int, phase: int, seat: int) -> str:
    """16 hex digits that belong to one choice of one game: luck decides them, the choice does not."""
    return hashlib.sha256(f"{luck}:{phase}:{seat}".encode()).hexdigest()[:16]


def seal(option: str, salted: str) -> str:
    """The commitment to an option id under a salt, 64 hex digits."""
    return hashlib.sha256(f"{option}:{salted}".encode()).hexdigest()


def broken_seals(transcript: Sequence[str], document: DuelData | None = None) -> list[str]:
    """What is wrong with the seals of a transcript, a text each; empty when every choice is what was sealed.

    A side whose reveal does not fit its seal forfeits, unless the rules of `document` let it pass. Raises
    `ValueError` for a transcript without a phase.
    """
    forfeits = document is None or document.rules.mismatch_forfeits
    seals, reveals = _read(transcript)
    wrong = []
    for phase, side in sorted(
        seals.keys() | reveals.keys(), key=lambda place: (place[0], SEATS.index(place[1]))
    ):
        stated, reveal = seals.get((phase, side)), reveals.get((phase, side))
        if stated is None:
            wrong.append(f"phase {phase}: {side} reveals a choice that was never sealed")
        elif reveal is None:
            wrong.append(f"phase {phase}: {side} never reveals what was sealed")
        elif seal(*reveal) != stated:
            found = f"{reveal.option}:{reveal.salt} has the seal {seal(*reveal)}, not {stated}"
            wrong.append(
                f"phase {phase}: {side} {'forfeits' if forfeits else 'did not keep its seal'}: {found}"
            )
        elif reveal.option[:1] != side[0].lower():
            wrong.append(f"phase {phase}: {side} reveals {reveal.option}, an option of the other side")
    return wrong


def reveals_in(transcript: Sequence[str]) -> dict[tuple[int, str], Reveal]:
    """What was laid open, by phase (from 1) and side."""
    return _read(transcript)[1]


def _read(transcript: Sequence[str]) -> tuple[dict[tuple[int, str], str], dict[tuple[int, str], Reveal]]:
    """Seals and reveals by phase and side."""
    seals, reveals, phase = {}, {}, 0
    for line in transcript:
        if found := _PHASE.match(line):
            phase = int(found[1])
        elif found := _SEAL.match(line):
            seals[phase, found[1]] = found[2]
        elif found := _REVEAL.match(line):
            reveals[phase, found[1]] = Reveal(found[2], found[3])
    if not phase:
        raise ValueError("this is no transcript of a duel: it has no phase")
    return seals, reveals
