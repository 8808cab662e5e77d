"""This machine's cores: threads for compiled games (they release the GIL), processes for interpreted ones."""

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from runner.engines.dispatch import Lost, WorkerError
from runner.plan import Unit
from runner.play import Arena, Arenas, Job, Outcomes

__all__ = ["ProcessCrew", "ThreadCrew", "cores"]


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


class ProcessCrew:
    """Processes, each with an arena of its own and a pipe; one that dies costs the units it was leased."""

    def __init__(self, job: Job, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._job = job
        self._context = multiprocessing.get_context("spawn")
        self._members: dict[Connection, _Member] = {}
        for _ in range(self.workers):
            self._hire()

    def lease(self, unit: Unit) -> None:
        """Send a unit to the process with the fewest."""
        member = min(self._members.values(), key=lambda one: len(one.units))
        member.units.append(unit)
        with suppress(OSError):  # it died: `wait` finds the pipe closed and reports its units as lost
            member.pipe.send(unit)

    def wait(self, seconds: float) -> list[Outcomes | Lost]:
        """What the processes sent back, and the units of those that died."""
        back: list[Outcomes | Lost] = []
        for pipe in wait(list(self._members), timeout=seconds):
            assert isinstance(pipe, Connection)
            member = self._members[pipe]
            try:
                item = pipe.recv()
            except (EOFError, OSError):
                back += self._bury(member)
                continue
            if isinstance(item, BaseException):
                raise item
            member.units.remove(item.unit)
            back.append(item)
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

    def _hire(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._job), daemon=True)
        with _deaf_to_interrupts():
            process.start()
        theirs.close()
        self._members[ours] = _Member(ours, process)

    def _bury(self, member: "_Member") -> list[Outcomes | Lost]:
        del self._members[member.pipe]
        member.process.join(5.0)
        reason = f"worker process ended with code {member.process.exitcode}"
        if not member.units:
            raise WorkerError(f"{reason} before it was given anything")
        self._hire()
        return [Lost(unit, reason) for unit in member.units]


class _Member:
    """One process, its pipe and the units it holds."""

    def __init__(self, pipe: Connection, process: multiprocessing.process.BaseProcess) -> None:
        self.pipe = pipe
        self.process = process
        self.units: list[Unit] = []


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """What is started here hears no Ctrl-C, which a terminal sends to all of us: this process ends the others."""
    resource_tracker.ensure_running()  # its own start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job) -> None:
    """A worker process: play what comes down the pipe until it closes."""
    try:
        arena = Arenas(job)
        while True:
            pipe.send(arena.simulate(pipe.recv()))
    except EOFError:
        return
    except Exception as error:  # noqa: BLE001  raised again by the main process
        pipe.send(error)
