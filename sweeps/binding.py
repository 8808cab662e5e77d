"""From the `[sweep]` table to a search space: paths and weights looked up, ranges checked against the game's own rules.

Every function notes what is wrong in `findings` and goes on, so that one message lists all of it.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.defects import Findings, suggestion
from runner.experiment import Experiment
from sweeps.configuration import ParameterTable, SweepTable
from sweeps.constraints import Constraint, constraint
from sweeps.parameters import Parameter, Value
from sweeps.paths import Parts, found_at, is_glob, leaves, matches, parse, patched, shown_path
from sweeps.space import DATA, POLICIES, Refused, Space, experiment_of, plain_tree, shown

__all__ = ["bound"]

_MOST_VALUES = 100_000
_MOST_TRIED = 1_000
_MOST_VALUE = 10**15


def bound(experiment: Experiment, table: SweepTable, findings: Findings) -> Space:
    """The space that `table` spans in `experiment`, without the parameters that are not as they should be."""
    tree = plain_tree(experiment)
    parameters: list[Parameter] = []
    taken: dict[Parts, int] = {}
    for index, each in enumerate(table.parameter):
        path = f"sweep.parameter[{index}]"
        for found in _parameters(each, path, experiment, tree, findings):
            again = [taken[place] for place in found.places if place in taken]
            if again:
                findings.add(
                    path, found.name, f"moves what sweep.parameter[{again[0]}] moves", "keep one of them"
                )
            else:
                taken |= dict.fromkeys(found.places, index)
                parameters.append(found)
    _told_apart(parameters, findings)
    if not findings.any_at("sweep.parameter"):
        parameters = [_accepted(each, experiment, tree, taken, findings) for each in parameters]
    constraints = tuple(_constraints(table, tree, parameters, findings))
    return Space(experiment, tuple(parameters), constraints)


def _parameters(
    table: ParameterTable, path: str, experiment: Experiment, tree: Mapping[str, Any], findings: Findings
) -> Iterator[Parameter]:
    """The parameters of one table: one, or one a match of its glob."""
    places, several = _places(table, path, experiment, tree, findings)
    ranged = table.choices is None
    usable = [place for place in places if not (ranged and several) or _is_number(found_at(tree, place))]
    if places and not usable:
        findings.add(f"{path}.path", table.path or table.weight, "matches no number", "give it choices")
    groups = [tuple(usable)] if table.together and usable else [(place,) for place in usable]
    for group in groups:
        made = _parameter(table, path, group, tree, findings)
        if made is not None:
            yield replace(made, name=_name(table, group, len(groups)))


def _name(table: ParameterTable, places: tuple[Parts, ...], groups: int) -> str:
    """What tables call it; a name that several parameters share is followed by their paths."""
    if table.name is not None:
        return table.name if groups == 1 else f"{table.name} {shown_path(places[0][1:])}"
    if table.together and len(places) > 1:
        return table.path or f"{table.policy}.{table.weight}"
    return shown_path(places[0][1:])


def _places(
    table: ParameterTable, path: str, experiment: Experiment, tree: Mapping[str, Any], findings: Findings
) -> tuple[list[Parts], bool]:
    """Where the table's values stand in the plain tree, and whether a glob found them."""
    if table.policy is not None and table.weight is not None:
        return _weights(table.policy, table.weight, path, experiment, findings), table.weight == "*"
    try:
        parts = parse(table.path or "")
    except ValueError as error:
        findings.add(f"{path}.path", table.path, str(error), "such as cards.Bash.damage or intents[0].value")
        return [], False
    found = matches(tree[DATA], parts)
    if not found:
        known = [shown_path(place) for place in leaves(tree[DATA])]
        findings.add(f"{path}.path", table.path, "matches nothing in the data", suggestion(table.path, known))
    return [(DATA, *place) for place in found], is_glob(parts)


def _weights(policy: str, weight: str, path: str, experiment: Experiment, findings: Findings) -> list[Parts]:
    specs = {spec.label: spec for spec in experiment.entrants}
    if policy not in specs:
        findings.add(f"{path}.policy", policy, "is not the label of a policy", suggestion(policy, specs))
        return []
    known = specs[policy].weights
    if not known or (weight != "*" and weight not in known):
        rule = f"is not a weight of {policy}" if known else f"is sought in {policy}, which has no weights"
        findings.add(f"{path}.weight", weight, rule, suggestion(weight, known) if known else "")
        return []
    return [(POLICIES, policy, name) for name in (known if weight == "*" else [weight])]


def _parameter(
    table: ParameterTable, path: str, places: tuple[Parts, ...], tree: Mapping[str, Any], findings: Findings
) -> Parameter | None:
    """The parameter at some places, as far as the table alone says whether it can be."""
    today = found_at(tree, places[0])
    others = [found_at(tree, place) for place in places]
    where = shown_path(places[0][1:])
    if any(other != today for other in others):
        values = ", ".join(shown(value) for value in dict.fromkeys(others))
        findings.add(f"{path}.together", True, f"joins values that differ today: {values}", "join equal ones")
        return None
    policy = str(places[0][1]) if places[0][0] == POLICIES else None
    if table.choices is not None:
        if not isinstance(today, (bool, int, float, str)):
            findings.add(path, where, "is no plain value", "name a place inside it")
            return None
        made = Parameter(where, places, "choice", today, choices=tuple(table.choices), policy=policy)
    elif not _is_number(today):
        findings.add(path, today, f"{where} is not a number", "name a number inside it, or give choices")
        return None
    else:
        ranged = _ranged(table, path, places, today, policy, findings)
        if ranged is None:
            return None
        made = ranged
    if not made.holds(today) and not table.leaves_today:
        rule = f"leaves out today's value of {where}"
        findings.add(path, today, rule, "widen it or move its steps, or say leaves_today = true")
    elif made.holds(today) and table.leaves_today:
        findings.add(f"{path}.leaves_today", True, f"is not so: today's {where} is in the range", "remove it")
    return made


def _ranged(
    table: ParameterTable,
    path: str,
    places: tuple[Parts, ...],
    today: int | float,
    policy: str | None,
    findings: Findings,
) -> Parameter | None:
    """A number between two ends; an integer where all that is said of it in data is whole."""
    low = today - table.within if table.within is not None else table.low
    high = today + table.within if table.within is not None else table.high
    assert low is not None
    assert high is not None
    where = shown_path(places[0][1:])
    whole = all(isinstance(n, int) or float(n).is_integer() for n in (low, high, today, table.step or 1))
    as_data = isinstance(today, int) or policy is not None
    if isinstance(today, int) and policy is None and not whole:
        findings.add(path, None, f"{where} is a whole number: low, high and step must be whole", "")
        return None
    # Weights are stored as floats: what is written without a point is meant whole.
    written = [n for n in (table.low, table.high, table.within, table.step) if n is not None]
    integer = whole and as_data and all(isinstance(n, int) for n in written)
    step = table.step if table.step is not None else (1 if integer else None)
    if low >= high:
        findings.add(
            path, None, f"the range {low:g} to {high:g} of {where} is empty", "let low be below high"
        )
        return None
    if table.log and (low <= 0 or today <= 0):
        findings.add(
            path, low, f"a logarithmic range of {where} must lie above 0", "remove log, or raise low"
        )
        return None
    if not _in_reach(path, where, low, high, step, table.within is not None, findings):
        return None
    made = Parameter(
        where, places, "integer" if integer else "float", today, low, high, step, table.log, (), policy
    )
    if (
        table.within is not None
        and step is not None
        and not math.isclose(table.within / step, round(table.within / step), abs_tol=1e-9)
    ):
        findings.add(f"{path}.step", step, f"cannot reach {table.within:g} from today's value", "")
        return None
    if step is not None and not made.reached(high):
        best = low + math.floor((high - low) / step + 1e-9) * step
        findings.add(f"{path}.step", step, f"cannot reach {high:g} from {low:g}", f"end at {best:g}?")
        return None
    return made


def _in_reach(
    path: str, where: str, low: float, high: float, step: float | None, tried: bool, findings: Findings
) -> bool:
    """Whether a range has no more values than can be gone through; of `within`, each is tried on the game."""
    if not (abs(low) <= _MOST_VALUE and abs(high) <= _MOST_VALUE):
        rule = f"the range {low:g} to {high:g} of {where} goes beyond {_MOST_VALUE:g}"
        findings.add(path, None, rule, "narrow it")
        return False
    most = _MOST_TRIED if tried else _MOST_VALUES
    count = 1 if step is None else (high - low) / step + 1
    if count > most:
        rule = f"the range {low:g} to {high:g} of {where} has {count:,.0f} values, {most:,} at most can be gone through"
        findings.add(
            path, None, rule, f"give a step of {(high - low) / (most - 1):.3g} at least, or narrow it"
        )
        return False
    return True


def _told_apart(parameters: list[Parameter], findings: Findings) -> None:
    seen: set[str] = set()
    for each in parameters:
        if each.name in seen:
            findings.add("sweep.parameter", each.name, "is the name of two parameters", "give them names")
        seen.add(each.name)


def _accepted(
    parameter: Parameter,
    experiment: Experiment,
    tree: Mapping[str, Any],
    indices: Mapping[Parts, int],
    findings: Findings,
) -> Parameter:
    """The parameter, its ends tried on the game; ends that were given as `within` move inwards until they are taken."""
    table_path = f"sweep.parameter[{indices[parameter.places[0]]}]"
    tables = experiment.configuration["sweep"]["parameter"]
    shrinks = "within" in tables[indices[parameter.places[0]]]
    if parameter.kind == "choice":
        _tried(parameter, parameter.choices, experiment, tree, table_path, findings)
        return parameter
    if shrinks and parameter.values is not None:
        kept = [value for value in parameter.values if _refusal(parameter, value, experiment, tree) is None]
        if len(kept) > 1:
            low, high = float(min(kept)), float(max(kept))
            return replace(parameter, low=_like(low, parameter), high=_like(high, parameter))
    _tried(parameter, (parameter.low, parameter.high), experiment, tree, table_path, findings)
    return parameter


def _like(value: float, parameter: Parameter) -> float:
    return round(value) if parameter.kind == "integer" else value


def _tried(
    parameter: Parameter,
    values: tuple[Value, ...],
    experiment: Experiment,
    tree: Mapping[str, Any],
    path: str,
    findings: Findings,
) -> None:
    for value in values:
        refusal = _refusal(parameter, value, experiment, tree)
        if refusal is not None:
            findings.add(path, value, f"is a value of {parameter.name} that cannot be: {refusal}")


def _refusal(
    parameter: Parameter, value: Value, experiment: Experiment, tree: Mapping[str, Any]
) -> str | None:
    """Why the game or the policy does not take the value, all else as today."""
    try:
        experiment_of(experiment, patched(tree, dict.fromkeys(parameter.places, value)), ready=False)
    except Refused as error:
        return str(error)
    return None


def _constraints(
    table: SweepTable, tree: Mapping[str, Any], parameters: list[Parameter], findings: Findings
) -> Iterator[Constraint]:
    names = {each.name: each.places[0] for each in parameters}
    for index, text in enumerate(table.constraints):
        try:
            yield constraint(text, tree, names)
        except ValueError as error:
            findings.add(f"sweep.constraints[{index}]", text, str(error))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
