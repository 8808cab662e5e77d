"""pig's exhibit as a file: self-contained, its controls labelled, its figures those of the numbers; and the verb."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

import equipoise
from dashboards.explain import numbers, pig
from dashboards.explain.told import told
from tests.dashboards.page import Node, parse


@pytest.fixture(scope="module")
def text() -> str:
    return pig.page()


@pytest.fixture(scope="module")
def shown(text: str) -> Node:
    return parse(text)


def words(node: Node) -> str:
    """Its text with plain spaces."""
    return re.sub(r"\s+", " ", node.text)


def test_the_page_is_small_and_needs_nothing_else(text: str, shown: Node) -> None:
    assert len(text.encode()) < 200_000
    assert (
        re.findall(r"""(?:src|href)\s*=\s*["'](?!#)|url\(|@import|https?://(?!www\.w3\.org/2000/svg)""", text)
        == []
    )
    assert all((link.get("href") or "").startswith("#") for link in shown.all("a"))
    assert "fetch(" not in text
    assert "innerHTML" not in text


def test_only_its_own_script_may_run(shown: Node) -> None:
    (script,) = (one for one in shown.all("script") if one.get("type") is None)
    digest = base64.b64encode(hashlib.sha256(script.raw.encode()).digest()).decode()
    policy = next(meta for meta in shown.all("meta") if meta.get("http-equiv") == "Content-Security-Policy")
    assert f"default-src 'none'; script-src 'sha256-{digest}';" in (policy.get("content") or "")
    handlers = [name for node in shown.all() for name in node.attributes if name.startswith("on")]
    assert handlers == []


def test_the_script_s_outcomes_are_those_of_the_numbers(shown: Node) -> None:
    stored = json.loads(shown.one("script", id="rolls").raw)
    assert {int(dice): [tuple(one) for one in rolls] for dice, rolls in stored.items()} == {
        dice: numbers.rolls(dice) for dice in (1, 2)
    }


def test_controls_are_labelled_and_say_their_state(shown: Node) -> None:
    identities = [node.get("id") for node in shown.all() if node.get("id")]
    assert len(identities) == len(set(identities))
    labels = {label.get("for") for label in shown.all("label")}
    sliders = list(shown.all("input"))
    assert [slider.get("type") for slider in sliders] == ["range", "range"]
    assert {slider.get("id") for slider in sliders} <= labels
    for group in shown.all("div", role="group"):
        assert shown.one(id=group.get("aria-labelledby") or "").text
        assert [button.get("aria-pressed") for button in group.all("button")] == ["true", "false"]
    status = shown.one(role="status")
    assert (status.get("aria-live"), status.one("strong").get("id")) == ("polite", "verdict")
    for picture in shown.all(role="img"):
        assert picture.get("aria-label")


def test_headings_go_down_by_one(shown: Node) -> None:
    levels = [int(node.tag[1]) for node in shown.all() if re.fullmatch(r"h[1-6]", node.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_how_much_points_cost_is_said_in_the_figures_of_the_solver(shown: Node) -> None:
    found = {record.policy: record for record in numbers.records(1)}
    section = shown.one("section", id="winning")
    lead = words(next(section.all("p", class_="lead")))
    assert f"{found['optimal'].both_seats('hold_at(20)'):.2%}".replace("%", " %") in lead
    assert "53.99 % of games" in lead
    comparison, decisions = section.all("table")
    rows = {next(row.all("code")).text: row for row in comparison.all("tr") if list(row.all("code"))}
    assert list(rows) == list(found)
    for policy, record in found.items():
        for cell, opponent in zip(list(rows[policy].all("td")), record.against, strict=False):
            first, second = record.against[opponent]
            said = f"{(first + second) / 2:.2%}{first:.1%} / {second:.1%}".replace("%", " %")
            assert words(cell).strip() == said
    assert len(list(decisions.all("tr"))) == 1 + len(numbers.positions())


def test_two_dice_are_stated_honestly(shown: Node) -> None:
    lead = words(next(shown.one("section", id="two-dice").all("p", class_="lead")))
    for said in (
        "(25T + 200 − s) ÷ 36",
        "T = (200 − s) ÷ 11",
        "200/11 ≈ 18.18, no whole number",
        "rolls at 18 and holds at 19",
    ):
        assert said in lead


# --- the verb --------------------------------------------------------------------------------------------


def test_the_verb_tells_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert equipoise.main(["explain", "pig"]) == 0
    out = capsys.readouterr().out
    assert out == told() + "\n"
    rows = {
        line.split()[0]: line.split()[-2:] for line in out.splitlines() if re.match(r"  \d+ points", line)
    }
    assert [rows[total] for total in ("6", "20", "35")] == [
        ["roll", "hold"],
        ["equal", "hold"],
        ["hold", "hold"],
    ]
    assert max(map(len, out.splitlines())) <= 120


def test_the_verb_writes_the_page(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new folder" / "pig.html"
    assert equipoise.main(["explain", "pig", "--html", str(file)]) == 0
    assert capsys.readouterr().out.strip() == str(file)
    assert file.read_text(encoding="utf-8") == text


def test_the_verb_refuses_other_games_and_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert equipoise.main(["explain", "duel"]) == 2
    (tmp_path / "file").write_text("")
    assert equipoise.main(["explain", "pig", "--html", str(tmp_path / "file" / "pig.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err
