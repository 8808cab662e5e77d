"""The designers' files of a duel: a folder with

    rules.json      the numbers of the rules; may be left out, and so may any number in it
    matchups.json   {"categories": [10 names], "matchups": [10 rows]}: what the row's gains on the column's
    duels.json      {map: [{"red": [4], "blue": [4], "factors": [4 rows], "cells": [4 rows]}, ...]}
    players.json    {map: [{"red": [4 counts], "blue": [4 counts]}, ...]}; may be left out

`cells` follow from the rest. They are written for the reader's sake; where a file states them, they must fit.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from games.defects import BadInput, Defect
from games.documents import read_json, validate
from games.duel.data import CATEGORIES, GAINS_ON, DuelData, Phase

__all__ = ["dump", "dump_maps", "load"]

RULES, MATCHUPS, DUELS, PLAYERS = "rules.json", "matchups.json", "duels.json", "players.json"


def load(path: Path) -> DuelData:
    """The document in a folder. Raises `BadInput` listing every defect of every file."""
    if not path.is_dir():
        hint = f"name the folder that holds {DUELS} and {MATCHUPS}"
        raise BadInput([Defect(str(path), "", None, "a duel is a folder of files", hint)])
    defects: list[Defect] = []
    parts = {
        "rules": _read(path / RULES, defects, optional=True),
        "matchups": _matchups(path / MATCHUPS, defects),
        "maps": _read(path / DUELS, defects),
        "players": _read(path / PLAYERS, defects, optional=True),
    }
    stated = _without_cells(parts["maps"])
    if defects:
        raise BadInput(defects)
    document = _validated(parts, path)
    defects.extend(_disagreements(document, stated, path / DUELS))
    if defects:
        raise BadInput(defects)
    return document


def dump(document: DuelData, path: Path) -> None:
    """Write `document` as the designers keep it, into the folder `path`."""
    path.mkdir(parents=True, exist_ok=True)
    rules = document.rules.model_dump(mode="json")
    (path / RULES).write_text(json.dumps(rules, indent=2) + "\n", encoding="utf-8")
    square = {"categories": list(CATEGORIES), "matchups": document.weights.tolist()}
    (path / MATCHUPS).write_text(_json_by_row(square), encoding="utf-8")
    dump_maps(document, path / DUELS)
    if document.players:
        players = {
            name: [s.model_dump(mode="json") for s in shares] for name, shares in document.players.items()
        }
        (path / PLAYERS).write_text(_json_by_row(players), encoding="utf-8")


def dump_maps(document: DuelData, path: Path) -> None:
    """Write the maps of `document` to one file, each phase with its cells."""
    maps = {
        name: [{**phase.model_dump(mode="json"), "cells": document.cells(phase).tolist()} for phase in phases]
        for name, phases in document.maps.items()
    }
    path.write_text(_json_by_row(maps), encoding="utf-8")


def _read(path: Path, defects: list[Defect], optional: bool = False) -> dict[str, Any]:
    if optional and not path.exists():
        return {}
    try:
        value = read_json(path)
    except BadInput as error:
        defects.extend(error.defects)
        return {}
    if not isinstance(value, dict):
        defects.append(Defect(str(path), "", None, "is not one JSON object"))
        return {}
    return value


def _matchups(path: Path, defects: list[Defect]) -> dict[str, dict[str, int]]:
    """The square table with each pair of categories once, told in the direction of `GAINS_ON`."""
    value = _read(path, defects)
    found = list(_square_defects(value, str(path))) if value else []
    defects.extend(found)
    if found or not value:
        return {}
    table, names = value["matchups"], value["categories"]
    return {
        gains: {
            yields: table[names.index(gains)][names.index(yields)]
            for yields in CATEGORIES
            if _told(gains, yields)
        }
        for gains in CATEGORIES
    }


def _told(gains: str, yields: str) -> bool:
    """Whether the weight of this pair is told from `gains` to `yields`."""
    if yields in GAINS_ON[gains] or gains in GAINS_ON[yields]:
        return yields in GAINS_ON[gains]
    return CATEGORIES.index(gains) < CATEGORIES.index(yields)


def _square_defects(value: dict[str, Any], file: str) -> Iterator[Defect]:
    for key in (key for key in value if key not in ("categories", "matchups")):
        yield Defect(file, key, None, "is not a known key", "remove it")
    names, table = value.get("categories"), value.get("matchups")
    if not isinstance(names, list) or sorted(map(str, names)) != sorted(CATEGORIES):
        yield Defect(file, "categories", names, f"must be the ten categories {', '.join(CATEGORIES)}")
        return
    if not isinstance(table, list) or len(table) != len(names):
        yield Defect(file, "matchups", None, f"must have {len(names)} rows, one for each category")
        return
    for i, row in enumerate(table):
        if (
            not isinstance(row, list)
            or len(row) != len(names)
            or any(type(weight) is not int for weight in row)
        ):
            yield Defect(file, f"matchups[{i}]", row, f"must hold {len(names)} whole numbers")
            return
    for i, row in enumerate(table):
        for j in range(i + 1):
            if row[j] != -table[j][i]:
                pair = f"{names[i]} gains {row[j]} on {names[j]}, which gains {table[j][i]} on it"
                yield Defect(file, f"matchups[{i}][{j}]", row[j], f"is not antisymmetric: {pair}")


def _without_cells(maps: dict[str, Any]) -> dict[tuple[str, int], Any]:
    """Take the stated cells out of the phases, by map and phase."""
    return {
        (name, index): phase.pop("cells")
        for name, phases in maps.items()
        if isinstance(phases, list)
        for index, phase in enumerate(phases)
        if isinstance(phase, dict) and "cells" in phase
    }


def _validated(parts: dict[str, Any], path: Path) -> DuelData:
    try:
        return validate(DuelData, parts, str(path))
    except BadInput as error:
        raise BadInput(_placed(defect, path) for defect in error.defects) from None


def _placed(defect: Defect, path: Path) -> Defect:
    """The defect with the file that it stands in."""
    files = {"rules": RULES, "matchups": MATCHUPS, "maps": DUELS, "players": PLAYERS}
    part = next((part for part in files if defect.path.split(".")[0].split("[")[0] == part), None)
    if part is None:
        return defect
    within = defect.path[len(part) :].lstrip(".")
    return Defect(str(path / files[part]), within, defect.value, defect.rule, defect.hint)


def _disagreements(document: DuelData, stated: dict[tuple[str, int], Any], file: Path) -> Iterator[Defect]:
    for (name, index), cells in stated.items():
        phase: Phase = document.maps[name][index]
        right = document.cells(phase)
        at = f"{name}[{index}].cells"
        if np.shape(cells) != right.shape:
            yield Defect(str(file), at, None, "must be 4 rows of 4", "leave cells out: they are worked out")
            continue
        for i, j in np.argwhere(np.array(cells) != right):
            met = f"{phase.red[i]} v {phase.blue[j]} with its factors gives {right[i, j]}"
            hint = "mend it or leave cells out: they are worked out"
            yield Defect(str(file), f"{at}[{i}][{j}]", cells[i][j], met, hint)


def _json_by_row(value: Any, depth: int = 0) -> str:
    """JSON with objects and lists of objects spread over lines, and rows of plain values kept on one."""
    pad, text = "  " * (depth + 1), ""
    if isinstance(value, dict):
        entries = [f"{json.dumps(key)}: {_json_by_row(inner, depth + 1)}" for key, inner in value.items()]
        text = "{\n" + ",\n".join(pad + entry for entry in entries) + "\n" + "  " * depth + "}"
    elif isinstance(value, list) and any(isinstance(inner, (list, dict)) for inner in value):
        entries = [_json_by_row(inner, depth + 1) for inner in value]
        text = "[\n" + ",\n".join(pad + entry for entry in entries) + "\n" + "  " * depth + "]"
    else:
        text = json.dumps(value)
    return text if depth else text + "\n"
