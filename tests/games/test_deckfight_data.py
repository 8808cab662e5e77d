"""deckfight's two files: what is read, what is refused, how it is written back."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from games.deckfight.data import LARGEST, MOST_CARDS, MOST_DECK, Constants, DeckfightData
from games.deckfight.facts import option_facts
from games.deckfight.files import dump, load
from games.deckfight.params import encode
from games.defects import BadInput

SETS = Path(__file__).resolve().parents[2] / "configs" / "games" / "deckfight"
BASE = {
    name: json.loads((SETS / "base" / name).read_text("utf-8")) for name in ("cards.json", "enemies.json")
}


def folder(at: Path, change: Callable[[Any, Any], None] = lambda cards, enemies: None) -> Path:
    """The base set after `change`, as a folder."""
    parts = json.loads(json.dumps(BASE))
    change(*parts.values())
    for name, value in parts.items():
        (at / name).write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return at


def defects(path: Path) -> set[tuple[str, str]]:
    """(file, path) of every defect that loading reports, each with its rule in words."""
    with pytest.raises(BadInput) as refusal:
        load(path)
    assert all(defect.rule for defect in refusal.value.defects)
    return {(Path(defect.file).name, defect.path) for defect in refusal.value.defects}


def with_text(at: Path, old: str, new: str, name: str = "cards.json") -> Path:
    """The base set with one piece of text replaced in a file."""
    path = folder(at) / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return at


# --- what is refused --------------------------------------------------------------------------------------


def break_everything(cards: Any, enemies: Any) -> None:
    cards["cards"]["Strike"]["cost"] = -1
    cards["cards"]["Defend"]["kind"] = "Power"
    cards["cards"]["Bash"]["damage"] = "10"
    cards["cards"]["Bash"]["rarity"] = "common"
    cards["starterDeck"] += ["Curse", 7]
    cards["rules"] = {"handSize": 11, "turnCap": 0}
    enemies["activeEnemy"] = "Golem"
    enemies["enemies"]["Slime"]["intents"][0]["value"] = 6.5
    enemies["enemies"]["Slime"]["intents"][1]["kind"] = "Sleep"
    enemies["enemies"]["Ghost"] = {"name": "Ghost", "maxHp": 0, "intents": []}


def test_every_defect_of_both_files_is_listed_at_once(tmp_path: Path) -> None:
    assert defects(folder(tmp_path, break_everything)) == {
        ("cards.json", "cards.Strike.cost"),
        ("cards.json", "cards.Defend.kind"),
        ("cards.json", "cards.Bash.damage"),
        ("cards.json", "cards.Bash.rarity"),
        ("cards.json", "starterDeck[10]"),
        ("cards.json", "starterDeck[11]"),
        ("cards.json", "rules.handSize"),
        ("cards.json", "rules.turnCap"),
        ("enemies.json", "activeEnemy"),
        ("enemies.json", "enemies.Slime.intents[0].value"),
        ("enemies.json", "enemies.Slime.intents[1].kind"),
        ("enemies.json", "enemies.Ghost.maxHp"),
        ("enemies.json", "enemies.Ghost.intents"),
    }


CHANGES: dict[str, tuple[Callable[[Any, Any], object], tuple[str, str]]] = {
    "empty deck": (lambda cards, _: cards.update(starterDeck=[]), ("cards.json", "starterDeck")),
    "deck too large": (
        lambda cards, _: cards.update(starterDeck=["Bash"] * (MOST_DECK + 1)),
        ("cards.json", "starterDeck"),
    ),
    "too many cards": (
        lambda cards, _: cards["cards"].update({f"C{i}": cards["cards"]["Bash"] for i in range(MOST_CARDS)}),
        ("cards.json", "cards"),
    ),
    "block on an attack": (
        lambda cards, _: cards["cards"]["Bash"].update(block=5),
        ("cards.json", "cards.Bash.block"),
    ),
    "damage on a skill": (
        lambda cards, _: cards["cards"]["Defend"].update(damage=5),
        ("cards.json", "cards.Defend.damage"),
    ),
    "a huge number": (
        lambda cards, _: cards["cards"]["Bash"].update(damage=LARGEST + 1),
        ("cards.json", "cards.Bash.damage"),
    ),
    "a truth for a number": (
        lambda cards, _: cards["cards"]["Bash"].update(cost=True),
        ("cards.json", "cards.Bash.cost"),
    ),
    "no active enemy": (lambda _, enemies: enemies.pop("activeEnemy"), ("enemies.json", "activeEnemy")),
    "no enemies": (lambda _, enemies: enemies.pop("enemies"), ("enemies.json", "enemies")),
    "deck as text": (lambda cards, _: cards.update(starterDeck="Strike"), ("cards.json", "starterDeck")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_single_defect_is_named(name: str, tmp_path: Path) -> None:
    change, place = CHANGES[name]
    assert defects(folder(tmp_path, lambda cards, enemies: (change(cards, enemies), None)[1])) == {place}


def test_a_duplicate_key_is_found_beside_other_defects(tmp_path: Path) -> None:
    with_text(
        tmp_path, '"Bash": {', '"Bash": {"name": "B", "cost": 1, "kind": "Attack"}, "Bash": {"cost": 3, '
    )
    with_text_again = (tmp_path / "cards.json").read_text("utf-8").replace('"damage": 6', '"damage": NaN', 1)
    (tmp_path / "cards.json").write_text(with_text_again, "utf-8")
    (tmp_path / "enemies.json").write_text('{"activeEnemy": "Slime"}', "utf-8")
    assert defects(tmp_path) == {
        ("cards.json", "cards.Bash"),
        ("cards.json", "cards.Bash.cost"),
        ("cards.json", "cards.Strike.damage"),
        ("enemies.json", "enemies"),
    }


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "cards.json").write_bytes(b'{"cards": "\xff"}')
    (tmp_path / "enemies.json").unlink()
    assert defects(tmp_path) == {("cards.json", ""), ("enemies.json", "")}
    (tmp_path / "enemies.json").mkdir()
    (tmp_path / "cards.json").write_text("[]", "utf-8")
    assert defects(tmp_path) == {("cards.json", ""), ("enemies.json", "")}


@pytest.mark.parametrize("name", ["cards.json", "missing"])
def test_a_folder_is_needed(name: str, tmp_path: Path) -> None:
    assert defects(folder(tmp_path) / name) == {(name, "")}


def test_a_likely_meaning_is_offered(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="did you mean Strike"):
        load(folder(tmp_path, lambda cards, _: cards["starterDeck"].append("strike")))


def test_a_patched_document_is_held_to_the_same_names() -> None:
    values = load(SETS / "base").model_dump(by_alias=True)
    values["starterDeck"] = ["Strike", "Gone"]
    with pytest.raises(ValidationError, match=r"starterDeck\[1\]: 'Gone' is not one of the cards"):
        DeckfightData.model_validate(values)


# --- what is written --------------------------------------------------------------------------------------


def test_keys_keep_their_order_and_names_their_script(tmp_path: Path) -> None:
    source = tmp_path / "typed"
    source.mkdir()
    cards = (
        '{"starterDeck": ["밤의 칼", "Ωmega.2"], "rules": {"turnCap": 50}, "cards": {"밤의 칼": {"kind": "Attack", '
        '"damage": 3, "name": "<b>밤</b>", "cost": 0}, "Ωmega.2": {"cost": 1, "block": 2, "kind": "Skill", '
        '"name": "🛡"}}}'
    )
    (source / "cards.json").write_text(cards, "utf-8")
    (source / "enemies.json").write_text(json.dumps(BASE["enemies.json"]), "utf-8")
    plain = load(source).model_dump(by_alias=True)
    dump(DeckfightData.model_validate(plain), tmp_path / "written")
    text = (tmp_path / "written" / "cards.json").read_text("utf-8")
    wanted = json.loads(cards)
    wanted["rules"] = {"turnCap": 50, "playerHp": 80, "energyPerTurn": 3, "handSize": 5}
    assert text == json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    assert load(tmp_path / "written") == load(source)


def test_constants_at_their_defaults_are_left_out(tmp_path: Path) -> None:
    document = load(SETS / "base")
    assert document.rules == Constants.model_validate({})
    dump(document, tmp_path)
    assert "rules" not in json.loads((tmp_path / "cards.json").read_text("utf-8"))


# --- what the rules read ----------------------------------------------------------------------------------


def test_ranks_order_each_kind_by_efficiency() -> None:
    document = load(SETS / "zerocost")
    params = encode(document)[0]
    ranks = {
        name: (int(params["attack_rank"][i]), int(params["skill_rank"][i]))
        for i, name in enumerate(document.cards)
    }
    # Attacks: Bash 5, Strike 6, Cleave 8 a point of energy, Jab free. Skills: Defend 5, Bulwark 6.5, Guard free.
    attacks = {"Bash": 1, "Strike": 2, "Cleave": 3, "Jab": 4}
    skills = {"Defend": 1, "Bulwark": 2, "Guard": 3}
    assert ranks == {name: (attacks.get(name, 0), skills.get(name, 0)) for name in document.cards}


def test_facts_of_each_card() -> None:
    facts = {fact["name"]: fact for fact in option_facts(load(SETS / "zerocost"))}
    assert facts["Bulwark"] == {
        "name": "Bulwark",
        "kind": "Skill",
        "cost": 2,
        "damage": 0,
        "block": 13,
        "efficiency": 6.5,
        "times_median": 1.0,
        "copies": 1,
    }
    assert facts["Jab"]["efficiency"] == facts["Jab"]["times_median"] == "infinity"
    assert math.isinf(float(facts["Jab"]["efficiency"]))
    assert facts["Cleave"]["times_median"] == pytest.approx(8 / 7)  # attacks at 5, 6, 8 and without bound
    json.dumps(list(facts.values()), allow_nan=False)


def test_a_stronger_strike_is_more_efficient() -> None:
    before, after = (option_facts(load(SETS / name))[0] for name in ("base", "op"))
    assert (before["efficiency"], after["efficiency"]) == (6, 9)
    assert (before["times_median"], after["times_median"]) == (pytest.approx(6 / 5.5), pytest.approx(9 / 7))
