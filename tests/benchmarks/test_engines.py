"""What an engine costs on top of the bare kernel: the ratio of work to time, measured in one run."""

import time

import pytest

from runner.engines import crew, dispatch
from runner.engines.local import cores
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job

JOB = Job(
    "pig", {}, tuple(EntrantSpec(f"hold {n:g}", "hold_at", {"n": n}, {}) for n in (20.0, 25.0)), 7, "per-game"
)
MATCHUP = Matchup("race", ("hold 20", "hold 25"))
PAIRS = 2_000_000


def timed(function):
    began = time.perf_counter()
    result = function()
    return time.perf_counter() - began, result


@pytest.mark.parametrize("engine", ["local", pytest.param("ray", marks=pytest.mark.ray)])
def test_engine_against_bare_kernel(benchmark, engine):
    arena = Arena(JOB)
    arena.warm()
    workers = crew(engine, JOB, arena, cores())
    try:
        list(dispatch(workers, [Unit(MATCHUP, 0, 20_000)], 2_000))  # every worker warm
        ratios = []

        def compared():
            bare, _ = timed(lambda: arena.simulate(Unit(MATCHUP, 0, PAIRS // 10)))
            whole, outcomes = timed(lambda: list(dispatch(workers, [Unit(MATCHUP, 0, PAIRS)])))
            assert sum(outcome.summary.pairs for outcome in outcomes) == PAIRS
            ratios.append(bare * 10 / cores() / whole)

        benchmark.pedantic(compared, rounds=5)
    finally:
        workers.close()
    benchmark.extra_info["share of the bare kernel"] = [round(ratio, 3) for ratio in ratios]
