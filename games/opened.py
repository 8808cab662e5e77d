"""Which files a piece of code reads while it runs: what its figures may hang on beside its sources."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from games.sources import is_installed

__all__ = ["opened"]

_here = threading.local()
_hooked = threading.Lock()
# Sources count by what imports them; compiled code comes from them.
_NOT_DATA = (".py", ".pyc", ".so", ".pyd", ".nbi", ".nbc")
# What the system tells of itself is another thing each time.
_SYSTEM = tuple(map(Path, ("/dev", "/proc", "/sys")))


@contextmanager
def opened() -> Iterator[set[Path]]:
    """The files that this thread opens for reading inside, known at its end: no sources, nothing installed.

    What Python's own `open` (and `os.open`) opens is seen (PEP 578); what a C library opens by itself is not.
    """
    _listen()
    outer, _here.files = getattr(_here, "files", None), set()
    try:
        yield _here.files
    finally:
        _here.files -= {file for file in _here.files if not _is_data(file)}
        if outer is not None:
            outer |= _here.files
        _here.files = outer


def _is_data(file: Path) -> bool:
    return not is_installed(file) and file.is_file() and not any(map(file.is_relative_to, _SYSTEM))


def _listen() -> None:
    """Begin to hear of opened files, once a process: such a hook cannot be taken away again."""
    if _hooked.acquire(blocking=False):
        sys.addaudithook(_heard)


def _heard(event: str, details: tuple[Any, ...]) -> None:
    if event == "open" and (files := getattr(_here, "files", None)) is not None:
        name, mode, flags = details
        reads = not flags & (os.O_WRONLY | os.O_RDWR) if mode is None else "r" in mode
        if reads and isinstance(name, (str, bytes, os.PathLike)):
            file = Path(os.fsdecode(name))
            if file.suffix not in _NOT_DATA:
                files.add(file.resolve())
