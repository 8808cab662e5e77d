"""battle's formulae against the published table of values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.battle.data import Coa, RulesData
from games.battle.formulas import (
    BANDS,
    CONFIDENCES,
    HUNDRED,
    axis_changes,
    band_of,
    confidence_of,
    estimate_of,
    factor_sum,
    fog_width,
    judgment_of,
    late_minutes,
    odds_of,
    raw_odds,
)
from games.battle.luck import drawn, label_hash, shown_order, splitmix64
from games.rng import fnv1a64
from tests.games.battle_documents import coa, one_coa, record

GOOD = {"force": "superior", "terrain": "good", "surprise": True, "recon": True, "skill": "high"}
BAD = {
    "force": "inferior",
    "terrain": "bad",
    "supply": "critical",
    "night": True,
    "skill": "low",
    "interference": True,
}
CLIMB = {"terrain": "good", "recon": True, "skill": "high"}
SLOPE = {"terrain": "bad", "skill": "high"}


def u(seed: int, label: str) -> float:
    with np.errstate(over="ignore"):
        return float(drawn(np.uint64(seed), label_hash(*label.split("|"))))


def test_luck_is_splitmix_of_a_labels_hash() -> None:
    assert fnv1a64("") == 0xCBF29CE484222325
    with np.errstate(over="ignore"):
        assert int(splitmix64(np.uint64(0))) == 0xE220A8397B1DCDAF
    assert u(1, "roll|0|1m") == 0.20578507678967672
    assert u(42, "incident") == 0.8539422703563768
    assert u(42, "staff|p1|a") == 0.3149223849550563


def test_options_are_shown_in_every_order() -> None:
    orders = {tuple(shown_order(seed, "1m", 3)) for seed in range(200)}
    assert len(orders) == 6
    assert shown_order(5, "1m", 4) == shown_order(5, "1m", 4)
    assert any(shown_order(seed, "1m", 4) != shown_order(seed, "2m", 4) for seed in range(5))


@pytest.mark.parametrize(
    ("tenths", "odds", "band"),
    [
        (12, 0.768525, "favourable"),
        (-2, 0.450166, "even"),
        (0, 0.5, "even"),
        (5, 0.622459, "favourable"),
        (-4, 0.401312, "even"),
        (-5, 0.377541, "unfavourable"),
    ],
)
def test_odds_of_a_sum(tenths: int, odds: float, band: str) -> None:
    assert odds_of(RulesData(), tenths) == pytest.approx(odds, abs=5e-7)
    assert BANDS[band_of(record(), raw_odds(tenths))] == band


@pytest.mark.parametrize(
    ("factors", "tenths", "odds"),
    [
        (GOOD, 26, 0.930862),
        (BAD, -29, 0.052154),
        ({"force": "superior"}, 8, 0.689974),
        ({"force": "inferior"}, -8, 0.310026),
        ({"surprise": True}, 6, 0.645656),
        ({"recon": True}, 4, 0.598688),
        ({"night": True}, -2, 0.450166),
        ({"supply": "critical"}, -8, 0.310026),
        ({"interference": True}, -3, 0.425557),
        ({}, 0, 0.5),
        ({"force": "even", "supply": "good", "skill": "mid"}, 0, 0.5),
    ],
)
def test_odds_of_factors(factors: dict[str, Any], tenths: int, odds: float) -> None:
    rules, made = one_coa(factors)
    assert factor_sum(rules, made) == tenths
    assert odds_of(rules, tenths) == pytest.approx(odds, abs=5e-7)


def test_surprise_is_favourable_and_recon_even() -> None:
    assert BANDS[band_of(record(), raw_odds(6))] == "favourable"
    assert BANDS[band_of(record(), raw_odds(4))] == "even"


def test_odds_are_clamped() -> None:
    assert (odds_of(RulesData(), 30), odds_of(RulesData(), -30)) == (0.95, 0.05)
    assert raw_odds(30) == pytest.approx(0.952574, abs=5e-7)
    assert raw_odds(-30) == pytest.approx(0.047426, abs=5e-7)


@pytest.mark.parametrize(
    ("factors", "losses", "recon", "odds"),
    [
        (CLIMB, True, False, 0.710950),
        (CLIMB, False, False, 0.768525),
        (CLIMB, False, True, 0.768525),
        (SLOPE, False, True, 0.549834),
        (SLOPE, True, True, 0.475021),
        ({"skill": "low"}, True, False, 0.425557),
        ({}, True, True, 0.524979),
    ],
)
def test_what_is_carried_over(factors: dict[str, Any], losses: bool, recon: bool, odds: float) -> None:
    rules, made = one_coa(factors)
    assert odds_of(rules, factor_sum(rules, made, losses=losses, recon=recon)) == pytest.approx(
        odds, abs=5e-7
    )


def test_fog_lifts_with_every_card() -> None:
    params = record()
    widths = [fog_width(params, opened, 3) for opened in range(4)]
    assert widths == pytest.approx([0.24, 0.18, 0.12, 0.06])
    assert [CONFIDENCES[confidence_of(params, width)] for width in widths] == ["low", "low", "mid", "high"]
    for opened, cards in ((0, 0), (1, 2)):
        width = fog_width(params, opened, cards)
        assert width == pytest.approx(0.15)
        assert CONFIDENCES[confidence_of(params, width)] == "mid"


@pytest.mark.parametrize(
    ("odds", "width", "noise", "estimate", "band"),
    [
        (0.5, 0.24, -1.0, 0.26, "unfavourable"),
        (0.5, 0.24, 1.0, 0.74, "favourable"),
        (0.93, 0.24, 1.0, 0.95, "favourable"),
        (0.62, 0.06, -0.5, 0.59, "even"),
    ],
)
def test_staff_estimates(odds: float, width: float, noise: float, estimate: float, band: str) -> None:
    found = estimate_of(record(), odds, width, noise)
    assert found == pytest.approx(estimate)
    assert BANDS[band_of(record(), found)] == band


def test_axes_after_success_and_failure() -> None:
    def points(**effect: int) -> tuple[list[float], list[float]]:
        made = Coa.model_validate(coa(0, effect={"mission": 0, "preservation": 0, "tempo": 0, **effect}))
        won, lost = (
            [c / HUNDRED for c in axis_changes(RulesData(), made, success)] for success in (True, False)
        )
        return won, lost

    won, lost = points(mission=8, preservation=2, tempo=6)
    assert [50 + won[0], 50 + lost[0]] == [58, 41]
    assert [70 + won[1], 70 + lost[1]] == [72, 62]
    assert [50 + won[2], 50 + lost[2]] == [56, 53]
    assert 70 + points(preservation=-6)[1][1] == 54
    assert 50 + points(tempo=-4)[1][2] == 48


@pytest.mark.parametrize(("cumulative", "total"), [(False, -39), (True, -42)])
def test_overrun_costs_tempo(cumulative: bool, total: int) -> None:
    params, steps, lost = record(), 0, []
    params.cumulative_overrun = cumulative
    for used in (235, 246, 258, 271):
        points, steps = late_minutes(params, used, 240, steps)
        lost.append(-points)
    assert lost[:3] == [0, -10, -13]
    assert sum(lost) == total


def test_judgment() -> None:
    params = record()
    assert judgment_of(params, 0.6875, 6, 10, 1, 3, 8, 2) == pytest.approx(59.0)
    assert judgment_of(params, 0.6875, 6, 10, 1, 0, 0, 2) == pytest.approx(61.5)
    assert judgment_of(params, 0.0, 0, 10, 0, 0, 8, 3) == 0.0
    assert judgment_of(params, 1.0, 10, 10, 1, 8, 8, 0) == 100.0
    assert judgment_of(params, 0.0, 0, 0, 0, 0, 0, 0) == pytest.approx(12.5 + 10)
