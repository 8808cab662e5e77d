"""What the tests of the terminal share: small experiments, and the command line of this process on a terminal."""

from __future__ import annotations

import os
import pty
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import equipoise
from tests.terminal.pseudo import ROOT, set_size
from tests.terminal.screen import shown

RACE = """
name = "race"
game = "pig"
data = "pig.toml"
policies = [
    { name = "a rather long name of twenty", policy = "hold_at", weights = { n = 20 } }, "hold_at(25)", "random"
]
games = 60
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
[sweep]
trials = 2
games = 128
budget = 1000
[[sweep.parameter]]
policy = "a rather long name of twenty"
weight = "n"
low = 15
high = 25
"""

COINS = """
name = "coins"
game = "coins"
data = "coins.json"
policies = ["any", "heads"]
games = 40
stop = "fixed"
[[target]]
metric = "win_rate"
band = [0.05, 0.95]
"""


@dataclass(frozen=True)
class Said:
    """What a command line came to on a terminal."""

    code: int
    raw: str

    @property
    def text(self) -> str:
        """What stays on the screen."""
        return shown(self.raw)


On = Callable[..., Said]


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> On:
    """`on_terminal(*words, columns=80, **environment)`: a command line in this process, both streams on a terminal."""

    def run(*words: object, columns: int = 80, **environment: str) -> Said:
        with monkeypatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)
            for name, value in {"TERM": "xterm-256color", **environment}.items():
                patch.setenv(name, value)
            patch.setenv("COLUMNS", str(columns))  # the streams of the process itself may be no terminal
            return _on_pty(lambda: equipoise.main([str(word) for word in words]), columns, patch)

    return run


def _on_pty(call: Callable[[], int], columns: int, patch: pytest.MonkeyPatch) -> Said:
    master, ours = pty.openpty()
    set_size(master, columns)
    pieces: list[bytes] = []
    reader = threading.Thread(target=_drain, args=(master, pieces))
    reader.start()
    try:
        with os.fdopen(ours, "w", encoding="utf-8", buffering=1) as stream:
            patch.setattr(sys, "stdout", stream)
            patch.setattr(sys, "stderr", stream)
            code = call()
    finally:
        reader.join(60.0)
        os.close(master)
    return Said(code, b"".join(pieces).decode("utf-8"))


def _drain(master: int, pieces: list[bytes]) -> None:
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:  # the other end is closed
            return
        if not piece:
            return
        pieces.append(piece)


@pytest.fixture(scope="session")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small experiment with a sweep, for every verb."""
    folder = tmp_path_factory.mktemp("race")
    shutil.copy(ROOT / "configs" / "games" / "pig" / "classic.toml", folder / "pig.toml")
    path = folder / "race.toml"
    path.write_text(RACE, encoding="utf-8")
    return path


@pytest.fixture
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small experiment of a plain-Python game, which needs no compiling and plays in processes of its own."""
    monkeypatch.setenv("EQUIPOISE_PATH", str(ROOT / "tests" / "extension"))
    (tmp_path / "coins.json").write_text('{"goal": 3}', encoding="utf-8")
    path = tmp_path / "coins.toml"
    path.write_text(COINS, encoding="utf-8")
    return path
