"""How far a sweep is, in one line."""

import time
from typing import TYPE_CHECKING

from runner.show.progress import Course, duration

if TYPE_CHECKING:
    from sweeps.definition import Sweep

__all__ = ["SweepCourse"]


class SweepCourse(Course):
    """A `sweeps.run.Listener`: of the search its points and games, of the runs on fresh luck what a run tells."""

    def __init__(self, sweep: "Sweep") -> None:
        super().__init__()
        self._table = sweep.table
        self._searched = 0
        self._step: tuple[int, int, str] | None = None
        self._search_began = time.monotonic()

    def preparing(self, what: str) -> None:
        """Something other than the search begins."""
        self._step = None
        super().preparing(what)

    def step(self, points: int, games: int, best: str) -> None:
        """So many points and games of the search are done."""
        self._step = points, games, best
        self._searched = games

    def share(self) -> float | None:
        """Of the search's budget, in games or in points."""
        if self._step is None:
            return super().share()
        points, games, _ = self._step
        share = games / self._table.budget
        return min(max(share, points / self._table.trials) if self._table.mode == "search" else share, 1.0)

    def line(self) -> str:
        """`20 s  search: 120 points, 61,440 of 5,000,000 games, at most 13 min 20 s left; best so far: ...`."""
        if self._step is None:
            return super().line()
        points, games, best = self._step
        seconds, share = time.monotonic() - self._search_began, self.share() or 0.0
        left = f", at most {duration(seconds * (1 - share) / share)} left" if share > 0 else ""
        head = f"{duration(time.monotonic() - self._began)}  search: {points:,} points"
        return f"{head}, {games:,} of {self._table.budget:,} games{left}; best so far: {best}"
