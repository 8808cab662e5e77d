import numpy as np
import pytest

from runner.judge.league import MOST_IN_USE, League, league
from runner.judge.payoffs import Meeting
from runner.judge.ratings import Rating


def meeting(row: str, column: str, cells: dict[tuple[int, int], int]) -> Meeting:
    hist = np.zeros((3, 3), np.int64)
    for cell, number in cells.items():
        hist[cell] = number
    return Meeting(row, column, hist)


BEATS = {(2, 0): 490, (1, 0): 420, (0, 0): 90}


def ratings(found: League) -> list[Rating]:
    return [member.rating for member in found.members]


CYCLE = [
    meeting("paper", "rock", BEATS),
    meeting("scissors", "paper", BEATS),
    meeting("rock", "scissors", BEATS),
]
RPS = ("rock", "paper", "scissors")


def test_a_cycle_has_no_ranking_and_even_use() -> None:
    found = league(RPS, CYCLE)
    assert [round(entrant.elo, 6) for entrant in ratings(found)] == [0, 0, 0]
    assert found.cycles.share == pytest.approx(1.0)
    assert "meaningless" in found.cycles.warning
    assert [row.share for row in found.use.rows] == pytest.approx([1 / 3] * 3, abs=1e-6)
    for member in found.members:
        assert member.nash.value == pytest.approx(0, abs=1e-9)
        assert member.nash.low < -0.001 < 0.001 < member.nash.high
        assert member.alpha.value == pytest.approx(1 / 3)
        assert member.alpha.low < 1 / 3 < member.alpha.high
        assert member.glicko.value == pytest.approx(1500)
        assert member.picked == pytest.approx(1 / 3)


def test_a_ladder_has_a_ranking_and_one_survivor() -> None:
    ladder = [
        meeting("a", "b", {(2, 0): 200, (1, 0): 150, (0, 2): 50, (0, 0): 100}),
        meeting("a", "c", {(2, 0): 300, (1, 1): 100, (0, 0): 100}),
        meeting("c", "b", {(2, 0): 100, (1, 0): 150, (0, 2): 50, (0, 0): 200}),
    ]
    found = league(("a", "b", "c"), ladder)
    elos = [entrant.elo for entrant in ratings(found)]
    assert elos[0] > elos[1] > elos[2]
    assert found.cycles.warning is None
    assert found.use.rows[0].share == 1.0
    assert found.nu > 0
    assert np.argmax([member.alpha.value for member in found.members]) == 0
    assert np.argmax([member.nash.value for member in found.members]) == 0
    glicko = [member.glicko for member in found.members]
    assert glicko[0].low > glicko[1].high > glicko[1].value > glicko[2].value


def test_the_side_a_meeting_is_told_from_does_not_matter() -> None:
    cells = {(2, 0): 7, (1, 1): 5, (0, 1): 2, (0, 2): 3, (0, 0): 1}
    turned = {(2 - w - d, d): number for (w, d), number in cells.items()}
    one, other = (
        league(("a", "b"), [meeting("a", "b", cells)]),
        league(("a", "b"), [meeting("b", "a", turned)]),
    )
    assert ratings(one) == ratings(other)
    assert one.members == other.members
    assert np.array_equal(one.table.counts, other.table.counts)


def test_strangers_are_kept_apart() -> None:
    found = league(("a", "b", "c", "d"), [meeting("a", "b", BEATS), meeting("c", "d", BEATS)])
    parts = [entrant.component for entrant in ratings(found)]
    assert parts[0] == parts[1] != parts[2] == parts[3]
    assert found.groups == 2
    assert "met" in found.why_no_use
    assert found.use is None
    assert all(member.use is member.nash is member.alpha is None for member in found.members)


@pytest.mark.parametrize("entrants", [("solo",), ("a", "b")])
def test_no_meetings(entrants: tuple[str, ...]) -> None:
    found = league(entrants, [], draws=50)
    assert all(np.isfinite([e.elo, e.low, e.high]).all() for e in ratings(found))
    assert found.cycles.warning is None
    assert (found.use is not None) == (len(entrants) == 1)


def test_one_game_and_all_wins() -> None:
    for cells in ({(2, 0): 1}, {(2, 0): 5000}, {(0, 2): 5000}):
        found = league(("a", "b"), [meeting("a", "b", cells)], draws=50)
        for entrant in ratings(found):
            assert np.isfinite([entrant.elo, entrant.low, entrant.high]).all()
            assert entrant.low < entrant.high


def test_a_field_too_large_for_optimal_play_is_still_rated() -> None:
    names = tuple(f"p{i}" for i in range(MOST_IN_USE + 1))
    found = league(names, [meeting(names[i - 1], names[i], BEATS) for i in range(len(names))])
    assert found.use is None
    assert str(MOST_IN_USE) in found.why_no_use
    assert [round(one.elo, 6) for one in ratings(found)] == [0] * len(names)
    assert sum(member.picked for member in found.members) == pytest.approx(1)
