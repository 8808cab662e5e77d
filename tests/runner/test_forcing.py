"""Forced choice, on a game in which the effect of every option is known."""

import hashlib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import games
import policies
from runner.engines import crew, dispatch
from runner.forcing import EVERY_PAIR, NOT_FORCED_COLUMN
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job
from runner.specialise import specialise
from runner.summary import FORCED_COLUMNS, OPTION_COLUMNS, Summary, merge

EXTENSION = Path(__file__).parent.parent / "extension"
PUSH, WAVE = 0, 1
POINTS = np.array([-2, -1, 0, 1, 2])


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(EXTENSION / "games")])
    monkeypatch.setattr(policies, "__path__", [*policies.__path__, str(EXTENSION / "policies")])
    monkeypatch.setenv("EQUIPOISE_PATH", str(EXTENSION))


def job_of(*labels: str, effects: int = EVERY_PAIR, stream: str = "per-game") -> Job:
    entrants = tuple(EntrantSpec(name, name, {}, {}) for name in dict.fromkeys(labels))
    return Job("pushes", {}, entrants, 3, stream, effects=effects)


def played(*labels: str, pairs: int = 400, **job: Any) -> Summary:
    return Arena(job_of(*labels, **job)).simulate(Unit(Matchup("table", labels), 0, pairs)).summary


def effect(counts: np.ndarray) -> tuple[float, float]:
    """The effect in scores and its standard error, of samples by D."""
    n = counts[:NOT_FORCED_COLUMN].sum()
    mean = (counts[:NOT_FORCED_COLUMN] * POINTS).sum() / n / 2
    square = (counts[:NOT_FORCED_COLUMN] * POINTS**2).sum() / n / 4
    return float(mean), float(np.sqrt((square - mean**2) / n))


def plain_comparison(summary: Summary, player: int, seat: int, option: int) -> float:
    """Win rate of the games in which it was chosen, less that of those in which it was only offered."""
    row = dict(zip(OPTION_COLUMNS, summary.options[player, seat, option].tolist(), strict=True))
    passed = row["games_seen"] - row["games_chosen"]
    return row["wins_chosen"] / row["games_chosen"] - (row["wins_seen"] - row["wins_chosen"]) / passed


@pytest.mark.parametrize("labels", [("ahead", "even"), ("boaster", "ahead"), ("even", "boaster")])
def test_forced_choice_finds_the_known_effect_whoever_chooses(labels: tuple[str, str]) -> None:
    summary = played(*labels, pairs=4000)
    assert summary.forced[..., NOT_FORCED_COLUMN].sum() == 0
    assert (summary.forced.sum(axis=-1) == 4000).all()  # a sample a game, seat and option: offered everywhere
    for player in range(2):
        for seat in range(2):
            value, error = effect(summary.forced[player, seat, PUSH])
            # Without a push, `even` and the others rest or wave, which are worth the same.
            assert abs(value - 0.2) < 4 * error < 0.04
            if labels[player] == "boaster":
                assert summary.forced[player, seat, WAVE].tolist() == [0, 0, 4000, 0, 0, 0]
                assert (
                    plain_comparison(summary, player, seat, WAVE) > 0.1
                )  # it waves where it is ahead anyway


def test_what_is_chosen_when_winning_anyway_is_overrated_by_a_plain_comparison() -> None:
    summary = played("ahead", "boaster", pairs=4000)
    for seat in range(2):
        value, error = effect(summary.forced[0, seat, PUSH])
        assert abs(value - 0.2) < 4 * error
        assert plain_comparison(summary, 0, seat, PUSH) > 0.5  # two pushes, and being ahead


def test_a_policy_that_draws_is_asked_until_it_names_what_it_may() -> None:
    """Two thirds of the choices of `even` without a wave are pushes, if it is asked by its own mix: 0 less .5 x .2."""
    summary = played("even", "boaster", pairs=4000)
    for seat in range(2):
        value, error = effect(summary.forced[0, seat, WAVE])
        assert abs(value + 0.1) < 4 * error


def test_the_games_themselves_are_the_same() -> None:
    for stream in ("per-game", "sequential"):
        forced, plain = (played("even", "ahead", pairs=50, stream=stream, effects=n) for n in (EVERY_PAIR, 0))
        assert forced.forced.any()
        assert not plain.forced.any()
        for field in fields(Summary):
            if field.name != "forced":
                assert np.array_equal(getattr(forced, field.name), getattr(plain, field.name)), field.name


def test_the_first_pairs_alone_are_forced_and_no_control() -> None:
    arena = Arena(job_of("even", "ahead", effects=30))
    matchup = Matchup("table", ("even", "ahead"))
    first, rest = (arena.simulate(Unit(matchup, lo, hi)).summary for lo, hi in ((0, 30), (30, 60)))
    assert (first.forced.sum(axis=-1) == 30).all()
    assert not rest.forced.any()
    control = Matchup("table", ("even", "even"), control=True)
    assert not arena.simulate(Unit(control, 0, 30)).summary.forced.any()


@pytest.mark.parametrize(("workers", "unit_pairs"), [(1, 1), (2, 7)])
def test_same_samples_from_every_crew_and_unit_size(workers: int, unit_pairs: int) -> None:
    job = job_of("even", "ahead", effects=60)
    arena, work = Arena(job), Unit(Matchup("table", ("even", "ahead")), 0, 100)
    whole = arena.simulate(work).summary
    hired = crew("local", job, arena, workers)
    try:
        outcomes = list(dispatch(hired, [work], unit_pairs, 60.0))
    finally:
        hired.close()
    assert merge(outcome.summary for outcome in outcomes) == whole


def test_what_cannot_be_forced_is_counted_and_voids_nothing() -> None:
    for label, faulty in (("stubborn", "boaster"), ("fragile", "boaster")):
        summary = played(label, faulty, pairs=40)
        assert (summary.pairs, summary.voided) == (40, 0)
        # It can wave where nothing else is left, but knows no other choice than a push.
        assert (summary.forced[0, :, PUSH, NOT_FORCED_COLUMN] == 40).all()
        not_waving = summary.forced[0, :, WAVE, NOT_FORCED_COLUMN]
        assert (not_waving == 0).all()
        assert (summary.forced[1, ..., NOT_FORCED_COLUMN] == 0).all()
        assert len(FORCED_COLUMNS) == summary.forced.shape[-1]


class _Recorded:
    """The game played interpreted, with a digest of all that was done before each decision."""

    def __init__(self, game: Any) -> None:
        self.games: list[list[tuple[str, int, int]]] = []
        """By game, as played: (digest of everything before, seat, action) of each decision."""
        self.rules, self._digest = game.rules, hashlib.sha256()

    def deal(self, state: Any, params: Any, scenario: int, rng: Any) -> None:
        self._digest = hashlib.sha256()
        self.games.append([])
        self.rules.deal.py_func(state, params, scenario, rng)

    def step(self, state: Any, params: Any, action: int, rng: Any) -> None:
        self._digest.update(bytes(np.asarray(state).tobytes()) + bytes(np.asarray(rng).tobytes()))
        self.games[-1].append((self._digest.hexdigest(), int(state.seat), int(action)))
        self._digest.update(bytes([int(action)]))
        self.rules.step.py_func(state, params, action, rng)


def test_interpreted_it_is_the_same_and_every_forced_game_goes_on_from_the_game_itself() -> None:
    arena = Arena(job_of("even", "ahead"))
    matchup = Matchup("table", ("even", "ahead"))
    compiled = arena.simulate(Unit(matchup, 0, 12)).summary
    recorded = _Recorded(arena.game)
    rules = arena.game.rules._replace(deal=recorded.deal, step=recorded.step)
    arena.loop = specialise(replace(arena.game, rules=rules, compiled=False), [], forces=True, guests=True)
    assert arena.simulate(Unit(matchup, 0, 12)).summary == compiled
    each = 2 + 2 * 2 * 2 * 2  # two rotations, then two games a rotation, seat and option
    assert len(recorded.games) == 12 * each
    places = set()
    for first in range(0, len(recorded.games), each):
        games_of_pair = recorded.games[first : first + each]
        for number, sample in enumerate(range(2, each, 2)):
            original, seat = games_of_pair[number // 4], number // 2 % 2
            with_it, without = games_of_pair[sample : sample + 2]
            parted = next(i for i in range(4) if with_it[i] != without[i])
            for twin in (with_it, without):
                assert [one[0] for one in twin[: parted + 1]] == [one[0] for one in original[: parted + 1]]
                assert twin[:parted] == original[:parted]
                assert twin[parted][1] == seat
            assert with_it[parted][2] == number % 2
            assert without[parted][2] != number % 2
            assert original[parted] in (with_it[parted], without[parted]) or original[parted][2] != number % 2
            places.add((number, parted))
    assert len(places) == 16  # of its two decisions, each seat is forced at either
