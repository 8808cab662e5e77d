"""How far a long piece of work is: one line kept up to date on a terminal, a plain line now and then elsewhere."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console, ConsoleOptions
from rich.live import Live
from rich.text import Text

from runner.output import in_plain
from runner.show.tables import cut

__all__ = ["Course", "Pace", "Told", "duration", "following"]

PLAIN_SECONDS = 10.0
"""Seconds between plain lines, and before the first."""
TURNING = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
TURNING_PLAIN = "|/-\\"
BAR = 16
"""Characters of the bar."""
ROOMY = 100
"""Columns from which there is room for it."""


class Told(Protocol):
    """Work that can say how far it is."""

    def line(self) -> str:
        """In one line."""

    def share(self) -> float | None:
        """Of what it is at, between 0 and 1; None where that is not known."""


class Pace:
    """When the last plain line was said: of several pieces of work in turn, all that follow on one another."""

    def __init__(self) -> None:
        self.last = time.monotonic()


@contextmanager
def following(told: Told, console: Console, quiet: bool, pace: Pace | None = None) -> Iterator[None]:
    """Show how far `told` is on `console`, standard error, until the block ends; nothing when `quiet`."""
    if quiet:
        yield
    elif console.is_terminal and not console.is_dumb_terminal:
        live = Live(
            _Drawn(told), console=console, transient=True, refresh_per_second=8, redirect_stdout=False
        )
        try:  # not `with live`: an interrupt while it starts would leave it drawing
            live.start()
            yield
        finally:
            live.stop()
    else:
        with _plain_lines(told, pace or Pace()):
            yield


def duration(seconds: float) -> str:
    """`12 s`, `3 min 05 s`, `2 h 10 min`."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class Course:
    """A `runner.run.Listener` that can say how far a run is."""

    def __init__(self, title: str = "", unit: str = "games") -> None:
        self._title, self._unit = f"{title}: " if title else "", unit
        self._began = time.monotonic()
        self._what, self._targets = "reading", ""
        self._done, self._total, self._stored = 0, 0, 0
        self._since = self._began

    def preparing(self, what: str) -> None:
        """Something begins that may take seconds."""
        self._next(what, 0, 0)

    def round(self, number: int, games: int, undecided: int, targets: int = 0, stored: int = 0) -> None:
        """A round of `games` games begins, `stored` of them played before; so many of all targets are undecided."""
        if targets:
            self._targets = f"; {targets - undecided:,} of {targets:,} targets decided"
        self._next(f"round {number + 1}", games, stored)

    def planned(self, games: int) -> None:
        """What was told of last will take so many games."""
        self._next(self._what, games, 0)

    def played(self, games: int) -> None:
        """So many more games of it are done."""
        self._done += games

    def share(self) -> float | None:
        """Of the round."""
        return min(self._done / self._total, 1.0) if self._total else None

    def line(self) -> str:
        """`12 s  round 3: 12,288 of 60,000 games, 8,000 games/s, 6 s left; 9 of 15 targets decided`."""
        now = time.monotonic()
        head = f"{duration(now - self._began)}  {self._title}{self._what}"
        if not self._total and not self._done:
            return f"{head} ..."
        of = f" of {self._total:,}" if self._total else ""
        return f"{head}: {self._done:,}{of} {self._unit}{self._speed(now)}{self._targets}"

    def _speed(self, now: float) -> str:
        """Games a second of this round, and the time that the rest of it takes at that speed."""
        fresh, seconds = self._done - self._stored, now - self._since
        if fresh <= 0 or seconds <= 0:
            return ""
        rate = fresh / seconds
        left = max(self._total - self._done, 0) / rate
        return f", {rate:,.0f} {self._unit}/s" + (f", {duration(left)} left" if self._total else "")

    def _next(self, what: str, total: int, stored: int) -> None:
        self._what, self._total, self._done, self._stored = what, total, stored, stored
        self._since = time.monotonic()


class _Drawn:
    """The line as a terminal shows it: never wider than the terminal, or what scrolled would stay behind."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._turns = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        self._turns += 1
        turning = TURNING_PLAIN if options.ascii_only else TURNING
        pieces = [turning[self._turns % len(turning)]]
        share = self._told.share()
        if share is not None and options.max_width >= ROOMY:
            full = round(BAR * share)
            pieces.append(f"[{'#' * full}{'.' * (BAR - full)}]" if options.ascii_only else
                          f"{'━' * full}{'╌' * (BAR - full)}")  # fmt: skip
        text = " ".join([*pieces, in_plain(self._told.line(), options.encoding)])
        yield Text(cut(text, options.max_width - 1, options.encoding), no_wrap=True)


@contextmanager
def _plain_lines(told: Told, pace: Pace) -> Iterator[None]:
    """A line on standard error whenever `PLAIN_SECONDS` have passed since the last."""
    over = threading.Event()

    def say() -> None:
        while not over.wait(max(pace.last + PLAIN_SECONDS - time.monotonic(), 0.0)):
            pace.last = time.monotonic()
            print(f"equipoise: {told.line()}", file=sys.stderr, flush=True)

    thread = threading.Thread(target=say, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
