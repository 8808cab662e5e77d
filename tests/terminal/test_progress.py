"""How far a run is: a line on a terminal whatever is known of its length, plain lines elsewhere, none when quiet."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest
import rich.console

import equipoise
from runner.show import progress
from runner.show.progress import Course, Pace, duration, following
from tests.terminal.conftest import On
from tests.terminal.screen import shown

PATIENCE = 60.0


def test_a_line_says_games_decided_speed_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.0, 100.0, 110.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    course = Course()
    course._next("reading", 0, 0)
    course.round(2, 60_000, 6, targets=15, stored=2_288)
    course.played(10_000)
    said = course.line()
    assert said == (
        "1 min 50 s  round 3: 12,288 of 60,000 games, 1,000 games/s, 48 s left; 9 of 15 targets decided"
    )


def test_a_length_that_is_not_known_is_not_told() -> None:
    course = Course()
    course.preparing("playing both sides")
    assert course.line().endswith("playing both sides ...")
    course.played(1_280)
    assert ": 1,280 games" in course.line()
    assert course.share() is None


def test_a_count_beyond_the_plan_is_never_more_than_all() -> None:
    course = Course()
    course.round(0, 100, 0)
    course.played(250)
    assert course.share() == 1.0
    assert "0 s left" in course.line() or "left" not in course.line()


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (59.6, "1 min 00 s"), (185, "3 min 05 s"), (7_800, "2 h 10 min")]
)
def test_durations(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize("width", [10, 20, 40, 80, 120, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_line_never_fills_the_terminal(width: int, encoding: str) -> None:
    """A line as wide as the terminal would go on in the next, and stay there when it is drawn over."""
    raw = io.BytesIO()
    written = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    console = rich.console.Console(file=written, width=width, force_terminal=True, _environ={"TERM": "xterm"})
    course = Course("pig")
    with following(course, console, quiet=False):
        course.round(1, 1_000_000, 7, targets=15)
        course.played(500_000)
    text = raw.getvalue().decode(encoding)
    assert "round 2" in text or width < 40
    assert all(len(line) < width for line in shown(text.replace("\r", "\n")).splitlines())
    assert shown(text).strip() == ""


def spoken(course: Course, pace: Pace, quiet: bool, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is said away from a terminal until two lines were, or at once when quiet."""
    said = threading.Event()
    line, lines = course.line, []

    def counted() -> str:
        lines.append(line())
        if len(lines) >= 2:
            said.set()
        return lines[-1]

    course.line = counted  # type: ignore[method-assign]
    with following(course, rich.console.Console(file=io.StringIO()), quiet, pace):
        assert quiet or said.wait(PATIENCE)
    return capsys.readouterr().err.splitlines()


def test_away_from_a_terminal_plain_lines_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.01)
    course = Course()
    course.round(0, 100, 1, targets=1)
    lines = spoken(course, Pace(), False, capsys)
    assert len(lines) >= 2
    assert all(line.startswith("equipoise: ") and "round 1: 0 of 100 games" in line for line in lines)


def test_quiet_says_none_of_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    assert spoken(Course(), Pace(), True, capsys) == []


def test_lines_are_as_far_apart_over_several_pieces_of_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A smoke run of many experiments of seconds each speaks too: the pace is one for all of them."""
    pace = Pace()
    pace.last -= progress.PLAIN_SECONDS  # the last line was said long ago
    said = threading.Event()
    course = Course()
    monkeypatch.setattr(course, "line", lambda: said.set() or "now")
    with following(course, rich.console.Console(file=io.StringIO()), False, pace):
        assert said.wait(PATIENCE)
    with following(Course(), rich.console.Console(file=io.StringIO()), False, pace):
        pass
    assert capsys.readouterr().err == "equipoise: now\n"


def test_a_short_run_away_from_a_terminal_says_nothing(
    race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 3600.0)
    words = ["run", str(race), "--results", str(tmp_path), "--no-report", "--json"]
    assert equipoise.main(words) == 1
    assert capsys.readouterr().err == ""


def test_decided_targets_are_counted(
    race: Path, tmp_path: Path, on_terminal: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of the race's three are decided in the first round: the second says so."""
    told: list[tuple[int, int, int]] = []
    monkeypatch.setattr(
        Course,
        "round",
        lambda self, number, games, undecided, targets, stored: told.append((number, undecided, targets)),
    )
    text = race.read_text(encoding="utf-8").replace("games = 60\n", "games = 600\n")
    (tmp_path / "pig.toml").write_bytes((race.parent / "pig.toml").read_bytes())
    path = tmp_path / "longer.toml"
    path.write_text(text, encoding="utf-8")
    assert on_terminal("run", path, "--results", tmp_path, "--no-report").code == 1
    assert told[0] == (0, 3, 3)
    assert told[1] == (1, 1, 3)
