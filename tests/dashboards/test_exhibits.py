"""What games exhibit: read from the manifest, counted in SQL, drawn, and told in tables; names stay text."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from dashboards import counts
from dashboards.estimates import Estimate
from dashboards.exhibits import BranchGraph, Node, Way, read
from dashboards.figures.grids import grid_map
from dashboards.figures.histograms import histograms
from dashboards.figures.payoffs import payoff_matrix
from dashboards.pages.exhibits import exhibit_sections
from dashboards.pages.graph import branch_picture, layout
from dashboards.run import Run
from runner.judge.intervals import wilson
from tests.dashboards.page import Node as Element
from tests.dashboards.page import parse
from tests.dashboards.recipes import EXHIBITS, HOSTILE, RECIPES
from tests.dashboards.test_report import plain, rows_of, said

Shown = Callable[[str], Element]
START, REAL, ELSE, WON, LOST = HOSTILE[0], HOSTILE[2], HOSTILE[1], HOSTILE[7], HOSTILE[8]
GAMES = 2 * RECIPES["exhibits"].pairs


def graph_of(*ways: tuple[str, str], start: str = "a", unreal: str = "") -> BranchGraph:
    """A graph of single letters."""
    names = sorted({name for way in ways for name in way})
    listed = tuple(Way(one, other, False, False, (), at) for at, (one, other) in enumerate(ways))
    return BranchGraph("s", start, tuple(Node(name, name in unreal) for name in names), listed, ())


# --- reading ---------------------------------------------------------------------------------------------


def test_every_kind_is_read() -> None:
    found = read(json.loads(json.dumps(EXHIBITS)))
    kinds = (found.matrix_games, found.branch_graphs, found.histograms, found.grids)
    assert [len(listed) for listed in kinds] == [1, 1, 1, 1]
    assert found.unknown == (HOSTILE[1],)
    game, graph, histogram = found.matrix_games[0], found.branch_graphs[0], found.histograms[0]
    assert game.payoffs == ((7, 4), (4, 6))
    assert [use.high for use in game.players[1].options] == [1.0, 0.1]
    assert [(way.source, way.target) for way in graph.ways][:2] == [(START, REAL), (START, ELSE)]
    assert histogram.events == (0, 1, 2, 3)
    assert found.grids[0].events == ((9, 10), (11, 12))


@pytest.mark.parametrize("kind", [0, 1, 2, 3])
def test_what_lacks_a_part_is_not_guessed_at(kind: int) -> None:
    for key in EXHIBITS[kind]:
        with pytest.raises(KeyError):
            read([{name: value for name, value in EXHIBITS[kind].items() if name != key}])


def test_a_game_that_exhibits_nothing_has_no_section(opened: Callable[[str], Run]) -> None:
    assert exhibit_sections(opened("pig"), 9) == []


# --- counting --------------------------------------------------------------------------------------------


def test_events_are_summed_by_scenario_and_policy(opened: Callable[[str], Run]) -> None:
    """Whole runs and parts of runs; the control is left out."""
    rows = counts.events(opened("exhibits"))
    expected = RECIPES["exhibits"].events
    assert {(row.scenario, row.policy, row.games) for row in rows} == {
        (START, name, GAMES) for name in (START, "b")
    }
    for policy in (START, "b"):
        own = [row for row in rows if row.policy == policy]
        assert [row.event for row in own] == list(range(len(expected)))
        assert [row.times for row in own] == [round(share * GAMES) for share in expected]


def test_endings_and_choices_are_summed_too(opened: Callable[[str], Run]) -> None:
    run = opened("exhibits")
    assert {(row.policy, row.code, row.games) for row in counts.ended(run)} == {
        (name, code, games) for name in (START, "b") for code, games in ((8, GAMES - 4), (1, 4))
    }
    uses = counts.uses(run)
    assert len(uses) == 2 * len(HOSTILE)
    total = run.connection.execute(
        "SELECT sum(chosen) FROM options WHERE matchup NOT IN (SELECT matchup FROM units WHERE control)"
    ).fetchall()[0][0]
    assert sum(row.chosen for row in uses) == total > 0


# --- what the page says ----------------------------------------------------------------------------------


def test_names_from_exhibits_are_text(shown: Shown) -> None:
    page = shown("exhibits")
    assert not {"b", "i", "img", "font"} & {one.tag for one in page.all()}
    for section in ("payoffs", "branches", "distributions"):
        assert START in page.one("section", id=section).text
    assert HOSTILE[1] in page.one("section", id="exhibits").text
    for block in page.all("script", type="application/json"):
        assert "<script" not in block.raw


def test_the_least_used_option_is_named_and_flagged(shown: Shown) -> None:
    text = said(shown("exhibits"), "payoffs")
    assert (
        f"Least used at equilibrium: {HOSTILE[7]} of {HOSTILE[8]}, {HOSTILE[7]} of {START}, 3.0 %; 1 option under 5 %"
        in text
    )
    assert "value 5.200, fictitious play 5.198" in text
    rows = rows_of(shown("exhibits"), "Use of the options")
    assert [row[3:5] for row in rows] == [
        ["40.0 %", "40.0 %"], ["60.0 %", "60.0 %"], ["97.0 %", "90.0 % to 100.0 %"], ["3.0 %", "0.0 % to 10.0 %"],
    ]  # fmt: skip
    assert [row[2].endswith("under 5 %") for row in rows] == [False, False, False, True]


def test_choices_are_shares_of_what_the_side_chose_there(shown: Shown, opened: Callable[[str], Run]) -> None:
    chosen = {(row.seat, row.option): row.chosen for row in counts.uses(opened("exhibits"))}
    rows = rows_of(shown("exhibits"), "Use of the options")
    for seat, names, lines in (
        (0, (HOSTILE[0], HOSTILE[2]), rows[:2]),
        (1, (HOSTILE[1], HOSTILE[7]), rows[2:]),
    ):
        total = sum(chosen[seat, name] for name in names)
        for name, line in zip(names, lines, strict=True):
            low, high = wilson(chosen[seat, name], total, 0.95)
            assert line[-1] == f"{chosen[seat, name] / total:.1%}{low * 100:.1f} – {high:.1%}".replace(
                "%", " %"
            )


def test_ways_and_endings_have_their_shares_by_policy(shown: Shown) -> None:
    ways = {row[0]: row[2:] for row in rows_of(shown("exhibits"), "How often each way")}
    low, high = wilson(250, 1000, 0.95)
    assert ways[f"{START} → {ELSE}hypothetical"][1] == f"25.0 %{low * 100:.1f} – {high * 100:.1f} %"
    assert [ways[f"{START} → {REAL}"][column][:6] for column in (0, 1, 2)] == ["75.0 %"] * 3
    endings = {row[0]: row[1:] for row in rows_of(shown("exhibits"), "ended, share of games")}
    assert endings[f"{WON}{HOSTILE[0]}"][0].startswith("99.6 %")
    assert endings[f"{LOST}failed"][0] == "0.00 %0.00 – 0.19 %"
    assert endings["turn cap"][0].startswith("0.4 %")


def test_classes_have_their_shares(shown: Shown) -> None:
    rows = rows_of(shown("exhibits"), f"{START} in {START}")
    assert [row[0] for row in rows] == [START, "b"]
    assert [[cell[: cell.index("%")].strip() for cell in row[1:]] for row in rows] == [
        ["10.0", "60.0", "30.0", "0.0"]
    ] * 2


def test_cells_have_their_shares(shown: Shown) -> None:
    rows = rows_of(shown("exhibits"), f"{START} by {WON}")
    cells = [f"{START} {row}, {WON} {column}" for row in (REAL, "low") for column in (LOST, ELSE)]
    assert [row[0] for row in rows] == cells
    low, high = wilson(400, 1000, 0.95)
    assert rows[0][1] == f"40.0 %{low * 100:.1f} – {high * 100:.1f} %"
    assert [row[2][: row[2].index("%")].strip() for row in rows] == ["40.0", "35.0", "25.0", "0.0"]


def test_where_it_goes_round_ways_are_shares_of_decisions(shown: Shown) -> None:
    page = shown("exhibits, going round")
    assert "It can go round: shares of ways are of the decisions" in said(page, "branches")
    ways = {row[0]: row[2] for row in rows_of(page, "share of the decisions at its beginning")}
    assert ways[f"{START} → {REAL}"].startswith("83.3 %")
    assert ways[f"{START} → {ELSE}hypothetical"].startswith("16.7 %")


def test_without_games_the_equilibria_are_shown_and_the_rest_is_said(shown: Shown) -> None:
    page = shown("exhibits of nothing")
    assert "40.0 %" in said(page, "payoffs")
    assert "No games have been stored yet." in said(page, "branches")
    assert "No games have been stored yet." in said(page, "distributions")


def test_what_is_left_out_is_said(opened: Callable[[str], Run]) -> None:
    doubled = [one for kind in EXHIBITS[:2] for one in (kind, {**kind, "scenario": "other"})]
    run = opened("exhibits")
    cut = replace(run, manifest={**run.manifest, "exhibits": doubled})
    payoffs, branches = (parse(section.html()) for section in exhibit_sections(cut, 1))
    assert len(list(payoffs.all("div", class_="plot"))) == 1
    assert "Drawn are the first 1 of 2; the tables hold all." in plain(payoffs.text)
    assert "Shown are the first 1 of 2 scenarios." in plain(branches.text)


# --- pictures --------------------------------------------------------------------------------------------


def test_a_node_lies_below_all_that_lead_to_it() -> None:
    nodes, _, _ = layout(graph_of(("a", "b"), ("a", "c"), ("b", "c"), ("c", "d"), ("a", "d")))
    assert [nodes[name].row for name in "abcd"] == [0, 1, 2, 3]


def test_ways_back_do_not_move_a_node() -> None:
    nodes, _, _ = layout(graph_of(("a", "b"), ("b", "c"), ("c", "a"), ("c", "c"), ("c", "d"), ("d", "b")))
    assert [nodes[name].row for name in "abcd"] == [0, 1, 2, 3]


def test_nodes_of_a_row_stand_apart_the_hypothetical_to_the_right() -> None:
    nodes, _, width = layout(graph_of(("a", "b"), ("a", "c"), ("a", "d"), unreal="b"))
    places = [nodes[name].x for name in "cdb"]
    assert places == sorted(places)
    assert min(right - left for left, right in pairwise(places)) > 104
    assert all(52 <= place <= width - 52 for place in places)


def test_a_way_is_dashed_where_hypothetical_and_wide_where_taken() -> None:
    (graph,) = read([EXHIBITS[1]]).branch_graphs
    taken = {
        way: Estimate(share, 0.0, 1.0)
        for way, share in zip(graph.ways, (0.75, 0.25, 0.0, 0.9, 0.0), strict=True)
    }
    page = parse(branch_picture(graph, taken, {}, {}, "in words"))
    ways = list(page.all("path"))
    assert [way.get("class") for way in ways] == ["way", "way hypothetical", "way hypothetical never", "way"]
    widths = [float(way.get("stroke-width") or 0) for way in ways]
    assert widths[3] > widths[0] > widths[1] > widths[2] > 0
    assert [node.get("class") for node in page.all("g")] == [
        "node",
        "node hypothetical",
        "node",
        "node leaf",
        "node leaf",
    ]
    assert page.one("svg").get("aria-label") == "in words"
    assert {plain(text.text) for text in page.all("text", class_="label")} == {
        "75 % (0–100)",
        "25 % (0–100)",
        "never",
    }


def test_bars_bear_their_range_only_where_there_is_one() -> None:
    (game,) = read([EXHIBITS[0]]).matrix_games
    unknown = (Estimate(None), Estimate(None))
    rows, columns = [bar for bar in payoff_matrix(game, (unknown, unknown)).data if bar.type == "bar"]
    assert (rows.error_x.visible, columns.error_y.visible) == (False, True)
    assert list(columns.error_y.array) == pytest.approx([0.03, 0.07])
    assert list(columns.error_y.arrayminus) == pytest.approx([0.07, 0.03])


def test_labels_of_ways_are_short_and_do_not_understate() -> None:
    (graph,) = read([EXHIBITS[1]]).branch_graphs
    for share, told in (
        (Estimate(0.1823, 0.1763, 0.1883), "18 % ±1"),
        (Estimate(0.1823, 0.1814, 0.1832), "18.2 % ±0.1"),
        (Estimate(0.0019, 0.0, 0.005), "<1 % (0–1)"),
        (Estimate(1.0, 0.99, 1.0), "always"),
        (Estimate(None), "no games"),
    ):
        page = parse(branch_picture(graph, {graph.ways[0]: share}, {}, {}, ""))
        assert plain(next(page.all("text", class_="label")).text) == told


def test_a_grid_writes_its_shares_on_one_scale() -> None:
    (grid,) = read([EXHIBITS[3]]).grids
    shares = [[Estimate(0.5, 0.4, 0.6), Estimate(0.0, 0.0, 0.1)], [Estimate(0.25, 0.2, 0.3), Estimate(None)]]
    (heat,) = grid_map(grid, shares, 0.8).data
    assert [list(map(plain, line)) for line in heat.text] == [
        ["50.0 %<br>±10.0", "never"],
        ["25.0 %<br>±5.0", ""],
    ]
    assert (heat.zmin, heat.zmax) == (0.0, 0.8)
    assert "<script>" not in str(heat.customdata)


def test_histograms_share_one_scale_and_bear_intervals() -> None:
    lines = {"a": [Estimate(0.25, 0.2, 0.3), Estimate(0.75, 0.7, 0.8)], "b": [Estimate(0.5, 0.4, 0.6)] * 2}
    figure = histograms([0, 10, 20], "points", lines)
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range
    assert figure.layout.yaxis.range[1] >= 0.8
    assert list(figure.data[0].error_y.array) == pytest.approx([0.05, 0.05])
    assert [bar.yaxis for bar in figure.data] == ["y", "y2"]
