"""How the project compiles: one decorator, a cache that an edit anywhere in the sources empties.

numba's own file cache checks only the file of the function itself, so an edit in `rules.py` would leave a stale loop
in `play.py`. The cache folder is therefore named by a digest of every source that compiled code can come from. Import
this module before numba does anything.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from games.extensions import extension_folders

__all__ = ["cache_folder", "compiled", "head", "hot", "inlined", "lent", "numba_disabled", "source_digest"]

SOURCES = (
    "games/**/*.py",
    "policies/**/*.py",
    "runner/loop.py",
    "runner/specialise.py",
    "runner/limits.py",
    "runner/tally*.py",
    "runner/forcing.py",
)
"""Where compiled code can come from, below a root."""


def source_digest(*roots: Path) -> str:
    """16 hex digits over the Python version and every source under `roots` that compiled code can come from."""
    digest = hashlib.sha256(sys.version.encode())
    for root in roots:
        for pattern in SOURCES:
            for file in sorted(root.glob(pattern)):
                digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: `EQUIPOISE_CACHE`, else the user's cache folder; one sub-folder a source digest."""
    home = os.environ.get("EQUIPOISE_CACHE")
    base = (
        Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "equipoise"
    )
    return base / "numba" / source_digest(Path(__file__).resolve().parent.parent, *extension_folders())


def numba_disabled() -> bool:
    """Whether compiled code runs interpreted in this process (`NUMBA_DISABLE_JIT=1`)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


# Not through the environment: a process started from this one may have other sources, and so another folder.
if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(cache_folder())


def compiled(function: Callable[..., Any]) -> Any:
    """`function`, compiled on first use without the GIL and kept in the cache; callable like the original."""
    return numba.njit(nogil=True, cache=True, no_cfunc_wrapper=True)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """`function`, compiled to be called by compiled code alone: part of its caller, so not cached by itself."""
    return numba.njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=True)(function)


def hot(function: Callable[..., Any]) -> Any:
    """`function`, compiled as by `compiled`, and made part of whatever compiled code calls it.

    For what runs at every decision: left to itself the compiler calls it, and handing over a few arrays, seven words
    each, costs more than most of these functions do.
    """
    return numba.njit(nogil=True, cache=True, no_cfunc_wrapper=True, forceinline=True)(function)


def head(array: Any, start: int, length: int) -> Any:
    """`array[start : start + length]` of a 1-D array that outlives the slice.

    Compiled, the slice owns nothing: an ordinary one costs two atomic reference counts, more than a small
    policy's move.
    """
    return array[start : start + length]


@intrinsic
def _borrowed(typingctx, array, start, length):
    signature = array(array, numba.int64, numba.int64)

    def build(context, builder, signature, args):
        source = context.make_array(signature.args[0])(context, builder, args[0])
        result = context.make_array(signature.return_type)(context, builder)
        shape = cgutils.pack_array(builder, [args[2]])
        strides = cgutils.pack_array(builder, [source.itemsize])
        data = builder.gep(source.data, [args[1]])
        populate_array(result, data, shape, strides, source.itemsize, meminfo=None)
        return result._getvalue()

    return signature, build


def lent(array: Any) -> Any:
    """The same array, of any shape, to a borrower whom it outlives: compiled, it is never counted."""
    return array


@intrinsic
def _uncounted(typingctx, array):
    def build(context, builder, signature, args):
        source = context.make_array(signature.args[0])(context, builder, args[0])
        result = context.make_array(signature.return_type)(context, builder)
        populate_array(result, source.data, source.shape, source.strides, source.itemsize, meminfo=None)
        return result._getvalue()

    return array(array), build


@overload(lent)
def _compiled_lent(array):
    def build(array):
        return _uncounted(array)

    return build


@overload(head)
def _compiled_head(array, start, length):
    def build(array, start, length):
        return _borrowed(array, start, length)

    return build
