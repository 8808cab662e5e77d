"""Outcomes on their way to the store."""

import time

from runner.play import Outcomes
from runner.store import Store

__all__ = ["Batch"]

BATCH_UNITS = 256
BATCH_SECONDS = 1.0


class Batch:
    """Outcomes that wait to be stored together: a part a unit would be slow where units are small."""

    def __init__(self, store: Store, round_number: int) -> None:
        self._store, self._round = store, round_number
        self._waiting: list[Outcomes] = []
        self._flushed = time.monotonic()

    def add(self, outcome: Outcomes) -> None:
        """Take one; what is older than a second is stored."""
        self._waiting.append(outcome)
        if len(self._waiting) >= BATCH_UNITS or time.monotonic() - self._flushed > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Store what waits."""
        waiting, self._waiting = (
            self._waiting,
            [],
        )  # first: Ctrl-C in the midst of it must not store them twice
        if waiting:
            self._store.add_all(waiting, self._round)
        self._flushed = time.monotonic()
