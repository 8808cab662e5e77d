"""Certification: the top few are played again on fresh luck by an ordinary run, and only then called balanced.

Each candidate has a seed of its own, used once and drawn apart from the search's, and from those of any sweep that asks
something else; candidates are tried best first, and the first that passes ends it. Bonferroni over the places: with
`certify = 3` at 95 % each is asked to be certain at 1 - .05 / 3, so the chance that the sweep calls anything balanced
that is not is at most 5 %, however they were chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.rng import fnv1a64
from runner.experiment import Experiment
from runner.judge.controls import ControlResult
from runner.judge.verdicts import Verdict
from runner.manifest import digest_of, identity_of
from runner.measures import measures_of
from runner.run import EngineChoice, Listener, RunResult, run
from sweeps.definition import Sweep
from sweeps.gates import PointGates, gate_readings
from sweeps.objective import Reading, of_goal, of_verdict
from sweeps.search import Found

__all__ = ["Certificate", "certified", "fresh_seed", "held_out"]


@dataclass(frozen=True)
class Certificate:
    """How a candidate did on fresh luck."""

    found: Found
    readings: tuple[Reading, ...]
    status: str
    """"met": certified; "missed" or "undecided": not so."""
    certainty: float
    """Of this candidate's table: the sweep's, less what the other places take."""
    games: int
    seed: int
    folder: Path | None
    """Of the run; None where gates were answered without one."""
    control_games: int = 0
    """Played beside them to check the machinery."""
    controls: tuple[ControlResult, ...] = ()


def certified(
    sweep: Sweep,
    ranked: Sequence[Found],
    folder: Path,
    engine: EngineChoice,
    listener: Listener | None = None,
) -> list[Certificate]:
    """The candidates in order until one passes; at most as many as the sweep has places."""
    places = sweep.table.certify
    certainty = 1.0 - (1.0 - sweep.experiment.certainty) / places
    found: list[Certificate] = []
    for place, one in enumerate(ranked[:places]):
        fresh = replace(
            one.candidate.experiment,
            seed=fresh_seed(sweep.experiment.seed, f"certify {place} {sweep.luck}"),
            certainty=certainty,
            stop="decided",
        )
        found.append(_certificate(one, fresh, folder / f"certify-{place + 1}", engine, listener))
        if found[-1].status == "met":
            break
    return found


def held_out(
    sweep: Sweep, one: Found, folder: Path, engine: EngineChoice, listener: Listener | None = None
) -> Certificate:
    """The goal's figure of a point on fresh luck: all the games of a point, chosen before they are played."""
    assert sweep.goal is not None
    fresh = replace(
        one.candidate.experiment,
        seed=fresh_seed(sweep.experiment.seed, f"held out {sweep.luck}"),
        targets=(*one.candidate.experiment.targets, sweep.goal.target),
        games=sweep.table.games,
        stop="fixed",
    )
    return _certificate(one, fresh, folder / "held-out", engine, listener)


def fresh_seed(seed: int, purpose: str) -> int:
    """A seed for one purpose, apart from the sweep's own and from those of all other purposes."""
    return fnv1a64(f"{seed} {purpose}") >> 1


def _certificate(
    one: Found, fresh: Experiment, folder: Path, engine: EngineChoice, listener: Listener | None
) -> Certificate:
    if not fresh.targets and (exact := _exact(fresh)):
        return Certificate(one, exact, _worst(exact), fresh.certainty, 0, fresh.seed, None)
    result = run(fresh, folder, engine, fresh=_is_other(fresh, folder), listener=listener)
    targets = result.verdicts[: len(fresh.targets)]
    readings = (*(_reading(verdict, fresh) for verdict in targets), *gate_readings(result.gates))
    return Certificate(
        found=one,
        readings=readings,
        status=_status(result, readings),
        certainty=fresh.certainty,
        games=result.games,
        seed=fresh.seed,
        folder=folder,
        control_games=result.counts.controls,
        controls=result.controls,
    )


def _reading(verdict: Verdict, fresh: Experiment) -> Reading:
    boundless = verdict.target.low == -float("inf") and verdict.target.high == float("inf")
    return of_goal(verdict) if boundless else of_verdict(verdict, fresh.game.seats)


def _exact(fresh: Experiment) -> tuple[Reading, ...]:
    """The readings of gates that all are answered without play: luck has no part in them. None where play must."""
    gates = PointGates(fresh, measures_of(fresh.game, fresh.document))
    return () if gates.need_play else gate_readings(gates.verdicts({}, 1.0 - fresh.certainty))


def _status(result: RunResult, readings: Sequence[Reading]) -> str:
    """Met where every target and gate is, and nothing is wrong with the run itself."""
    return "undecided" if result.exit_code == 4 else _worst(readings)


def _worst(readings: Sequence[Reading]) -> str:
    statuses = {reading.status for reading in readings}
    return "missed" if "missed" in statuses else "undecided" if "undecided" in statuses else "met"


def _is_other(experiment: Experiment, folder: Path) -> bool:
    """Whether the folder holds the run of another candidate, as of a sweep that was half thrown away."""
    from games.defects import BadInput
    from runner.store import OlderForm, read_manifest

    try:
        return bool(read_manifest(folder)["digest"] != digest_of(identity_of(experiment)))
    except OlderForm:
        return True
    except BadInput:
        return False
