"""Ctrl-C in each phase: 130, one line that says what is kept, and the same command goes on."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from runner import compare as compare_module
from runner import smoke
from runner.show.progress import Course
from sweeps.progress import SweepCourse
from tests.terminal.conftest import On
from tests.terminal.pseudo import CTRL_C, ROOT, Terminal

# The phases of a run as its progress names them, and what is kept.
RUN = {
    "reading": "the same command goes on",
    "making": "0 games kept; the same command goes on",
    "round 1": "0 games kept; the same command goes on",
    "played": "games kept; the same command goes on",
    "judging": "games kept; the same command goes on",
    "writing the report": "180 games kept; the same command goes on",
}
SWEEP = {
    "making": "the same command goes on",
    "step": "games kept; the same command goes on",
    "playing the best": "games kept; the same command goes on",
    "certified round": "games kept; the same command goes on",
    "playing every step": "games kept; the same command goes on",
    "writing the report": "games kept; the same command goes on",
}


class Interrupter:
    """Presses Ctrl-C, once, when the work comes to a phase."""

    def __init__(self, phase: str, patch: pytest.MonkeyPatch, course: type[Course] = Course) -> None:
        self.phase, self.pressed = phase, False
        for name in ("preparing", "round", "played"):
            self._listen(patch, course, name)
        if course is SweepCourse:
            self._listen(patch, course, "step")

    def _listen(self, patch: pytest.MonkeyPatch, course: type[Course], name: str) -> None:
        told = getattr(course, name)

        def listening(one: Course, *words: object) -> None:
            told(one, *words)
            what = {"round": f"round {words[0]}", "preparing": str(words[0])}.get(name, name)
            what = "certified round" if name == "round" and course is SweepCourse else what
            if not self.pressed and what.startswith(self.phase.replace("round 1", "round 0")):
                self.pressed = True
                signal.raise_signal(signal.SIGINT)

        patch.setattr(course, name, listening)


def interrupted(said: str) -> list[str]:
    """The lines that say so."""
    return [line for line in said.splitlines() if line.strip()]


@pytest.mark.parametrize("phase", RUN)
def test_a_run(
    phase: str, race: Path, tmp_path: Path, on_terminal: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("run", race, "--results", tmp_path)
    with monkeypatch.context() as patch:
        pressed = Interrupter(phase, patch)
        said = on_terminal(*words)
        assert pressed.pressed
    (line,) = interrupted(said.text)
    assert said.code == 130
    assert line.startswith("equipoise: interrupted: ")
    assert line.endswith(RUN[phase])
    again = on_terminal(*words)
    assert again.code == 1
    assert "180 games" in again.text


@pytest.mark.parametrize("phase", SWEEP)
def test_a_sweep(
    phase: str, race: Path, tmp_path: Path, on_terminal: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = race.read_text(encoding="utf-8").replace(', "random"', "")
    (tmp_path / "pig.toml").write_bytes((race.parent / "pig.toml").read_bytes())
    path = tmp_path / "even.toml"
    path.write_text(text, encoding="utf-8")
    words = ("sweep", path, "--results", tmp_path / "results")
    with monkeypatch.context() as patch:
        pressed = Interrupter(phase, patch, SweepCourse)
        said = on_terminal(*words)
        assert pressed.pressed, said.text
    (line,) = interrupted(said.text)
    assert said.code == 130
    assert line.startswith("equipoise: interrupted: ")
    assert line.endswith(SWEEP[phase])
    assert on_terminal(*words).code in (0, 3)


@pytest.mark.parametrize(
    "words", [["compare"], ["ablate"], ["careers"], ["smoke"]], ids=lambda words: words[0]
)
def test_verbs_that_begin_again(
    words: list[str], race: Path, tmp_path: Path, on_terminal: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoke, "shipped_experiments", lambda: [race])
    monkeypatch.setattr(compare_module, "_play", _pressing)
    monkeypatch.setattr("sweeps.workers.Workers.play", _pressing)
    monkeypatch.setattr("runner.careers._lives", _pressing)
    monkeypatch.setattr("runner.campaign.Campaign.play", _pressing)
    monkeypatch.setattr("policies.careers", lambda game: _pressing)
    files = {"compare": [race, race], "smoke": [], "ablate": [ROOT / "configs" / "deckfight.toml"]}
    said = on_terminal(*words, *files.get(words[0], [race]), "--results", tmp_path)
    (line,) = interrupted(said.text)
    assert said.code == 130
    assert line.startswith("equipoise: interrupted")


def _pressing(*_: object, **__: object) -> None:
    signal.raise_signal(signal.SIGINT)


def test_a_library_that_raises_something_else_in_its_place(
    race: Path, tmp_path: Path, on_terminal: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As pydantic does when Ctrl-C comes while it writes a document."""

    def wrapping(*_: object) -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ValueError("calling a function: KeyboardInterrupt") from None

    monkeypatch.setattr("runner.campaign.Campaign.play", wrapping)
    said = on_terminal("run", race, "--results", tmp_path)
    assert said.code == 130
    assert interrupted(said.text) == ["equipoise: interrupted: the same command goes on"]


def test_the_terminals_own_ctrl_c_and_a_resize_in_the_midst(coins: Path, tmp_path: Path) -> None:
    """A real key, heard by every process of the run: only ours may say something, and only one line."""
    coins.write_text(coins.read_text("utf-8").replace("games = 40", "games = 400000"), encoding="utf-8")
    words = [sys.executable, "-m", "equipoise", "run", coins, "--results", tmp_path / "results"]
    with Terminal(words) as terminal:
        terminal.until("games/s")
        terminal.resize(50)
        before = len(terminal.seen)
        terminal.until(lambda seen: seen.count("round 1", before) > 3)
        terminal.press(CTRL_C)
        assert terminal.end() == 130
        said = [line for line in terminal.lines if line.strip("^C ")]
    (line,) = said
    assert line.startswith("equipoise: interrupted: ")
    assert line.endswith(" games kept; the same command goes on")
