"""Files written whole: to a temporary name beside the target, then renamed, so that nobody reads half."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from runner.store.errors import writing

__all__ = ["delete", "flush_folder", "sweep_temporaries", "temporary", "whole_file"]

_READ_ONLY = 0o444


def temporary(path: Path) -> Path:
    """The hidden name that `path` bears while it is written."""
    return path.with_name(f".{path.name}.tmp")


@contextmanager
def whole_file(path: Path, *, durable: bool, read_only: bool = False) -> Iterator[BinaryIO]:
    """A binary file that becomes `path` when the block ends well and vanishes when it does not.

    `durable` waits until the disk has it. Raises `StoreError` when the disk is full or the folder not
    writable.
    """
    hidden = temporary(path)
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with hidden.open("wb") as file:
                yield file
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            if read_only:
                hidden.chmod(_READ_ONLY)
            hidden.replace(path)
        except BaseException:
            delete(hidden)
            raise
        if durable:
            flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Wait until the disk knows the names in `folder`."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems cannot
            os.fsync(handle)
    finally:
        os.close(handle)


def sweep_temporaries(folder: Path) -> None:
    """Remove what a killed process was writing in `folder`."""
    for hidden in folder.glob(".*.tmp"):
        if hidden.is_dir():
            shutil.rmtree(hidden, ignore_errors=True)
        else:
            delete(hidden)


def delete(path: Path) -> None:
    """Remove a file that may be gone already."""
    with suppress(FileNotFoundError):
        path.unlink()
