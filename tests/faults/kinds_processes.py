"""Faults of the process that drives a run: killed at any moment, or out of room for its files."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from tests.faults.campaign import Bench, kind

_RUN = """
import resource, sys, equipoise
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(equipoise.main(sys.argv[2:]))
"""
_TOP = Path(__file__).resolve().parents[2]
_LIMIT_S = 120


def _started(bench: Bench, largest: int | None = None) -> subprocess.Popen[bytes]:
    """The command from the beginning, in a process whose files may not grow beyond `largest` bytes."""
    shutil.rmtree(bench.results)

    words = [sys.executable, "-c", _RUN, str(largest or resource.RLIM_INFINITY), *bench.words()]
    return subprocess.Popen(words, cwd=_TOP, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@kind("the driver killed")
def killed(bench: Bench, luck: Random) -> None:
    """At a random moment after the folder is there."""
    process = _started(bench)
    began = time.monotonic()
    while not bench.results.exists() and process.poll() is None and time.monotonic() - began < _LIMIT_S:
        time.sleep(0.001)
    time.sleep(luck.choice((luck.uniform(0, 0.2), luck.uniform(0, 2.0))))
    process.kill()
    process.wait()


@kind("no room for a file")
def no_room(bench: Bench, luck: Random) -> None:
    code = _started(bench, luck.randrange(12_000, 200_000)).wait(_LIMIT_S)
    assert code in (0, 1, 3, 4), f"a full disk ended with {code}"
