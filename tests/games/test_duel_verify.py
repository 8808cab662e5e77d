"""Transcripts of duels that prove themselves, and what is found in those that were tampered with, line by line."""

from __future__ import annotations

import re

import pytest

from games.duel import GAME
from games.duel.seals import salt, seal
from games.duel.verify import verify
from tests.games.duel_documents import shipped, variant
from tests.games.test_duel_seals import NAMES, transcript


def altered(lines: list[str], wanted: str, old: str, new: str) -> tuple[list[str], int]:
    """`lines` with a part of the first line that holds `wanted` changed, and the number of that line from 1."""
    at = next(i for i, line in enumerate(lines) if wanted in line)
    assert old in lines[at]
    return [*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]], at + 1


@pytest.mark.parametrize("seed", range(5))
def test_whole_games_are_borne_out(seed: int) -> None:
    assert verify(transcript(seed=seed), shipped()) == []
    assert verify(["game 3 of a v b: the same as the stored game", *transcript(seed=seed)], shipped()) == []


def test_games_with_clocks_are_borne_out() -> None:
    document = variant(rules={"time_outs": True, "forfeit_after": 2}, maps=("river-line",))
    texts = [transcript(document, seed) for seed in range(12)]
    assert any("runs out" in line or "run out" in line for lines in texts for line in lines)
    assert any("by forfeit" in lines[-1] for lines in texts)
    assert [verify(lines, document) for lines in texts] == [[]] * len(texts)


def test_every_map_of_a_document_is_known() -> None:
    other = variant(maps=("ridge-screen",))
    assert verify(transcript(other), shipped()) == []
    with pytest.raises(ValueError, match="no transcript of a duel on one of the maps river-line"):
        verify(transcript(other), variant(maps=("river-line",)))


@pytest.mark.parametrize("names", [("a (Red) against b", "c"), ("", "x, strength 100 each"), ("강", "<b>")])
def test_names_may_hold_anything(names: tuple[str, str]) -> None:
    marked = [line.replace(NAMES[0], "\0").replace(NAMES[1], "\1") for line in transcript()]
    assert verify([line.replace("\0", names[0]).replace("\1", names[1]) for line in marked], shipped()) == []


@pytest.mark.parametrize(
    ("wanted", "old", "new"),
    [
        ("  cell", "score", "points"),
        ("  D ", "strength Red ", "strength Red 1"),
        ("phase 2", "phase 2,", "phase 2, much"),
    ],
)
def test_what_is_told_otherwise_than_the_rules_have_it(wanted: str, old: str, new: str) -> None:
    lines = transcript()
    changed, number = altered(lines, wanted, old, new)
    told = f"line {number}: {changed[number - 1]!r}, where the rules give {lines[number - 1]!r}"
    assert verify(changed, shipped()) == [told]


def test_a_result_that_was_turned_round() -> None:
    lines = transcript()
    winner = "Red" if lines[-1].startswith("Red") else "Blue"
    loser = "Blue" if winner == "Red" else "Red"
    (fault,) = verify([*lines[:-1], lines[-1].replace(winner, loser)], shipped())
    assert fault.startswith(f"line {len(lines)}: '{loser}")


def test_another_choice_with_its_own_seal_changes_all_that_follows() -> None:
    """Sealed anew by whoever holds the salt: the seals fit, and what the transcript tells does not."""
    lines = transcript()
    at = next(i for i, line in enumerate(lines) if "Red reveals" in line)
    option, salted = re.search(r"reveals (r\d):(\w+)", lines[at]).groups()
    other = f"r{(int(option[1]) + 1) % 4}"
    lines[at] = lines[at].replace(option, other)
    sealed = next(i for i, line in enumerate(lines) if "Red seals" in line)
    lines[sealed] = f"  Red seals {seal(other, salted)}"
    faults = verify(lines, shipped())
    assert len(faults) >= 2
    assert faults[0].startswith(f"line {at + 1}: ")
    assert not any("forfeits" in fault for fault in faults)


def test_another_choice_under_the_old_seal_forfeits() -> None:
    lines = transcript()
    at = next(i for i, line in enumerate(lines) if "Blue reveals" in line)
    option = re.search(r"b(\d)", lines[at])[1]
    lines[at] = lines[at].replace(f"b{option}:", f"b{(int(option) + 1) % 4}:")
    faults = verify(lines, shipped())
    assert faults[0].startswith("phase 1: Blue forfeits")


def test_another_salt_forfeits() -> None:
    lines = transcript()
    at = next(i for i, line in enumerate(lines) if "Red reveals" in line)
    lines[at] = re.sub(r":\w+,", f":{salt(1, 2, 0)},", lines[at])
    (fault,) = verify(lines, shipped())
    assert fault.startswith("phase 1: Red forfeits")


@pytest.mark.parametrize(
    ("cut", "told"),
    [
        (lambda lines: lines[:-1], "the transcript breaks off before its end"),
        (lambda lines: [*lines, lines[-1]], "the transcript goes on after its end"),
        (lambda lines: lines[:9], "phase 2: Red never reveals what was sealed"),
        (lambda lines: [one for one in lines if "Blue reveals" not in one], "phase 1: Blue never reveals"),
        (lambda lines: [line.replace("reveals r", "reveals r7") for line in lines], "which is none of r0, r1, r2, r3"),
    ],
)  # fmt: skip
def test_a_part_that_is_missing_or_too_much(cut, told: str) -> None:
    faults = verify(cut(transcript()), shipped())
    assert any(told in fault for fault in faults)


def test_a_clock_may_run_out_only_where_the_rules_allow_it() -> None:
    lines, _ = altered(transcript(), "Red seals", "Red seals", "Red lets the clock run out")
    lines = [re.sub(r"run out .*", "run out", line) for line in lines]
    assert any("which the rules do not allow" in fault for fault in verify(lines, shipped()))


def test_other_rules_give_another_game() -> None:
    faults = verify(transcript(), variant(rules={"concession_rate": 1}))
    assert faults
    assert all("strength" in fault and "where the rules give" in fault for fault in faults)


def test_what_is_no_transcript_is_refused() -> None:
    with pytest.raises(
        ValueError, match="no transcript of a duel on one of the maps river-line, ridge-screen"
    ):
        verify(["pig to 100 with one die"], shipped())
    assert GAME.verify is verify
