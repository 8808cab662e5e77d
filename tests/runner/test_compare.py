"""A patch on the same luck: what moved is named, the same document moves nothing."""

import json
from pathlib import Path

import pytest

import equipoise

CONFIGS = Path(__file__).parent.parent.parent / "configs"

EXPERIMENT = f"""
name = "patch"
game = "deckfight"
data = {json.dumps(str(CONFIGS / "games/deckfight/even"))}
policies = ["heuristic", "defensive"]
games = 4000
[[target]]
metric = "win_rate"
of = "heuristic"
band = [0.2, 0.3]
"""


@pytest.fixture
def experiment(tmp_path):
    """Path of a deckfight experiment whose one target is met."""
    path = tmp_path / "patch.toml"
    path.write_text(EXPERIMENT, encoding="utf-8")
    return path


@pytest.fixture
def patched(tmp_path):
    """The same data with Bash at 20 damage in place of 10."""
    folder = tmp_path / "patched"
    folder.mkdir()
    source = CONFIGS / "games/deckfight/even"
    cards = json.loads((source / "cards.json").read_text(encoding="utf-8"))
    cards["cards"]["Bash"]["damage"] = 20
    (folder / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    (folder / "enemies.json").write_bytes((source / "enemies.json").read_bytes())
    return folder


def compared(capsys, *words):
    assert equipoise.main(["compare", *map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_stronger_card_is_named_with_what_it_moved(experiment, patched, capsys):
    answer = compared(capsys, experiment, patched)
    scores = {row["player"]: row for row in answer["moved"] if row["figure"] == "score"}
    assert scores["heuristic"]["low"] > 0.1
    assert scores["heuristic"]["before"] + scores["heuristic"]["mean"] == pytest.approx(
        scores["heuristic"]["after"]
    )
    assert answer["verdicts"] == [{"target": "win rate of heuristic", "before": "met", "after": "missed"}]
    bash = {row["player"]: row["difference"] for row in answer["options"] if row["option"] == "Bash"}
    assert bash["heuristic"]["low"] > 0


def test_the_same_document_changes_nothing_exactly(experiment, capsys):
    answer = compared(capsys, experiment, CONFIGS / "games/deckfight/even")
    assert answer["same"]
    assert answer["moved"] == answer["options"] == answer["verdicts"] == []
    assert {(row["mean"], row["low"], row["high"], row["changed"]) for row in answer["figures"]} == {
        (0.0, 0.0, 0.0, 0)
    }
    assert (
        equipoise.main(["compare", str(experiment), str(CONFIGS / "games/deckfight/even"), "--games", "100"])
        == 0
    )
    assert capsys.readouterr().out.startswith("nothing changed")


def test_another_game_cannot_be_compared(experiment, capsys):
    assert equipoise.main(["compare", str(experiment), str(CONFIGS / "pig.toml")]) == 2
    message = capsys.readouterr().err
    assert "game: must be as in" in message
    assert "policies: must be as in" in message


DUEL = f"""
name = "cell"
game = "duel"
data = {json.dumps(str(CONFIGS / "games/duel"))}
scenarios = "all"
policies = ["balanced", "doctrine"]
games = 60000
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
[[gate]]
name = "red_wins"
low = 0.475
"""


@pytest.fixture
def duel(tmp_path):
    """Path of an experiment on both maps, with a gate that Red just misses on one of them."""
    path = tmp_path / "cell.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path


@pytest.fixture
def with_a_better_cell(tmp_path):
    """The maps with one point more for Red in one cell of the first phase of the river."""
    folder = tmp_path / "better"
    folder.mkdir()
    for file in (CONFIGS / "games/duel").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    maps = json.loads((folder / "duels.json").read_text(encoding="utf-8"))
    for table in ("factors", "cells"):
        maps["river-line"][0][table][0][0] += 1
    (folder / "duels.json").write_text(json.dumps(maps), encoding="utf-8")
    return folder


def test_a_better_cell_is_named_where_it_counts(duel, with_a_better_cell, capsys):
    answer = compared(capsys, duel, with_a_better_cell, "--games", "60000")
    assert not answer["same"]
    river = "balanced v doctrine in river-line"
    assert {row["matchup"] for row in answer["moved"]} == {river}
    first = answer["moved"][0]
    assert (first["player"], first["figure"]) == ("first seat", "score")
    assert 0 < first["low"] < first["mean"] < first["high"] < 0.05
    assert {row["figure"] for row in answer["moved"]} == {"score", "strength"}
    assert {row["matchup"] for row in answer["options"]} == {river}
    used = {(row["player"], row["option"]): row["difference"] for row in answer["options"]}
    assert used["balanced", "1 ENV"]["low"] > 0
    assert all(option.startswith("1 ") for _, option in used), "the first phase alone was changed"
    apart = [row for row in answer["figures"] if row["matchup"] != river]
    assert len(apart) == len(answer["figures"]) / 2
    assert {row["changed"] for row in apart} == {0}
    assert {row["mean"] for row in apart if row["mean"] is not None} == {0.0}


def test_a_gate_that_a_patch_opens_is_named(duel, with_a_better_cell, capsys):
    answer = compared(capsys, duel, with_a_better_cell, "--games", "2000")
    assert [(row["before"], row["after"]) for row in answer["verdicts"]] == [("missed", "met")]
    assert "red_wins" in answer["verdicts"][0]["target"]
    assert equipoise.main(["compare", str(duel), str(with_a_better_cell), "--games", "2000"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "target or gate whose verdict changed" in told


def test_the_same_maps_change_nothing_exactly(duel, capsys):
    answer = compared(capsys, duel, CONFIGS / "games/duel", "--games", "2000")
    assert answer["same"]
    assert answer["moved"] == answer["options"] == answer["verdicts"] == []
    assert {(row["mean"], row["low"], row["high"], row["changed"]) for row in answer["figures"]} == {
        (0.0, 0.0, 0.0, 0)
    }
    assert {row["player"] for row in answer["figures"]} == {"balanced", "doctrine", "first seat"}


def test_a_map_that_is_gone_is_left_out(duel, with_a_better_cell, capsys):
    file = with_a_better_cell / "duels.json"
    maps = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({"river-line": maps["river-line"]}), encoding="utf-8")
    answer = compared(capsys, duel, with_a_better_cell, "--games", "500")
    assert {row["matchup"] for row in answer["figures"]} == {"balanced v doctrine in river-line"}
