"""Answers that are kept: the same question shows the stored answer, and another question is answered anew.

A verb that plays but stores no run (`compare`, `ablate`, `careers`) keeps what it found in a folder among the results,
named by a digest of everything that decides the answer: experiments, data, code and arguments.

    <results>/<name>-<verb>-<8 hex>/
        answer.json     the digest, what was asked, the answer in full, to be shown again, and a digest of it (`seal`)
        result.json     what `--json` prints
"""

import dataclasses
import hashlib
import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from runner.manifest import digest_of
from runner.output_files import ready_folder
from runner.store.files import whole_file

__all__ = ["ANSWER", "RESULT", "Question", "kept"]

ANSWER, RESULT = "answer.json", "result.json"

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question:
    """What is asked, by everything that decides the answer."""

    verb: str
    name: str
    """Of the experiment."""
    asked: Mapping[str, Any]
    """Plain values: identities of experiments, and the arguments."""
    rooms: tuple[str, ...] = ("runner",)
    """Packages whose code answers, beside that of the game."""

    @property
    def digest(self) -> str:
        """SHA-256, 64 hex digits."""
        code = {room: _code_of(room) for room in self.rooms}
        return digest_of({"verb": self.verb, "asked": dict(self.asked), "code": code})

    def folder(self, results: Path) -> Path:
        """Where its answer lies among the results."""
        return results / f"{self.name}-{self.verb}-{self.digest[:8]}"


def kept(
    question: Question,
    results: Path,
    kind: type[Answer],
    work: Callable[[], Answer],
    plain: Callable[[Answer], Any],
    fresh: bool = False,
) -> tuple[Answer, Path]:
    """The stored answer to `question`, or what `work` finds, now stored; and the folder of it.

    Args:
        question: what is asked.
        results: the folder that answers lie in.
        kind: type of an answer, built of dataclasses and plain values.
        work: finds the answer.
        plain: the answer as JSON values, for `result.json`.
        fresh: work, whatever is stored.

    Raises `BadInput` where no folder can be made for it, `StoreError` when it cannot be written.
    """
    folder = question.folder(results)
    ready_folder(folder, "--results")
    found = None if fresh else _stored(folder, question.digest, kind)
    if found is None:
        found = work()
        _write(folder, question, found, plain(found))
    return found, folder


def _stored(folder: Path, digest: str, kind: type[Answer]) -> Answer | None:
    """The answer in `folder`; None where there is none, or it is torn, another's, or not as it was written."""
    try:
        document = json.loads((folder / ANSWER).read_text(encoding="utf-8"))
        whole = document["digest"] == digest and document["seal"] == digest_of(document["answer"])
        if not whole or not (folder / RESULT).is_file():
            return None
        answer: Answer = _made(kind, document["answer"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return answer


def _write(folder: Path, question: Question, answer: Any, plain: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    values = json.loads(json.dumps(_values(answer), ensure_ascii=False, default=_scalar))
    document = {
        "verb": question.verb,
        "name": question.name,
        "digest": question.digest,
        "asked": dict(question.asked),
        "seal": digest_of(values),
        "answer": values,
    }
    for name, value in ((RESULT, plain), (ANSWER, document)):  # the answer last: with it all is whole
        text = json.dumps(value, ensure_ascii=False, indent=2, default=_scalar)
        with whole_file(folder / name, durable=False) as file:
            file.write(text.encode() + b"\n")


def _made(kind: Any, value: Any) -> Any:
    """Plain values as what they were: dataclasses, tuples, mappings and unions with None, at any depth."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{one.name: _made(hints[one.name], value[one.name]) for one in dataclasses.fields(kind)})
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_made(parts[0], one) for one in value)
    if origin is tuple:
        return tuple(_made(part, one) for part, one in zip(parts, value, strict=True))
    if origin in (Union, UnionType):
        rest = [part for part in parts if part is not type(None)]
        return None if value is None else _made(rest[0], value) if len(rest) == 1 else value
    if origin is not None and isinstance(value, dict):
        return {key: _made(parts[1], one) for key, one in value.items()}
    return value


def _values(answer: Any) -> Any:
    """Dataclasses as mappings, at any depth."""
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        return {one.name: _values(getattr(answer, one.name)) for one in dataclasses.fields(answer)}
    if isinstance(answer, Mapping):
        return {key: _values(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [_values(value) for value in answer]
    return answer


def _scalar(value: Any) -> Any:
    """NumPy's scalars as Python's."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{value!r} of {type(value).__name__} cannot be kept")


def _code_of(room: str) -> str:
    """16 hex digits over every source file of a package."""
    root = Path(str(importlib.import_module(room).__file__)).parent
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*.py")):
        digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
