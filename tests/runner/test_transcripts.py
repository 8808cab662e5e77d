"""`equipoise replay --verify`: games of a run, transcripts that were kept, and those that were tampered with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import equipoise
import games
from games.defects import BadInput
from runner.transcripts import check_lines

DUEL = Path(__file__).resolve().parent.parent.parent / "configs" / "games" / "duel"
MATCHUP = "balanced v uniform"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of duel that keeps its games."""
    folder = tmp_path_factory.mktemp("verify")
    policies = 'policies = ["balanced", "uniform"]\ngames = 16\nkeep = "games"\n'
    (folder / "e.toml").write_text(f'name = "e"\ngame = "duel"\ndata = "{DUEL}"\n{policies}', "utf-8")
    return equipoise.run(folder / "e.toml", folder / "results").folder


@pytest.fixture(scope="module")
def kept(run: Path) -> Path:
    """A transcript of it in a file."""
    path = run.parent.parent / "kept"
    assert equipoise.main(["replay", str(run), MATCHUP, "3", "--out", str(path)]) == 0
    return path


def changed(kept: Path, path: Path, **changes: Any) -> Path:
    """The file with other values."""
    path.write_text(json.dumps({**json.loads(kept.read_text("utf-8")), **changes}), "utf-8")
    return path


def test_a_game_of_a_run_is_shown_and_verified(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert equipoise.main(["replay", str(run), MATCHUP, "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert equipoise.main(["replay", str(run), MATCHUP, "5", "--verify"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:-1] == lines
    assert told[-1].startswith("game 5 of balanced v uniform in river-line: ✔ verified")
    assert "the same as the stored game" in lines[0]


def test_a_kept_transcript_is_verified_without_its_run(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert equipoise.main(["replay", "--verify", str(kept)]) == 0
    assert "game 3 of balanced v uniform in river-line, run " in capsys.readouterr().out
    assert equipoise.main(["replay", "--verify", str(kept), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["wrong"]) == (True, [])


def test_a_transcript_that_was_changed_is_not(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = json.loads(kept.read_text("utf-8"))["lines"]
    last = lines[-1].replace("Red (", "Green (").replace("Blue (", "Red (").replace("Green (", "Blue (")
    other = changed(kept, tmp_path / "other", lines=[*lines[:-1], last])
    assert equipoise.main(["replay", "--verify", str(other)]) == 1
    said = capsys.readouterr().out
    assert "✘ not verified: 1 wrong" in said
    assert f"line {len(lines)}: {last!r}, where the rules give {lines[-1]!r}" in said
    assert equipoise.main(["replay", "--verify", str(other), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verified"] is False


def test_data_that_was_changed_gives_another_game(kept: Path, tmp_path: Path) -> None:
    data = json.loads(kept.read_text("utf-8"))["data"]
    other = changed(kept, tmp_path / "other", data={**data, "rules": {**data["rules"], "concession_rate": 1}})
    assert equipoise.main(["replay", "--verify", str(other)]) == 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "dual"}, "game: is not known here (found 'dual')"),
        ({"rules_version": "0"}, "rules_version: was played by these rules"),
        ({"lines": ["pig"]}, "lines: this is no transcript of a duel"),
        ({"lines": "pig"}, "lines: "),
        ({"more": 1}, "more: is not a known key"),
        ({"data": {"maps": {}}}, "data.matchups: is missing"),
    ],
)
def test_a_file_that_cannot_be_checked(
    kept: Path, tmp_path: Path, changes: dict[str, Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert equipoise.main(["replay", "--verify", str(changed(kept, tmp_path / "other", **changes))]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["RUN"], "MATCHUP: is missing; replay RUN MATCHUP GAME, or replay --verify FILE"),
        (["RUN", "--verify"], "MATCHUP: is missing"),
        (["RUN", MATCHUP], "GAME: is missing"),
        (["RUN", MATCHUP, "--verify"], "GAME: is missing"),
        (["KEPT", "--verify", "--out", "new"], "keeps a game of a run, and none is named"),
        (["RUN", MATCHUP, "1", "--out", "KEPT"], "is there already, and nothing is overwritten"),
        (["RUN", MATCHUP, "1", "--out", "RUN/no/such"], "cannot be written"),
        (["RUN/manifest.toml", "--verify"], "there is no such file"),
    ],
)
def test_words_that_do_not_fit_are_refused(
    run: Path, kept: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spelt = [word.replace("RUN", str(run)).replace("KEPT", str(kept)) for word in words]
    assert equipoise.main(["replay", *spelt]) == 2
    assert told in capsys.readouterr().err


def test_games_whose_transcripts_prove_nothing_say_so() -> None:
    with pytest.raises(BadInput, match="transcripts of pig prove nothing of themselves; those of duel do"):
        check_lines(games.load("pig"), None, ["pig"], "file", "a game")
