"""Files written whole: to a temporary name beside the target, then renamed, so that nobody reads half."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from runner.store.errors import writing

__all__ = ["delete", "flush_folder", "is_stream", "sweep_temporaries", "temporary", "whole_file"]

_READ_ONLY = 0o444


def temporary(path: Path) -> Path:
    """The hidden name that `path` bears while it is written."""
    return path.with_name(f".{path.name}.tmp")


@contextmanager
def whole_file(path: Path, *, durable: bool, read_only: bool = False) -> Iterator[BinaryIO]:
    """A binary file that becomes `path` when the block ends well and vanishes when it does not.

    `durable` waits until the disk has it. A device or a pipe is written as it is. Raises `StoreError` when the disk is
    full or the folder not writable.
    """
    if is_stream(path):
        with writing(path), path.open("wb") as file:
            yield file
        return
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


def is_stream(path: Path) -> bool:
    """Whether it is a device or a pipe, which a renamed file must not take the place of."""
    special = path.exists() and not path.is_file() and not path.is_dir()
    return special or path.absolute().parts[:2] in (("/", "dev"), ("/", "proc"))


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
