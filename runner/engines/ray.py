"""A Ray cluster: actors keep a ready arena each; a dead actor or node costs the units it held, which are played again.

The only file that imports Ray.
"""

import os
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayActorError, RayError

from runner.engines.dispatch import Lost, WorkerError
from runner.plan import Unit
from runner.play import Arenas, Job, Outcomes

__all__ = ["RayCrew"]

_START_SECONDS = 180.0


class _Worker:
    """What an actor does: make the job ready once, then play units."""

    def __init__(self, job: Job) -> None:
        self._arena = Arenas(job)

    def simulate(self, unit: Unit) -> Outcomes:
        return self._arena.simulate(unit)

    def ready(self) -> bool:
        return True


class RayCrew:
    """Actors of a cluster, a core each."""

    def __init__(self, job: Job, workers: int | None = None, address: str | None = None) -> None:
        """Connect to `address`, or start Ray on this machine; one actor for each of `workers` (all cores)."""
        self._started = _connect(address, workers)
        self.workers = workers or max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self._job = job
        self._actor_class: Any = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Worker)
        self._load: dict[Any, int] = {}
        self._coming: dict[Any, Any] = {}
        self._out: dict[Any, tuple[Unit, Any]] = {}
        self._hire(self.workers)

    def lease(self, unit: Unit) -> None:
        """Send a unit to the actor with the fewest."""
        self._welcome(0)
        if not self._load:
            self._hire(1)
        actor = min(self._load, key=lambda one: self._load[one])
        self._load[actor] += 1
        self._out[actor.simulate.remote(unit)] = (unit, actor)

    def wait(self, seconds: float) -> list[Outcomes | Lost]:
        """Every outcome that is there, and the units of actors that died."""
        done, _ = ray.wait(list(self._out), num_returns=1, timeout=seconds)
        if done:
            more, _ = ray.wait(list(self._out), num_returns=len(self._out), timeout=0)
            done = list(dict.fromkeys([*done, *more]))
        return [self._received(reference) for reference in done]

    def close(self) -> None:
        """Let the actors go, and the Ray that was started for this run."""
        for actor in [*self._load, *self._coming.values()]:
            ray.kill(actor)
        self._load.clear()
        self._coming.clear()
        if self._started:
            ray.shutdown()

    def _received(self, reference: Any) -> Outcomes | Lost:
        unit, actor = self._out.pop(reference)
        try:
            outcomes: Outcomes = ray.get(reference)
        except RayActorError as error:
            if self._load.pop(actor, None) is not None:
                self._replace()
            return Lost(unit, str(error).strip().split("\n")[0])
        except RayError as error:
            self._load[actor] -= 1
            return Lost(unit, str(error).strip().split("\n")[-1])
        self._load[actor] -= 1
        return outcomes

    def _hire(self, count: int) -> None:
        """Start `count` actors and wait until one of them is ready."""
        for _ in range(count):
            actor = self._actor_class.remote(self._job)
            self._coming[actor.ready.remote()] = actor
        self._welcome(_START_SECONDS)
        if not self._load:
            rule = f"no Ray worker was ready after {_START_SECONDS:g} s"
            raise WorkerError(f"{rule}: does the cluster have a free core?")

    def _welcome(self, seconds: float) -> None:
        """Take on the actors that have become ready, waiting at most `seconds` for one.

        An actor that has no core yet gets no units: they would wait as long as it does.
        """
        if not self._coming:
            return
        done, _ = ray.wait(list(self._coming), num_returns=1, timeout=seconds)
        more, _ = ray.wait(list(self._coming), num_returns=len(self._coming), timeout=0)
        for reference in dict.fromkeys([*done, *more]):
            actor = self._coming.pop(reference)
            try:
                ray.get(reference)
            except RayActorError:
                continue  # it died before it was ready: its place stays empty
            except RayError as error:
                raise WorkerError(f"a Ray worker could not be made ready: {error}") from error
            self._load[actor] = 0

    def _replace(self) -> None:
        """An actor in place of a dead one; it joins when a node has a core for it."""
        actor = self._actor_class.remote(self._job)
        self._coming[actor.ready.remote()] = actor
        if not self._load:
            self._hire(0)


def _connect(address: str | None, workers: int | None) -> bool:
    """Connect, or start Ray here; whether it was started for us."""
    if ray.is_initialized():
        return False
    # Workers must find the rooms whether or not the project is installed there.
    here = str(Path(__file__).resolve().parent.parent.parent)
    names = ("EQUIPOISE_PATH", "EQUIPOISE_CACHE", "NUMBA_DISABLE_JIT")
    variables = {name: os.environ[name] for name in names if name in os.environ}
    paths = [here, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    environment = {"env_vars": {"PYTHONPATH": os.pathsep.join(paths), **variables}}
    try:
        if address:
            ray.init(address=address, runtime_env=environment, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(
                address="local",  # never a cluster that happens to be about
                num_cpus=workers,
                runtime_env=environment,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
            )
    except (RayError, ConnectionError, RuntimeError, ValueError) as error:
        raise WorkerError(f"Ray at {address or 'this machine'} cannot be used: {error}") from error
    return True
