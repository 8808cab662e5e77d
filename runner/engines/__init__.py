"""Where units are played: `local` threads and processes, or a `ray` cluster; the same bytes from each.

An engine is a `Crew`, which plays units one at a time on each worker, under `dispatch`, which cuts the work into units,
leases them, and hands back outcomes as they come.
"""

from games.defects import BadInput, Defect
from runner.engines.dispatch import Crew, Lost, WorkerError, dispatch
from runner.play import Arena, Job

__all__ = ["ENGINES", "Crew", "Lost", "WorkerError", "crew", "dispatch"]

ENGINES = ("local", "ray")
MOST_LOCAL = 1_024


def crew(engine: str, job: Job, arena: Arena, workers: int | None = None, address: str | None = None) -> Crew:
    """The workers of an engine, ready for `job`. `workers` defaults to all cores (of the cluster, for Ray).

    Raises `WorkerError` when the engine cannot be started, `ValueError` for an unknown one, `BadInput` for
    more workers than a machine can start.
    """
    if engine == "local":
        from runner.engines.local import ProcessCrew, ThreadCrew

        if workers is not None and workers > MOST_LOCAL:
            rule = f"are more than one machine can start: {MOST_LOCAL:,} at most"
            hint = "leave it out for all cores, or add --engine ray"
            raise BadInput([Defect("command line", "--workers", workers, rule, hint)])
        return ThreadCrew(arena, workers) if arena.game.compiled else ProcessCrew(job, workers)
    if engine == "ray":
        from runner.engines.ray import RayCrew

        return RayCrew(job, workers, address)
    raise ValueError(f"engine is {engine!r}; expected one of {ENGINES}")
