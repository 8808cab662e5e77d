"""A question in SQL, answered in a process of its own: stopped when it takes too long, too much memory, or writes.

DuckDB notices an interrupt between batches of rows, so a single call such as `repeat('x', 4e9)` would go on for
minutes and past its memory limit. A process can be stopped at any time, and has what the system lets it have.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from games.defects import BadInput, Defect
from runner.store.statements import readable
from runner.store.views import Answer, query

__all__ = ["Limits", "ask"]

_MIB = 1 << 20
_ANSWER = """from runner.store.asking import answer; answer()"""
_GRACE_S = 2.0
_OUT_OF_MEMORY = 77
_BY_MEMORY = (signal.SIGABRT, signal.SIGKILL, signal.SIGSEGV, signal.SIGBUS)
_HEADROOM_MIB = 512
"""Address space beyond the memory of DuckDB: Python's own, and stacks of threads."""


@dataclass(frozen=True)
class Limits:
    """What a question may cost."""

    seconds: float = 60.0
    memory: int = 1024
    """MiB."""
    rows: int = 10_000
    size: int = 16
    """MiB of the answer."""


def ask(folder: Path, sql: str, limits: Limits = Limits()) -> Answer:
    """The answer to one reading statement. Raises `BadInput` for others, for SQL that does not run, and at a limit."""
    readable(sql)
    path = os.pathsep.join(sys.path)
    process = subprocess.Popen(
        [sys.executable, "-c", _ANSWER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    asked = pickle.dumps((str(folder), sql, asdict(limits)))
    try:
        told, _ = process.communicate(asked, timeout=limits.seconds + _GRACE_S)
    except subprocess.TimeoutExpired:
        raise _stopped(limits) from None
    finally:
        process.kill()
        process.communicate()
    if process.returncode != 0:
        raise _broke(process.returncode, limits)
    kind, found = pickle.loads(told)
    if kind == "slow":
        raise _stopped(limits)
    if kind == "refused":
        raise BadInput([Defect(**one) for one in found])
    return Answer(*found)


def _stopped(limits: Limits) -> BadInput:
    rule = f"took longer than {limits.seconds:g} s and was stopped"
    return BadInput([Defect("sql", "", None, rule, "ask for less, or give a longer --time-limit")])


def _broke(code: int, limits: Limits) -> BadInput:
    if code not in (_OUT_OF_MEMORY, *(-one for one in _BY_MEMORY)):
        return BadInput(
            [Defect("sql", "", None, f"was broken off: the process that answers ended with {code}")]
        )
    how = f"needs more than {limits.memory} MiB of memory and was stopped"
    hint = "ask for less, or give a larger --memory"
    return BadInput([Defect("sql", "", None, how, hint)])


# --- in the process of its own -----------------------------------------------------------------------------


def answer() -> None:
    """Answer the question on standard input to standard output."""
    folder, sql, given = pickle.load(sys.stdin.buffer)
    limits = Limits(**given)
    told_to = os.dup(1)
    os.dup2(2, 1)  # a progress bar must not come into the answer
    tempfile.gettempdir()  # finding it out takes a file
    _limit(limits)
    told: tuple[str, Any]
    try:
        found = query(Path(folder), sql, limits.seconds, limits.memory, limits.rows + 1)
        told = _checked(found, limits)
    except TimeoutError:
        told = "slow", None
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    except BadInput as error:
        told = "refused", [asdict(defect) for defect in error.defects]
    with os.fdopen(told_to, "wb") as out:
        pickle.dump(told, out)


def _limit(limits: Limits) -> None:
    """No file may be written, and memory ends where it was said to end."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    most = used + (2 * limits.memory + _HEADROOM_MIB) * _MIB
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _checked(found: Answer, limits: Limits) -> tuple[str, Any]:
    """The answer, where it is small enough to be shown."""
    hint = "add LIMIT or aggregate, raise --rows, or use equipoise export"
    if len(found.rows) > limits.rows:
        rule = f"the answer has more than {limits.rows:,} rows"
    elif len(pickle.dumps(found.rows)) > limits.size * _MIB:
        rule = f"the answer is larger than {limits.size} MiB"
    else:
        return "answer", (found.columns, found.rows)
    return "refused", [asdict(Defect("sql", "", None, rule, hint))]
