"""Proposals: new, allowed, the same whatever happened in between; a journal that others can open."""

import itertools
import json

import optuna
import pytest

from sweeps.definition import load
from sweeps.study import JOURNAL, Proposer, importances
from tests.sweeps.written import SLIME, deckfight

SMALL = """
[[sweep.parameter]]
path = "cards.Strike.damage"
within = 1
[[sweep.parameter]]
path = "cards.Strike.cost"
choices = [0, 1, 2]
"""


@pytest.fixture
def space(tmp_path):
    return load(deckfight(tmp_path)).space


def worth(point):
    return ((point[0] - 100) ** 2 + 30 * (point[1] - 20) ** 2,)


def learned(proposer, batches, size, values=worth):
    """What is proposed over some batches, each learned before the next."""
    points = []
    for _ in range(batches):
        found = proposer.propose(size)
        for point in found:
            proposer.learn(point, values(point), {})
        proposer.keep()
        points += found
    return points


@pytest.mark.parametrize("sampler", ["tpe", "cma-es", "nsga-ii", "random", "grid", "brute-force"])
def test_every_sampler_proposes_new_points_and_the_same_again(space, sampler):
    points = learned(Proposer(space, sampler, 7), 6, 8)
    assert len(set(points)) == len(points) == 48
    assert learned(Proposer(space, sampler, 7), 6, 8) == points
    assert all(p.holds(v) for point in points for p, v in zip(space.parameters, point, strict=True))
    if sampler != "grid":
        assert learned(Proposer(space, sampler, 8), 6, 8) != points


def test_learning_pays(space):
    """TPE comes closer than chance with as many points."""
    best = {
        name: sum(min(worth(p)[0] for p in learned(Proposer(space, name, seed), 10, 8)) for seed in range(5))
        for name in ("tpe", "random")
    }
    assert best["tpe"] < best["random"]


@pytest.mark.parametrize("sampler", ["tpe", "random", "grid", "brute-force", "nsga-ii"])
def test_a_small_space_is_used_up_and_then_nothing_is_proposed(tmp_path, sampler):
    small = load(deckfight(tmp_path, SMALL)).space
    proposer = Proposer(small, sampler, 1)
    proposer.begin(small.today, (1.0,), {})
    points = learned(proposer, 4, 5, lambda point: (float(point[0]),))
    assert sorted([*points, small.today]) == sorted(itertools.product((5, 6, 7), (0, 1, 2)))
    assert proposer.propose(3) == []


def test_twenty_at_a_time_are_twenty_different_points(space):
    proposer = Proposer(space, "tpe", 3)
    points = learned(proposer, 5, 20)
    assert len(set(points)) == 100


def test_nothing_that_breaks_a_constraint_is_proposed(tmp_path):
    table = "[sweep]\nconstraints = ['Slime.maxHp <= 6 * Slime.intents[0].value']\n" + SLIME
    space = load(deckfight(tmp_path, table.replace("Slime.intents[0].value'", "intents[0].value'"))).space
    for sampler in ("tpe", "grid", "random"):
        points = learned(Proposer(space, sampler, 1), 5, 6)
        assert len(points) == 30
        assert all(hp <= 6 * value for hp, value in points)


def test_two_objectives(space):
    proposer = Proposer(space, "tpe", 1, objectives=2)
    points = learned(proposer, 5, 6, lambda point: (worth(point)[0], float(abs(point[0] - 45))))
    assert len(set(points)) == 30


def test_the_journal_is_opened_by_optuna_and_cut_where_it_is_torn(space, tmp_path):
    journal = tmp_path / JOURNAL
    learned(Proposer(space, "tpe", 1, journal=journal), 3, 8)
    whole = journal.read_bytes()
    for line in whole.splitlines():
        json.loads(line)
    lines = whole.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-9]) + lines[-9][:20])
    learned(Proposer(space, "tpe", 1, journal=journal), 3, 8)
    storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(journal)))
    study = optuna.load_study(storage=storage, study_name="sweep")
    assert [t.number for t in study.trials] == list(range(24))
    assert sorted(t.params["enemies.Slime.maxHp"] for t in study.trials) == sorted(
        p[0] for p in learned(Proposer(space, "tpe", 1), 3, 8)
    )


def test_what_mattered_is_found(space, tmp_path):
    journal = tmp_path / JOURNAL
    learned(
        Proposer(space, "random", 1, journal=journal), 10, 8, lambda point: (float((point[0] - 90) ** 2),)
    )
    shares = importances(journal)
    assert shares["enemies.Slime.maxHp"] > 0.8
    assert sum(shares.values()) == pytest.approx(1.0)
    assert importances(tmp_path / "nothing.log") == {}
