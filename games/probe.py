"""Own code is tried in a process of its own before it is let into this one.

`ask` starts a child that carries out steps and tells of each when it begins and how it ended. A child that dies, hangs
or asks for too much is ended, and the step that it was at is what failed; the steps after it go on in a new child.
What was found is kept by a digest of the code, so that it costs once an edit; what failed for want of time is not kept.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from games.sources import HOME

__all__ = ["DIED", "RAISED", "TIME_OUT", "Failure", "Limits", "ask"]

RAISED, DIED, TIME_OUT = "raised", "died", "time-out"
_KEPT_FORM = 1
# Threads of a linear algebra library would each claim address space.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use."""

    seconds: float = 60.0
    """Wall time of one step."""
    processor_seconds: int = 60
    """Processor time of a child."""
    memory: int = 4 << 30
    """Bytes of address space."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a step did not succeed."""

    kind: str
    """RAISED, DIED, TIME_OUT, or what the child called it."""
    text: str


def ask(
    program: str,
    steps: Sequence[str],
    question: Mapping[str, Any],
    kept: Path | None = None,
    limits: Limits = Limits(),
    environment: Mapping[str, str] | None = None,
) -> dict[str, Failure]:
    """Carry out `steps` in children that run the module `program`; the failures, by step.

    Args:
        program: a module whose `main` reads {"steps": [...], "limits": {...}, **question} as JSON from standard
            input and answers in lines of JSON on standard output: {"begin": step}, then {"end": step, "kind": ...,
            "text": ...}, with kind null where all is well.
        kept: a file that remembers the answer; named by a digest of everything that the answer hangs on.
    """
    if kept is not None and (known := _read(kept)) is not None:
        return known
    failures: dict[str, Failure] = {}
    left = list(steps)
    while left:
        done = _Child(program, left, question, limits, environment or {}).watch(failures)
        left = left[done:]
    if kept is not None and not any(failure.kind == TIME_OUT for failure in failures.values()):
        _write(kept, failures)
    return failures


class _Child:
    """One child process at its steps."""

    def __init__(
        self,
        program: str,
        steps: Sequence[str],
        question: Mapping[str, Any],
        limits: Limits,
        environment: Mapping[str, str],
    ) -> None:
        self.steps, self.limits = steps, limits
        path = os.pathsep.join([str(HOME), *filter(None, sys.path)])
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"import {program}; {program}.main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, **_ENVIRONMENT, **environment},
            start_new_session=True,
        )
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        paths = {
            room: list(sys.modules[room].__path__) for room in ("games", "policies") if room in sys.modules
        }
        asked = {"steps": list(steps), "limits": asdict(limits), "paths": paths, **question}
        with suppress(OSError):  # it is gone already: the end of its output says so
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(asked).encode())
            self.process.stdin.close()

    def watch(self, failures: dict[str, Failure]) -> int:
        """Note what fails; how many of the steps are dealt with when the child is gone."""
        try:
            for number, step in enumerate(self.steps):
                failure, alive = self._step(step)
                if failure is not None:
                    failures[step] = failure
                if not alive:
                    return number + 1
            return len(self.steps)
        finally:
            self._end()

    def _step(self, step: str) -> tuple[Failure | None, bool]:
        """How a step ended, and whether the child goes on to the next."""
        while True:
            try:
                line = self.lines.get(timeout=self.limits.seconds)
            except queue.Empty:
                return Failure(TIME_OUT, f"took more than {self.limits.seconds:g} s"), False
            if not line:
                return self._gone(), False
            with suppress(ValueError, TypeError, KeyError):
                told = json.loads(line)
                if told.get("end") == step:
                    kind = told["kind"]
                    return (None if kind is None else Failure(str(kind), str(told["text"]))), True

    def _gone(self) -> Failure:
        """Why there will be no more answers: the child has ended, or has closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5.0)
        code = self.process.poll()
        if code is None:
            return Failure(DIED, "closed the output of its process")
        if code == -signal.SIGXCPU:
            return Failure(TIME_OUT, f"took more than {self.limits.processor_seconds} s of processor time")
        if code < 0:
            return Failure(DIED, f"killed its process ({signal.Signals(-code).name})")
        return Failure(DIED, f"ended its process with exit code {code}")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def _end(self) -> None:
        """End the child and whatever it started."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _read(file: Path) -> dict[str, Failure] | None:
    try:
        kept = json.loads(file.read_bytes())
        if kept["form"] != _KEPT_FORM:
            return None
        return {step: Failure(**failure) for step, failure in kept["failures"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(file: Path, failures: Mapping[str, Failure]) -> None:
    kept = {"form": _KEPT_FORM, "failures": {step: asdict(failure) for step, failure in failures.items()}}
    with suppress(OSError):  # a cache that cannot be written costs time, nothing else
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.{os.getpid()}")
        part.write_text(json.dumps(kept), encoding="utf-8")
        part.replace(file)
