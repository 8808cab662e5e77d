"""One writer a folder: an exclusive lock that the kernel lets go when the process dies, however it dies."""

import errno
import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TextIO
from weakref import WeakSet

from runner.store.errors import StoreError, refuse_unwritten_name, refused, writing

__all__ = ["LOCK", "FolderLock", "is_locked"]

LOCK = "lock"
_TRIES = 10
_PAUSE_S = 0.05
"""A reader that asks `is_locked` holds the lock for microseconds: try again before refusing."""


class FolderLock:
    """The lock of one folder, held from construction until `release`."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises `BadInput` when another process writes in `folder`, or none could."""
        self._file = _opened(folder)
        for _ in range(_TRIES):
            if _try(self._file, fcntl.LOCK_EX):
                break
            time.sleep(_PAUSE_S)
        else:
            owner = self._file.read().strip()
            self._file.close()
            named = f" (process {owner})" if owner else ""
            rule = f"two runs on one folder: another run writes here{named}"
            raise refused(folder, rule, "wait for it, or give another --results folder")
        _held.add(self)
        try:
            with writing(folder / LOCK):
                self._file.truncate(0)
                self._file.write(f"{os.getpid()}\n")
                self._file.flush()
        except StoreError:
            with suppress(OSError):  # closing tries once more to write
                self._file.close()
            raise

    def release(self) -> None:
        """Let go; harmless a second time."""
        self._file.close()


_held: WeakSet[FolderLock] = WeakSet()


def _forget() -> None:
    """A forked child lets go of its copy, which would keep the folder locked after its parent has died."""
    for lock in _held:
        lock.release()


os.register_at_fork(after_in_child=_forget)


def is_locked(folder: Path) -> bool:
    """Whether a process writes in `folder` right now."""
    try:
        with (folder / LOCK).open(encoding="utf-8") as file:
            return not _try(file, fcntl.LOCK_SH)
    except OSError:
        return False


def _opened(folder: Path) -> TextIO:
    refuse_unwritten_name(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / LOCK).open("a+", encoding="utf-8")
    except FileExistsError:
        raise refused(
            folder, "a file stands where a run's folder is needed", "name another --results"
        ) from None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            with writing(folder):
                raise
        rule = f"cannot be made a run's folder: {(error.strerror or str(error)).lower()}"
        raise refused(folder, rule, "name another --results") from None


def _try(file: TextIO, kind: int) -> bool:
    file.seek(0)
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
