"""Sealed choices: the published hash, transcripts that prove themselves, and transcripts that were tampered with."""

from __future__ import annotations

import re

import numpy as np
import pytest

from games.duel import GAME
from games.duel.seals import broken_seals, option_id, salt, seal
from tests.games.duel_documents import shipped, variant
from tests.games.walks import any_move, walk

NAMES = ("Ann", "Ben")


def transcript(document=None, seed: int = 1) -> list[str]:
    """A game of random moves as text."""
    document = document or shipped()
    steps = list(walk(GAME, document, any_move(np.random.default_rng(seed)), key=seed))
    lines = GAME.text.opening(steps[0].before, document, NAMES)
    for step in steps:
        lines += GAME.text.move(step.before, step.action, step.after, document, NAMES)
    return lines + GAME.text.closing(steps[-1].after, document, NAMES)


def test_the_published_seal() -> None:
    expected = "6d2570b03915d2e880713a3073251514560888e8043628c2d60337d2cf775e27"
    assert seal(option_id(0, 2), "7f3a") == expected


def test_a_salt_belongs_to_one_choice_of_one_game() -> None:
    salts = {salt(luck, phase, seat) for luck in (1, 2) for phase in (0, 1) for seat in (0, 1)}
    assert len(salts) == 8
    assert salt(1, 0, 0) == salt(1, 0, 0)


def test_a_transcript_proves_itself() -> None:
    lines = transcript()
    assert sum(" seals " in line for line in lines) == sum(" reveals " in line for line in lines) == 12
    assert broken_seals(lines) == []


def test_red_seals_before_anything_is_shown() -> None:
    lines = transcript()
    order = [line.split()[1] for line in lines if " seals " in line or " reveals " in line]
    assert order == ["seals", "seals", "reveals", "reveals"] * 6
    assert not re.search(r"REC|RES|ENV|BRK", lines[2])


def test_a_changed_choice_forfeits() -> None:
    lines = transcript()
    place = next(i for i, line in enumerate(lines) if "Blue reveals" in line)
    option = re.search(r"b(\d)", lines[place])[1]
    lines[place] = lines[place].replace(f"b{option}:", f"b{(int(option) + 1) % 4}:")
    (fault,) = broken_seals(lines)
    assert fault.startswith("phase 1: Blue forfeits")
    (fault,) = broken_seals(lines, variant(rules={"mismatch_forfeits": False}))
    assert fault.startswith("phase 1: Blue did not keep its seal")


def test_a_changed_seal_forfeits() -> None:
    lines = transcript()
    place = next(i for i, line in enumerate(lines) if "Red seals" in line)
    lines[place] = "  Red seals " + "0" * 64
    (fault,) = broken_seals(lines)
    assert fault.startswith("phase 1: Red forfeits")


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("Red seals", "reveals a choice that was never sealed"),
        ("Red reveals", "never reveals what was sealed"),
    ],
)
def test_a_missing_half_is_told(word, fault) -> None:
    lines = transcript()
    del lines[next(i for i, line in enumerate(lines) if word in line)]
    assert broken_seals(lines) == [f"phase 1: Red {fault}"]


def test_the_other_sides_option_is_told() -> None:
    lines = ["phase 1, no initiative", f"  Red seals {seal('b1', 'ab')}", "  Red reveals b1:ab, HLD"]
    assert broken_seals(lines) == ["phase 1: Red reveals b1, an option of the other side"]


def test_what_is_no_transcript_is_refused() -> None:
    with pytest.raises(ValueError, match="no transcript of a duel"):
        broken_seals(["pig to 100 with one die"])


def test_a_clock_that_ran_out_needs_no_seal() -> None:
    document = variant(rules={"time_outs": True, "forfeit_after": 0}, maps=("river-line",))
    texts = [transcript(document, seed) for seed in range(1, 6)]
    assert any("runs out" in line or "run out" in line for lines in texts for line in lines)
    assert [broken_seals(lines) for lines in texts] == [[]] * 5
