"""A run: rounds of play and judgement until every target is decided or the cap is reached.

What is played in a round is a pure function of the summaries of the rounds before it. A run that was killed is
therefore gone through again from its first round: what is stored is skipped, and the rest comes out the same.
"""

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from runner.campaign import Campaign
from runner.control_play import controls_of
from runner.counts import game_counts
from runner.guests import require_sound
from runner.judge.controls import ControlResult
from runner.manifest import manifest_of
from runner.output import keeps
from runner.result import LOCAL, EngineChoice, FaultReport, Listener, RunResult
from runner.store import Store, StoreError

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["LOCAL", "EngineChoice", "FaultReport", "Listener", "RunResult", "run"]


class _Quiet:
    def preparing(self, what: str) -> None: ...
    def round(self, number: int, games: int, undecided: int, targets: int = 0, stored: int = 0) -> None: ...
    def played(self, games: int) -> None: ...


def run(
    experiment: "Experiment",
    folder: Path,
    engine: EngineChoice = LOCAL,
    *,
    fresh: bool = False,
    listener: Listener | None = None,
) -> RunResult:
    """Play and judge `experiment`, or go on with what `folder` holds of it.

    Raises `BadInput` for a folder that holds another run, `StoreError` when it cannot be written, `WorkerError` when
    the workers cannot go on. On `KeyboardInterrupt` everything played is kept and the run is marked interrupted.
    """
    began = time.monotonic()
    listener = listener or _Quiet()
    if not experiment.playable():
        require_sound(experiment)
    with Store.open(folder, manifest_of(experiment), fresh=fresh) as store:
        before = float(store.manifest.get("timings", {}).get("seconds", 0.0))
        try:
            with (
                keeps(lambda: _kept(store)),
                closing(Campaign(experiment, store, engine, listener)) as campaign,
            ):
                judged = campaign.play()
                controls = _known_controls(campaign) or controls_of(campaign)
                faults = campaign.faults()
        except StoreError:
            raise  # the disk is full: nothing more can be written, and nothing stored is lost
        except BaseException:
            store.finish("interrupted", timings={"seconds": before + time.monotonic() - began})
            raise
        # A run that is only shown again took as long as it took; one that goes on, as long as all of it.
        seconds = before + (time.monotonic() - began if campaign.plays or not before else 0.0)
        sound = all(control.passed for control in controls)
        store.finish(
            "complete" if sound else "void",
            timings={"seconds": seconds},
            engine={"name": engine.name, "workers": campaign.workers, "address": engine.address},
            controls=[{"name": c.name, "passed": c.passed, "detail": c.detail} for c in controls],
            warnings=list(store.warnings),
        )
        summaries = store.summaries()
        return RunResult(
            folder=folder,
            verdicts=judged.table,
            gates=judged.gates,
            controls=controls,
            faults=faults,
            summaries=summaries,
            seconds=seconds,
            cap=experiment.games,
            warnings=(*experiment.warnings, *store.warnings),
        )


def _known_controls(campaign: Campaign) -> tuple[ControlResult, ...]:
    """The controls as they are stored, where nothing was played since."""
    known = () if campaign.plays else campaign.store.manifest.get("controls", ())
    return tuple(ControlResult(**one) for one in known)


def _kept(store: Store) -> str:
    """What an interrupt leaves."""
    return f"{game_counts(store.summaries()).games:,} games kept; the same command goes on"
