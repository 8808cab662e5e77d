"""How far a sweep is, as one line that is kept up to date."""

import time
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from sweeps.definition import Sweep

__all__ = ["Line"]


class Line:
    """A `Listener` that is one line of text."""

    def __init__(self, sweep: "Sweep") -> None:
        self._table = sweep.table
        self._began = time.monotonic()
        self._text = "reading"

    def preparing(self, what: str) -> None:
        """Something begins that may take seconds."""
        self._text = f"{what} ..."

    def step(self, points: int, games: int, best: str) -> None:
        """So many points and games are done; the best point so far in words."""
        table = self._table
        share = games / table.budget
        if table.mode == "search":
            share = max(share, points / table.trials)
        seconds = time.monotonic() - self._began
        left = f"at most {_duration(seconds * (1 - share) / share)} left" if share > 0 else ""
        self._text = f"{points:,} points, {games:,} of {table.budget:,} games, {left}; best so far: {best}"

    def __rich__(self) -> Text:
        elapsed = _duration(time.monotonic() - self._began)
        return Text(f"{elapsed}  {self._text}", no_wrap=True, overflow="ellipsis")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
