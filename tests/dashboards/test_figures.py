"""Figures hold the numbers they were given, under names that stay text."""

from __future__ import annotations

import json

import pytest

from dashboards.figures.lengths import length_histogram
from dashboards.figures.matrix import matrix
from dashboards.figures.scatter import use_against_effect
from dashboards.figures.seats import seat_effect
from dashboards.figures.theme import DARK, DIVERGING, INK, repaint
from dashboards.rows import LengthRow, LengthSummary
from runner.judge.estimates import Estimate
from tests.dashboards.recipes import HOSTILE


def texts(value: object) -> list[str]:
    """Every string in a figure's plain values."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for one in inner for text in texts(one)]


def test_the_matrix_puts_each_win_rate_where_its_names_are() -> None:
    cells = {("a", "b"): (Estimate(0.7, 0.6, 0.8), 200), ("b", "a"): (Estimate(0.3, 0.2, 0.4), 200)}
    figure = matrix(["a", "b"], ["a", "b"], cells, 0.5).to_dict()
    (heat,) = figure["data"]
    assert heat["z"] == [[None, 0.7], [0.3, None]]
    assert heat["text"][0][1] == "70.0<br>±10.0"
    assert "200 games" in heat["customdata"][1][0]
    assert figure["layout"]["yaxis"]["ticktext"] == ["a", "b"]
    assert (heat["zmin"], heat["zmax"]) == pytest.approx((0.3, 0.7))


def test_colours_reach_no_less_far_than_fifteen_points() -> None:
    cells = {("a", "b"): (Estimate(0.51, 0.5, 0.52), 2)}
    (heat,) = matrix(["a"], ["b"], cells, 0.5).to_dict()["data"]
    assert (heat["zmin"], heat["zmax"]) == pytest.approx((0.35, 0.65))


def test_a_wide_matrix_leaves_its_figures_to_hovering() -> None:
    names = [str(number) for number in range(20)]
    (heat,) = matrix(names, names, {("3", "4"): (Estimate(0.5, 0.4, 0.6), 2)}, 0.5).to_dict()["data"]
    assert "text" not in heat
    assert "2 games" in heat["customdata"][3][4]


def test_names_that_look_like_numbers_or_dates_or_twins_stay_apart() -> None:
    names = ["2024-01-01", "7", "x" * 90 + "1", "x" * 90 + "1 "]
    layout = matrix(names, names, {}, 0.5).to_dict()["layout"]
    assert layout["xaxis"]["tickvals"] == [0, 1, 2, 3]
    assert len(layout["xaxis"]["ticktext"]) == 4


def test_seat_effects_carry_their_intervals_in_points() -> None:
    leads = [Estimate(0.1, 0.05, 0.2), Estimate(None), Estimate(-0.1, -0.2, 0.0)]
    (dots,) = seat_effect(["all", "none", "b"], leads, 1).to_dict()["data"]
    assert dots["x"] == pytest.approx([10.0, -10.0])
    assert dots["y"] == [0, 2]
    assert dots["error_x"]["array"] == pytest.approx([10.0, 10.0])
    assert dots["error_x"]["arrayminus"] == pytest.approx([5.0, 10.0])
    assert dots["marker"]["symbol"] == ["diamond", "circle"]


def test_lengths_are_bars_with_the_median_marked() -> None:
    rows = [LengthRow(1, 2, 30), LengthRow(3, 4, 10)]
    figure = length_histogram(rows, LengthSummary(40, 20, 2.0, 1.0, 1, 1, 1.5, 4, 4)).to_dict()
    (bars,) = figure["data"]
    assert bars["x"] == [1.5, 3.5]
    assert bars["y"] == [30, 10]
    assert "1 to 2 turns" in bars["customdata"][0]
    assert "75.0" in bars["customdata"][0]
    assert figure["layout"]["annotations"][0]["text"] == "median 1.5"


def test_no_figure_lets_a_name_become_markup() -> None:
    lead = Estimate(0.1, 0.0, 0.2)
    figures = [
        matrix(HOSTILE, HOSTILE, {(HOSTILE[0], HOSTILE[1]): (lead, 2)}, 0.5),
        seat_effect(HOSTILE, [lead] * len(HOSTILE), 1),
    ]
    for figure in figures:
        found = " ".join(texts(figure.to_dict()))
        assert "&lt;script&gt;" in found
        for markup in ("<script", "<img", "<a ", "<b>bold", "$"):
            assert markup not in found


def test_every_colour_has_a_dark_twin_and_repainting_changes_nothing_else() -> None:
    figure = json.loads(
        matrix(["a", "b"], ["a", "b"], {("a", "b"): (Estimate(0.7, 0.6, 0.8), 2)}, 0.5).to_json()
    )
    dark = repaint(figure)
    assert [colour for _, colour in dark["data"][0]["colorscale"]] == [DARK[colour] for colour in DIVERGING]
    assert dark["layout"]["xaxis"]["tickfont"]["color"] == DARK[INK]
    assert repaint(dark, {twin: light for light, twin in DARK.items()}) == figure
    painted = {text for text in texts(figure) if text.startswith("#")}
    assert painted <= set(DARK)


def test_a_scatter_holds_both_numbers_with_their_intervals_under_names_that_stay_text() -> None:
    names = [*HOSTILE, *(f"card {number}" for number in range(10))]
    rates = [Estimate(0.02 * at, 0.02 * at - 0.01, 0.02 * at + 0.03, 100) for at in range(len(names))]
    effects = [
        Estimate(0.01 * at - 0.05, 0.01 * at - 0.07, 0.01 * at - 0.04, 100) for at in range(len(names))
    ]
    figure = use_against_effect(names, rates, effects, ["told"] * len(names), "points")
    (dots,) = figure.to_dict()["data"]
    assert list(dots["x"]) == pytest.approx([2.0 * at for at in range(len(names))])
    assert list(dots["y"]) == pytest.approx([at - 5.0 for at in range(len(names))])
    assert list(dots["error_x"]["array"]) == pytest.approx([3.0] * len(names))
    assert list(dots["error_x"]["arrayminus"]) == pytest.approx([1.0] * len(names))
    assert list(dots["error_y"]["array"]) == pytest.approx([1.0] * len(names))
    assert list(dots["error_y"]["arrayminus"]) == pytest.approx([2.0] * len(names))
    named = [text for text in dots["text"] if text]
    assert len(named) == 10  # those furthest from no effect
    assert dots["text"][5] == ""
    assert not [text for text in texts(figure.to_dict()) if "<script" in text or "<img" in text]
