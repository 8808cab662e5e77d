"""Policies and games that are not Equipoise's own: tried before play, played apart, quarantined by name.

probe.py     what is asked before a run, and what is remembered of it
trial.py     the child that plays some pairs with everything checked
"""

from typing import TYPE_CHECKING

from runner.guests.probe import Quarantined, guests_of, is_guest_game, probe, uncompiled

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["CannotPlay", "Quarantined", "guests_of", "is_guest_game", "probe", "require_sound", "uncompiled"]


class CannotPlay(Exception):
    """Own policies did not pass the trial before play, and without them there is nothing to do."""

    exit_code = 4


def require_sound(experiment: "Experiment") -> None:
    """Raises `CannotPlay` naming every quarantined entrant, if there is any."""
    if experiment.quarantined:
        lines = (f"{one.label} was not let play: {one.reason}" for one in experiment.quarantined)
        raise CannotPlay("\n".join(lines))
