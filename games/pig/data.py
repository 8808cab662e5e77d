"""pig's data document, one small TOML or JSON file, and its parameter record."""

import json
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from games.documents import Document, read_document

__all__ = ["PARAMS", "PigData", "dump", "encode", "load", "options", "scenarios"]

PARAMS = np.dtype(
    [("goal", np.int64), ("dice", np.int64), ("mandatory_first_roll", np.int64), ("turn_cap", np.int64)],
    align=True,
)


class PigData(Document):
    """The numbers of a dice race: points to reach, dice a roll, whether a turn opens with a roll, turns at most."""

    goal: int = Field(100, ge=1, le=10_000)
    dice: Literal[1, 2] = 1
    mandatory_first_roll: bool = True
    turn_cap: int = Field(1000, ge=1, le=1_000_000)


def load(path: Path) -> PigData:
    """The document in a `.toml` or `.json` file. Raises `BadInput` listing every defect."""
    return read_document(PigData, path)


def dump(document: PigData, path: Path) -> None:
    """Write `document` as the designers write it, TOML or JSON by the ending of `path`."""
    values = document.model_dump()
    if path.suffix == ".json":
        path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
    else:
        path.write_text(
            "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()), encoding="utf-8"
        )


def encode(document: PigData) -> np.ndarray:
    """The parameter record of `document`, shape (1,)."""
    params = np.zeros(1, PARAMS)
    for name, value in document.model_dump().items():
        params[name] = value
    return params


def scenarios(document: PigData) -> tuple[str, ...]:
    """One scenario: the race of this document."""
    return ("race",)


def options(document: PigData) -> tuple[str, ...]:
    """The two choices of a turn, by action."""
    return ("roll", "hold")
