"""The same sums from every crew and unit size; dead and stuck workers end in a word, not in a wait."""

import os
from pathlib import Path

import pytest

import games
import policies
from runner.engines import WorkerError, crew, dispatch
from runner.engines.processes import ProcessCrew
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job
from runner.summary import merge

EXTENSION = Path(__file__).parent.parent.parent / "extension"
PIG = Job(
    "pig", {}, tuple(EntrantSpec(f"hold {n:g}", "hold_at", {"n": n}, {}) for n in (20.0, 25.0)), 7, "per-game"
)
PIG_MATCHUP = Matchup("race", ("hold 20", "hold 25"))


@pytest.fixture
def coins(monkeypatch):
    """Job of the interpreted test game with the named policies."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(EXTENSION / "games")])
    monkeypatch.setattr(policies, "__path__", [*policies.__path__, str(EXTENSION / "policies")])
    monkeypatch.setenv("EQUIPOISE_PATH", str(EXTENSION))
    return lambda *names: Job("coins", {}, tuple(EntrantSpec(n, n, {}, {}) for n in names), 7, "per-game")


def played(workers, work, unit_pairs=None, time_out=60.0):
    try:
        return list(dispatch(workers, work, unit_pairs, time_out))
    finally:
        workers.close()


@pytest.mark.parametrize(("workers", "unit_pairs"), [(1, None), (2, None), (2, 1), (2, 7), (3, 1000)])
def test_threads_play_the_same_games_in_any_units(workers, unit_pairs):
    arena = Arena(PIG)
    whole = arena.simulate(Unit(PIG_MATCHUP, 0, 300)).summary
    outcomes = played(crew("local", PIG, arena, workers), [Unit(PIG_MATCHUP, 0, 300)], unit_pairs)
    assert merge(outcome.summary for outcome in outcomes) == whole
    assert sorted((o.unit.lo, o.unit.hi) for o in outcomes)[0][0] == 0
    assert whole.games == 600
    assert whole.digest != 0


def test_processes_play_interpreted_games(coins):
    job = coins("heads", "any")
    matchup = Matchup("table", ("heads", "any"))
    whole = Arena(job).simulate(Unit(matchup, 0, 40)).summary
    outcomes = played(ProcessCrew(job, 2), [Unit(matchup, 0, 40)], 7)
    assert len(outcomes) == 6
    assert merge(outcome.summary for outcome in outcomes) == whole


def test_events_are_counted_by_player_whatever_the_seat(coins):
    """Against what the loop counts elsewhere: games won, and three points to each win."""
    summary = Arena(coins("heads", "any")).simulate(Unit(Matchup("table", ("heads", "any")), 0, 50)).summary
    points, wins = summary.events
    assert list(wins) == list(summary.seat_results[:, :, 0].sum(axis=1))
    assert wins.sum() == summary.games == 100
    assert all(points >= 3 * wins)
    assert points.sum() < 3 * wins.sum() + 3 * summary.games


def test_a_void_pair_counts_no_events(coins):
    matchup = Matchup("table", ("heads", "cheat"))
    summary = Arena(coins("heads", "cheat")).simulate(Unit(matchup, 0, 20)).summary
    assert summary.voided
    assert summary.events.sum(axis=1)[1] == summary.games


def test_an_exception_voids_its_pair_and_names_the_policy(coins):
    job = coins("heads", "raiser")
    outcomes = Arena(job).simulate(Unit(Matchup("table", ("heads", "raiser")), 0, 20))
    summary = outcomes.summary
    assert summary.pairs + summary.voided // 2 == 20
    assert summary.faults.tolist() == [0, len(outcomes.faults)]
    assert {fault.reason for fault in outcomes.faults} == {"ValueError: lost the coin"}
    assert {fault.player for fault in outcomes.faults} == {1}


def test_an_illegal_action_is_an_ending_of_its_own(coins):
    summary = (
        Arena(coins("heads", "cheat")).simulate(Unit(Matchup("table", ("heads", "cheat")), 0, 20)).summary
    )
    assert summary.faults.tolist() == [0, 20]
    assert summary.pairs == 0
    assert summary.terminations[2] >= 20
    assert summary.score_hist.sum() == 0


def test_a_worker_that_dies_each_time_ends_the_run(coins):
    job = coins("heads", "killer")
    work = [Unit(Matchup("table", ("heads", "killer")), 0, 2)]
    with pytest.raises(WorkerError, match=r"lost 2 times with its worker \(worker process ended with code 9"):
        played(ProcessCrew(job, 1), work, 2)


def test_one_dead_worker_costs_only_its_units(coins):
    job = coins("heads", "any")
    matchup = Matchup("table", ("heads", "any"))
    workers = ProcessCrew(job, 2)
    outcomes = []
    try:
        for outcome in dispatch(workers, [Unit(matchup, 0, 60)], 5, 60.0):
            if not outcomes:
                os.kill(next(iter(workers._members.values())).process.pid, 9)
            outcomes.append(outcome)
    finally:
        workers.close()
    assert merge(o.summary for o in outcomes) == Arena(job).simulate(Unit(matchup, 0, 60)).summary


def test_a_policy_that_never_answers_ends_the_wait(coins):
    job = coins("heads", "sleeper")
    with pytest.raises(WorkerError, match=r"nothing came back from the workers for 3 s .*heads v sleeper"):
        played(ProcessCrew(job, 1), [Unit(Matchup("table", ("heads", "sleeper")), 0, 1)], 1, time_out=3.0)
