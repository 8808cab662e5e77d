"""Ray actors play the same games; a node that is killed costs only the units it held."""

import time

import pytest

from runner.engines import crew, dispatch
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job
from runner.summary import merge

pytestmark = pytest.mark.ray

JOB = Job(
    "pig", {}, tuple(EntrantSpec(f"hold {n:g}", "hold_at", {"n": n}, {}) for n in (20.0, 25.0)), 7, "per-game"
)
MATCHUP = Matchup("race", ("hold 20", "hold 25"))


@pytest.fixture
def whole():
    """The sums of 3,000 pairs, played in this process."""
    return Arena(JOB).simulate(Unit(MATCHUP, 0, 3000)).summary


def test_two_actors_play_the_same_games_and_one_may_die(whole):
    import ray

    workers = crew("ray", JOB, Arena(JOB), 2)
    try:
        plain = list(dispatch(workers, [Unit(MATCHUP, 0, 3000)], 1000, 120.0))
        outcomes = []
        for outcome in dispatch(workers, [Unit(MATCHUP, 0, 3000)], 100, 120.0):
            if not outcomes:
                ray.kill(next(iter(workers._load)))
            outcomes.append(outcome)
    finally:
        workers.close()
    assert merge(o.summary for o in plain) == whole
    assert merge(o.summary for o in outcomes) == whole
    assert len({(o.unit.lo, o.unit.hi) for o in outcomes}) == 30


@pytest.mark.slow
def test_a_cluster_goes_on_when_a_node_is_killed(whole):
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        second = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        workers = crew("ray", JOB, Arena(JOB), 2, cluster.address)
        outcomes = []
        try:
            _wait_until_all_are_ready(workers)
            for outcome in dispatch(workers, [Unit(MATCHUP, 0, 3000)], 50, 180.0):
                if len(outcomes) == 3:
                    cluster.remove_node(second, allow_graceful=False)
                outcomes.append(outcome)
        finally:
            workers.close()
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert merge(o.summary for o in outcomes) == whole


def _wait_until_all_are_ready(workers, seconds=120.0):
    deadline = time.monotonic() + seconds
    while len(workers._load) < 2:
        assert time.monotonic() < deadline
        workers._welcome(1.0)
