"""Who takes part: policy expressions and tables become entrants, with every weight and every reference filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.alike import alike
from games.contract import Game
from games.defects import Findings, suggestion
from games.documents import shown_path
from policies.contract import Policy
from runner.configuration import EntrantTable
from runner.expressions import Argument, Expression, parse
from runner.play import EntrantSpec, entrant

__all__ = ["check_weights", "resolve"]


def resolve(
    tables: Sequence[EntrantTable], policies: Mapping[str, Policy] | None, findings: Findings
) -> tuple[EntrantSpec | None, ...]:
    """The entrants in order, None for one that is not as it should be; what is wrong goes to `findings`.

    Without `policies` (the game is not known) only the form of the expressions and the labels are checked.
    """
    resolver = _Resolver(tables, policies, findings)
    return tuple(resolver.entrant(index) for index in range(len(tables)))


def check_weights(
    entrants: Sequence[EntrantSpec | None], game: Game, document: Any, findings: Findings
) -> None:
    """Let every policy make ready for `document`; what it refuses goes to `findings`."""
    for index, spec in enumerate(entrants):
        if spec is not None:
            try:
                entrant(spec, game.name).array(document)
            except ValueError as error:
                findings.add(f"policies[{index}]", spec.label, f"{spec.policy} cannot play so: {error}")


@dataclass(frozen=True)
class _Setting:
    """A weight or a reference that is given a value, and where in the file."""

    path: str
    key: str
    value: Any


@dataclass
class _Resolver:
    tables: Sequence[EntrantTable]
    policies: Mapping[str, Policy] | None
    findings: Findings
    places: dict[str, int] = field(default_factory=dict)
    """Index by label; the first of duplicates."""
    done: dict[int, EntrantSpec | None] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    """Entrants that are being resolved, each of which the next refers to."""

    written: dict[str, str] = field(default_factory=dict)
    """Names of policies as their files have them, by what they look like."""

    def __post_init__(self) -> None:
        self.written = {alike(name): name for name in self.policies or {}}
        for index, table in enumerate(self.tables):
            if self.findings.any_at(f"policies[{index}]"):
                self.done[index] = None
            elif table.label in self.places:
                rule = f"is the label of policies[{self.places[table.label]}] too"
                self.findings.add(f"policies[{index}]", table.label, rule, 'tell them apart by name = "..."')
            else:
                self.places[table.label] = index

    def entrant(self, index: int) -> EntrantSpec | None:
        """The entrant of that place in the list; made once."""
        if index not in self.done:
            table, path = self.tables[index], f"policies[{index}]"
            settings = [
                _Setting(f"{path}.weights.{shown_path([key])}", key, value)
                for key, value in table.weights.items()
            ]
            settings += [
                _Setting(f"{path}.{shown_path([key])}", key, value) for key, value in self._extra(path, table)
            ]
            self.open.append(index)
            self.done[index] = self._made(path, table.label, table.policy, settings)
            self.open.pop()
        return self.done[index]

    def _extra(self, path: str, table: EntrantTable) -> list[tuple[str, Any]]:
        """Keys of the table beyond its own: they must name other entrants."""
        kept = []
        refs = {ref for policy in (self.policies or {}).values() for ref in policy.refs}
        for key, value in (table.model_extra or {}).items():
            if isinstance(value, str) and (key in refs or self.policies is None):
                kept.append((key, value))
                continue
            number = isinstance(value, (int, float))
            known = [*EntrantTable.model_fields, *sorted(refs)]
            hint = f"write weights = {{ {key} = {value} }}" if number else suggestion(key, known)
            self.findings.add(f"{path}.{shown_path([key])}", None, "is not a known key", hint)
        return kept

    def _referred(self, path: str, text: str) -> EntrantSpec | None:
        """The entrant that `text` names: a label of the list, else an expression of its own."""
        index = self.places.get(text)
        if index is None:
            return self._made(path, text, text, [])
        if index in self.open:
            circle = [self.tables[i].label for i in [*self.open[self.open.index(index) :], index]]
            self.findings.add(
                path, None, f"goes round in a circle: {' -> '.join(circle)}", "let one of them answer another"
            )
            return None
        return self.entrant(index)

    def _made(self, path: str, label: str, text: str, settings: list[_Setting]) -> EntrantSpec | None:
        try:
            expression = parse(text)
        except ValueError as error:
            self.findings.add(path, text, str(error), "such as hold_at(20) or best_response(to=hold_at(20))")
            return None
        if self.policies is None:
            return None
        policy = self.policies.get(self.written.get(alike(expression.policy), ""))
        if policy is None:
            self.findings.add(
                path,
                expression.policy,
                "is not a policy of the game",
                f"{suggestion(expression.policy, self.policies)}; a policy of your own is found "
                "through EQUIPOISE_PATH",
            )
            return None
        before = len(self.findings.defects)
        given = self._bound(policy, [*self._placed(path, policy, expression), *settings])
        for name in policy.refs:
            if name not in given:
                self.findings.add(
                    path, text, f"needs {name}, the entrant that it answers", f"{policy.name}({name}=...)"
                )
        refs = {
            name: self._referred(given[name].path, given[name].value) for name in policy.refs if name in given
        }
        sound = {name: ref for name, ref in refs.items() if ref is not None}
        if len(self.findings.defects) > before or len(sound) < len(policy.refs):
            return None
        weights = {
            name: float(given[name].value if name in given else usual)
            for name, usual in policy.weights.items()
        }
        return EntrantSpec(label, policy.name, weights, sound)

    def _placed(self, path: str, policy: Policy, expression: Expression) -> list[_Setting]:
        """The expression's arguments by name: numbers fill the weights in order, entrants the references."""
        return [
            *self._named(path, policy, expression, list(policy.weights), "number"),
            *self._named(path, policy, expression, list(policy.refs), "entrant"),
        ]

    def _named(
        self, path: str, policy: Policy, expression: Expression, names: list[str], kind: str
    ) -> list[_Setting]:
        wanted = [one for one in expression.arguments if _kind(one) == kind]
        free = [one for one in wanted if one.key is None]
        if len(free) > len(names):
            takes = f"takes {_counted(len(names), kind)}" + (f" ({', '.join(names)})" if names else "")
            self.findings.add(path, None, f"{policy.name} {takes}, not {len(free)}")
        keyed = [_Setting(path, one.key, one.value) for one in wanted if one.key is not None]
        return [*(_Setting(path, name, one.value) for name, one in zip(names, free, strict=False)), *keyed]

    def _bound(self, policy: Policy, settings: list[_Setting]) -> dict[str, _Setting]:
        """The settings by name, without those that the policy does not know, cannot take or has been given before."""
        given: dict[str, _Setting] = {}
        for one in settings:
            number = isinstance(one.value, (int, float))
            if one.key not in (*policy.weights, *policy.refs):
                hint = suggestion(one.key, [*policy.weights, *policy.refs])
                self.findings.add(one.path, one.key, f"is not a setting of {policy.name}", hint)
            elif one.key in given:
                self.findings.add(one.path, one.value, f"gives {one.key} a second time")
            elif number != (one.key in policy.weights):
                wanted = "should name an entrant" if number else "should be a number"
                self.findings.add(one.path, one.value, f"{one.key} of {policy.name} {wanted}")
            else:
                given[one.key] = one
        return given


def _kind(argument: Argument) -> str:
    return "entrant" if isinstance(argument.value, str) else "number"


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"
