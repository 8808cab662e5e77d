"""`equipoise new`: the file, the table, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import equipoise
import games
from runner.experiment import load


def test_a_new_map_can_be_played_and_is_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["new", "duel", "--seed", "3", "--size", "2", "--name", "두 단계"]
    assert equipoise.main([*words, "--out", str(tmp_path / "one")]) == 0
    said = capsys.readouterr().out
    for gate in games.load("duel").gates:
        assert gate in said
    assert "missed" not in said
    assert f"두 단계: {tmp_path / 'one'}" in said
    assert equipoise.main([*words, "--out", str(tmp_path / "two")]) == 0
    for name in ("duels.json", "matchups.json", "rules.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    experiment = tmp_path / "e.toml"
    experiment.write_text(
        'name = "new"\ngame = "duel"\ndata = "one"\npolicies = ["balanced", "crowd"]\n', "utf-8"
    )
    assert load(experiment).scenarios == ("두 단계",)


def test_a_new_scenario_says_which_gates_need_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "b.json"
    assert equipoise.main(["new", "battle", "--seed", "2", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "✔ met" in said
    assert "✘" not in said
    assert "diversity: passed by the bots that it was drawn with" in said
    assert games.load("battle").scenarios(games.load("battle").load(out)) == ("battle-2",)


def test_json_tells_every_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "b.json"
    assert equipoise.main(["new", "battle", "--seed", "2", "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["path"], told["scenario"], told["seed"]) == (str(out), "battle-2", 2)
    assert {gate["gate"] for gate in told["gates"]} >= {"size", "clue_lint"}
    assert {gate["verdict"] for gate in told["gates"]} == {"met"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pig", "--out", "new"], "draws no scenarios (found 'pig'); these do: battle, duel"),
        (["dual", "--out", "new"], "there is no such game (found 'dual'); did you mean duel?"),
        (["duel", "--out", "taken"], "is there already, and nothing is overwritten"),
        (["duel", "--out", "nowhere/new"], "its folder nowhere does not exist"),
        (["duel", "--out", "new", "--name", " a"], "must be 1 to 40 visible characters"),
        (["duel", "--out", "new", "--name", "a\u202eb"], "must be 1 to 40 visible characters"),
        (["duel", "--out", "new", "--size", "13"], "a map has 1 to 12 phases, not 13"),
        (["duel", "--out", "new", "--data", "taken"], "duels.json: there is no such file"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    assert equipoise.main(["new", *words]) == 2
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["taken"]
