"""How the project compiles: one decorator, a cache that an edit anywhere in the sources empties.

numba's own file cache checks only the file of the function itself, so an edit in `rules.py` would leave a stale loop
in `play.py`. What a function compiles to is therefore kept in a folder named by a digest of every source that it can
come from: for a shipped game its own folders and what all games share, for a user's own file all that it imports.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from games.caches import cache_home
from games.sources import HOME, digest_of_files, is_own, shipped_group, sources_of

__all__ = ["cache_folder", "compiled", "head", "hot", "inlined", "keeping", "lent", "numba_disabled"]


def cache_folder(*files: Path) -> Path:
    """Where code that comes from `files` is kept: below `EQUIPOISE_CACHE`, or else below the user's cache folder."""
    return cache_home() / "numba" / _digest(files)


def _digest(files: tuple[Path, ...]) -> str:
    """16 hex digits over every source that code of `files` can come from."""
    own = tuple(file for file in files if is_own(file))
    games = {_game_of(file) for file in files if not is_own(file)}
    shipped = "".join(_shipped_digest(game) for game in sorted(games or {""}))
    return digest_of_files(sources_of(own), sys.version + shipped) if own else digest_of_files((), shipped)


@lru_cache(maxsize=64)
def _shipped_digest(game: str) -> str:
    return digest_of_files(shipped_group(game), sys.version)


def _game_of(file: Path) -> str:
    """The shipped game whose folder holds `file`; empty for what all games share."""
    parts = file.resolve().relative_to(HOME).with_suffix("").parts
    return parts[1] if len(parts) > 1 and (HOME / "games" / parts[1]).is_dir() else ""


@contextmanager
def keeping(*files: Path) -> Iterator[None]:
    """Inside, what is marked for compiling will be kept among the code that comes from `files`.

    Not through the environment: a process started from this one may have other sources, and so another folder.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        yield
        return
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(*files))
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def numba_disabled() -> bool:
    """Whether compiled code runs interpreted in this process (`NUMBA_DISABLE_JIT=1`)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def compiled(function: Callable[..., Any]) -> Any:
    """`function`, compiled on first use without the GIL and kept in the cache; callable like the original.

    It is kept under the sources of its own file, unless `keeping` tells others.
    """
    with _kept(function):
        return numba.njit(nogil=True, cache=True, no_cfunc_wrapper=True)(function)


@contextmanager
def _kept(function: Callable[..., Any]) -> Iterator[None]:
    """`keeping` the function's own file, where nothing else was said."""
    if numba.config.CACHE_DIR:
        yield
    else:
        with keeping(Path(function.__code__.co_filename)):
            yield


def inlined(function: Callable[..., Any]) -> Any:
    """`function`, compiled to be called by compiled code alone: part of its caller, so not cached by itself."""
    return numba.njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=True)(function)


def hot(function: Callable[..., Any]) -> Any:
    """`function`, compiled as by `compiled`, and made part of whatever compiled code calls it.

    For what runs at every decision: left to itself the compiler calls it, and handing over a few arrays, seven words
    each, costs more than most of these functions do.
    """
    with _kept(function):
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
