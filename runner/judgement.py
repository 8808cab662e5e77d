"""The whole table judged: targets and gates together, at one certainty."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runner.gates import Gates
from runner.judge.gates import GateVerdict
from runner.judge.verdicts import Measures, Verdict, judge, open_to_error

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.summary import Summary

__all__ = ["Judgement", "judgement"]


@dataclass(frozen=True)
class Judgement:
    """The whole table, as it stands after a round."""

    targets: tuple[Verdict, ...] = ()
    gates: tuple[GateVerdict, ...] = ()

    @property
    def table(self) -> tuple[Verdict, ...]:
        """Targets, then gates, as verdicts."""
        return (*self.targets, *(gate.verdict for gate in self.gates))


def judgement(
    experiment: "Experiment",
    gates: Gates,
    measures: Measures,
    summaries: "Mapping[str, Summary]",
    look: int = 1,
) -> Judgement:
    """Targets and gates of play share the run's alpha by their number; what needs no play cannot be wrong.

    `look` counts how many times the table has been judged, this time included.
    """
    targets, sampled = open_to_error(experiment.targets), len(gates.played)
    alpha = 1.0 - experiment.certainty
    of_gates = alpha * sampled / max(targets + sampled, 1)
    verdicts = judge(
        experiment.targets, summaries, experiment.certainty, measures, alpha=alpha - of_gates, look=look
    )
    return Judgement(verdicts, gates.verdicts(summaries, of_gates))
