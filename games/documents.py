"""Reading designers' files: JSON and TOML into plain values, plain values into typed documents.

Stricter than the parsers underneath: a duplicate key, NaN or infinity, a folder in place of a file, text that is not
UTF-8 or a number written as text is a `Defect` with its file and path, never a silent choice.
"""

import difflib
import json
import math
import stat
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from games.defects import BadInput, Defect

__all__ = [
    "Document",
    "examine",
    "examine_json",
    "examine_toml",
    "json_schema",
    "read_document",
    "read_json",
    "read_toml",
    "shown_path",
    "validate",
]

Model = TypeVar("Model", bound=BaseModel)

_TWICE = "a key stands twice in one object"


class Document(BaseModel):
    """Base of every typed document: frozen, unknown keys are errors, no coercion, no NaN or infinity."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, populate_by_name=True
    )


def read_json(path: Path) -> Any:
    """The JSON value in `path`. Raises `BadInput` for an unreadable file, bad syntax, duplicate keys or NaN."""
    value, defects = examine_json(path)
    if defects:
        raise BadInput(defects)
    return value


def examine_json(path: Path) -> tuple[Any, tuple[Defect, ...]]:
    """The JSON value in `path`, the last of duplicate keys standing, and its duplicate keys and numbers that are none.

    For loaders that go on to list what else is wrong. Raises `BadInput` only where there is no value to go on with.
    """
    repeated: list[tuple[dict[str, Any], str]] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) < len(items):
            times = Counter(key for key, _ in items)
            repeated.extend((made, key) for key in made if times[key] > 1)
        return made

    value = _parsed(path, lambda text: json.loads(text, object_pairs_hook=pairs), "JSON")
    twice = [
        Defect(str(path), shown_path((*_place(value, holder, ()), key)), key, _TWICE, "keep one of them")
        for holder, key in repeated
    ]
    return value, (*twice, *_not_finite_defects(path, value))


def read_toml(path: Path) -> dict[str, Any]:
    """The TOML table in `path`. Raises `BadInput` for an unreadable file, bad syntax, NaN or infinity."""
    value, defects = examine_toml(path)
    if defects:
        raise BadInput(defects)
    return value


def examine_toml(path: Path) -> tuple[dict[str, Any], tuple[Defect, ...]]:
    """The TOML table in `path` and its numbers that are none; as `examine_json`."""
    value: dict[str, Any] = _parsed(path, tomllib.loads, "TOML")
    return value, tuple(_not_finite_defects(path, value))


def read_document(model: type[Model], path: Path) -> Model:
    """The `model` that stands in a `.json` or TOML file. Raises `BadInput` with every defect of the file."""
    value, found = examine_json(path) if path.suffix == ".json" else examine_toml(path)
    made, broken = examine(model, value, str(path))
    known = {defect.path for defect in found}
    defects = [*found, *(defect for defect in broken if defect.path not in known)]
    if made is None or defects:
        raise BadInput(defects)
    return made


def validate(model: type[Model], value: Any, file: str, at: str = "") -> Model:
    """`value` as a `model`. Raises `BadInput` with one `Defect` for each rule of the model that it breaks."""
    made, defects = examine(model, value, file, at)
    if made is None:
        raise BadInput(defects)
    return made


def examine(
    model: type[Model], value: Any, file: str, at: str = ""
) -> tuple[Model | None, tuple[Defect, ...]]:
    """`value` as a `model`, or None and one `Defect` for each rule of the model that it breaks."""
    try:
        return model.model_validate(value), ()
    except ValidationError as error:
        return None, tuple(_defects(model, error, file, at))


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of `model`, for editors."""
    return model.model_json_schema(by_alias=True)


def shown_path(parts: Sequence[str | int]) -> str:
    """`("enemies", "slime", "intents", 0)` as `enemies.slime.intents[0]`; keys with dots or spaces are quoted."""
    text = ""
    for part in parts:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            plain = part.replace("_", "").replace("-", "").isalnum()
            text += ("." if text else "") + (part if plain else json.dumps(part, ensure_ascii=False))
    return text


def _parsed(path: Path, parse: Callable[[str], Any], kind: str) -> Any:
    def refused(rule: str, hint: str = "") -> BadInput:
        return BadInput([Defect(str(path), "", None, rule, hint)])

    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise refused("a folder stands where a file is needed", "name a file in it")
        if not stat.S_ISREG(mode):
            raise refused("is a device or a pipe where a file is needed")
        # One form for names, whatever keyboard or program wrote them: composed characters.
        return parse(unicodedata.normalize("NFC", path.read_bytes().decode("utf-8-sig")))
    except (FileNotFoundError, NotADirectoryError):
        raise refused("there is no such file", _nearby(path)) from None
    except OSError as error:
        raise refused(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise refused(f"is not UTF-8 text (byte {error.start})", "save it as UTF-8") from None
    except RecursionError:
        raise refused(f"is nested too deeply for {kind}") from None
    except ValueError as error:
        raise refused(f"is not valid {kind}: {error}") from None


def _nearby(path: Path) -> str:
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return f"the folder {path.parent} does not exist either"
    close = difflib.get_close_matches(path.name, names, n=1)
    return f"did you mean {close[0]}?" if close else ""


def _not_finite_defects(path: Path, value: Any) -> list[Defect]:
    return [
        Defect(str(path), shown_path(at), number, "is not a finite number")
        for at, number in _not_finite(value, ())
    ]


def _place(value: Any, wanted: dict[str, Any], at: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Where in `value` that very object stands; () for the top, or for an object that a duplicate key put out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        if part is wanted:
            return (*at, key)
        if found := _place(part, wanted, (*at, key)):
            return found
    return ()


def _not_finite(value: Any, at: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], float]]:
    if isinstance(value, float) and not math.isfinite(value):
        yield at, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _not_finite(inner, (*at, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _not_finite(inner, (*at, index))


def _defects(model: type[BaseModel], error: ValidationError, file: str, at: str) -> Iterator[Defect]:
    for entry in error.errors(include_url=False):
        where = shown_path(entry["loc"])
        path = at + ("." if at and where and where[0] != "[" else "") + where
        if entry["type"] == "extra_forbidden":
            yield Defect(file, path, None, "is not a known key", _similar_key(model, entry["loc"]))
        elif entry["type"] == "missing":
            yield Defect(file, path, None, "is missing")
        else:
            found = entry["input"]
            value = found if isinstance(found, (str, int, float, bool)) or found is None else None
            yield Defect(file, path, value, _rule(entry["msg"]), _hint(entry["type"], found))


def _rule(message: str) -> str:
    """A message of pydantic's as a rule that follows a path: "Input should be ..." as "should be ..."."""
    text = message.removeprefix("Value error, ").removeprefix("Input ")
    return text[:1].lower() + text[1:]


def _hint(kind: str, found: Any) -> str:
    if isinstance(found, str) and kind in ("int_type", "float_type", "bool_type"):
        return "write it without quotes"
    return ""


def _similar_key(model: type[BaseModel], location: tuple[str | int, ...]) -> str:
    known = sorted({name for part in _models(model) for name in _key_names(part)})
    close = difflib.get_close_matches(str(location[-1]), known, n=1)
    return f"did you mean {close[0]}?" if close else "remove it"


def _key_names(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield field.alias or name


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """`model` and every model that its fields hold, however deep."""
    seen: set[type[BaseModel]] = set()
    waiting: list[Any] = [model]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in seen:
            seen.add(kind)
            yield kind
            waiting.extend(field.annotation for field in kind.model_fields.values())
        waiting.extend(getattr(kind, "__args__", ()))
