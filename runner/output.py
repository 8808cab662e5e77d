"""Standard output and standard error that cannot fail a verb, and what an interrupt leaves behind.

A pipe whose reader has gone, a full device and a stream that is closed are noted and written to no more, so that the
exit code stays that of the verb; a character that the stream's encoding lacks is written in ASCII. The front door puts
this in place before anything else is loaded: nothing here imports more than the standard library.
"""

import codecs
import errno
import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

__all__ = [
    "Guarded",
    "check_interrupt",
    "guarded_streams",
    "in_plain",
    "interrupt_note",
    "keeps",
    "noted_interrupts",
    "print_json",
]

PLAIN = {
    "✔": "+", "✘": "x", "±": "+-", "×": "x", "…": "...", "–": "-", "—": "-", "−": "-", "·": ".", "→": "->",
    "≤": "<=", "≥": ">=", "’": "'", "‘": "'", "“": '"', "”": '"', "•": "*", "α": "alpha",
    "─": "-", "━": "-", "│": "|", "┃": "|", "╭": "+", "╮": "+", "╯": "+", "╰": "+", "█": "#", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
"""What stands for the marks and lines of our tables where only ASCII can be written."""
UNWRITTEN = "equipoise.plain"


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """A `codecs` error handler: a mark by its stand-in, anything else by its escape, as in Python and JSON."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN.get(c) or _escaped(c) for c in lacking), error.end


def _escaped(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode()


codecs.register_error(UNWRITTEN, _in_ascii)


def in_plain(text: str, encoding: str | None) -> str:
    """`text` with nothing that `encoding` lacks: tables measure what will be written, so they ask before they do."""
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode(encoding, UNWRITTEN).decode(encoding)
    except LookupError:
        return text
    return text


class Guarded(io.TextIOBase):
    """A text stream in front of another; `lost` is why that took no more, None while it does.

    `stream` is None where the program was started with the stream closed.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.lost: OSError | None = None if stream else OSError(errno.EBADF, "it is closed")

    def write(self, text: str) -> int:
        """Write it, or note that it could not be."""
        if self._stream is not None and self.lost is None:
            try:
                self._stream.write(in_plain(text, self._stream.encoding))
            except (OSError, ValueError) as error:
                self._lose(error)
        return len(text)

    def flush(self) -> None:
        """Flush it, or note that it could not be."""
        if self._stream is not None and self.lost is None:
            try:
                self._stream.flush()
            except (OSError, ValueError) as error:
                self._lose(error)

    def isatty(self) -> bool:
        """Whether a person reads it."""
        return self._stream is not None and self.lost is None and self._stream.isatty()

    def writable(self) -> bool:
        """Always."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Of the stream behind."""
        return (self._stream.encoding if self._stream is not None else None) or "utf-8"

    def fileno(self) -> int:
        """Of the stream behind."""
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_stream"], name)

    def _lose(self, error: OSError | ValueError) -> None:
        """Note why, and let what is still buffered go nowhere: Python flushes once more when it ends."""
        self.lost = error if isinstance(error, OSError) else OSError(errno.EBADF, "it is closed")
        assert self._stream is not None
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
            self._stream.flush()


@contextmanager
def guarded_streams() -> Iterator[Guarded]:
    """Guard both streams; yields standard output, which has been flushed when the block ends."""
    out, err = sys.stdout, sys.stderr
    guarded = Guarded(out), Guarded(err)
    sys.stdout, sys.stderr = guarded
    try:
        yield guarded[0]
    finally:
        sys.stdout, sys.stderr = out, err
        for one in guarded:
            one.flush()


def print_json(value: Any, default: Callable[[Any], Any] | None = None) -> None:
    """Print `value` as JSON that is JSON in any encoding."""
    text = json.dumps(value, ensure_ascii=False, indent=2, default=default)
    if in_plain(text, getattr(sys.stdout, "encoding", None)) != text:
        text = json.dumps(value, ensure_ascii=True, indent=2, default=default)
    print(text)


@contextmanager
def keeps(told: Callable[[], str]) -> Iterator[None]:
    """Let a `KeyboardInterrupt` that leaves the block say what is kept; an outer block has the last word."""
    try:
        yield
    except KeyboardInterrupt as error:
        error.add_note(told())
        raise


# What each open block of `noted_interrupts` has noted, the innermost last.
_NOTED: list[list[int]] = []


def check_interrupt() -> None:
    """Raises `KeyboardInterrupt` where Ctrl-C was pressed and its exception was lost on the way, in a callback say."""
    if _NOTED and _NOTED[-1]:
        raise KeyboardInterrupt


@contextmanager
def noted_interrupts() -> Iterator[list[int]]:
    """A list that is empty until Ctrl-C is pressed in the block: a library may raise something else in its place."""
    pressed: list[int] = []

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        signal.default_int_handler(number, frame)

    ours = threading.current_thread() is threading.main_thread()
    ours = ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, note)
    _NOTED.append(pressed)
    try:
        yield pressed
    finally:
        _NOTED.pop()
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def interrupt_note(error: BaseException | None) -> str | None:
    """What the `KeyboardInterrupt` behind `error` says is kept, "" where it says nothing; None where there is none."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return ([*getattr(error, "__notes__", [])] or [""])[-1]
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None
