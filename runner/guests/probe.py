"""Before a run, every own policy that takes part plays some pairs in a child process, with everything checked."""

import dataclasses
import importlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import policies
from games.caches import cache_home
from games.defects import BadInput, Defect
from games.probe import Limits, ask
from games.sources import digest_of_files, digest_of_text, is_own, shipped_group, sources_of
from runner.guests.pointers import CannotCompileGuest, pointer

if TYPE_CHECKING:
    from runner.play import EntrantSpec, Job

__all__ = ["Quarantined", "guests_of", "is_guest_game", "probe", "uncompiled"]

REFUSED = "refused"
"""What `prepare` says of weights that it cannot play with: a defect of the experiment, no fault of the policy."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An entrant that is not let play."""

    label: str
    kind: str
    reason: str


def guests_of(entrants: Sequence["EntrantSpec"], game: str) -> dict[str, set[Path]]:
    """Labels of the entrants that bring code of the user's, themselves or in whom they answer, with its files."""
    files = {spec.label: _files(spec, game) for spec in entrants}
    return {label: own for label, several in files.items() if (own := {f for f in several if is_own(f)})}


def is_guest_game(game: str) -> bool:
    """Whether the rules are code of the user's."""
    return is_own(Path(str(importlib.import_module(f"games.{game}").__file__)))


def probe(job: "Job", file: str, move_seconds: float) -> tuple[Quarantined, ...]:
    """Let every guest of `job` play some pairs in a child process; those that do not pass.

    Args:
        job: the match-ups' entrants, document and game.
        file: the experiment, for defects.
        move_seconds: wall time that one decision may take.

    Raises:
        BadInput: weights that a policy refuses.
    """
    guests = guests_of(job.entrants, job.game)
    if not guests:
        return ()
    plain = {
        "job": {**dataclasses.asdict(job), "entrants": [dataclasses.asdict(spec) for spec in job.entrants]},
        "move_seconds": move_seconds,
    }
    sources = sources_of(set().union(*guests.values()))
    asked = json.dumps([plain, sources.digest(), digest_of_files(shipped_group(job.game))], sort_keys=True)
    kept = cache_home() / "probes" / f"play-{digest_of_text(asked)}.json"
    limits = Limits(seconds=max(60.0, 4 * move_seconds), processor_seconds=60)
    failures = ask("runner.guests.trial", list(guests), plain, kept, limits, {"NUMBA_DISABLE_JIT": "1"})
    refused = [
        Defect(file, "policies", label, f"cannot play so: {failure.text}")
        for label, failure in failures.items()
        if failure.kind == REFUSED
    ]
    if refused:
        raise BadInput(refused)
    return tuple(Quarantined(label, failure.kind, failure.text) for label, failure in failures.items())


def uncompiled(entrants: Sequence["EntrantSpec"], game: str) -> tuple[Quarantined, ...]:
    """The guests among `entrants` that the compiler refuses. None of their code runs; what is compiled is kept."""
    refused = []
    for spec in entrants:
        if is_own(_act_file(spec, game)):
            try:
                pointer(game, spec.policy)
            except CannotCompileGuest as error:
                refused.append(Quarantined(spec.label, "compiler", str(error)))
    return tuple(refused)


def _act_file(spec: "EntrantSpec", game: str) -> Path:
    act = policies.of(game)[spec.policy].act
    return Path(getattr(act, "py_func", act).__code__.co_filename)


def _files(spec: "EntrantSpec", game: str) -> set[Path]:
    files = policies.files(game, spec.policy)
    return files.union(*(_files(other, game) for other in spec.refs.values()))
