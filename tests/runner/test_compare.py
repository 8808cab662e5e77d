"""A patch on the same luck: what moved is named, the same document moves nothing."""

import json
import shutil
from pathlib import Path

import pytest

import equipoise
from runner import experiment as experiments
from runner.compare import after_of, compare, plain
from runner.run import EngineChoice

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


@pytest.fixture(autouse=True)
def _away(tmp_path, monkeypatch):
    """Answers are kept in `results` of the working folder, which is not this one."""
    monkeypatch.chdir(tmp_path)


def compared(capsys, *words, code=0):
    assert equipoise.main(["compare", *map(str, words), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def shown(capsys, *words, code=0):
    """What the terminal says, its lines joined."""
    assert equipoise.main(["compare", *map(str, words)]) == code
    return " ".join(capsys.readouterr().out.split())


def test_a_stronger_card_is_named_with_what_it_moved(experiment, patched, capsys):
    answer = compared(capsys, experiment, patched, code=1)
    scores = {row["player"]: row for row in answer["moved"] if row["figure"] == "score"}
    assert scores["heuristic"]["low"] > 0.1
    assert scores["heuristic"]["before"] + scores["heuristic"]["mean"] == pytest.approx(
        scores["heuristic"]["after"]
    )
    bash = {
        row["player"]: row for row in answer["moved"] if (row["item"], row["figure"]) == ("Bash", "taken")
    }
    assert 0 < bash["heuristic"]["low"] < bash["heuristic"]["mean"] < bash["heuristic"]["high"]
    endings = {row["item"]: row for row in answer["moved"] if row["figure"] == "ending"}
    assert endings["enemy defeated"]["low"] > 0 > endings["player defeated"]["high"]
    errors = [abs(row["errors"]) for row in answer["moved"]]
    assert errors == sorted(errors, reverse=True)
    assert all(row["low"] > 0 or row["high"] < 0 for row in answer["moved"])
    assert {"score", "turns", "hp", "ending", "taken", "share"} <= {row["figure"] for row in answer["moved"]}


def test_a_target_that_a_patch_breaks_ends_with_1(experiment, patched, capsys):
    answer = compared(capsys, experiment, patched, code=1)
    ((broken),) = answer["verdicts"]
    assert (broken["target"], broken["before"], broken["after"]) == ("win rate of heuristic", "met", "missed")
    assert broken["broken"]
    assert answer["exit_code"] == 1
    told = shown(capsys, experiment, patched, code=1)
    assert "targets and gates: 1 broken" in told


def test_a_target_that_was_missed_before_is_not_held_against_the_patch(experiment, patched, capsys):
    text = experiment.read_text(encoding="utf-8")
    experiment.write_text(text.replace("[0.2, 0.3]", "[0.9, 0.95]"), encoding="utf-8")
    answer = compared(capsys, experiment, patched)
    assert answer["verdicts"] == []
    assert [(row["before"], row["after"]) for row in answer["judged"]] == [("missed", "missed")]


def test_the_same_document_changes_nothing_exactly(experiment, capsys):
    answer = compared(capsys, experiment, CONFIGS / "games/deckfight/even")
    assert answer["same"]
    assert answer["moved"] == answer["verdicts"] == []
    assert {(row["mean"], row["low"], row["high"], row["changed"]) for row in answer["figures"]} == {
        (0.0, 0.0, 0.0, 0)
    }
    told = shown(capsys, experiment, CONFIGS / "games/deckfight/even", "--games", "100")
    assert told.startswith("nothing changed")


def test_a_patch_that_moves_nothing_says_how_small_a_move_would_be_seen(experiment, tmp_path, capsys):
    """The enemy is called by another name: another document, the same games."""
    folder = tmp_path / "idle"
    shutil.copytree(CONFIGS / "games/deckfight/even", folder)
    enemies = json.loads((folder / "enemies.json").read_text(encoding="utf-8"))
    enemies["enemies"]["OgreElder"]["name"] = "Ogre the elder"
    (folder / "enemies.json").write_text(json.dumps(enemies), encoding="utf-8")
    answer = compared(capsys, experiment, folder, "--games", "1000")
    assert not answer["same"]
    assert answer["moved"] == []
    three_in_n = 3.69 / 1000  # what may be unseen in 1,000 pairs that are all alike
    assert answer["visible"]["score"] == pytest.approx(three_in_n, rel=0.01)
    told = shown(capsys, experiment, folder, "--games", "1000")
    assert "nothing moved that can be told from chance" in told
    assert "a move beyond this would have been seen for certain: score 0.37 points" in told


def test_the_size_of_units_shows_in_nothing(experiment, patched):
    before = experiments.load(experiment)
    after = after_of(before, patched)
    one, other = (
        plain(compare(before, after, 600, EngineChoice(workers=2, unit_pairs=size))) for size in (None, 1)
    )
    assert one == other


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
        maps["river-line"][0][table][1][1] += 1
    (folder / "duels.json").write_text(json.dumps(maps), encoding="utf-8")
    return folder


def test_a_better_cell_is_named_where_it_counts(duel, with_a_better_cell, capsys):
    answer = compared(capsys, duel, with_a_better_cell, "--games", "20000")
    assert not answer["same"]
    river = "balanced v doctrine in river-line"
    assert {row["matchup"] for row in answer["moved"]} == {river}
    scores = [row for row in answer["moved"] if row["figure"] == "score"]
    assert [row["player"] for row in scores] == ["first seat"], "the players gain alike, the seat gains"
    (seat,) = scores
    assert 0 < seat["low"] < seat["mean"] < seat["high"] < 0.02
    apart = [row for row in answer["figures"] if row["matchup"] != river]
    assert {row["changed"] for row in apart} == {0}
    assert {row["mean"] for row in apart if row["mean"] is not None} == {0.0}


def test_options_are_compared_by_seat_on_the_same_luck(duel, with_a_better_cell, capsys):
    answer = compared(capsys, duel, with_a_better_cell, "--games", "20000")
    used = {
        (row["player"], row["seat"], row["item"]): row for row in answer["moved"] if row["figure"] == "taken"
    }
    assert used["balanced", 1, "1 BRK"]["low"] > 0, "Red's row that the cell is in"
    assert used["balanced", 2, "1 HLD"]["high"] < 0, "Blue's column"
    fire = used["doctrine", 2, "1 FIR"]
    assert fire["high"] - fire["low"] < 0.02, "separate games would leave it twice as wide"
    assert fire["before"] == pytest.approx(0.098, abs=0.01)


def test_exact_figures_stand_before_and_after(duel, with_a_better_cell, capsys):
    answer = compared(capsys, duel, with_a_better_cell, "--games", "2000")
    exact = {
        (row["scenario"], row["players"]["red"], row["players"]["blue"]): row
        for row in answer["exact"]
        if row["figure"] == "win"
    }
    river = exact["river-line", "balanced", "doctrine"]
    assert (river["before"], river["after"]) == pytest.approx((0.47671, 0.48542), abs=1e-5)
    assert exact["ridge-screen", "balanced", "doctrine"]["mean"] == 0
    assert set(exact) == {
        (scenario, *pair)
        for scenario in ("river-line", "ridge-screen")
        for pair in (("balanced", "doctrine"), ("doctrine", "balanced"))
    }, "only those who meet"
    told = shown(capsys, duel, with_a_better_cell, "--games", "2000")
    assert "exact figure" in told
    assert "0.4767 0.4854 +0.0087" in told


def test_every_moved_result_is_shown_however_many_options_moved_further(duel, with_a_better_cell, capsys):
    told = shown(capsys, duel, with_a_better_cell, "--games", "20000")
    assert (
        "score of the first seat in balanced v doctrine in river-line 47.67 -> 48.32 %: +0.65 points" in told
    )
    assert "1,124 of 10,000 pairs differ" in told


def test_a_gate_that_a_patch_opens_is_named(duel, with_a_better_cell, capsys):
    answer = compared(capsys, duel, with_a_better_cell, "--games", "2000")
    assert [(row["before"], row["after"]) for row in answer["verdicts"]] == [("missed", "met")]
    assert "red_wins" in answer["verdicts"][0]["target"]
    told = shown(capsys, duel, with_a_better_cell, "--games", "2000")
    assert "targets and gates: 1 mended" in told
    assert "1 mended" in told


def test_the_way_back_breaks_the_gate(duel, with_a_better_cell, capsys):
    better = duel.parent / "better.toml"
    text = duel.read_text(encoding="utf-8")
    better.write_text(text.replace(str(CONFIGS / "games/duel"), str(with_a_better_cell)), encoding="utf-8")
    answer = compared(capsys, better, CONFIGS / "games/duel", "--games", "2000", code=1)
    assert [(row["before"], row["after"]) for row in answer["verdicts"]] == [("met", "missed")]


def test_the_same_maps_change_nothing_exactly(duel, capsys):
    answer = compared(capsys, duel, CONFIGS / "games/duel", "--games", "2000")
    assert answer["same"]
    assert answer["moved"] == answer["verdicts"] == []
    assert {(row["mean"], row["low"], row["high"], row["changed"]) for row in answer["figures"]} == {
        (0.0, 0.0, 0.0, 0)
    }
    assert {row["player"] for row in answer["figures"]} == {"balanced", "doctrine", "first seat", ""}
    assert {row["mean"] for row in answer["exact"]} == {0}


def test_a_map_that_is_gone_is_left_out(duel, with_a_better_cell, capsys):
    file = with_a_better_cell / "duels.json"
    maps = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({"river-line": maps["river-line"]}), encoding="utf-8")
    answer = compared(capsys, duel, with_a_better_cell, "--games", "500")
    assert {row["matchup"] for row in answer["figures"]} == {"balanced v doctrine in river-line"}
