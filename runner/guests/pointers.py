"""Own policies as the loop calls them: by pointer, so that an edit of one compiles that one alone.

What they are handed is a copy: of the view and of the list of legal actions at every decision, of the parameters once a
unit. A guest that writes into one of them changes nothing of the game, and is told at the end of the unit.
"""

import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

import games
import policies
from games.contract import Game
from games.jit import keeping, numba_disabled

__all__ = ["GUEST", "NO_GUESTS", "CannotCompileGuest", "Guests", "guests_for", "pointer", "written"]

# Calls by pointer are what makes an edit of one policy compile that one alone; tests hold what they do.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

GUEST = -2
"""The number of every own policy in a loop; its act is found by its player."""

NO_GUESTS = 0
"""Stands for `Guests` in a loop that plays none."""


class Guests(NamedTuple):
    """The own policies of a match-up, and the copies that they are handed."""

    acts: tuple[Callable[..., Any], ...]
    """By player; a stand-in for players whose policies ship, and two more, so that all tuples have one type."""
    views: np.ndarray
    """[1] view."""
    legal: np.ndarray
    """[max actions]"""
    params: np.ndarray
    """[1] parameter record."""


class CannotCompileGuest(Exception):
    """An own policy that the compiler refuses."""


def guests_for(game: Game, own: Sequence[str | None], params: np.ndarray, most_actions: int) -> Guests:
    """The guests of a match-up; `own` names the own policy of each player, None where it ships."""
    nobody = _nobody(game.name)
    acts = [nobody[0] if name is None else pointer(game.name, name) for name in own]
    return Guests(
        acts=(*acts, *nobody),
        views=np.zeros(1, game.view_dtype).view(np.recarray),
        legal=np.zeros(most_actions, np.int64),
        params=params.copy().view(np.recarray),
    )


def written(guests: Guests, params: np.ndarray) -> bool:
    """Whether a guest wrote into the parameters that it was handed."""
    return guests.params.tobytes() != params.tobytes()


@lru_cache(maxsize=256)
def pointer(game: str, policy: str) -> Callable[..., Any]:
    """The act of an own policy, compiled with checks of every index; plain Python for interpreted games.

    Raises `CannotCompileGuest` with what the compiler says.
    """
    act = policies.of(game)[policy].act
    plain = getattr(act, "py_func", act)
    made = games.load(game)
    if not made.compiled or numba_disabled():
        return plain
    return _compiled(made, plain)


@lru_cache(maxsize=32)
def _nobody(game: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    made = games.load(game)
    if not made.compiled or numba_disabled():
        return _first, _last
    return _compiled(made, _first), _compiled(made, _last)


def _first(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    return legal[0]


def _last(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    return legal[legal.size - 1]


def _compiled(game: Game, act: Callable[..., Any]) -> Callable[..., Any]:
    view, params = (numba.from_dtype(dtype) for dtype in (game.view_dtype, game.params_dtype))
    numbers, weights, stream = (
        types.Array(kind, 1, "C") for kind in (types.int64, types.float64, types.uint64)
    )
    signature = types.int64(view, numbers, params, weights, stream)
    deal = getattr(game.rules.deal, "py_func", game.rules.deal)
    file, rules = (Path(function.__code__.co_filename) for function in (act, deal))
    try:
        with keeping(file, rules):
            made: Callable[..., Any] = numba.njit(signature, nogil=True, cache=True, boundscheck=True)(act)
    except numba.core.errors.NumbaError as error:
        raise CannotCompileGuest(_said(str(error))) from error
    return made


def _said(text: str) -> str:
    """What the compiler says, and about which line; without the stages it went through."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(("Failed in nopython", "During:", "File ", "<"))]
    places = [line.removesuffix(":").split("line ")[-1] for line in lines if line.startswith("File ")]
    place = f" (line {places[-1]})" if places else ""
    return f"the compiler refuses it: {told[0] if told else lines[0]}{place}"
