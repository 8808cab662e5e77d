"""The game kit refuses what it must: pig, broken in one way at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import games
from games.contract import Game
from games.pig.data import PigData
from games.pig.rules import STATE
from games.rng import turn_key
from tests.games import walks
from tests.games.kit import GameContract

PIG = games.load("pig")
RULES = PIG.rules
SHORT = PigData(goal=12, turn_cap=40, mandatory_first_roll=False)


def kit(
    game: Game, reshuffle: Callable[[Any], None] | None = None, document: PigData = SHORT
) -> GameContract:
    """The kit, looking at `game`."""

    class Broken(GameContract):
        game = "pig"
        walks = 3

        @classmethod
        def documents(cls) -> dict[str, Any]:
            return {"short": document}

        def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
            if reshuffle is not None:
                reshuffle(state)

    contract = Broken()
    contract.the_game = game  # type: ignore[misc]
    return contract


def with_rules(**functions: Callable[..., Any]) -> Game:
    """pig with some of its rules replaced."""
    return replace(PIG, rules=RULES._replace(**functions))


def refused(contract: GameContract, test: str, *more: Any) -> None:
    """The named test of the kit fails on it, though pig itself passes."""
    arguments = more if more else ("race",)
    getattr(kit(PIG), test)("short", *arguments)
    with pytest.raises(AssertionError):
        getattr(contract, test)("short", *arguments)


def twice(state: Any, params: Any, actions: Any) -> int:
    actions[:] = 0
    return 2


def none(state: Any, params: Any, actions: Any) -> int:
    return 0


def outside_options(state: Any, params: Any, action: int) -> int:
    return 7


@pytest.mark.parametrize("broken", [{"legal": twice}, {"legal": none}, {"option": outside_options}])
def test_unlawful_moves(broken: dict[str, Any]) -> None:
    if broken.get("legal") is none:  # the walk has nothing to choose from
        with pytest.raises(ValueError, match="cannot be empty"):
            kit(with_rules(**broken)).test_moves_are_lawful("short", "race")
    else:
        refused(kit(with_rules(**broken)), "test_moves_are_lawful")


def test_a_game_longer_than_it_says() -> None:
    refused(kit(replace(PIG, longest=lambda document: 2)), "test_moves_are_lawful")
    refused(kit(replace(PIG, longest=lambda document: 2)), "test_every_game_ends")


def test_a_game_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "MOST_STEPS", 400)
    refused(kit(with_rules(step=lambda state, params, action, rng: None)), "test_every_game_ends")


def test_a_winner_by_the_turn_cap() -> None:
    def result(state: Any, params: Any, payoff: Any, metrics: Any) -> int:
        RULES.result(state, params, payoff, metrics)
        return 0

    never = SHORT.model_copy(update={"goal": 500, "turn_cap": 6})
    kit(PIG, document=never).test_every_game_ends("short", "race")
    with pytest.raises(AssertionError):
        kit(with_rules(result=result), document=never).test_every_game_ends("short", "race")


def test_asking_that_changes_the_state() -> None:
    def legal(state: Any, params: Any, actions: Any) -> int:
        state.rolls += 1
        return RULES.legal(state, params, actions)

    refused(kit(with_rules(legal=legal)), "test_asking_changes_nothing")


def test_luck_from_elsewhere() -> None:
    elsewhere = itertools.count()

    def step(state: Any, params: Any, action: int, rng: Any) -> None:
        rng[0] ^= np.uint64(next(elsewhere))
        RULES.step(state, params, action, rng)

    refused(kit(with_rules(step=step)), "test_the_same_luck_gives_the_same_game")


def hidden(observe: Callable[..., Any]) -> Game:
    """pig as a game that hides something: its view is a record of its own."""
    return replace(PIG, view_dtype=np.dtype(STATE.descr), rules=RULES._replace(observe=observe))


def show_all(state: Any, params: Any, seat: int, view: Any) -> None:
    for field in STATE.names:
        view[field] = state[field]


def show_little(state: Any, params: Any, seat: int, view: Any) -> None:
    view.total = state.total


def other_faces(state: Any) -> None:
    state.faces[0] = 7 - state.faces[0]


def test_a_leak() -> None:
    refused(kit(hidden(show_all), other_faces), "test_nothing_hidden_leaks")
    kit(hidden(show_little), other_faces).test_nothing_hidden_leaks("short", "race")


def test_a_leak_test_that_reshuffles_nothing() -> None:
    with pytest.raises(AssertionError, match="reshuffle_hidden changes nothing"):
        kit(hidden(show_little)).test_nothing_hidden_leaks("short", "race")


def test_a_view_left_from_the_seat_before() -> None:
    refused(kit(hidden(show_little)), "test_a_view_owes_nothing_to_the_one_before")
    kit(hidden(show_all)).test_a_view_owes_nothing_to_the_one_before("short", "race")


def test_a_document_that_its_file_loses(tmp_path: Path) -> None:
    def dump(document: PigData, path: Path) -> None:
        PIG.dump(document.model_copy(update={"goal": 100}), path)

    refused(kit(replace(PIG, dump=dump)), "test_a_document_survives_its_file", tmp_path)


def test_names_that_are_the_same() -> None:
    contract = kit(replace(PIG, options=lambda document: ("roll", "roll")))
    with pytest.raises(AssertionError):
        contract.test_names_are_told_apart("short")


def test_text_that_says_nothing() -> None:
    refused(kit(replace(PIG, text=PIG.text._replace(closing=lambda *_: []))), "test_texts_never_raise")


def test_luck_keyed_otherwise_than_the_loop_keys_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walked with the luck of the turns after, the games are not those that were played."""
    kit(PIG).test_the_loop_plays_what_can_be_walked("short", "race")
    monkeypatch.setattr(walks, "turn_key", lambda key, slot, turn: turn_key(key, slot, turn + 1))
    with pytest.raises(AssertionError):
        kit(PIG).test_the_loop_plays_what_can_be_walked("short", "race")
