"""One crew for everything that a sweep plays, and one purse for what it may play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from runner import engines
from runner.engines import Crew
from runner.experiment import Experiment
from runner.plan import Unit
from runner.play import Arenas, Outcomes
from runner.run import LOCAL, EngineChoice

__all__ = ["Purse", "Workers"]


@dataclass
class Purse:
    """Games that may be played, and those that were, in this sitting or an earlier one."""

    budget: int
    spent: int = 0

    @property
    def left(self) -> int:
        """Games that may still be played."""
        return self.budget - self.spent


class Workers:
    """Workers that play units of any job of one game; hired when there is something to play."""

    def __init__(
        self,
        experiment: Experiment,
        choice: EngineChoice = LOCAL,
        played: Callable[[int], None] = lambda games: None,
    ) -> None:
        self._experiment, self._choice, self._played = experiment, choice, played
        self._crew: Crew | None = None

    def play(self, units: Sequence[Unit]) -> list[Outcomes]:
        """All of the units, in the order in which they come back."""
        if not units:
            return []
        if self._crew is None:
            job = self._experiment.job(keep_games=False)
            choice = self._choice
            self._crew = engines.crew(choice.name, job, Arenas(job), choice.workers, choice.address)
        back = []
        for outcome in engines.dispatch(self._crew, units, self._choice.unit_pairs, self._choice.time_out):
            back.append(outcome)
            self._played(outcome.unit.pairs * self._experiment.game.seats)
        return back

    def close(self) -> None:
        """Let them go; they are hired anew when there is more to play."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None
