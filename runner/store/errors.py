"""What the store says when a folder cannot be used or a write fails: which file, why, what to try."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.defects import BadInput, Defect

__all__ = ["StoreError", "refused", "writing"]

_FULL = {errno.ENOSPC, errno.EDQUOT}


class StoreError(BadInput):
    """A write that failed. What was stored before it is whole: the same command goes on from there."""


def refused(path: Path, rule: str, hint: str = "") -> BadInput:
    """The error of a file or folder that cannot be used."""
    return BadInput([Defect(str(path), "", None, rule, hint)])


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an `OSError` raised inside into a `StoreError` about `path`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        rule = f"cannot be written: {reason.lower()}"
        goes_on = "nothing stored is lost; start the same command again to go on"
        hint = f"make room on the disk; {goes_on}" if error.errno in _FULL else goes_on
        raise StoreError([Defect(str(path), "", None, rule, hint)]) from error
