"""The policy kit: what every policy must keep to.

A game's policy test inherits `PolicyContract`; every policy of the game is then tested by being there.

    class TestPigPolicies(PolicyContract):
        game = "pig"

        @classmethod
        def documents(cls):
            return {"classic": PigData()}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pytest

import games
import policies
from games.contract import NOBODY, Game
from policies.contract import Policy
from runner.plan import Matchup, Unit
from tests.games import arenas
from tests.games.walks import Decision, copied, walk

__all__ = ["PolicyContract"]


@dataclass(frozen=True)
class Asked:
    """A policy, its weights, and a decision put to it."""

    policy: Policy
    weights: np.ndarray
    decision: Decision
    view: Any

    def answer(self, view: Any = None, stream: np.ndarray | None = None) -> int:
        """What it does, given `view` for its own, and `stream` for a copy of its own."""
        decision = self.decision
        stream = decision.stream.copy() if stream is None else stream
        legal, params = decision.legal.copy(), copied(decision.params)
        view = copied(self.view if view is None else view)
        return int(self.policy.act(view, legal, params, self.weights, stream))


class PolicyContract:
    """Inherit this, set `game` and `documents`; where the game hides anything, supply `reshuffle_hidden`."""

    game: ClassVar[str]
    """The name of the game's folder."""
    walks: ClassVar[int] = 2
    """Games walked by each test with each policy, on each document and scenario."""
    wandering: ClassVar[float] = 0.25
    """Share of moves taken at random instead, so that a policy is asked beyond its own lines of play."""
    pairs: ClassVar[int] = 40
    """Pairs that a policy plays against itself."""

    @classmethod
    def documents(cls) -> dict[str, Any]:
        """Documents to try, by name."""
        raise AssertionError(f"{cls.__name__} must supply documents()")

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        """Deal what `seat` cannot see anew, in place. A game that hides anything must supply this."""

    # --- the machinery ------------------------------------------------------------------------------------

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Each test that asks for them runs with every policy, on every document and scenario."""
        if "game" not in vars(type(self)):
            return
        if "policy_name" in metafunc.fixturenames:
            metafunc.parametrize("policy_name", list(policies.of(self.game)))
        if "scenario" in metafunc.fixturenames:
            scenarios = games.load(self.game).scenarios
            cases = [(n, each) for n, document in self.documents().items() for each in scenarios(document)]
            metafunc.parametrize(
                ("document_name", "scenario"), cases, ids=[f"{n}-{each}" for n, each in cases]
            )

    @cached_property
    def the_game(self) -> Game:
        """The game whose policies are under test."""
        return games.load(self.game)

    def asked(self, policy_name: str, document: Any, scenario: str) -> Iterator[Asked]:
        """Decisions put to a policy in every seat, the same ones each time."""
        game, policy = self.the_game, policies.of(self.game)[policy_name]
        weights = arenas.arena(self.game, document).weights(policy_name)
        index = game.scenarios(document).index(scenario)
        for number in range(self.walks):
            yield from _asked(game, document, index, policy, weights, number, self.wandering)

    # --- the policy as it presents itself -----------------------------------------------------------------

    def test_it_is_named_and_summed_up(self, policy_name: str) -> None:
        policy = policies.of(self.game)[policy_name]
        assert policy.name == policy_name
        assert policy_name.isidentifier()
        assert policy.summary.strip()
        assert "\n" not in policy.summary
        assert len({*policy.weights, *policy.refs}) == len(policy.weights) + len(policy.refs)

    def test_weights_are_named_with_defaults(self, policy_name: str) -> None:
        policy = policies.of(self.game)[policy_name]
        assert all(name.isidentifier() for name in (*policy.weights, *policy.refs))
        assert all(np.isfinite(default) for default in policy.weights.values())
        for document in self.documents().values():
            array = arenas.arena(self.game, document).weights(policy_name)
            assert array.dtype == np.float64
            assert array.ndim == 1
            assert array.size
            assert np.all(np.isfinite(array))

    # --- one decision -------------------------------------------------------------------------------------

    def test_every_move_is_legal(self, policy_name: str, document_name: str, scenario: str) -> None:
        document, met = self.documents()[document_name], set()
        for asked in self.asked(policy_name, document, scenario):
            met.add(asked.decision.seat)
            assert asked.answer() in asked.decision.legal
        assert met == set(range(self.the_game.seats)), "a seat was never asked"

    def test_the_same_luck_gives_the_same_move(
        self, policy_name: str, document_name: str, scenario: str
    ) -> None:
        for asked in self.asked(policy_name, self.documents()[document_name], scenario):
            streams = asked.decision.stream.copy(), asked.decision.stream.copy()
            assert asked.answer(stream=streams[0]) == asked.answer(stream=streams[1])
            assert np.array_equal(*streams)

    def test_luck_is_drawn_as_declared(self, policy_name: str, document_name: str, scenario: str) -> None:
        drawn = False
        for asked in self.asked(policy_name, self.documents()[document_name], scenario):
            stream = asked.decision.stream.copy()
            asked.answer(stream=stream)
            drawn = drawn or not np.array_equal(stream, asked.decision.stream)
        assert drawn == policies.of(self.game)[policy_name].draws_luck

    def test_nothing_is_written_to(self, policy_name: str, document_name: str, scenario: str) -> None:
        for asked in self.asked(policy_name, self.documents()[document_name], scenario):
            view, decision = copied(asked.view), asked.decision
            given = (view, decision.legal, decision.params, asked.weights)
            was = [thing.tobytes() for thing in given]
            asked.policy.act(*given, decision.stream.copy())
            assert [thing.tobytes() for thing in given] == was

    def test_what_is_hidden_changes_no_move(
        self, policy_name: str, document_name: str, scenario: str
    ) -> None:
        """In an open game nothing is hidden: what remains is that the move hangs on the view alone."""
        generator, dealt_anew = np.random.default_rng(5), 0
        for asked in self.asked(policy_name, self.documents()[document_name], scenario):
            other = copied(asked.decision.state)
            self.reshuffle_hidden(other, asked.decision.seat, generator)
            dealt_anew += other.tobytes() != asked.decision.state.tobytes()
            assert asked.answer(asked.decision.view(other)) == asked.answer()
        assert dealt_anew or self.the_game.is_open, (
            "reshuffle_hidden changes nothing: the check above is empty"
        )

    # --- whole games --------------------------------------------------------------------------------------

    def test_against_itself_it_is_even(self, policy_name: str, document_name: str, scenario: str) -> None:
        """The rotations of a pair are one game: each player wins one of them, or nobody any. Exactly .5."""
        arena = arenas.arena(self.game, self.documents()[document_name])
        k = self.the_game.seats
        outcomes = arena.simulate(Unit(Matchup(scenario, (policy_name,) * k), 0, self.pairs))
        assert outcomes.faults == ()
        assert outcomes.games is not None
        for column in ("winner", "termination", "turns", "digest"):
            of_pair = outcomes.games[column].reshape(self.pairs, k)
            assert np.all(of_pair == of_pair[:, :1])
        undecided = int(np.sum(outcomes.games["winner"] == NOBODY)) // k
        if k > 1:
            scores = outcomes.summary.score_hist
            assert np.all(scores[:, 0, k] == undecided)
            assert np.all(scores[:, 1, 0] == self.pairs - undecided)


def _asked(
    game: Game,
    document: Any,
    scenario: int,
    policy: Policy,
    weights: np.ndarray,
    number: int,
    wandering: float,
) -> Iterator[Asked]:
    generator, waiting = np.random.default_rng(number), []

    def choose(decision: Decision) -> int:
        asked = Asked(policy, weights, _kept(decision), decision.view())
        waiting.append(asked)
        choice = asked.answer(stream=decision.stream)
        if generator.random() < wandering or choice not in decision.legal:
            return int(generator.choice(decision.legal))
        return choice

    for _ in walk(game, document, choose, scenario, key=number + 1):
        yield waiting.pop()


def _kept(decision: Decision) -> Decision:
    """The decision in records of its own: the walk goes on while it is looked at."""
    return Decision(
        decision.game,
        copied(decision.state),
        copied(decision.params),
        decision.seat,
        decision.legal.copy(),
        decision.stream.copy(),
    )
