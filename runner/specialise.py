"""The loop of one game: `runner.loop` bound to its rules and policies, then compiled, or plain Python."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from games.contract import Game
from games.jit import compiled, head, inlined, keeping
from games.rng import mix, rekey, turn_key
from runner import forcing
from runner.guests.pointers import GUEST
from runner.limits import breaks_limit, note
from runner.loop import play_pairs
from runner.tally import lent_bench, lent_rows, lent_tally
from runner.tally_options import wrapped

__all__ = ["specialise"]


@inlined
def _nothing_seen(state, params, seat, flags):
    pass


@inlined
def _no_events(state, params, seat, ids):
    return 0


def _ask_shipped(kind, guests, player, views, legal, params, weights, rng):
    """The move of a policy that ships."""
    return CHOOSE(kind, views[0], legal, params, weights, rng)  # noqa: F821


def _ask_anyone(kind, guests, player, views, legal, params, weights, rng):
    """The move of a policy that ships, or of an own one, which is shown copies."""
    if kind != GUEST:
        return CHOOSE(kind, views[0], legal, params, weights, rng)  # noqa: F821
    guests.views[0] = views[0]
    shown = head(guests.legal, 0, legal.size)
    for i in range(legal.size):
        shown[i] = legal[i]
    return guests.acts[player](guests.views[0], shown, guests.params[0], weights, rng)


@inlined
def _no_policy(view, legal, params, weights, rng):
    """Stands where a game has no policies of its own."""
    return legal[0]


def _choose(kind, view, legal, params, weights, rng):
    """Hand a decision to policy number `kind`: one of the first SLOTS here, or one of the REST."""
    if SLOTS > 0 and kind == 0:  # noqa: F821
        return ACT_0(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 1 and kind == 1:  # noqa: F821
        return ACT_1(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 2 and kind == 2:  # noqa: F821
        return ACT_2(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 3 and kind == 3:  # noqa: F821
        return ACT_3(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 4 and kind == 4:  # noqa: F821
        return ACT_4(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 5 and kind == 5:  # noqa: F821
        return ACT_5(view, legal, params, weights, rng)  # noqa: F821
    if SLOTS > 6 and kind == 6:  # noqa: F821
        return ACT_6(view, legal, params, weights, rng)  # noqa: F821
    return REST(kind - 7, view, legal, params, weights, rng)  # noqa: F821


def _choose_last(kind, view, legal, params, weights, rng):
    """The end of the chain: whatever number comes here is the last policy's."""
    return ACT(view, legal, params, weights, rng)  # noqa: F821


_INNER = (
    rekey, wrapped, note, breaks_limit, lent_bench, lent_rows, lent_tally, forcing.lent_forcing, forcing.count_offers,
    forcing.is_choice, forcing.is_listed, forcing.is_sampled, forcing.narrowed, forcing.pick_decision, forcing.settle,
)  # fmt: skip
# What the loop calls: run interpreted, it must call the plain functions, for inlined ones cannot be called from Python.


def specialise(
    game: Game, acts: Sequence[Callable[..., Any]], forces: bool = False, guests: bool = False
) -> Callable[..., int]:
    """`play_pairs` for one game, compiled, or plain Python for interpreted games: `acts[i]` plays as policy i.

    With `guests` the number GUEST stands for own policies, which are called by pointer.
    The loop that forces choices also plays as the ordinary one does, a little slower: a run compiles one of the two.
    """
    rules, name = game.rules, f"{'force_choices' if forces else 'play_pairs'}_{game.name}"
    name += "_with_guests" * guests
    wrap = inlined if game.compiled else (lambda function: getattr(function, "py_func", function))
    choose = _switch(acts or [_no_policy], wrap)
    ask = wrap(_bound(_ask_anyone if guests else _ask_shipped, "_ask", CHOOSE=choose))
    functions = {f"GAME_{field.upper()}": function for field, function in rules._asdict().items()}
    functions |= {"GAME_EVENTS": rules.events or _no_events, "GAME_SEEN": rules.seen or _nothing_seen}
    constants = {"SEES": rules.seen is not None, "MOST_ACTIONS": game.max_actions, "FORCES": forces}
    functions |= {"GAME_ACT": ask, **constants}
    if game.compiled:
        with keeping(*_files([*rules, *acts])):
            return compiled(_bound(play_pairs, name, **functions))
    plain = {function.__name__: function.py_func for function in _INNER if hasattr(function, "py_func")}
    stubs = {key: getattr(function, "py_func", function) for key, function in functions.items()}
    own = {"mix": _plain_mix, "turn_key": _plain_turn_key}
    return _bound(play_pairs, name, **{**plain, **stubs, **own})


def _files(functions: Sequence[Any]) -> list[Path]:
    """The sources of rules and policies."""
    code = [getattr(function, "py_func", function) for function in functions if function is not None]
    return sorted({Path(function.__code__.co_filename) for function in code})


def _switch(acts: Sequence[Callable[..., Any]], wrap: Callable[..., Any]) -> Any:
    """A function of (policy number, then what `act` takes), seven policies a link."""
    choose = wrap(_bound(_choose_last, "_choose_last", ACT=acts[-1]))
    for first in reversed(range(0, len(acts), 7)):
        here = acts[first : first + 7]
        slots = {f"ACT_{i}": here[min(i, len(here) - 1)] for i in range(7)}
        choose = wrap(_bound(_choose, f"_choose_{first}", SLOTS=len(here), REST=choose, **slots))
    return choose


def _plain_mix(z: Any) -> Any:
    """`mix` for the interpreted loop: compiled functions hand 64-bit numbers back as Python ints."""
    return np.uint64(mix(np.uint64(z)))


def _plain_turn_key(pair_key: Any, slot: int, turn: int) -> Any:
    return np.uint64(turn_key(np.uint64(pair_key), slot, turn))


def _bound(template: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
    """The template's code over the globals of its module and `names`; the name keeps cache files apart."""
    function = FunctionType(template.__code__, {**template.__globals__, **names}, name)
    function.__qualname__ = name
    function.__module__ = template.__module__
    return function
