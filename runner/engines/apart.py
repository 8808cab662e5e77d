"""Threads for what ships and processes for guests, as one crew: own code never runs in the program's own process."""

import time

from runner.engines.dispatch import Crew, Lost
from runner.plan import Unit
from runner.play import Outcomes

__all__ = ["ApartCrew"]

LOOKS_A_SECOND = 50


class ApartCrew:
    """Match-ups of `guests` go to the one crew, all others to the other."""

    def __init__(self, own: Crew, apart: Crew, guests: frozenset[str]) -> None:
        """`guests`: labels of the entrants that bring code of the user's."""
        self.workers = max(own.workers, apart.workers)
        self._own, self._apart, self._guests = own, apart, guests
        self._out = {id(own): 0, id(apart): 0}

    def lease(self, unit: Unit) -> None:
        """Give a unit to the crew that may play it."""
        crew = self._apart if self._guests.intersection(unit.matchup.players) else self._own
        self._out[id(crew)] += 1
        crew.lease(unit)

    def wait(self, seconds: float) -> list[Outcomes | Lost]:
        """What has come back from either."""
        ends = time.monotonic() + seconds
        while True:
            left = max(ends - time.monotonic(), 0.0)
            busy = [crew for crew in (self._own, self._apart) if self._out[id(crew)]]
            each = left if len(busy) == 1 else min(left, 1 / LOOKS_A_SECOND)
            back: list[Outcomes | Lost] = []
            for crew in busy:
                came = crew.wait(each)
                self._out[id(crew)] -= len(came)
                back += came
            if back or not left:
                return back

    def close(self) -> None:
        """Close both."""
        self._own.close()
        self._apart.close()
