"""Policy expressions and what they resolve to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.defects import Findings
from policies.contract import Policy
from runner.configuration import EntrantTable
from runner.entrants import resolve
from runner.expressions import Argument, Expression, parse
from runner.play import EntrantSpec


def _act(*_: object) -> int:
    return 0


POLICIES = {
    "plain": Policy("plain", "none", _act, {}, ""),
    "pace": Policy("pace", "none", _act, {"base": 21, "slope": 8.0}, ""),
    "answer": Policy("answer", "none", _act, {"depth": 1}, "", ("to",)),
    "between": Policy("between", "none", _act, {}, "", ("left", "right")),
}
PLAIN = EntrantSpec("plain", "plain", {}, {})


def resolved(*entries: str | dict[str, object]) -> tuple[EntrantSpec | None, ...]:
    findings = Findings("file")
    made = resolve([EntrantTable.model_validate(entry) for entry in entries], POLICIES, findings)
    assert findings.defects == []
    return made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", Expression("plain")),
        (" plain ( ) ", Expression("plain")),
        ("나(2)", Expression("나", (Argument(None, 2.0),))),
        ("pace(21, slope = -8.5e0)", Expression("pace", (Argument(None, 21.0), Argument("slope", -8.5)))),
        ("answer(to=pace(1, 2))", Expression("answer", (Argument("to", "pace(1, 2)"),))),
        ("answer(to='a, b) = c')", Expression("answer", (Argument("to", "a, b) = c"),))),
        ('between(x y, "z")', Expression("between", (Argument(None, "x y"), Argument(None, "z")))),
        ("answer(to=answer(to=plain))", Expression("answer", (Argument("to", "answer(to=plain)"),))),
    ],
)
def test_expressions_are_taken_apart(text: str, expected: Expression) -> None:
    assert parse(text) == expected


def taken(text: str) -> str:
    """The policy of an expression, or why it is none."""
    try:
        return parse(text).policy
    except ValueError as error:
        return f"! {error}"


@given(st.text("ab나(),='\" 09.-e\n", max_size=30))
def test_any_text_is_an_expression_or_refused_with_words(text: str) -> None:
    made = taken(text)
    assert len(made) > 3 if made.startswith("!") else made in text


@given(st.dictionaries(st.sampled_from(["base", "slope"]), st.floats(-1e6, 1e6), min_size=1))
def test_numbers_come_back_as_written(weights: dict[str, float]) -> None:
    text = f"pace({', '.join(f'{name}={value!r}' for name, value in weights.items())})"
    (spec,) = resolved(text)
    assert spec == EntrantSpec(text, "pace", {"base": 21.0, "slope": 8.0, **weights}, {})


def test_weights_are_complete_and_in_declared_order() -> None:
    first, second, third = resolved(
        "pace", "pace(slope=2)", {"name": "mine", "policy": "pace(3)", "weights": {"slope": 4}}
    )
    assert first == EntrantSpec("pace", "pace", {"base": 21.0, "slope": 8.0}, {})
    assert second is not None
    assert list(second.weights.items()) == [("base", 21.0), ("slope", 2.0)]
    assert third == EntrantSpec("mine", "pace", {"base": 3.0, "slope": 4.0}, {})


def test_numbers_fill_weights_and_entrants_fill_references() -> None:
    (spec,) = resolved("answer(plain, 3)")
    assert spec == EntrantSpec("answer(plain, 3)", "answer", {"depth": 3.0}, {"to": PLAIN})


def test_a_reference_is_a_label_before_it_is_an_expression() -> None:
    entries = [
        {"name": "plain", "policy": "pace(1)"},
        "answer(to=plain)",
        {"name": "b", "policy": "answer", "to": "pace(2)"},
    ]
    named, answer, other = resolved(*entries)
    assert answer is not None
    assert answer.refs["to"] == named
    assert other is not None
    assert other.refs["to"] == EntrantSpec("pace(2)", "pace", {"base": 2.0, "slope": 8.0}, {})


def test_references_may_stand_before_what_they_name_and_nest() -> None:
    entries = [
        {"name": "top", "policy": "between(left=low, right=answer(to=low))"},
        {"name": "low", "policy": "plain"},
    ]
    top, low = resolved(*entries)
    assert top is not None
    assert top.refs["left"] == low
    assert top.refs["right"].refs["to"] == low


def test_one_entrant_may_be_referred_to_many_times() -> None:
    """A diamond is no circle."""
    entries = [
        "plain",
        {"name": "a", "policy": "answer(plain)"},
        {"name": "b", "policy": "answer(plain)"},
        "between(a, b)",
    ]
    assert all(spec is not None for spec in resolved(*entries))


def test_without_a_game_only_the_form_is_checked() -> None:
    findings = Findings("file")
    tables = [EntrantTable.model_validate(entry) for entry in ("anything(1)", "anything(1)", "two words")]
    assert resolve(tables, None, findings) == (None, None, None)
    assert [defect.path for defect in findings.defects] == ["policies[1]", "policies[2]"]
