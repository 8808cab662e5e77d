"""Processes of this machine, for interpreted games and for code that is not Equipoise's own.

Each tells through shared memory where it is: the pair, the rotation, whose decision, and a beat that counts decisions.
So one that dies or stands still names the player it was at, and costs the unit it was at.
"""

import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from games.contract import NOBODY
from runner.engines.dispatch import Lost, WorkerError
from runner.engines.local import cores
from runner.plan import Unit
from runner.play import Arenas, Job, Outcomes
from runner.tally import PLAYER, PROGRESS

__all__ = ["ProcessCrew"]

LOOKS_A_SECOND = 4
# The least that a step of the rules may take, in which something may have to be compiled.
SECONDS_OF_RULES = 60.0
# Processes that may die before they were given anything, one after the other.
TRIES_TO_START = 3


@dataclass
class _Member:
    """One process, its pipe, the units it holds, and what it was last seen at."""

    pipe: Connection
    process: Any
    progress: np.ndarray
    units: list[Unit] = field(default_factory=list)
    ready: bool = False
    beat: tuple[int, ...] = ()
    moved: float = 0.0

    def stands_still(self, seconds: float) -> bool:
        """Whether it has been at one decision of one unit for so long; the rules have longer."""
        seen, now = (len(self.units), *self.progress.tolist()), time.monotonic()
        if seen != self.beat or not self.ready or not self.units:
            self.beat, self.moved = seen, now
        most = seconds if self.progress[PLAYER] != NOBODY else max(seconds, SECONDS_OF_RULES)
        return now - self.moved > most


class ProcessCrew:
    """Processes, each with an arena of its own and a pipe."""

    def __init__(
        self, job: Job, workers: int | None = None, move_seconds: float | None = None, memory: int = 0
    ) -> None:
        """One process for each of `workers` (all cores).

        Args:
            job: what they play unless a unit names another job.
            workers: how many.
            move_seconds: wall time that a decision may take; without end where it is None.
            memory: bytes of address space that a process may have; 0: as much as there is.
        """
        self.workers = workers or cores()
        self._job, self._move_seconds, self._memory = job, move_seconds, memory
        self._context = multiprocessing.get_context("spawn")
        self._members: dict[Connection, _Member] = {}
        self._false_starts = 0
        for _ in range(self.workers):
            self._hire()

    def lease(self, unit: Unit) -> None:
        """Send a unit to the process with the fewest."""
        member = min(self._members.values(), key=lambda one: len(one.units))
        member.units.append(unit)
        with suppress(OSError):  # it died: `wait` finds the pipe closed and reports its units as lost
            member.pipe.send(unit)

    def wait(self, seconds: float) -> list[Outcomes | Lost]:
        """What the processes sent back, and the units of those that died or stand still."""
        ends = time.monotonic() + seconds
        while True:
            left = max(ends - time.monotonic(), 0.0)
            back = self._received(min(left, 1 / LOOKS_A_SECOND))
            back += self._ended()
            if back or not left:
                return back

    def close(self) -> None:
        """End the processes."""
        for member in self._members.values():
            member.process.terminate()
            member.pipe.close()
        for member in self._members.values():
            member.process.join(5.0)
            if member.process.is_alive():
                member.process.kill()
        self._members.clear()

    def _received(self, seconds: float) -> list[Outcomes | Lost]:
        back: list[Outcomes | Lost] = []
        for pipe in wait(list(self._members), timeout=seconds):
            assert isinstance(pipe, Connection)
            member = self._members[pipe]
            try:
                item = pipe.recv()
            except (EOFError, OSError):
                back += self._bury(member, "died")
                continue
            if isinstance(item, BaseException):
                raise item
            if item is None:
                member.ready, self._false_starts = True, 0
                continue
            member.units.remove(item.unit)
            back.append(item)
        return back

    def _ended(self) -> list[Outcomes | Lost]:
        """The units of processes that stand still, which are killed."""
        back: list[Outcomes | Lost] = []
        for member in [*self._members.values()] if self._move_seconds else []:
            assert self._move_seconds is not None
            if member.stands_still(self._move_seconds):
                member.process.kill()
                back += self._bury(member, "time-out")
        return back

    def _hire(self) -> None:
        ours, theirs = self._context.Pipe()
        shared = self._context.RawArray("q", PROGRESS)
        process = self._context.Process(
            target=_serve, args=(theirs, self._job, shared, self._memory), daemon=True
        )
        with _deaf_to_interrupts():
            process.start()
        theirs.close()
        self._members[ours] = _Member(ours, process, np.frombuffer(shared, np.int64))

    def _bury(self, member: _Member, kind: str) -> Sequence[Lost]:
        """Replace a process; its units are lost, and the first of them may be why."""
        del self._members[member.pipe]
        member.process.join(5.0)
        code = member.process.exitcode
        reason = f"worker process ended with code {code}"
        if kind == "time-out":
            decided = member.progress[PLAYER] != NOBODY
            reason = (
                f"a decision took more than {self._move_seconds:g} s" if decided else "nothing moves any more"
            )
        elif code is not None and code < 0:
            reason = f"killed its worker process (signal {-code})"
        if not member.ready:
            self._false_starts += 1
            if self._false_starts >= TRIES_TO_START:
                raise WorkerError(f"{reason} before it could play anything")
        self._hire()
        player = int(member.progress[PLAYER]) if member.ready else None
        first = [Lost(unit, reason, member.ready, player, kind) for unit in member.units[:1]]
        return [*first, *(Lost(unit, reason, begun=False) for unit in member.units[1:])]


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """What is started here hears no Ctrl-C, which a terminal sends to all of us: this process ends the others."""
    resource_tracker.ensure_running()  # its own start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job, shared: Any, memory: int) -> None:
    """A worker process: play what comes down the pipe until it closes."""
    progress = np.frombuffer(shared, np.int64)
    progress[PLAYER] = NOBODY
    if memory:
        _limit(memory)
    try:
        arena = Arenas(job, progress)
        arena.warm(voids=True)
        pipe.send(None)
        while True:
            unit = pipe.recv()
            pipe.send(arena.simulate(unit))
    except EOFError:
        return
    except Exception as error:  # noqa: BLE001  raised again by the main process
        pipe.send(error)


def _limit(memory: int) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
