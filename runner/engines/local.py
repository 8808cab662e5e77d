"""This machine's cores: threads for compiled games, which release the GIL."""

import os
import queue
import threading

from runner.engines.dispatch import Lost
from runner.plan import Unit
from runner.play import Arena, Outcomes

__all__ = ["ThreadCrew", "cores"]


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ThreadCrew:
    """Threads that share one arena. They are daemons: a unit that never ends cannot keep the program alive."""

    def __init__(self, arena: Arena, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._arena = arena
        self._leased: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self._back: queue.SimpleQueue[Outcomes | BaseException] = queue.SimpleQueue()
        for _ in range(self.workers):
            threading.Thread(target=self._work, daemon=True).start()

    def lease(self, unit: Unit) -> None:
        """Queue a unit for the next free thread."""
        self._leased.put(unit)

    def wait(self, seconds: float) -> list[Outcomes | Lost]:
        """The next outcome. Raises what a thread raised outside the play of a game: an error of ours."""
        try:
            item = self._back.get(timeout=seconds)
        except queue.Empty:
            return []
        if isinstance(item, BaseException):
            raise item
        return [item]

    def close(self) -> None:
        """Ask the threads to end after what they are at."""
        for _ in range(self.workers):
            self._leased.put(None)

    def _work(self) -> None:
        while (unit := self._leased.get()) is not None:
            try:
                self._back.put(self._arena.simulate(unit))
            except BaseException as error:  # noqa: BLE001  handed to the main thread, which raises it
                self._back.put(error)
