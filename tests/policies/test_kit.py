"""The policy kit refuses what it must: policies of pig with one thing wrong."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import policies
from games.pig.data import PigData
from games.rng import below
from policies.contract import Policy
from tests.games import arenas
from tests.policies.kit import PolicyContract

SHORT = PigData(goal=12, turn_cap=40)
HOLD_AT_20 = policies.of("pig")["hold_at"].act


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., PolicyContract]:
    """A maker of kits that look at one policy."""

    class Contract(PolicyContract):
        game = "pig"
        walks = 2

        @classmethod
        def documents(cls) -> dict[str, Any]:
            return {"short": SHORT}

    def made(act: Callable[..., Any], draws_luck: bool = False, **fields: Any) -> PolicyContract:
        given = {"weights": {"n": 4.0}, "summary": "Broken.", **fields}
        policy = Policy("broken", "pig", act, draws_luck=draws_luck, **given)
        monkeypatch.setattr(policies, "of", lambda game: {"broken": policy})
        arena = SimpleNamespace(weights=lambda label: np.array([4.0]))
        monkeypatch.setattr(arenas, "arena", lambda game, document: arena)
        return Contract()

    return made


def sound(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    return HOLD_AT_20(view, legal, params, weights, rng)


def illegal(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> int:
    return 2


def undeclared(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    return legal[below(rng, legal.size)]


def scribbler(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    view.total += 1
    return legal[0]


def greedy(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    weights[0] += 1
    return legal[0]


MOODS = itertools.count()


def moody(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
    return legal[next(MOODS) % legal.size]


DECISIONS = [
    "test_every_move_is_legal",
    "test_the_same_luck_gives_the_same_move",
    "test_luck_is_drawn_as_declared",
    "test_nothing_is_written_to",
    "test_what_is_hidden_changes_no_move",
]


@pytest.mark.parametrize("test", DECISIONS)
def test_a_sound_policy_passes(kit: Callable[..., PolicyContract], test: str) -> None:
    getattr(kit(sound), test)("broken", "short", "race")


@pytest.mark.parametrize(
    ("act", "draws_luck", "test"),
    [
        (illegal, False, "test_every_move_is_legal"),
        (undeclared, False, "test_luck_is_drawn_as_declared"),
        (sound, True, "test_luck_is_drawn_as_declared"),
        (scribbler, False, "test_nothing_is_written_to"),
        (greedy, False, "test_nothing_is_written_to"),
        (moody, False, "test_the_same_luck_gives_the_same_move"),
    ],
)
def test_what_is_wrong_with_a_move(
    kit: Callable[..., PolicyContract], act: Callable[..., Any], draws_luck: bool, test: str
) -> None:
    with pytest.raises(AssertionError):
        getattr(kit(act, draws_luck), test)("broken", "short", "race")


def test_a_move_that_hangs_on_what_is_hidden(
    kit: Callable[..., PolicyContract], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The faces last shown stand in for something hidden: a policy that minds them fails, one that does not passes."""

    def peeping(view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> Any:
        return legal[int(view.faces[0]) % legal.size]

    def other_faces(contract: PolicyContract, state: Any, seat: int, generator: np.random.Generator) -> None:
        state.faces[0] = 7 - state.faces[0]

    monkeypatch.setattr(PolicyContract, "reshuffle_hidden", other_faces)
    kit(sound).test_what_is_hidden_changes_no_move("broken", "short", "race")
    with pytest.raises(AssertionError):
        kit(peeping).test_what_is_hidden_changes_no_move("broken", "short", "race")


@pytest.mark.parametrize("fields", [{"summary": "Two\nlines"}, {"summary": " "}, {"refs": ("n",)}])
def test_how_a_policy_presents_itself(kit: Callable[..., PolicyContract], fields: dict[str, Any]) -> None:
    kit(sound).test_it_is_named_and_summed_up("broken")
    with pytest.raises(AssertionError):
        kit(sound, **fields).test_it_is_named_and_summed_up("broken")


@pytest.mark.parametrize("weights", [{"n": float("nan")}, {"not a name": 1.0}])
def test_weights_without_name_or_number(
    kit: Callable[..., PolicyContract], weights: dict[str, float]
) -> None:
    kit(sound).test_weights_are_named_with_defaults("broken")
    with pytest.raises(AssertionError):
        kit(sound, weights=weights).test_weights_are_named_with_defaults("broken")
