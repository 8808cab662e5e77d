"""Answers that are kept: shown again by the same command, asked anew by another, by `--fresh` and after a change."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import equipoise
from games.defects import BadInput
from runner import compare as comparing
from runner import experiment as experiments
from runner.compare import Comparison, after_of, compare
from runner.kept import ANSWER, RESULT, Question, kept

CONFIGS = Path(__file__).parent.parent.parent / "configs"


@dataclass(frozen=True)
class Found:
    """An answer as verbs have them."""

    numbers: tuple[float, ...]
    nothing: float | None
    inner: dict[str, int]


def ask(tmp_path, asked, work, fresh=False):
    question = Question("try", "made", {"asked": asked})
    return kept(question, tmp_path, Found, work, lambda found: list(found.numbers), fresh)


def test_the_same_question_is_answered_once(tmp_path):
    made = Found((0.1 + 0.2, float("inf"), np.float64(2.5)), None, {"n": np.int64(3)})
    first, folder = ask(tmp_path, 1, lambda: made)
    again, same = ask(tmp_path, 1, pytest.fail)
    assert (first, folder) == (again, same) == (made, folder)
    assert folder.name.startswith("made-try-")
    other, elsewhere = ask(tmp_path, 2, lambda: Found((1.0,), 0.0, {}))
    assert other.numbers == (1.0,)
    assert elsewhere != folder
    anew, _ = ask(tmp_path, 1, lambda: Found((7.0,), None, {}), fresh=True)
    assert anew.numbers == (7.0,)
    assert ask(tmp_path, 1, pytest.fail)[0] == anew


@pytest.mark.parametrize("torn", ["", "{", '{"digest": 1}', "[]"])
def test_a_torn_answer_is_found_anew(tmp_path, torn):
    _, folder = ask(tmp_path, 1, lambda: Found((1.0,), None, {}))
    (folder / ANSWER).write_text(torn, encoding="utf-8")
    assert ask(tmp_path, 1, lambda: Found((2.0,), None, {}))[0].numbers == (2.0,)


@pytest.mark.parametrize("number", ["9.0", "NaN", '"many"'])
def test_an_edited_answer_is_not_believed(tmp_path, number):
    _, folder = ask(tmp_path, 1, lambda: Found((1.5,), None, {}))
    text = (folder / ANSWER).read_text(encoding="utf-8")
    assert text.count("1.5") == 1
    (folder / ANSWER).write_text(text.replace("1.5", number), encoding="utf-8")
    assert ask(tmp_path, 1, lambda: Found((2.5,), None, {}))[0].numbers == (2.5,)
    (folder / ANSWER).write_text("[" * 200_000, encoding="utf-8")
    assert ask(tmp_path, 1, lambda: Found((3.5,), None, {}))[0].numbers == (3.5,)
    (folder / RESULT).unlink()
    assert ask(tmp_path, 1, lambda: Found((4.5,), None, {}))[0].numbers == (4.5,)
    assert (folder / RESULT).is_file()


def test_a_file_in_the_way_is_told_before_anything_is_played(tmp_path):
    folder = Question("try", "made", {"asked": 1}).folder(tmp_path)
    folder.write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="is a file"):
        ask(tmp_path, 1, pytest.fail)


PIG = """
name = "kept"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "random"]
games = 4000
[[target]]
metric = "win_rate"
of = "hold_at(20)"
band = [0.75, 1.0]
"""


@pytest.fixture
def pig(tmp_path):
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    path = tmp_path / "before.toml"
    path.write_text(PIG, encoding="utf-8")
    return path


def said(capsys, *words):
    code = equipoise.main([str(word) for word in words])
    return code, capsys.readouterr().out


def test_a_comparison_with_a_patched_experiment_is_kept_and_shown_again(pig, tmp_path, capsys, monkeypatch):
    (tmp_path / "short.toml").write_text("goal = 10\n", encoding="utf-8")
    patched = tmp_path / "after.toml"
    patched.write_text(PIG.replace("pig.toml", "short.toml"), encoding="utf-8")
    results = tmp_path / "results"
    words = ["compare", pig, patched, "--results", results]
    code, first = said(capsys, *words, "--json")
    found = json.loads(first)
    folder = Path(found["folder"])
    assert folder.parent == results
    assert code == found["exit_code"]
    kept_result = json.loads((folder / RESULT).read_text(encoding="utf-8"))
    assert kept_result == {key: found[key] for key in kept_result}
    _, shown = said(capsys, *words)
    monkeypatch.setattr(comparing, "_play", pytest.fail)
    assert said(capsys, *words, "--json") == (code, first)
    assert said(capsys, *words)[1] == shown
    assert "kept: " in shown
    monkeypatch.undo()
    assert said(capsys, *words, "--seed", 2, "--json")[1] != first
    assert said(capsys, *words, "--fresh", "--json")[1] == first
    assert len(list(results.iterdir())) == 2


def test_every_part_of_a_comparison_survives(pig, tmp_path):
    (tmp_path / "short.toml").write_text("goal = 10\n", encoding="utf-8")
    old = experiments.load(pig)
    made = compare(old, after_of(old, tmp_path / "short.toml"), 200)
    question = Question("compare", "x", {})
    first, _ = kept(question, tmp_path / "r", Comparison, lambda: made, lambda _: {})
    again, _ = kept(question, tmp_path / "r", Comparison, pytest.fail, lambda _: {})
    assert first == again == made
    assert again.visible() == made.visible()


def test_what_a_patch_breaks_ends_with_one_in_exit_code_and_junit(tmp_path, pig, capsys):
    """`hold_at(20)` wins nearly all of long games against chance, and about half of a race for one point."""
    (tmp_path / "short.toml").write_text("goal = 2\n", encoding="utf-8")
    junit = tmp_path / "j.xml"
    words = ["compare", pig, tmp_path / "short.toml", "--results", tmp_path / "r", "--junit", junit]
    code, out = said(capsys, *words, "--json")
    (change,) = json.loads(out)["verdicts"]
    assert (change["before"], change["after"], code) == ("met", "missed", 1)
    xml = junit.read_text(encoding="utf-8")
    assert 'failures="1"' in xml
    assert 'type="missed"' in xml
    code, _ = said(capsys, "compare", pig, pig, "--results", tmp_path / "r", "--junit", junit)
    assert code == 0
    assert 'failures="0"' in junit.read_text(encoding="utf-8")
