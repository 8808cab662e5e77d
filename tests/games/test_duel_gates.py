"""The gates of duel: what opens them, what shuts them, and what they say."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from games.duel.data import DuelData
from games.duel.equilibria import phase_equilibria
from games.duel.exhibits import exhibits
from games.duel.figures import PairFigures, r_squared, sampled_figures
from games.duel.gates import GATES, GateRow, draws, flips, no_dominance, r2, reachable, red_wins, usage
from games.gates import Interval
from tests.games.duel_documents import shipped, variant

RIVER, RIDGE = "river-line", "ridge-screen"
EVEN = PairFigures(RIVER, "a", "b", None, win=0.5, draw=0.01, flip=0.05, r2=0.6, eta2=0.7)


def one_phase(cells: list[list[int]]) -> DuelData:
    """A map of one phase with these cells, the weights of all match-ups at nil."""
    values = shipped().model_dump()
    phase = values["maps"][RIVER][0] | {"factors": (np.array(cells) - 5).tolist()}
    return DuelData.model_validate({**values, "matchups": {}, "maps": {"one": [phase]}})


def test_all_seven_are_listed_with_the_published_thresholds() -> None:
    thresholds = {name: gate.thresholds for name, gate in GATES.items()}
    assert thresholds == {
        "red_wins": {"low": 0.45, "high": 0.55},
        "draws": {"high": 0.10},
        "flips": {"high": 0.10},
        "r2": {"low": 0.4},
        "no_dominance": {},
        "usage": {"low": 0.05},
        "reachable": {"strength": 0},
    }
    assert all(gate.summary for gate in GATES.values())


@pytest.mark.parametrize(
    ("gate", "changed", "passes"),
    [
        (red_wins, {"win": 0.45}, True),
        (red_wins, {"win": 0.4499}, False),
        (red_wins, {"win": 0.5501}, False),
        (draws, {"draw": 0.10}, True),
        (draws, {"draw": 0.1001}, False),
        (flips, {"flip": 0.1001}, False),
        (r2, {"r2": 0.4}, True),
        (r2, {"r2": 0.3999}, False),
    ],
)
def test_gates_of_play_open_and_shut_at_their_thresholds(gate, changed, passes) -> None:
    (row,) = gate([EVEN._replace(**changed)])
    assert row.passed == passes
    assert row.scope == "river-line, a v b"


def test_a_threshold_may_be_another() -> None:
    assert not red_wins([EVEN], low=0.51)[0].passed
    assert red_wins([EVEN], low=0.51)[0].threshold == "0.51 to 0.55"
    assert r2([EVEN])[0].detail == "eta2 of category pairs 0.700"


def test_slack_is_the_way_to_the_nearer_threshold() -> None:
    assert GateRow("g", "s", 0.47, 0.45, 0.55).slack == pytest.approx(0.02)
    assert GateRow("g", "s", 0.12, None, 0.10).slack == pytest.approx(-0.02)
    assert GateRow("g", "s", 3, 5, None).slack == -2


@pytest.mark.parametrize("scenario", [RIVER, RIDGE])
def test_shipped_maps_pass_the_gates_that_need_no_play(scenario) -> None:
    for gate in (no_dominance, usage, reachable):
        rows = gate(shipped(), scenario)
        assert rows
        assert all(row.passed for row in rows)


@pytest.mark.parametrize(("scenario", "least"), [(RIVER, 0.1064), (RIDGE, 0.1)])
def test_least_usage(scenario, least) -> None:
    assert min(row.value for row in usage(shipped(), scenario)) == pytest.approx(least, abs=5e-5)


@pytest.mark.parametrize(("scenario", "least"), [(RIVER, 0.106), (RIDGE, 0.099)])
def test_least_usage_by_fictitious_play(scenario, least) -> None:
    shares = [share for found in phase_equilibria(shipped(), scenario) for share in found.fictitious]
    assert np.min(shares) == pytest.approx(least, abs=0.001)


def test_river_line_phase_one() -> None:
    first = phase_equilibria(shipped(), RIVER)[0]
    assert first.value == pytest.approx(4.9642857, abs=5e-8)
    np.testing.assert_allclose(first.fictitious[0], [0.4277, 0.2157, 0.1632, 0.1933], atol=5e-5)


def test_worst_strength_is_told() -> None:
    values = {row.scope: row.value for row in (*reachable(shipped(), RIVER), *reachable(shipped(), RIDGE))}
    assert values["river-line, worst strength of Red"] == 37
    assert values["river-line, worst strength of Blue"] == 44
    assert values["ridge-screen, worst strength of Red"] == 19
    assert values["ridge-screen, worst strength of Blue"] == 17


def test_a_dominant_option_and_a_saddle_are_named() -> None:
    (row,) = no_dominance(one_phase([[7, 5, 6, 6], [5, 4, 5, 5], [5, 4, 5, 5], [5, 4, 4, 5]]), "one")
    assert not row.passed
    assert row.detail == (
        "Red's REC is as good as any other everywhere; Blue's HLD is as good as any other everywhere; "
        "REC v HLD is a pure equilibrium"
    )


def test_a_saddle_without_dominance_shuts_the_gate_too() -> None:
    (row,) = no_dominance(one_phase([[6, 4, 5, 6], [5, 5, 5, 5], [3, 5, 7, 6], [4, 4, 6, 4]]), "one")
    assert row.detail == "RES v HLD is a pure equilibrium"
    assert not row.passed


def test_an_unused_option_is_named_with_its_counter() -> None:
    document = variant(matchups={("RES", "ENV"): 1}, maps=(RIVER,))
    shut = [row for row in usage(document, RIVER) if not row.passed]
    assert shut
    assert all(row.value == pytest.approx(0, abs=1e-7) for row in shut)
    assert all("countered by" in row.detail for row in shut)


def test_strength_that_runs_out_shuts_the_gate() -> None:
    document = variant(rules={"strength": 60}, maps=(RIVER,))
    rows = reachable(document, RIVER)
    assert [row.passed for row in rows[:2]] == [False, True]
    assert [row.value for row in rows[:2]] == [-3, 4]


def test_an_option_that_cannot_win_any_more_shuts_the_gate() -> None:
    """Red's first option can never gain; strengths do not decide."""
    values = one_phase([[5, 3, 4, 4], [7, 4, 6, 3], [6, 7, 3, 5], [4, 6, 5, 7]]).model_dump()
    values["rules"]["strength_margin"] = 100
    rows = reachable(DuelData.model_validate(values), "one")
    assert rows[2].value == 1
    assert not rows[2].passed
    assert "REC D -2 to 0" in rows[2].detail
    assert rows[3].passed


class Told:
    """Counts of a match-up as a test tells them: means by player, each with a hundredth to either side."""

    scenario = RIVER

    def __init__(self, players: tuple[str, str], results: dict[str, tuple[float, float]]) -> None:
        self.players, self._results = players, results

    def games(self, player: int, seat: int) -> Interval:
        assert seat == 0
        return Interval(100, 100, 500)

    def won(self, player: int, seat: int) -> Interval:
        assert seat == 0
        return self._of("won", player)

    def drawn(self, player: int, seat: int) -> Interval:
        assert seat == 0
        return self._of("drawn", player)

    def share(self, metric: str, player: int) -> Interval:
        return self._of(metric, player)

    mean = share

    def _of(self, what: str, player: int) -> Interval:
        value = self._results[what][player]
        return Interval(value, value - 0.01, value + 0.01)


MEANS = {
    "won": (0.3, 0.6), "drawn": (0.1, 0.05), "red_flip": (0.07, 0.09), "phases": (6, 6), "x": (0, 0), "y": (30, 30),
    "xx": (6, 6), "yy": (156, 156), "xy": (4.8, 3.0),
}  # fmt: skip


def test_counted_figures_are_read_by_seat() -> None:
    """Player 0 in Red's seat: 30 of 100 games won; player 1 in Red's seat: 60."""
    first, second = sampled_figures(Told(("a", "b"), MEANS))
    assert first.estimate == (RIVER, "a", "b", 100, 0.3, 0.1, 0.07, pytest.approx(0.64), None)
    assert second.estimate == (RIVER, "b", "a", 100, 0.6, 0.05, 0.09, pytest.approx(0.25), None)
    assert (first.low.win, first.high.win, first.high.games) == (
        pytest.approx(0.29),
        pytest.approx(0.31),
        500,
    )
    assert len(sampled_figures(Told(("a", "a"), MEANS))) == 1


def test_a_correlation_lies_between_what_its_means_allow() -> None:
    """Every choice of means within their intervals, at the corners and in the middle, is enclosed."""
    (figures, _) = sampled_figures(Told(("a", "b"), MEANS))
    names = ("phases", "x", "y", "xx", "yy", "xy")
    seen = [
        r_squared(*(MEANS[name][0] + 0.01 * side for name, side in zip(names, sides, strict=True)))
        for sides in product((-1, 0, 1), repeat=6)
    ]
    assert figures.low.r2 <= min(seen) < 0.64 < max(seen) <= figures.high.r2
    wild = {**MEANS, "yy": (150.0, 150.0)}  # no spread for certain: anything is possible
    assert sampled_figures(Told(("a", "b"), wild))[0].high.r2 == 1.0


def test_sensitivity_ranks_edits_before_a_game() -> None:
    """dv / d(cell), against moving the cell a little and solving anew."""
    from games.matrix import value

    first = phase_equilibria(shipped(), RIVER)[0]
    for i, j in np.ndindex(4, 4):
        moved = first.cells.astype(float)
        moved[i, j] += 1e-4
        assert (value(moved) - first.value) / 1e-4 == pytest.approx(first.sensitivity[i, j], abs=1e-4)


def test_every_phase_is_exhibited_as_a_matrix_game() -> None:
    listed = exhibits(shipped())
    assert [(one["scenario"], one["part"]) for one in listed] == [
        (name, f"phase {number}")
        for name, phases in ((RIVER, 6), ("ridge-screen", 8))
        for number in range(1, phases + 1)
    ]
    for one in listed:
        phase = shipped().maps[one["scenario"]][int(one["part"].split()[1]) - 1]
        assert one["payoffs"] == shipped().cells(phase).tolist()
        for side, offered in zip(one["players"], (phase.red, phase.blue), strict=True):
            assert [use["name"] for use in side["options"]] == list(offered)
            assert sum(use["usage"] for use in side["options"]) == pytest.approx(1, abs=1e-5)
            assert all(use["low"] <= use["usage"] <= use["high"] for use in side["options"])
    first = listed[0]
    assert (first["value"], first["least_usage"], first["even"]) == (4.964286, 0.05, 5)
    assert [round(use["fictitious"], 4) for use in first["players"][0]["options"]] == [
        0.4277,
        0.2157,
        0.1632,
        0.1933,
    ]
