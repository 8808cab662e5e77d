"""A pseudo-terminal: a command line as a person meets it, with a width, a keyboard and an end to every wait.

python -m tests.terminal.pseudo 80 make demo        runs a command on 80 columns and ends with its exit code
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.terminal.screen import shown

__all__ = ["CTRL_C", "Terminal", "drained", "set_size"]

ROOT = Path(__file__).parent.parent.parent
CTRL_C = "\x03"
PATIENCE = 180.0
"""Seconds that anything may take; a machine may be busy with much else."""


class Terminal:
    """A command on a terminal of its own, which its Ctrl-C reaches as a person's does: all of its processes."""

    def __init__(
        self, words: Sequence[object], columns: int = 80, environment: Mapping[str, str] | None = None
    ) -> None:
        self.seen = ""
        self._master, ours = pty.openpty()
        set_size(self._master, columns)
        known = {
            key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        self.process = subprocess.Popen(
            [str(word) for word in words],
            stdin=ours, stdout=ours, stderr=ours, cwd=ROOT,
            env={**known, "TERM": "xterm-256color", **(environment or {})},
            start_new_session=True,
            preexec_fn=_takes_the_terminal,  # noqa: PLW1509
        )  # fmt: skip
        os.close(ours)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._master)

    def press(self, keys: str) -> None:
        """Type something."""
        os.write(self._master, keys.encode())

    def resize(self, columns: int) -> None:
        """Another width, which the command is told of (SIGWINCH)."""
        set_size(self._master, columns)

    def until(self, text: str | Callable[[str], bool]) -> None:
        """Read until `text` was written, if only to be drawn over, or holds of what was. Fails if the command ends."""
        deadline = time.monotonic() + PATIENCE
        holds = text if callable(text) else lambda seen: text in seen
        while not holds(self.seen):
            assert self._read(deadline), f"ended or silent before {text!r} was seen:\n{shown(self.seen)}"

    def end(self) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(max(deadline - time.monotonic(), 1.0))

    @property
    def lines(self) -> list[str]:
        """What stays on the screen, line by line."""
        return shown(self.seen).splitlines()

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(deadline - time.monotonic(), 0.0))
        try:
            found = os.read(self._master, 1 << 16) if ready else b""
        except OSError:  # the last process has closed it
            found = b""
        self.seen += found.decode("utf-8", "replace")
        return bool(found)


def set_size(terminal: int, columns: int, rows: int = 40) -> None:
    """Give a terminal a size."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def drained(terminal: int) -> str:
    """All that was written to a terminal that nobody writes to any more."""
    found = b""
    while select.select([terminal], [], [], 0.0)[0]:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        found += piece
    return found.decode("utf-8", "replace")


def _takes_the_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main(words: Sequence[str]) -> int:
    """Run a command on a terminal, pass on what it shows, and end as it does."""
    with Terminal(words[1:], int(words[0])) as terminal:
        shown_so_far = 0
        while terminal._read(time.monotonic() + 1800.0):
            sys.stdout.write(terminal.seen[shown_so_far:])
            sys.stdout.flush()
            shown_so_far = len(terminal.seen)
        return terminal.process.wait(60.0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
