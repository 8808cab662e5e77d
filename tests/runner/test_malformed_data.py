"""Data files that cannot be used, reached through an experiment: every defect, with the designers' own paths."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runner.refusal import check_lines, experiment, folder, link, refused

Edit = Callable[[dict[str, Any], dict[str, Any]], object]

DECK = experiment(game='"deckfight"', data='"deck"', policies='["heuristic"]')


def cards() -> dict[str, Any]:
    return {
        "cards": {
            "Strike": {"name": "타격", "cost": 1, "kind": "Attack", "damage": 6},
            "Defend": {"name": "방어", "cost": 1, "kind": "Skill", "block": 5},
        },
        "starterDeck": ["Strike", "Strike", "Defend"],
    }


def enemies() -> dict[str, Any]:
    slime = {
        "name": "슬라임",
        "maxHp": 45,
        "intents": [{"kind": "Attack", "value": 10}, {"kind": "Defend", "value": 8}],
    }
    return {"activeEnemy": "Slime", "enemies": {"Slime": slime}}


def put(part: str, *path: str | int, value: Any) -> Edit:
    """Set one value of the cards or the enemies file."""

    def edit(first: dict[str, Any], second: dict[str, Any]) -> None:
        place: Any = first if part == "cards" else second
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return edit


def drop(part: str, key: str) -> Edit:
    """Leave a key out."""
    return lambda first, second: (first if part == "cards" else second).pop(key)


# Name -> (edits of sound files, what each line of the message must say).
EDITS: dict[str, tuple[list[Edit], list[str]]] = {
    "empty deck": ([put("cards", "starterDeck", value=[])], ["cards.json: starterDeck | at least 1 item"]),
    "unknown cards in the deck": (
        [put("cards", "starterDeck", value=["Strik", "Strike", "밤"])],
        [
            "cards.json: starterDeck[0] | is not one of the cards | 'Strik' | did you mean Strike?",
            "cards.json: starterDeck[2] | is not one of the cards | '밤'",
        ],
    ),
    "no cards at all": (
        [put("cards", "cards", value={})],
        ["cards.json: cards | at least 1 item"]
        + [f"cards.json: starterDeck[{i}] | is not one of" for i in range(3)],
    ),
    "negative numbers": (
        [
            put("cards", "cards", "Strike", "cost", value=-1),
            put("cards", "cards", "Defend", "block", value=-5),
            put("enemies", "enemies", "Slime", "intents", 0, "value", value=-10),
            put("enemies", "enemies", "Slime", "maxHp", value=0),
        ],
        [
            "cards.json: cards.Strike.cost | greater than or equal to 0 | found -1",
            "cards.json: cards.Defend.block | greater than or equal to 0 | found -5",
            "enemies.json: enemies.Slime.maxHp | greater than or equal to 1 | found 0",
            "enemies.json: enemies.Slime.intents[0].value | found -10",
        ],
    ),
    "numbers as text, halves, truths, nothing": (
        [
            put("cards", "cards", "Strike", "cost", value="1"),
            put("cards", "cards", "Strike", "damage", value=6.5),
            put("cards", "cards", "Defend", "cost", value=True),
            put("enemies", "enemies", "Slime", "maxHp", value=None),
        ],
        [
            "cards.json: cards.Strike.cost | valid integer | found '1' | write it without quotes",
            "cards.json: cards.Strike.damage | integer | found 6.5",
            "cards.json: cards.Defend.cost | valid integer | found True",
            "enemies.json: enemies.Slime.maxHp | valid integer",
        ],
    ),
    "NaN and infinity": (
        [
            put("cards", "cards", "Strike", "damage", value=float("nan")),
            put("enemies", "enemies", "Slime", "maxHp", value=float("inf")),
        ],
        [
            "cards.json: cards.Strike.damage | is not a finite number | found nan",
            "enemies.json: enemies.Slime.maxHp | is not a finite number | found inf",
        ],
    ),
    "a number beyond every game": (
        [put("cards", "cards", "Strike", "damage", value=10**30)],
        ["cards.json: cards.Strike.damage | less than or equal to 100000"],
    ),
    "unknown kinds": (
        [
            put("cards", "cards", "Strike", "kind", value="Power"),
            put("enemies", "enemies", "Slime", "intents", 1, "kind", value="defend"),
        ],
        [
            "cards.json: cards.Strike.kind | 'Attack' or 'Skill' | found 'Power'",
            "enemies.json: enemies.Slime.intents[1].kind | 'Attack' or 'Defend' | found 'defend'",
        ],
    ),
    "no intents": (
        [put("enemies", "enemies", "Slime", "intents", value=[])],
        ["enemies.json: enemies.Slime.intents | at least 1"],
    ),
    "missing keys": (
        [drop("enemies", "activeEnemy"), drop("cards", "starterDeck")],
        ["cards.json: starterDeck | is missing", "enemies.json: activeEnemy | is missing"],
    ),
    "an active enemy that is not there": (
        [put("enemies", "activeEnemy", value="slime")],
        ["enemies.json: activeEnemy | is not one of the enemies | 'slime' | did you mean Slime?"],
    ),
    "unknown keys, by names with dots and spaces": (
        [
            put("cards", "cards", "Big. Strike", value={"name": "B", "cost": 1, "kind": "Attack", "dmg": 3}),
            put("cards", "note", value=1),
        ],
        [
            'cards.json: cards."Big. Strike".dmg | is not a known key',
            "cards.json: note | is not a known key",
        ],
    ),
    "lists and tables exchanged": (
        [put("cards", "cards", value=["Strike"]), put("enemies", "enemies", "Slime", value=3)],
        ["cards.json: cards | dictionary", "enemies.json: enemies.Slime | dictionary"],
    ),
    "effects of another kind": (
        [put("cards", "cards", "Strike", "block", value=5)],
        ["cards.json: cards.Strike.block | has no effect on a card of kind Attack"],
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_every_defect_of_the_data_is_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edits, expected = EDITS[name]
    first, second = cards(), enemies()
    for edit in edits:
        edit(first, second)
    files = {"bad.toml": DECK, "deck/cards.json": json.dumps(first), "deck/enemies.json": json.dumps(second)}
    check_lines(refused(tmp_path, files, capsys), [f"deck/{line}" for line in expected])


# Name -> (what stands in the place of the sound files, the lines).
PLACES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no folder": ({}, ["deck | there is no such folder | cards.json and enemies.json"]),
    "a file for the folder": ({"deck": "x"}, ["deck | a file stands where a folder is needed"]),
    "a folder that is a link to itself": ({"deck": link("deck")}, ["deck | there is no such folder"]),
    "an empty folder": (
        {"deck": folder},
        ["deck/cards.json | there is no such file", "deck/enemies.json | there is no such file"],
    ),
    "a folder for a file, and a link to itself": (
        {"deck/cards.json": folder, "deck/enemies.json": link("enemies.json")},
        [
            "deck/cards.json | a folder stands where a file is needed",
            "deck/enemies.json | cannot be read: Too many levels",
        ],
    ),
    "not UTF-8, not JSON": (
        {"deck/cards.json": b"\xff{}", "deck/enemies.json": '{"activeEnemy":\n "Slime",}'},
        ["deck/cards.json | is not UTF-8 text (byte 0)", "deck/enemies.json | is not valid JSON | line 2"],
    ),
    "nothing in it, and a list": (
        {"deck/cards.json": "", "deck/enemies.json": "[]"},
        ["deck/cards.json | is not valid JSON | line 1 column 1", "deck/enemies.json | dictionary"],
    ),
    "keys twice": (
        {
            "deck/cards.json": json.dumps(cards())[:-1] + ', "starterDeck": ["Strike"]}',
            "deck/enemies.json": json.dumps(enemies()).replace('"maxHp": 45', '"maxHp": 45, "maxHp": 46'),
        },
        [
            "deck/cards.json: starterDeck | a key stands twice",
            "deck/enemies.json: enemies.Slime.maxHp | a key stands twice",
        ],
    ),
    "nested too deep": (
        {"deck/cards.json": "[" * 100_000, "deck/enemies.json": json.dumps(enemies())},
        ["deck/cards.json | is nested too deeply for JSON"],
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_what_stands_in_place_of_the_data(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, expected = PLACES[name]
    check_lines(refused(tmp_path, {"bad.toml": DECK, **files}, capsys), expected)


LONG = "x" * 300
PIG: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "every defect of a TOML file": (
        {"data.toml": 'goal = nan\ndice = 3\nturn_cap = "9"\ngaol = 3\nmandatory_first_roll = 1\n'},
        "data.toml",
        [
            "data.toml: goal | is not a finite number | found nan",
            "data.toml: dice | should be 1 or 2 | found 3",
            "data.toml: mandatory_first_roll | boolean | found 1",
            "data.toml: turn_cap | valid integer | found '9' | write it without quotes",
            "data.toml: gaol | is not a known key | did you mean goal?",
        ],
    ),
    "every defect of a JSON file": (
        {"data.json": '{"goal": 3, "goal": 0, "dice": Infinity}'},
        "data.json",
        [
            "data.json: goal | a key stands twice",
            "data.json: dice | is not a finite number | found inf",
        ],
    ),
    "out of range": (
        {"data.toml": "goal = 0\nturn_cap = 0\n"},
        "data.toml",
        [
            "data.toml: goal | greater than or equal to 1 | found 0",
            "data.toml: turn_cap | greater than or equal to 1",
        ],
    ),
    "no file": (
        {"dada.toml": ""},
        "data.toml",
        ["data.toml | there is no such file | did you mean dada.toml?"],
    ),
    "no folder either": ({}, "x/data.toml", ["x/data.toml | there is no such file | does not exist either"]),
    "out of the tree": (
        {},
        "../../../../../../gone.toml",
        ["../../../../../../gone.toml | there is no such file"],
    ),
    "a folder": ({"data.toml": folder}, "data.toml", ["data.toml | a folder stands where a file is needed"]),
    "two links in a circle": (
        {"data.toml": link("back.toml"), "back.toml": link("data.toml")},
        "data.toml",
        ["data.toml | cannot be read: Too many levels of symbolic links"],
    ),
    "a name too long for a file": ({}, LONG, [f"{LONG} | cannot be read: File name too long"]),
    "a device": ({}, "/dev/zero", ["/dev/zero | is a device or a pipe"]),
    "a control character": ({}, "a\\u0000b", ["bad.toml: data | should name a file or folder"]),
    "nothing": ({}, "", ["bad.toml: data | should name a file or folder"]),
}


@pytest.mark.parametrize("name", PIG)
def test_defects_of_a_single_data_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files, data, expected = PIG[name]
    lines = refused(tmp_path, {"bad.toml": experiment(data=f'"{data}"'), **files}, capsys)
    check_lines(lines, expected)


def test_defects_of_the_file_and_of_its_data_come_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A weight is not checked against data that cannot be read, all else is."""
    text = experiment(
        '[[target]]\nmetric = "poinst"\nmin = 1\n', policies='["hold_at(2.5)", "optimul"]', certainty="2"
    )
    expected = [
        "bad.toml: certainty | less than 1",
        "data.toml: goal | greater than or equal to 1",
        "bad.toml: policies[1] | did you mean optimal?",
        "bad.toml: target[0].metric | did you mean points?",
    ]
    check_lines(refused(tmp_path, {"bad.toml": text, "data.toml": "goal = -1\n"}, capsys), expected)
