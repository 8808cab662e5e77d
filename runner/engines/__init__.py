"""Where units are played: `local` threads and processes, or a `ray` cluster; the same bytes from each.

An engine is a `Crew`, which plays units one at a time on each worker, under `dispatch`, which cuts the work into units,
leases them, and hands back outcomes as they come.
"""

from games.defects import BadInput, Defect
from runner.engines.dispatch import Crew, Lost, WorkerError, dispatch
from runner.guests import guests_of, is_guest_game
from runner.play import Arena, Job

__all__ = ["ENGINES", "Crew", "Lost", "WorkerError", "crew", "dispatch"]

ENGINES = ("local", "ray")
MOST_LOCAL = 1_024


# Address space of a process that plays code of the user's: far beyond what any policy needs, far below a machine.
MEMORY_OF_GUESTS = 8 << 30


def crew(
    engine: str,
    job: Job,
    arena: Arena | None,
    workers: int | None = None,
    address: str | None = None,
    move_seconds: float | None = None,
) -> Crew:
    """The workers of an engine, ready for `job`. `workers` defaults to all cores (of the cluster, for Ray).

    Args:
        engine: one of `ENGINES`.
        job: what is played.
        arena: of the entrants that ship, for threads; None where every one of them is the user's own.
        workers: how many.
        address: of a cluster.
        move_seconds: wall time that one decision of a user's own code may take.

    Raises `WorkerError` when the engine cannot be started, `ValueError` for an unknown one, `BadInput` for
    more workers than a machine can start.
    """
    if engine == "local":
        from runner.engines.apart import ApartCrew
        from runner.engines.local import ThreadCrew
        from runner.engines.processes import ProcessCrew

        if workers is not None and workers > MOST_LOCAL:
            rule = f"are more than one machine can start: {MOST_LOCAL:,} at most"
            hint = "leave it out for all cores, or add --engine ray"
            raise BadInput([Defect("command line", "--workers", workers, rule, hint)])
        guests = frozenset(guests_of(job.entrants, job.game))
        if is_guest_game(job.game) or arena is None or not arena.game.compiled:
            return ProcessCrew(job, workers, move_seconds, MEMORY_OF_GUESTS)
        if guests:
            apart = ProcessCrew(job, workers, move_seconds, MEMORY_OF_GUESTS)
            return ApartCrew(ThreadCrew(arena, workers), apart, guests)
        return ThreadCrew(arena, workers)
    if engine == "ray":
        from runner.engines.ray import RayCrew

        return RayCrew(job, workers, address)
    raise ValueError(f"engine is {engine!r}; expected one of {ENGINES}")
