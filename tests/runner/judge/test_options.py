"""Option tables: within match-up and seat, opponents alike, and silent where nothing can be told."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from runner.judge.option_notes import most_telling, notes
from runner.judge.options import CERTAIN, EMPTY, FEW, OptionFigures, SeatCounts, option_figures


def cell(
    games: int, won: int, seen: tuple[int, int], chosen: tuple[int, int], offered: int = 1, drawn: int = 0
) -> tuple[list[int], list[int]]:
    """Counters of an option and results: games and wins in which it was seen and chosen, `offered` times a game."""
    counters = [
        offered * seen[0], chosen[0], seen[0], chosen[0], seen[1], chosen[1], 0, 0,
        offered**2 * seen[0], offered * chosen[0], chosen[0], 2 * chosen[0],
    ]  # fmt: skip
    return counters, [won, drawn, games - won - drawn]


def seat(
    *cells: tuple[list[int], list[int]], forced: list[list[int]] | None = None, **more: object
) -> SeatCounts:
    """One option of one policy in one seat, against as many opponents as there are cells."""
    games = [sum(results) for _, results in cells]
    return SeatCounts(
        scenario=str(more.get("scenario", "s")),
        policy=str(more.get("policy", "p")),
        seat=int(str(more.get("seat", 0))),
        options=np.array([[counters] for counters, _ in cells], np.int64),
        results=np.array([results for _, results in cells], np.int64),
        choices=np.array([[2 * number, 4 * number] for number in games], np.int64),
        forced=np.array([[row] for row in forced or [[0] * 6] * len(cells)], np.int64),
    )


def only(counts: SeatCounts, dealt: bool = False) -> OptionFigures:
    (row,) = option_figures(("x",), [counts], dealt=dealt)
    return row


def test_a_row_of_one_cell() -> None:
    row = only(seat(cell(200, 120, (160, 104), (60, 42), offered=3)), dealt=True)
    assert (row.seat, row.matchups, row.games, row.offered, row.chosen) == (1, 1, 200, 480, 60)
    assert row.taken.value == pytest.approx(60 / 480)
    assert row.share.value == pytest.approx(60 / 400)
    assert row.chosen_wr.value == pytest.approx(42 / 60)
    assert row.passed_wr.value == pytest.approx(62 / 100)
    assert row.compared.value == pytest.approx(42 / 60 - 62 / 100)
    assert row.iwd.value == pytest.approx(104 / 160 - 16 / 40)
    assert row.compared.number == 160


def test_newcombes_own_example() -> None:
    """56/70 less 48/80: .20 (.0524, .3339)."""
    row = only(seat(cell(150, 104, (150, 104), (70, 56))))
    assert row.compared.value == pytest.approx(0.2)
    assert [round(end, 4) for end in row.compared.ends] == [0.0524, 0.3339]


def test_the_seat_cannot_pass_for_the_option() -> None:
    """Won by 70 % in the first seat, where it is offered, and by 30 % in the other: nothing of that is the option's."""
    first = seat(cell(400, 280, (400, 280), (100, 70)))
    second = seat(cell(400, 120, (0, 0), (0, 0)), seat=1)
    rows = option_figures(("x",), [first, second], dealt=True)
    assert [row.seat for row in rows] == [1]
    assert rows[0].compared.value == pytest.approx(0.0)
    assert rows[0].iwd.value is None
    assert rows[0].left_out["iwd"] == {EMPTY: 1}


def test_reaching_a_phase_is_not_told_as_being_drawn() -> None:
    """Offered only in games that got far, which are won: the option is compared among these alone."""
    row = only(seat(cell(1000, 500, (500, 480), (250, 240))))
    assert row.compared.value == pytest.approx(0.0)
    assert row.iwd.value is row.gih_wr.value is row.gns_wr.value is None
    assert only(seat(cell(1000, 500, (500, 480), (250, 240))), dealt=True).iwd.value == pytest.approx(0.92)


def test_a_side_that_cannot_win_is_left_out_and_said() -> None:
    """Nobody wins pig without holding."""
    row = only(seat(cell(1000, 500, (1000, 500), (700, 500))))
    assert row.compared.value is None
    assert (row.compared.low, row.compared.high) == (-1.0, 1.0)
    assert row.left_out["compared"] == {CERTAIN: 1}
    assert not row.differs


def test_next_to_no_games_cannot_tell() -> None:
    few = only(seat(cell(500, 250, (500, 250), (4, 3))))
    assert few.compared.value is None
    assert few.left_out["compared"] == {FEW: 1}
    always = only(seat(cell(500, 250, (500, 250), (500, 250))))
    assert always.left_out["compared"] == {EMPTY: 1}


def test_opponents_weigh_the_same_whatever_was_played() -> None:
    weak, strong = cell(200, 160, (200, 160), (100, 90)), cell(200, 40, (200, 40), (100, 20))
    many = cell(20_000, 4_000, (20_000, 4_000), (10_000, 2_000))
    even, uneven = only(seat(weak, strong)), only(seat(weak, many))
    for name in ("compared", "chosen_wr", "passed_wr", "taken", "share"):
        assert getattr(even, name).value == pytest.approx(getattr(uneven, name).value), name
    assert uneven.compared.radius < even.compared.radius


def test_a_match_up_left_out_is_counted_and_the_others_told() -> None:
    row = only(seat(cell(200, 100, (200, 100), (80, 44)), cell(200, 0, (200, 0), (80, 0))))
    assert row.compared.value == pytest.approx(44 / 80 - 56 / 120)
    assert row.left_out["compared"] == {CERTAIN: 1}
    assert row.matchups == 2


def test_clusters_make_an_interval_wide() -> None:
    """A hundred games of 10 offers, all taken or none: a hundred observations, not a thousand."""
    counters = [1000, 500, 100, 50, 50, 25, 0, 0, 10_000, 5_000, 5_000, 5_000]
    row = only(replace(seat((counters, [50, 0, 50])), choices=np.array([[1000, 10_000]])))
    assert row.taken.value == row.share.value == 0.5
    assert row.taken.radius == pytest.approx(0.098, abs=0.003)


def test_what_is_always_or_never_taken_keeps_an_interval() -> None:
    for chosen in (0, 60):
        taken = only(seat(cell(60, 30, (60, 30), (chosen, chosen // 2)))).taken
        assert taken.value == chosen / 60
        assert taken.radius > 0.02


def test_the_forced_choice_is_half_the_points() -> None:
    row = only(seat(cell(400, 200, (400, 200), (200, 120)), forced=[[20, 10, 250, 20, 100, 7]]))
    assert row.effect.value == pytest.approx((-20 - 5 + 10 + 100) / 400)
    assert row.effect.low > 0.0
    assert row.effect_differs
    assert (row.effect.number, row.refused) == (400, 7)


def test_forced_choices_weigh_opponents_alike() -> None:
    counts = cell(400, 200, (400, 200), (200, 120))
    row = only(seat(counts, counts, forced=[[0, 0, 900, 0, 100, 0], [0, 0, 100, 0, 0, 0]]))
    assert row.effect.value == pytest.approx(0.05)


def test_without_samples_there_is_no_effect() -> None:
    row = only(seat(cell(400, 200, (400, 200), (200, 120)), forced=[[0, 0, 5, 0, 0, 3]]))
    assert row.effect.value is None
    assert (row.effect.low, row.effect.high) == (-1.0, 1.0)


def test_what_differs_is_corrected_for_how_many_were_asked() -> None:
    """A difference of 2.6 standard errors differs alone, and not among forty."""
    told = seat(cell(400, 200, (400, 200), (200, 113)))
    quiet = [seat(cell(400, 200, (400, 200), (200, 100)), policy=f"p{at}") for at in range(39)]
    assert only(told).differs
    together = option_figures(("x",), [told, *quiet])
    assert not any(row.differs for row in together)
    assert together[0].compared == only(told).compared, "each interval holds by itself"


def test_unseen_options_have_no_row_and_no_games_no_rows() -> None:
    assert option_figures(("x",), [seat(cell(100, 50, (0, 0), (0, 0)))]) == ()
    assert option_figures(("x",), []) == ()


def test_rows_that_tell_most_come_first() -> None:
    strong = seat(cell(400, 200, (400, 200), (200, 130)), policy="strong")
    weak = seat(cell(400, 200, (400, 200), (200, 103)), policy="weak")
    silent = seat(cell(400, 200, (400, 200), (400, 200)), policy="silent")
    rows = most_telling(option_figures(("x",), [silent, weak, strong]))
    assert [row.policy for row in rows] == ["strong", "weak", "silent"]


def test_notes_say_what_the_intervals_are_and_how_to_ask() -> None:
    plain = " ".join(notes([only(seat(cell(400, 200, (400, 200), (200, 103))))], 0.95))
    assert "effects = 200" in plain
    assert "at which the run stopped" in plain
    assert "two points" not in plain
    asked = only(seat(cell(400, 200, (400, 200), (200, 103)), forced=[[0, 0, 100, 0, 0, 0]]))
    assert "the figure to trust" in " ".join(notes([asked], 0.95))


def test_rows_are_plain_values() -> None:
    row = only(seat(cell(400, 200, (400, 200), (200, 103))))
    assert json.loads(json.dumps(asdict(row)))["compared"]["number"] == 400
