"""What is wrong with a scenario is told, all of it, with its path."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.battle.files import dump, load
from games.defects import BadInput
from tests.games.battle_documents import full, shipped, shipped_values

Values = list[dict[str, Any]]


def defects(values: Any, folder: Path) -> list[tuple[str, str]]:
    """(path, rule) of everything that is wrong with these values."""
    path = folder / "broken.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load(path)
    assert all(defect.file == str(path) for defect in caught.value.defects)
    return [(defect.path, defect.rule) for defect in caught.value.defects]


def phase(values: Values, name: str) -> dict[str, Any]:
    return next(each for each in values[0]["phases"] if each["id"] == name)


def option(values: Values, name: str, each: str) -> dict[str, Any]:
    return next(coa for coa in phase(values, name)["coas"] if coa["id"] == each)


def dangling(values: Values) -> None:
    option(values, "2m", "b")["failure"]["next"] = "9z"


def two_histories(values: Values) -> None:
    option(values, "3m", "a")["history"] = True


def no_history(values: Values) -> None:
    del option(values, "1m", "b")["history"]


def wrong_doctrine(values: Values) -> None:
    option(values, "4m", "a")["doctrine"] = True


def no_default(values: Values) -> None:
    values[0]["endings"][-1]["when"] = {"all": ["lost"]}


def early_default(values: Values) -> None:
    del values[0]["endings"][1]["when"]


def unknown_factor(values: Values) -> None:
    option(values, "5m", "c")["factors"]["weather"] = True


def bad_grade(values: Values) -> None:
    phase(values, "1m")["intel"][0]["grade"] = "G7"


def endless(values: Values) -> None:
    for coa in phase(values, "8m")["coas"]:
        coa["success"] = {"next": "7m"}
        coa["failure"] = {"next": "7m"}


def unknown_flag(values: Values) -> None:
    values[0]["endings"][0]["when"]["all"] = ["loost"]


def wrong_incident(values: Values) -> None:
    values[0]["incidents"][0]["phase"] = "3q"


def same_id(values: Values) -> None:
    option(values, "6x", "b")["id"] = "a"


def wrong_start(values: Values) -> None:
    values[0]["start"] = "0m"


def wrong_budget(values: Values) -> None:
    values[0]["budget"] = 199


def three_alike(values: Values) -> None:
    for ending in values[0]["endings"][:3]:
        ending["kind"] = "failed"


BROKEN: list[tuple[Callable[[Values], None], str, str]] = [
    (dangling, "amber-ford.phases.2m.coas.b.failure.next", "leads to no phase"),
    (two_histories, "amber-ford.phases.3m.coas", "has 2 history options"),
    (no_history, "amber-ford.phases.1m.coas", "has 0 history options"),
    (wrong_doctrine, "amber-ford.phases.4m.coas.a.doctrine", "a real phase has no doctrine"),
    (no_default, "amber-ford.endings[3].when", "default ending is missing"),
    (early_default, "amber-ford.endings[1]", "only the last ending"),
    (unknown_factor, "amber-ford.phases.5m.coas.c.factors.weather", "not a known key"),
    (bad_grade, "amber-ford.phases.1m.intel[0].grade", "letter A-F"),
    (endless, "amber-ford.phases.8m", "without an exit"),
    (unknown_flag, "amber-ford.endings[0].when.all[0]", "no success, failure or incident"),
    (wrong_incident, "amber-ford.incidents[0].phase", "is no phase"),
    (same_id, "amber-ford.phases.6x.coas[1].id", "stands 2 times"),
    (wrong_start, "amber-ford.start", "is no phase"),
    (wrong_budget, "amber-ford.budget", "greater than or equal to 200"),
    (three_alike, "amber-ford.endings", "3 endings of one kind"),
]


@pytest.mark.parametrize(("spoil", "path", "rule"), BROKEN, ids=[case[0].__name__ for case in BROKEN])
def test_each_defect_is_told_with_its_path(
    spoil: Callable[[Values], None], path: str, rule: str, tmp_path: Path
) -> None:
    values = shipped_values()
    spoil(values)
    found = defects(values, tmp_path)
    assert any(at == path and rule in text for at, text in found), found


def test_all_defects_are_told_at_once(tmp_path: Path) -> None:
    values = shipped_values()
    chosen = [case for case in BROKEN if case[0] not in (same_id, early_default, three_alike, no_default)]
    for spoil, _, _ in chosen:
        spoil(values)
    found = defects(values, tmp_path)
    for _, path, rule in chosen:
        assert any(at == path and rule in text for at, text in found), path


def test_a_hint_names_what_was_meant(tmp_path: Path) -> None:
    values = shipped_values()
    unknown_flag(values)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(BadInput, match="did you mean lost"):
        load(path)


def test_values_that_are_no_scenarios_are_told_too(tmp_path: Path) -> None:
    assert defects([], tmp_path) == [("", "must be a list of 1 to 8 scenarios")]
    assert defects([{"kind": "fictional"}], tmp_path) == [("[0]", "needs an id")]
    assert defects({"scenarios": [7], "rule": {}}, tmp_path)[0] == ("rule", "is not a known key")
    odd = [{"id": "odd", "phases": [{"id": "p", "coas": 3}, 4], "endings": "none", "incidents": [{}]}]
    assert {"odd.kind", "odd.phases[1]", "odd.endings"} <= {path for path, _ in defects(odd, tmp_path)}


def test_the_short_form_says_the_same(tmp_path: Path) -> None:
    """Keys as the scenarios were first noted down."""
    values = shipped_values()
    for scenario in values:
        scenario["kind"] = "fictional-long-form" if scenario["id"] == "cold-saddle" else scenario["kind"]
        for each in scenario["phases"]:
            each["clock"] = each.pop("clock_s")
            each["intel"] = [
                {"grade": card["grade"], "min": card["minutes"]} for card in each.get("intel", [])
            ]
            each["coas"] = [_short(coa) for coa in each["coas"]]
    path = tmp_path / "short.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    assert load(path) == shipped()


def _short(coa: dict[str, Any]) -> dict[str, Any]:
    words = {"superior": "sup", "inferior": "inf"}
    factors = {("ew" if k == "interference" else k): words.get(v, v) for k, v in coa["factors"].items()}
    made = {key: coa[key] for key in ("id", "text", "history", "doctrine") if key in coa}
    made.update(kind=coa.get("kind"), factors=factors, eff=list(coa["effect"].values()))
    made.update(min=coa["minutes"], app=coa["appropriate"])
    for outcome, short in (("success", "ok"), ("failure", "fail")):
        made[f"flags_{short}"] = coa.get(outcome, {}).get("flags", [])
        made[f"next_{short}"] = coa.get(outcome, {}).get("next")
    return made


def test_rules_stand_in_the_file_where_they_are_not_the_published_ones(tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    dump(shipped(), path)
    assert isinstance(json.loads(path.read_text(encoding="utf-8")), list)
    dump(full({"weights": {"recon": 6}}), path)
    assert json.loads(path.read_text(encoding="utf-8"))["rules"]["weights"] == {"recon": 6}


def test_options_have_texts_of_their_own() -> None:
    texts = [c.text for s in shipped().scenarios.values() for p in s.phases.values() for c in p.coas.values()]
    assert len(set(texts)) == len(texts) == 88
    assert min(len(text) for text in texts) >= 40
