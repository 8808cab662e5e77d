"""Reading and writing deckfight's folder of two files."""

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from games.deckfight.data import CardsFile, Constants, DeckfightData, EnemiesFile, unknown_names
from games.defects import BadInput, Defect
from games.documents import examine_json, validate

__all__ = ["CARDS", "ENEMIES", "dump", "load"]

CARDS, ENEMIES = "cards.json", "enemies.json"
_MODELS: dict[str, type[BaseModel]] = {CARDS: CardsFile, ENEMIES: EnemiesFile}


def load(path: Path) -> DeckfightData:
    """The document in the folder `path`. Raises `BadInput` listing every defect of both files."""
    if not path.is_dir():
        rule = "a file stands where a folder is needed" if path.exists() else "there is no such folder"
        raise BadInput(
            [Defect(str(path), "", None, rule, f"name the folder that holds {CARDS} and {ENEMIES}")]
        )
    defects: list[Defect] = []
    values = {name: _read(path / name, model, defects) for name, model in _MODELS.items()}
    for name, value in values.items():
        defects.extend(_unknown(path / name, value))
    if defects:
        raise BadInput(defects)
    return validate(DeckfightData, {**values[CARDS], **values[ENEMIES]}, str(path))


def dump(document: DeckfightData, path: Path) -> None:
    """Write `document` to the folder `path`, made if need be, as the designers write it.

    Keys keep the order in which they were typed and names their script; constants at their defaults are left out.
    """
    path.mkdir(parents=True, exist_ok=True)
    values = document.model_dump(by_alias=True, exclude_none=True)
    if document.rules == Constants():
        del values["rules"]
    for name, model in _MODELS.items():
        keys = {field.alias or key for key, field in model.model_fields.items()}
        part = {key: value for key, value in values.items() if key in keys}
        text = json.dumps(part, indent=2, ensure_ascii=False) + "\n"
        (path / name).write_text(text, encoding="utf-8")


def _read(path: Path, model: type[BaseModel], defects: list[Defect]) -> Any:
    """The plain value in `path`, None if there is none; what is wrong with it is added to `defects`."""
    try:
        value, found = examine_json(path)
    except BadInput as error:
        defects.extend(error.defects)
        return None
    defects.extend(found)
    known = {defect.path for defect in found}
    try:
        validate(model, value, str(path))
    except BadInput as error:
        defects.extend(defect for defect in error.defects if defect.path not in known)
    return value


def _unknown(path: Path, value: Any) -> Iterator[Defect]:
    for place, name, rule, known in unknown_names(value):
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}" if known else ""
        yield Defect(str(path), place, name, rule, hint)
