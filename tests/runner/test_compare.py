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
