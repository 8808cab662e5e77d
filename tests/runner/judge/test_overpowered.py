"""Options that yield more per cost than their kind."""

import pytest

from runner.judge.overpowered import flag_overpowered


def test_flag_of_an_outlier_of_its_kind() -> None:
    rows = flag_overpowered(
        ("a", "b", "c", "wall"), ("Attack", "Attack", "Attack", "Skill"), (60, 50, 200, 900), (10, 10, 20, 10)
    )
    assert [row.flagged for row in rows] == [False, False, True, False]
    assert [row.efficiency for row in rows] == [6, 5, 10, 90]
    assert rows[2].median == 6


def test_the_ratio_is_a_setting() -> None:
    shipped = flag_overpowered(("Strike", "Bash"), ("Attack", "Attack"), (9.0, 10.0), (1.0, 2.0))
    assert [row.flagged for row in shipped] == [False, False]
    assert shipped[0].efficiency / shipped[0].median == pytest.approx(9 / 7)
    strict = flag_overpowered(("Strike", "Bash"), ("Attack", "Attack"), (9.0, 10.0), (1.0, 2.0), ratio=1.25)
    assert [row.flagged for row in strict] == [True, False]


def test_free_and_unused_options() -> None:
    rows = flag_overpowered(("free", "x", "y", "idle"), ("A",) * 4, (30, 6, 6, 0), (0, 1, 1, 0))
    assert [row.flagged for row in rows] == [True, False, False, False]
    assert rows[3].efficiency is None
    assert rows[0].median == 6
    assert not any(row.flagged for row in flag_overpowered(("a", "b"), ("A", "A"), (3, 4), (0, 0)))
