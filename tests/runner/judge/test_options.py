import numpy as np
import pytest

from runner.judge.options import BIAS_NOTE, flag_overpowered, option_impacts

NAMES = ("Strike", "Bash", "Never")
COUNTERS = np.array([[300, 200, 80, 60, 50, 42, 4, 2], [100, 100, 40, 40, 20, 20, 0, 0], [0] * 8], np.int64)
RESULTS = np.array([54, 6, 40], np.int64)


def test_columns_of_an_option() -> None:
    strike, bash, _ = option_impacts(NAMES, COUNTERS, RESULTS)
    assert (strike.option, strike.offered, strike.chosen, strike.gp) == ("Strike", 300, 200, 100)
    assert strike.pick_rate.value == pytest.approx(2 / 3)
    assert strike.seen_rate.value == 0.8
    assert strike.gih_wr.value == 52 / 80
    assert strike.gns_wr.value == 5 / 20
    assert strike.iwd.value == pytest.approx(0.4)
    assert strike.chosen_wr.value == 43 / 60
    assert strike.passed_wr.value == 9 / 20
    assert bash.passed_wr.value is None
    assert bash.gns_wr.value == 37 / 60


def test_draws_count_what_is_asked() -> None:
    assert option_impacts(NAMES, COUNTERS, RESULTS, draw_value=0.0)[0].gih_wr.value == 50 / 80


def test_newcombes_own_example() -> None:
    """56/70 less 48/80: .20 (.0524, .3339)."""
    counters = np.array([[[1, 1, 70, 70, 56, 56, 0, 0]]], np.int64)
    (found,) = option_impacts(("x",), counters, np.array([104, 0, 46], np.int64))
    assert found.iwd.value == pytest.approx(0.2)
    assert (round(found.iwd.low, 4), round(found.iwd.high, 4)) == (0.0524, 0.3339)


def test_players_and_seats_are_pooled() -> None:
    counters = np.broadcast_to(COUNTERS, (2, 2, 3, 8))
    results = np.broadcast_to(RESULTS, (2, 2, 3))
    pooled = option_impacts(NAMES, counters, results)[0]
    alone = option_impacts(NAMES, COUNTERS, RESULTS)[0]
    assert pooled.gp == 4 * alone.gp
    assert pooled.iwd.value == alone.iwd.value
    assert pooled.iwd.high - pooled.iwd.low < alone.iwd.high - alone.iwd.low


def test_an_option_never_seen_has_an_honest_row() -> None:
    never = option_impacts(NAMES, COUNTERS, RESULTS)[2]
    assert never.gih_wr.value is never.iwd.value is never.pick_rate.value is None
    assert (never.gih_wr.low, never.gih_wr.high) == (0, 1)
    assert -1 <= never.iwd.low < never.iwd.high <= 1
    assert never.gns_wr.value == 0.57
    assert never.seen_rate.value == 0


def test_no_games_at_all() -> None:
    for row in option_impacts(NAMES, np.zeros((3, 8), np.int64), np.zeros(3, np.int64)):
        assert row.gih_wr.value is row.gns_wr.value is None
        assert row.gp == 0


def test_the_bias_is_said() -> None:
    assert "games that last" in BIAS_NOTE


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
