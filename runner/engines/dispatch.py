"""Cutting work into units and leasing them to workers, the same for every engine.

Units grow until one takes about a second; at most two a worker are out at a time; a unit whose worker died is leased
again. None of this shows in the results: a game depends on its match-up and pair number alone.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from runner.output import check_interrupt
from runner.plan import Unit
from runner.play import Outcomes

__all__ = ["Crew", "Lost", "WorkerError", "dispatch"]

UNIT_SECONDS = 1.0
FIRST_PAIRS = 64
LARGEST_PAIRS = 1 << 20
LEASES_A_WORKER = 2
TRIES = 3
TRIES_OF_A_DECISION = 2


class WorkerError(Exception):
    """The workers cannot go on: they died too often, or nothing came back in time."""

    exit_code = 4


@dataclass(frozen=True, slots=True)
class Lost:
    """A unit whose worker died, or was ended, before it was done."""

    unit: Unit
    reason: str
    begun: bool = True
    """Whether the worker was at it, so that the unit may be what killed it."""
    player: int | None = None
    """Whose decision it was at, NOBODY for the rules; None where that is not known."""
    kind: str = "died"
    """"died" or "time-out"."""


class Crew(Protocol):
    """Some workers, each of which plays the units it is given in turn."""

    workers: int

    def lease(self, unit: Unit) -> None:
        """Give a unit to a worker; returns at once."""
        ...

    def wait(self, seconds: float) -> list[Outcomes | Lost]:
        """What has come back, waiting at most `seconds` for the first."""
        ...

    def close(self) -> None:
        """Let the workers go, without waiting for what they are at."""
        ...


def dispatch(
    crew: Crew,
    work: Sequence[Unit],
    unit_pairs: int | None = None,
    time_out: float = 600.0,
    broken: Callable[[Lost], None] | None = None,
    wanted: Callable[[Unit], bool] = lambda unit: True,
) -> Generator[Outcomes, None, None]:
    """Play all of `work` on the crew; outcomes in the order in which they come back.

    `unit_pairs` fixes the size of units; left out, they grow to about a second. A unit that is lost twice at a
    player's decision is given up: `broken` is told, and the rest goes on. What is no longer `wanted` is not begun.

    Raises `WorkerError` when a unit is lost `TRIES` times, or twice at a decision where nobody is to be told, or
    nothing at all comes back for `time_out` seconds.
    """
    pace = _Pace(unit_pairs, crew.workers, sum(unit.pairs for unit in work))
    waiting, again = deque(work), deque[Unit]()
    out: dict[Unit, float] = {}
    losses: dict[Unit, int] = {}
    while waiting or again or out:
        check_interrupt()
        while (waiting or again) and len(out) < LEASES_A_WORKER * crew.workers:
            unit = again.popleft() if again else pace.cut(waiting)
            if wanted(unit):
                out[unit] = time.monotonic()
                crew.lease(unit)
        if not out:
            continue
        back = crew.wait(time_out)
        if not back:
            stuck = ", ".join(f"{unit.matchup.name} pairs {unit.lo} to {unit.hi}" for unit in out)
            raise WorkerError(f"nothing came back from the workers for {time_out:g} s (at work: {stuck})")
        for item in back:
            began = out.pop(item.unit)
            if isinstance(item, Lost):
                losses[item.unit] = losses.get(item.unit, 0) + item.begun
                most = TRIES if item.player is None else TRIES_OF_A_DECISION
                if losses[item.unit] < most:
                    again.append(item.unit)
                elif item.player is None or broken is None:
                    where = f"{item.unit.matchup.name}, pairs {item.unit.lo} to {item.unit.hi}"
                    raise WorkerError(f"{where}: lost {most} times with its worker ({item.reason})")
                else:
                    broken(item)
            else:
                pace.learn(item.unit, time.monotonic() - began, len(out) + 1)
                yield item


class _Pace:
    """How large the next unit should be, from how fast the last ones came back."""

    def __init__(self, fixed: int | None, workers: int, pairs: int) -> None:
        self.fixed = fixed
        self.workers = workers
        self.left = pairs
        self.rates: dict[str, float] = {}
        self.slowest = math.inf
        """Least pairs a second of any unit so far: what a match-up that is new to us is taken to need."""

    def cut(self, waiting: deque[Unit]) -> Unit:
        """The next unit, cut off the first range of `waiting`."""
        unit = waiting.popleft()
        size = self.fixed or self._size(unit)
        self.left -= min(size, unit.pairs)
        if unit.pairs <= size:
            return unit
        waiting.appendleft(replace(unit, lo=unit.lo + size))
        return replace(unit, hi=unit.lo + size)

    def learn(self, unit: Unit, seconds: float, out: int) -> None:
        """Note how long a unit was out; half of that it may have waited behind another."""
        busy = seconds * min(1.0, self.workers / out)
        rate = unit.pairs / max(busy, 1e-6)
        self.slowest = min(self.slowest, rate)
        known = self.rates.get(unit.matchup.key)
        self.rates[unit.matchup.key] = rate if known is None else 0.5 * (rate + known)

    def _size(self, unit: Unit) -> int:
        rate = self.rates.get(unit.matchup.key) or (self.slowest if self.rates else 0.0)
        fair = -(-self.left // (2 * self.workers))
        wanted = int(rate * UNIT_SECONDS) or FIRST_PAIRS
        return max(min(wanted, max(fair, FIRST_PAIRS), LARGEST_PAIRS), 1)
