"""The child of `probe`: carries out steps under limits, and tells how each ended."""

import importlib
import json
import os
import resource
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["Misdeed", "carry_out", "import_all", "main"]


class Misdeed(Exception):
    """Something that own code must not do; `kind` names it."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def main() -> None:
    """Import the modules that the question names, one a step."""
    carry_out(import_all)


def import_all(step: str, question: Mapping[str, Any]) -> None:
    """Import one module, and before it the packages that it lies in."""
    from games.extensions import widened

    parts = step.split(".")
    for length in range(1, len(parts)):
        widened(importlib.import_module(".".join(parts[:length])))
    importlib.import_module(step)


def carry_out(step_of: Callable[[str, Mapping[str, Any]], None]) -> None:
    """Read the question, then call `step_of(step, question)` for each step, and answer.

    Standard output is kept for the answers: what own code prints goes nowhere.
    """
    question = json.loads(sys.stdin.read())
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    _limit(question["limits"])
    for room, path in question["paths"].items():
        importlib.import_module(room).__path__ = path
    for step in question["steps"]:
        _answer(answers, {"begin": step})
        _answer(answers, {"end": step, **_tried(step_of, step, question)})
    answers.flush()
    os._exit(0)  # own threads and exit handlers do not hold it up


def _tried(
    step_of: Callable[[str, Mapping[str, Any]], None], step: str, question: Mapping[str, Any]
) -> dict[str, str | None]:
    try:
        step_of(step, question)
    except Misdeed as misdeed:
        return {"kind": misdeed.kind, "text": str(misdeed)}
    except BaseException as error:  # noqa: BLE001  whatever own code raises is told
        return {"kind": "raised", "text": _told(error)}
    return {"kind": None, "text": ""}


def _told(error: BaseException) -> str:
    """The error in one line, with the file and line of the user's that it came from."""
    from games.own import told

    frames = traceback.extract_tb(error.__traceback__)
    return told(error, Path(frames[-1].filename) if frames else Path())


def _limit(limits: Mapping[str, Any]) -> None:
    """Processor time and memory of this process."""
    seconds = int(limits["processor_seconds"])
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, int(limits["memory"]))):
        _, hard = resource.getrlimit(kind)
        ceiling = most if hard == resource.RLIM_INFINITY else min(most, hard)
        spare = 5 if kind == resource.RLIMIT_CPU else 0
        resource.setrlimit(kind, (ceiling, ceiling + spare if hard == resource.RLIM_INFINITY else hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(stream: Any, line: Mapping[str, Any]) -> None:
    stream.write(json.dumps(line) + "\n")
    stream.flush()
