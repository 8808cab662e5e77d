"""JUnit XML for CI: a test a target, in step with the exit code.

A missed target is a failure of type "missed", one that play left undecided a failure of type "undecided"; where
undecided is allowed it is a skipped test. A control that failed, or a fault, is an error.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from runner.words import sentence

if TYPE_CHECKING:
    from runner.compare import Comparison
    from runner.experiment import Experiment
    from runner.judge.verdicts import Verdict
    from runner.run import RunResult
    from runner.smoke import SmokeRow

__all__ = ["Case", "junit", "junit_of_comparison", "junit_of_smoke", "suite"]

_KINDS = {"missed": "failure", "undecided": "failure", "allowed": "skipped", "error": "error"}
_COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}


@dataclass(frozen=True, slots=True)
class Case:
    """One test: what stands behind its name."""

    group: str
    name: str
    status: str
    """"met" passes; "missed" and "undecided" fail; "allowed" (undecided) is skipped; "error" is one."""
    message: str = ""


def junit(experiment: "Experiment", result: "RunResult", allow_undecided: bool = False) -> str:
    """The targets, gates, controls and faults of a run."""
    counts = result.counts
    properties = {"games": counts.games, "control_games": counts.controls}
    cases = _cases(experiment.name, result, allow_undecided)
    return suite(f"equipoise {experiment.name}", cases, result.seconds, properties)


def _cases(name: str, result: "RunResult", allow_undecided: bool) -> Iterator[Case]:
    yield from (judged(name, verdict, allow_undecided) for verdict in result.verdicts)
    for control in result.controls:
        yield Case(f"{name}.controls", control.name, "met" if control.passed else "error", control.detail)
    for fault in result.faults:
        where = fault.matchup or "the trial before play"
        yield Case(f"{name}.faults", f"{fault.policy} in {where}", "error", fault.sentence)


def judged(name: str, verdict: "Verdict", allow_undecided: bool) -> Case:
    """The test of one target."""
    status = "allowed" if allow_undecided and verdict.status == "undecided" else verdict.status
    return Case(name, verdict.target.name, status, sentence(verdict))


def junit_of_comparison(name: str, comparison: "Comparison", seconds: float = 0.0) -> str:
    """A test a target or gate: it fails where the patch broke it. Void games are an error."""
    cases = [
        Case(name, one.name, "missed" if one.broken else "met", sentence(one.after))
        for one in comparison.judged
    ]
    void = f"{comparison.void:,} games are void"
    whole = Case(f"{name}.faults", "no game is void", "error" if comparison.void else "met", void)
    return suite(f"equipoise compare {name}", [*cases, whole], seconds, {"games": comparison.games})


def junit_of_smoke(rows: "Iterable[SmokeRow]") -> str:
    """A test an experiment: an error where it did not run as it should."""
    listed = list(rows)
    cases = [
        Case("smoke", row.experiment, "error" if row.exit_code else "met", row.outcome) for row in listed
    ]
    games = {"games": sum(row.games for row in listed)}
    return suite("equipoise smoke", cases, sum(row.seconds for row in listed), games)


def suite(name: str, cases: Iterable[Case], seconds: float, properties: Mapping[str, int]) -> str:
    """A test suite as XML text."""
    made = ElementTree.Element("testsuite", name=_xml(name), time=f"{seconds:.3f}")
    told = ElementTree.SubElement(made, "properties")
    for key, value in properties.items():
        ElementTree.SubElement(told, "property", name=key, value=str(value))
    counts = dict.fromkeys(_COUNTED.values(), 0)
    listed = list(cases)
    for case in listed:
        test = ElementTree.SubElement(made, "testcase", classname=_xml(case.group), name=_xml(case.name))
        if (kind := _KINDS.get(case.status)) is not None:
            child = ElementTree.SubElement(test, kind, message=_xml(case.message))
            counts[_COUNTED[kind]] += 1
            if kind == "failure":
                child.set("type", case.status)
    for key, value in {"tests": len(listed), **counts}.items():
        made.set(key, str(value))
    root = ElementTree.Element("testsuites")
    root.append(made)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _xml(text: str) -> str:
    """`text` without the control characters that XML cannot hold."""
    return "".join(c for c in text if c in "\t\n\r" or ord(c) >= 32)
