"""The page: complete, self-contained, small, accessible, and honest about runs of every kind."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from dashboards import report as reports
from dashboards.cli import app
from dashboards.report import LARGEST, report, write_report
from dashboards.run import Run
from dashboards.sections import Caps
from games.defects import BadInput
from tests.dashboards.page import Node, parse
from tests.dashboards.recipes import HOSTILE, RECIPES

Shown = Callable[[str], Node]
SECTIONS = (
    "verdicts", "win-rates", "ratings", "use", "seats", "lengths", "endings", "metrics", "options", "made",
)  # fmt: skip
EXHIBITED = {
    "exhibits": ("payoffs", "branches", "distributions", "exhibits"),
    "exhibits of nothing": ("payoffs", "branches", "distributions", "exhibits"),
    "exhibits, going round": ("branches",),
}
KINDS = tuple(name for name in RECIPES if not name.startswith("large"))


def plain(text: str) -> str:
    """With ordinary spaces and signs."""
    return text.replace("\u202f", " ").replace("−", "-")


def said(page: Node, section: str = "") -> str:
    """The text of the page or of one of its sections."""
    return plain((page.one("section", id=section) if section else page).text)


def rows_of(page: Node, caption: str) -> list[list[str]]:
    """Cells of the table with that caption, row by row, the head left out."""
    (table,) = (one for one in page.all("table") if caption in one.one("caption").text)
    return [[plain(cell.text) for cell in row.children] for row in table.one("tbody").all("tr")]


# --- every page ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_every_page_has_every_section_and_links_to_it(shown: Shown, name: str) -> None:
    page = shown(name)
    alone = RECIPES[name].seats == 1
    sections = [*SECTIONS[:-1], *EXHIBITED.get(name, ()), SECTIONS[-1]]
    sections = [one for one in sections if not (alone and one in ("ratings", "use", "seats"))]
    assert [section.get("id") for section in page.all("section")] == sections
    assert [link.get("href") for link in page.one("nav").all("a")] == [f"#{one}" for one in sections]
    assert page.one("html").get("lang") == "en"
    identities = [one.get("id") for one in page.all() if one.get("id")]
    assert len(identities) == len(set(identities))
    assert {section.get("aria-labelledby") for section in page.all("section")} <= set(identities)


@pytest.mark.parametrize("name", KINDS)
def test_no_page_asks_for_anything_from_elsewhere(shown: Shown, name: str) -> None:
    page = shown(name)
    for one in page.all():
        assert one.tag not in ("link", "img", "iframe", "object", "embed", "form", "base")
        assert not any(key.startswith("on") for key in one.attributes)
        assert (one.get("src"), (one.get("href") or "#")[0]) == (None, "#")
    style = page.one("style").raw
    assert "url(" not in style
    assert "@import" not in style
    policy = next(one.get("content") for one in page.all("meta") if one.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'")


@pytest.mark.parametrize("name", KINDS)
def test_no_page_runs_a_script_that_its_policy_does_not_name(shown: Shown, name: str) -> None:
    page = shown(name)
    policy = next(one.get("content") or "" for one in page.all("meta") if one.get("http-equiv"))
    scripts = [one for one in page.all("script") if one.get("type") is None]
    assert len(scripts) == 2
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.raw.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    for block in page.all("script", type="application/json"):
        json.loads(block.raw)


@pytest.mark.parametrize("name", KINDS)
def test_tables_figures_and_verdicts_speak_to_those_who_do_not_see_them(shown: Shown, name: str) -> None:
    page = shown(name)
    for table in page.all("table"):
        assert table.one("caption").text
        assert all(head.get("scope") == "col" for head in table.one("thead").all("th"))
        assert all(row.children[0].tag == "th" or row.get("role") for row in table.one("tbody").all("tr"))
    for drawn in [*page.all("div", class_="plot"), *page.all("svg", role="img")]:
        assert drawn.get("aria-label")
        assert drawn.get("role") == "img"
    blocks = {one.get("id") for one in page.all("script", type="application/json")}
    assert {one.get("data-figure") for one in page.all("div", class_="plot")} <= blocks
    for line in page.one("table", role="table").one("tbody").all("tr") if RECIPES[name].targets else ():
        badge = line.one("span", class_="badge")
        assert badge.text[0] in "✕?✓"
        assert badge.text[1:] in ("Missed", "Undecided", "Met")
        assert (line.get("class") or "") == badge.text[1:].lower()


@pytest.mark.parametrize("name", KINDS)
def test_no_number_is_nan_or_endless(shown: Shown, name: str) -> None:
    assert not re.search(r"\b(nan|inf|None|Infinity)\b", shown(name).text)


@pytest.mark.parametrize("name", KINDS)
def test_a_page_is_small_and_carries_plotly_once(page_of: Callable[[str], Path], name: str) -> None:
    text = page_of(name).read_text(encoding="utf-8")
    assert len(text.encode()) < 6_000_000
    assert text.count("* plotly.js v") == 1


def test_the_same_run_gives_the_same_bytes(folder_of: Callable[[str], Path], tmp_path: Path) -> None:
    first, second = (write_report(folder_of("pig"), tmp_path / name) for name in ("a.html", "b.html"))
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "b.html"]


# --- what a plain page says ------------------------------------------------------------------------------


def test_the_headline_says_what_is_broken(shown: Shown) -> None:
    page = shown("pig")
    assert plain(page.one("p", class_="headline missed").text) == "18 targets: 10 missed, 2 undecided, 6 met"
    assert "24 000 games, 6 match-ups, 4 policies. Certain at 95 %." in said(page)
    assert not list(page.all("p", class_="state"))


def test_the_board_has_a_line_a_target_with_its_band_its_games_and_a_sentence(shown: Shown) -> None:
    page = shown("pig")
    lines = list(page.one("table", role="table").one("tbody").all("tr"))
    words = [line.one("span", class_="badge").text[1:] for line in lines]
    assert words == sorted(words, key=("Missed", "Undecided", "Met").index)
    assert len(lines) == 18
    first = plain(lines[0].text)
    told = "optimal scores 73.9 % against hold_at(25), winning 73.4 % of the games; 1.0 % have no winner; the band ends"
    assert f"{told} at 55 %; certain at 95 %." in first
    assert "4 000 games" in first
    assert "confidence sequence 71.0 – 76.6 %" in first
    assert "Wilson, fixed n, 72.5 – 75.2 %" in first
    picture = lines[0].one("svg")
    assert plain(picture.get("aria-label") or "") == "73.9 %, interval 71.0 – 76.6 %; band of 45 to 55 %"
    assert len(list(picture.all("circle"))) == 1
    undecided = next(line for line in lines if line.get("class") == "undecided")
    assert re.search(r"about [\d ]+ more needed", plain(undecided.text))
    assert [row[0] for row in rows_of(page, "Targets by metric")] == ["seat advantage", "win rate", "turns"]


def test_the_matrix_comes_with_its_policies_and_match_ups_as_tables(shown: Shown) -> None:
    page = shown("pig")
    table = rows_of(page, "strongest first")
    assert [row[0] for row in table] == ["optimal", "keep_pace", "hold_at(20)", "hold_at(25)"]
    assert re.fullmatch(r"66\.5 %64\.\d – 68\.\d %", table[0][1])
    assert table[0][2:] == ["3", "12 000", "5"]
    pairings = rows_of(page, "furthest from even")
    assert len(pairings) == 6
    assert pairings[0][0] == "optimal v hold_at(25) in base"
    assert pairings[0][1] == "73.9 %71.0 – 76.6 %"


def test_a_one_seat_game_is_shown_by_scenario(shown: Shown) -> None:
    page = shown("deck")
    assert "Win rates by scenario" in said(page, "win-rates")
    assert not list(page.all("section", id="seats"))
    (figure,) = (json.loads(one.raw) for one in page.one("section", id="win-rates").all("script"))
    assert figure["layout"]["xaxis"]["ticktext"] == ["base", "even"]
    assert len(figure["layout"]["yaxis"]["ticktext"]) == 3


def test_a_gauntlet_is_drawn_by_its_champions(shown: Shown) -> None:
    (figure,) = (
        json.loads(one.raw) for one in shown("gauntlet").one("section", id="win-rates").all("script")
    )
    assert figure["layout"]["yaxis"]["ticktext"] == ["c"]
    assert len(figure["layout"]["xaxis"]["ticktext"]) == 12


def test_endings_are_called_what_they_are(shown: Shown) -> None:
    rows = {row[0]: row for row in rows_of(shown("pig"), "How games ended")}
    assert [key.split(":")[0][:12] for key in rows] == ["goal reached", "turn capstop", "faulta polic"]
    assert "counts as a game without a winner" in next(key for key in rows if key.startswith("turn cap"))
    assert "its pair is void" in next(key for key in rows if key.startswith("fault"))
    broken = rows_of(shown("pig"), "broke down")
    assert broken[0] == ["optimal", "8", f"ZeroDivisionError: {HOSTILE[0]}"]


def test_options_are_counted_and_flagged(shown: Shown) -> None:
    page = shown("deck")
    rows = {row[0]: row for row in rows_of(page, "all policies together")}
    assert next(iter(rows)) == "Strike OP?"
    assert list(rows)[-1] == "Parry"
    assert rows["Strike OP?"][1:3] == ["Attack", "91.64 × 5.5"]
    assert rows["Parry"][3] == "00.000 per game"
    bash = next(row for row in rows_of(page, "Options by policy and seat") if row[0] == "Bash")
    assert re.fullmatch(r"\d+\.\d %\d+\.\d – \d+\.\d %", bash[4])
    text = said(page, "options")
    assert "Most played Strike" in text
    assert "least played Parry (0 plays)" in text
    assert "1.5 × the median of its kind" in text


def test_metrics_bear_units_intervals_and_games(shown: Shown) -> None:
    row = next(row for row in rows_of(shown("pig"), "Metrics by policy") if row[0] == "optimal")
    assert re.fullmatch(r"21\.\d{3} turns21\.\d{3} – 22\.\d{3}sd 4\.\d+ · 12 000 games", row[2])
    assert "HP" in row[3]


def test_how_the_run_was_made_is_told_in_full(shown: Shown) -> None:
    text = said(shown("pig"), "made")
    pieces = (
        "rules version 1", "configs/games/pig/base", "3f9ac01d", "numba 0.68.0", "95 % over the whole table",
        "✓ passed mirror: optimal", '"policies"', '"goal": 100', "3.2 s", "4 000 games more as controls",
    )  # fmt: skip
    for piece in pieces:
        assert piece in text


# --- runs that did not go well ---------------------------------------------------------------------------


def test_an_empty_run_says_so(shown: Shown) -> None:
    page = shown("empty")
    assert "6 targets: 6 undecided" in said(page)
    assert "has not been played yet." in said(page, "verdicts")
    assert "none played" in said(page, "verdicts")
    assert not list(page.all("div", class_="plot"))
    for section in ("win-rates", "seats", "lengths", "endings", "metrics"):
        assert "No games have been stored yet." in said(page, section)
    for section in ("ratings", "use"):
        assert "No two different entrants have played a pair that counts" in said(page, section)
    assert "No option has been played yet." in said(page, "options")


def test_a_run_that_goes_on_says_so(shown: Shown) -> None:
    state = shown("running").one("p", class_="state").text
    assert "had not ended" in state
    assert "it was killed" in state
    assert "Controls are evaluated when the run ends." in said(shown("running"), "made")


def test_an_interrupted_run_says_so(shown: Shown) -> None:
    assert "was interrupted" in shown("interrupted").one("p", class_="state").text


def test_a_void_run_claims_no_certainty(shown: Shown) -> None:
    page = shown("hostile")
    assert "cannot be trusted" in page.one("p", class_="headline missed").text
    assert "Certain at" not in page.one("header").text
    assert "✕ failed" in said(page, "made")


def test_a_run_without_a_decision_promises_none(shown: Shown) -> None:
    page = shown("undecided")
    assert "3 targets: 3 undecided" in said(page)
    assert "certain at 95 %" not in said(page, "verdicts")


def test_a_run_without_targets_shows_its_figures_all_the_same(shown: Shown) -> None:
    page = shown("no targets")
    assert "No target was judged" in said(page)
    assert "names no target" in said(page, "verdicts")
    assert "This game counts no options." in said(page, "options")
    for section, plots in {"win-rates": 1, "ratings": 1, "use": 1, "seats": 1, "lengths": 1}.items():
        assert len(list(page.one("section", id=section).all("div", class_="plot"))) == plots


def test_one_policy_has_a_page_without_a_matrix(shown: Shown) -> None:
    page = shown("one policy")
    assert "The target is met" in said(page)
    assert "within the limit of at least 90 %" in said(page, "verdicts")
    assert not list(page.one("section", id="win-rates").all("div", class_="plot"))


def test_a_folder_without_a_run_is_one_readable_defect(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"manifest\.json"):
        write_report(tmp_path)
    assert list(tmp_path.iterdir()) == []


# --- large runs ------------------------------------------------------------------------------------------


def test_what_is_left_out_is_said(shown: Shown) -> None:
    page = shown("large gauntlet")
    assert "Shown are 200 of 894 verdicts" in said(page, "verdicts")
    assert "Drawn are 40 of 300 policies" in said(page, "win-rates")
    assert "Match-ups, 100 of 894" in said(page, "win-rates")
    assert "the first 60 of 300 policies" in said(page, "metrics")
    assert "20 of 894 match-ups" in said(page, "seats")
    assert len(rows_of(page, "strongest first")) == 300
    assert len(list(page.one("table", role="table").one("tbody").all("tr"))) == 200


def test_a_page_that_would_be_too_large_shows_less_and_says_so(
    opened: Callable[[str], Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, caps = opened("hostile"), Caps(verdicts=4, matchups=4)
    whole = report(run, caps)
    assert "Shown are 4 of 90 verdicts" in said(parse(whole), "verdicts")
    monkeypatch.setattr(reports, "LARGEST", len(whole.encode()) - 1)
    less = report(run, caps)
    assert len(less.encode()) < len(whole.encode())
    assert "Shown are 2 of 90 verdicts" in said(parse(less), "verdicts")
    assert "Match-ups, 2 of 90" in said(parse(less), "win-rates")


def test_a_page_that_cannot_be_small_enough_is_shown_at_its_least(
    opened: Callable[[str], Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "LARGEST", 0)
    least = Caps(*[1] * len(fields(Caps)))
    assert "Shown are 1 of 18 verdicts" in said(parse(report(opened("pig"), least)), "verdicts")


def test_halving_ends() -> None:
    caps = Caps()
    for _ in range(20):
        caps = caps.halved()
    assert caps == caps.halved()
    assert caps.verdicts == 1


@pytest.mark.slow
def test_a_round_robin_of_300_policies_stays_small(folder_of: Callable[[str], Path], tmp_path: Path) -> None:
    path = write_report(folder_of("large field"), tmp_path / "report.html")
    assert path.stat().st_size < LARGEST < 6_000_000
    page = parse(path.read_text(encoding="utf-8"))
    assert "200 of 44 850 verdicts" in said(page, "verdicts")
    assert "Match-ups, 100 of 44 850" in said(page, "win-rates")


# --- names -----------------------------------------------------------------------------------------------


def test_hostile_names_are_shown_as_typed_and_make_no_element(shown: Shown) -> None:
    page = shown("hostile")
    bold = {"b", "i", "img", "font"}
    assert not bold & {one.tag for one in page.all()}
    assert not [link for link in page.all("a") if not (link.get("href") or "").startswith("#")]
    for section in ("verdicts", "win-rates", "metrics", "options"):
        text = page.one("section", id=section).text
        for name in HOSTILE[:-1]:
            assert name in text
    assert "evil\ufffdgnp.exe" in page.text
    assert page.one("h1").text == HOSTILE[1]
    assert page.one("title").text.startswith(HOSTILE[1])
    assert HOSTILE[0] in said(page, "made")


def test_the_report_verb_prints_the_path(folder_of: Callable[[str], Path], tmp_path: Path) -> None:
    from typer.testing import CliRunner

    out = tmp_path / "page.html"
    result = CliRunner().invoke(app, ["report", str(folder_of("pig")), "--out", str(out)])
    assert (result.exit_code, result.stdout.strip()) == (0, str(out))
    assert out.stat().st_size > 4_000_000
