"""Files that a command line asks for: refused before any play where they cannot be, and never fatal after it.

A file is written whole; a device or a pipe, such as /dev/stdout, as it is.
"""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

from games.defects import BadInput, Defect

__all__ = ["ready_file", "ready_folder", "write_late"]

HINT = "name another path"


def ready_file(path: Path | None, option: str) -> None:
    """Make the folder of a file to come. Raises `BadInput` where the file cannot be written; None asks for none."""
    from runner.store.files import is_stream

    if path is None:
        return
    _refuse_name(path, option)
    if path.is_dir():
        raise _refused(option, path, "is a folder", "name a file in it")
    if is_stream(path):
        return
    ready_folder(path.parent, option, path)
    if path.exists() and not os.access(path, os.W_OK):
        raise _refused(option, path, "may not be written", HINT)
    if not _may_be_replaced(path):
        raise _refused(option, path, "is there already and no XML: it would be lost", "name another file")


def _may_be_replaced(path: Path) -> bool:
    """Whether a file is none yet, empty, or one as JUnit writes them: an experiment named by mistake is kept."""
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip()[:1] in (b"", b"<")
    except FileNotFoundError:
        return True
    except OSError:
        return False


def ready_folder(folder: Path, option: str, asked: Path | None = None) -> None:
    """Make a folder. Raises `BadInput` where there can be none, or where nothing can be written in it."""
    asked = folder if asked is None else asked
    _refuse_name(asked, option)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        in_the_way = next((one for one in (folder, *folder.parents) if one.exists()), folder)
        blocked = not in_the_way.is_dir()
        rule = f"cannot be made: {in_the_way} is a file" if blocked else _why("cannot be made", error)
        raise _refused(option, asked, rule, HINT) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _refused(option, asked, f"nothing may be written in {folder}", HINT)


def _refuse_name(path: Path, option: str) -> None:
    """Raises `BadInput` for a name that no file can have: too long, or no text."""
    from runner.store.errors import refuse_unwritten_name

    refuse_unwritten_name(path)
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise _refused(option, path, _why("cannot be made", error), HINT) from None


def write_late(path: Path, what: str, made: Callable[[], str]) -> bool:
    """Write `made()` to `path` once the answer stands; one line on standard error where that fails, and False."""
    from runner.store.errors import StoreError
    from runner.store.files import whole_file

    try:
        with whole_file(path, durable=False) as file:
            file.write(made().encode())
    except StoreError as error:
        (defect,) = error.defects
        print(f"equipoise: {what} is missing: {defect.file} {defect.rule}", file=sys.stderr)
        return False
    return True


def _why(rule: str, error: OSError) -> str:
    reason = "there is no room" if error.errno == errno.ENOSPC else (error.strerror or str(error)).lower()
    return f"{rule}: {reason}"


def _refused(option: str, path: Path, rule: str, hint: str) -> BadInput:
    return BadInput([Defect("command line", option, str(path), rule, hint)])
