"""What the store says when a folder cannot be used or a write fails: which file, why, what to try."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.defects import BadInput, Defect

__all__ = ["StoreError", "refuse_unwritten_name", "refused", "writing"]

_ROOM = {
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "make room within your quota",
    errno.EFBIG: "raise the limit on the size of a file (ulimit -f)",
}
# What a person asked for cannot be done there; everything else that breaks off a write is a fault.
_ASKED_FOR = {
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EEXIST,
}  # fmt: skip
_BAD_INPUT, _FAULT = 2, 4


class StoreError(BadInput):
    """A write that failed. What was stored before it is whole: the same command goes on from there.

    `exit_code` is 4, a fault, such as a full disk; 2 where a path was named that cannot be written.
    """

    exit_code = _FAULT


def refused(path: Path, rule: str, hint: str = "") -> BadInput:
    """The error of a file or folder that cannot be used."""
    return BadInput([Defect(str(path), "", None, rule, hint)])


def refuse_unwritten_name(path: Path) -> None:
    """Raises `BadInput` for a path that is not text: the libraries behind the store cannot open it."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        shown = Path(str(path).encode("ascii", "backslashreplace").decode())
        raise refused(shown, "its name is not UTF-8 text", "name another folder or file") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an `OSError` raised inside into a `StoreError` about `path`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        rule = f"cannot be written: {reason.lower()}"
        goes_on = "nothing stored is lost; start the same command again to go on"
        hint = f"{_ROOM[error.errno]}; {goes_on}" if error.errno in _ROOM else goes_on
        failed = StoreError([Defect(str(path), "", None, rule, hint)])
        failed.exit_code = _BAD_INPUT if error.errno in _ASKED_FOR else _FAULT
        raise failed from error
