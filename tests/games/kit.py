"""The game kit: what every game must keep to. A game's test inherits `GameContract` and says what to try.

class TestPig(GameContract):
    game = "pig"

    @classmethod
    def documents(cls):
        return {"classic": PigData(), "short": PigData(goal=20)}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import games
from dashboards import exhibits
from games.contract import (
    COMMON_ENDINGS,
    FIRST_ENDING,
    HOUSE,
    MISSING,
    NO_OPTION,
    NOBODY,
    RUNNING,
    TURN_CAP,
    Game,
)
from runner.plan import Matchup, Unit
from runner.play import Arena
from runner.summary import merge
from tests.games import arenas
from tests.games.walks import Decision, Ending, Step, any_move, blank, copied, encoded, ending, pair_key, walk

__all__ = ["GameContract"]


class GameContract:
    """Inherit this, set `game` and `documents`, and override the hooks that the game needs."""

    game: ClassVar[str]
    """The name of its folder."""
    walks: ClassVar[int] = 5
    """Games of random moves walked by each test, on each document and scenario."""
    file_names: ClassVar[tuple[str, ...]] = ("data.toml",)
    """Files, one for each format that the designers use, that a document is written to and read from."""

    @classmethod
    def documents(cls) -> dict[str, Any]:
        """Documents to try, by name; the last should be small, for it is also played interpreted."""
        raise AssertionError(f"{cls.__name__} must supply documents()")

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        """Deal what `seat` cannot see anew, in place. A game that hides anything must supply this."""

    def check_step(self, step: Step, document: Any) -> None:
        """Assert the laws that the game states of one action: what is conserved, what only grows."""

    def check_ending(self, state: Any, ending: Ending, document: Any) -> None:
        """Assert the laws that the game states of a finished game."""

    # --- the machinery ------------------------------------------------------------------------------------

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Each test that asks for them runs on every document, or every document and scenario."""
        documents = type(self).documents() if "game" in vars(type(self)) else {}
        if "scenario" in metafunc.fixturenames:
            scenarios = games.load(self.game).scenarios
            cases = [(name, each) for name, document in documents.items() for each in scenarios(document)]
            ids = [f"{name}-{each}" for name, each in cases]
            metafunc.parametrize(("document_name", "scenario"), cases, ids=ids)
        elif "document_name" in metafunc.fixturenames:
            metafunc.parametrize("document_name", list(documents))

    @cached_property
    def the_game(self) -> Game:
        """The game under test."""
        return games.load(self.game)

    def random_games(self, document: Any, scenario: str) -> Iterator[list[Step]]:
        """Games of random moves, each as its steps; always the same ones."""
        index = self.the_game.scenarios(document).index(scenario)
        for number in range(self.walks):
            choose = any_move(np.random.default_rng([number, index]))
            yield list(walk(self.the_game, document, choose, index, key=number + 1))

    # --- the game as it presents itself -------------------------------------------------------------------

    def test_names_are_told_apart(self, document_name: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        assert game.name == self.game
        for names in (
            game.options(document),
            game.scenarios(document),
            game.endings,
            game.events(document) if game.events else (),
            _names(game.all_metrics),
        ):
            assert all(names)
            assert len(set(names)) == len(names)
        assert game.scenarios(document)
        assert not set(game.endings) & set(COMMON_ENDINGS)

    def test_state_and_parameters_have_the_fields_that_the_loop_reads(self, document_name: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        for field in ("seat", "turn", "termination"):
            assert game.state_dtype[field] == np.int64
        params = game.encode(document)
        assert params.shape == (1,)
        assert params.dtype == game.params_dtype
        assert game.encode(document).tobytes() == params.tobytes()

    def test_a_document_survives_its_file(self, document_name: str, tmp_path: Path) -> None:
        game, document = self.the_game, self.documents()[document_name]
        for name in self.file_names:
            game.dump(document, tmp_path / name)
            assert game.load(tmp_path / name) == document

    def test_option_facts_stand_beside_every_option(self, document_name: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        facts = game.option_facts(document) if game.option_facts else None
        assert facts is None or len(facts) == len(game.options(document))

    def test_exhibits_are_plain_values_that_name_what_there_is(self, document_name: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        listed = list(game.exhibits(document)) if game.exhibits else []
        assert json.loads(json.dumps(listed, allow_nan=False)) == listed
        found, options = exhibits.read(listed), game.options(document)
        assert not found.unknown
        assert {one["scenario"] for one in listed if "scenario" in one} <= set(game.scenarios(document))
        uses = [use for one in found.matrix_games for side in one.players for use in side.options]
        assert {use.option for use in uses} <= set(options)
        counted = [way.event for one in found.branch_graphs for way in one.ways]
        counted += [event for one in found.histograms for event in one.events]
        counted += [event for one in found.grids for line in one.events for event in line]
        known = game.events(document) if game.events else ()
        assert sorted(counted) == sorted(set(counted) & set(range(len(known))))

    # --- one game -----------------------------------------------------------------------------------------

    def test_moves_are_lawful(self, document_name: str, scenario: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        options, longest = len(game.options(document)), game.longest(document)
        for steps in self.random_games(document, scenario):
            turn = 0
            for step in steps:
                before = step.before
                assert 1 <= step.legal.size <= game.max_actions
                assert len(set(step.legal.tolist())) == step.legal.size
                assert 0 <= before.seat < game.seats
                assert turn <= before.turn < longest
                turn = int(before.turn)
                for action in step.legal:
                    option = game.rules.option(before, encoded(game, document), action)
                    assert option == NO_OPTION or 0 <= option < options
                self.check_step(step, document)

    def test_every_game_ends(self, document_name: str, scenario: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        for steps in self.random_games(document, scenario):
            state = steps[-1].after
            assert state.termination == TURN_CAP or FIRST_ENDING <= state.termination < len(game.terminations)
            assert 0 <= state.turn < game.longest(document)
            found = ending(game, document, state)
            assert found.winner in (NOBODY, HOUSE) or 0 <= found.winner < game.seats
            if state.termination == TURN_CAP:
                assert found.winner == NOBODY
            present = found.metrics[found.metrics != MISSING]
            assert np.all(np.abs(present) < 2**31), "the sums of squares would overflow"
            assert np.all(np.abs(found.payoff) < 2**31)
            self.check_ending(state, found, document)

    def test_asking_changes_nothing(self, document_name: str, scenario: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        rules, params = game.rules, encoded(game, document)
        data, actions = params.tobytes(), np.zeros(game.max_actions, np.int64)
        flags = np.zeros(len(game.options(document)), np.int64)
        for steps in self.random_games(document, scenario):
            for state in [step.before for step in steps] + [steps[-1].after]:
                was = state.tobytes()
                if state.termination == RUNNING:
                    rules.legal(state, params, actions)
                    rules.option(state, params, actions[0])
                for seat in range(game.seats):
                    rules.observe(state, params, seat, blank(game.view_dtype))
                    if rules.seen is not None:
                        rules.seen(state, params, seat, flags)
                happened(game, document, steps[-1].after)
                ending(game, document, state)
                assert state.tobytes() == was
                assert params.tobytes() == data

    def test_the_same_luck_gives_the_same_game(self, document_name: str, scenario: str) -> None:
        document = self.documents()[document_name]
        twice = zip(self.random_games(document, scenario), self.random_games(document, scenario), strict=True)
        for one, other in twice:
            assert [step.after.tobytes() for step in one] == [step.after.tobytes() for step in other]

    def test_nothing_hidden_leaks(self, document_name: str, scenario: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        if game.is_open:
            assert game.view_dtype is game.state_dtype
            return
        generator, params, dealt_anew = np.random.default_rng(5), encoded(game, document), 0
        for steps in self.random_games(document, scenario):
            for state in (step.before for step in steps):
                for seat in range(game.seats):
                    other = copied(state)
                    self.reshuffle_hidden(other, seat, generator)
                    dealt_anew += other.tobytes() != state.tobytes()
                    assert _seen(game, params, other, seat) == _seen(game, params, state, seat)
                    if seat == state.seat:
                        assert _legal(game, params, other) == _legal(game, params, state)
        assert dealt_anew, "reshuffle_hidden changes nothing: the check above is empty"

    def test_a_view_owes_nothing_to_the_one_before(self, document_name: str, scenario: str) -> None:
        """One record serves every seat in turn, so `observe` must fill the whole of it."""
        game, document = self.the_game, self.documents()[document_name]
        params = encoded(game, document)
        for steps in self.random_games(document, scenario):
            for state in (step.before for step in steps):
                for seat in range(game.seats if not game.is_open else 0):
                    assert _seen(game, params, state, seat, 0) == _seen(game, params, state, seat, 255)
            assert steps

    def test_texts_never_raise(self, document_name: str, scenario: str) -> None:
        game, document = self.the_game, self.documents()[document_name]
        names = tuple(f"player {seat}" for seat in range(game.seats))
        for steps in self.random_games(document, scenario):
            opening = game.text.opening(steps[0].before, document, names)
            moves = [game.text.move(s.before, s.action, s.after, document, names) for s in steps]
            closing = game.text.closing(steps[-1].after, document, names)
            assert opening
            assert closing
            for line in (*opening, *(line for lines in moves for line in lines), *closing):
                assert line.strip()
                assert "\n" not in line
            if game.verify is not None:
                told = [*opening, *(line for lines in moves for line in lines), *closing]
                assert game.verify(told, document) == []
                assert game.verify(told[:-1], document)

    # --- the game as the runner plays it ------------------------------------------------------------------

    def test_the_loop_plays_what_can_be_walked(self, document_name: str, scenario: str) -> None:
        """The compiled loop against the readable one, on the same games."""
        game, document = self.the_game, self.documents()[document_name]
        arena = arenas.arena(self.game, document)
        for table in arenas.lineups(self.game):
            matchup = Matchup(scenario, table)
            outcomes = arena.simulate(Unit(matchup, 0, 1))
            found, events = outcomes.games, np.zeros_like(outcomes.summary.events)
            assert found is not None
            for rotation in range(game.seats):
                winner, termination, turns, metrics, reported = walked(arena, matchup, rotation)
                for player, ids in enumerate(reported):
                    np.add.at(events[:, player], ids, 1)
                assert found["winner"][rotation] == winner
                assert found["termination"][rotation] == termination
                assert found["turns"][rotation] == turns
                assert np.array_equal(found["metrics"][rotation, 2:], metrics)
            assert np.array_equal(outcomes.summary.events, events)

    def test_seats_rotate_on_the_same_luck(self, document_name: str, scenario: str) -> None:
        """Player p sits in seat (p + r) % k: listing the players one seat on plays the same games."""
        game, document = self.the_game, self.documents()[document_name]
        arena = arenas.arena(self.game, document)
        k, pairs = game.seats, 5
        for table in arenas.lineups(self.game)[:4]:
            shifted = tuple(table[(p - 1) % k] for p in range(k))
            one = arena.simulate(Unit(Matchup(scenario, table), 0, pairs)).games
            other = arena.simulate(Unit(Matchup(scenario, shifted), 0, pairs)).games
            assert one is not None
            assert other is not None
            for column in ("winner", "termination", "turns", "digest"):
                games_of = one[column].reshape(pairs, k), other[column].reshape(pairs, k)
                # Rotation r of the shifted list seats everyone as rotation r + 1 of the first.
                assert np.array_equal(np.roll(games_of[0], -1, axis=1), games_of[1])

    def test_units_cut_anywhere_sum_to_the_same(self, document_name: str, scenario: str) -> None:
        arena = arenas.arena(self.game, self.documents()[document_name], keep_games=False)
        matchup = Matchup(scenario, arenas.lineups(self.game)[0])
        whole = arena.simulate(Unit(matchup, 0, 20)).summary
        parts = [arena.simulate(Unit(matchup, lo, hi)).summary for lo, hi in [(13, 20), (0, 1), (1, 13)]]
        assert merge(parts) == whole

    def test_compiled_plays_as_interpreted(self, tmp_path: Path) -> None:
        self._play_elsewhere(tmp_path, NUMBA_DISABLE_JIT="1")

    @pytest.mark.slow
    def test_no_index_is_out_of_bounds(self, tmp_path: Path) -> None:
        self._play_elsewhere(tmp_path, NUMBA_BOUNDSCHECK="1")

    def _play_elsewhere(self, folder: Path, **environment: str) -> None:
        document = list(self.documents().values())[-1]
        order, scenario = arenas.job(self.game, document), self.the_game.scenarios(document)[-1]
        here = arenas.rows(order, scenario, 200)
        there = arenas.rows_elsewhere(order, scenario, 200, folder, **environment)
        for column, values in here.items():
            assert np.array_equal(values, there[column]), column


def walked(
    arena: Arena, matchup: Matchup, rotation: int
) -> tuple[int, int, int, np.ndarray, list[np.ndarray]]:
    """Pair 0 of a match-up by hand: winner seat, termination, turns, own metrics [M, k] and event ids by player."""
    game, k = arena.game, arena.game.seats
    entrants = [arena.entrant(matchup.players[(seat - rotation) % k]) for seat in range(k)]
    weights = [entrant.array(arena.document) for entrant in entrants]

    def choose(decision: Decision) -> int:
        seat = decision.seat
        act = entrants[seat].policy.act
        return int(act(decision.view(), decision.legal, decision.params, weights[seat], decision.stream))

    key = int(pair_key(matchup.luck(arena.job.seed), 0))
    steps = list(walk(game, arena.document, choose, arena.scenarios.index(matchup.scenario), key))
    state = steps[-1].after
    found = ending(game, arena.document, state)
    by_player = [found.metrics[:, (player + rotation) % k] for player in range(k)]
    reported = happened(game, arena.document, state)
    ids = [reported[(player + rotation) % k] for player in range(k)]
    return found.winner, int(state.termination), int(state.turn) + 1, np.array(by_player).T, ids


def happened(game: Game, document: Any, state: Any) -> list[np.ndarray]:
    """The ids of the events of a finished game, by seat: as many as the game says at most, and all of them known."""
    if game.rules.events is None:
        assert (game.events, game.most_events) == (None, 0)
        return [np.zeros(0, np.int64)] * game.seats
    assert game.events is not None
    known, params, found = len(game.events(document)), encoded(game, document), []
    for seat in range(game.seats):
        ids = np.full(game.most_events + 1, -7, np.int64)
        n = game.rules.events(state, params, seat, ids)
        assert 0 <= n <= game.most_events
        assert np.all((ids[:n] >= 0) & (ids[:n] < known))
        assert np.all(ids[n:] == -7)
        found.append(ids[:n])
    return found


def _names(metrics: Any) -> tuple[str, ...]:
    return tuple(metric.name for metric in metrics)


def _seen(game: Game, params: Any, state: Any, seat: int, byte: int = 0) -> bytes:
    view = blank(game.view_dtype, byte)
    game.rules.observe(state, params, seat, view)
    return bytes(view.tobytes())


def _legal(game: Game, params: Any, state: Any) -> list[int]:
    actions = np.zeros(game.max_actions, np.int64)
    return list(actions[: game.rules.legal(state, params, actions)])
