"""The winner as files: its data in the designers' own format, the difference to today's, and what the sweep found."""

import difflib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from runner.experiment import Experiment
from runner.store.errors import writing
from runner.store.files import whole_file
from sweeps.space import POLICIES, plain_tree

__all__ = ["changes", "diff", "write_document", "write_outcome"]


def write_document(experiment: Experiment, folder: Path) -> Path:
    """Write an experiment's data as `game.dump` does, under the name of the data it came from; returns where.

    What was written is read again: a document that its own loader refuses is an error here, not at the designer's desk.
    Raises `BadInput` then.
    """
    path = folder / experiment.data_path.name
    with writing(path):
        folder.mkdir(parents=True, exist_ok=True)
        experiment.game.dump(experiment.document, path)
    if experiment.game.load(path) != experiment.document:
        raise RuntimeError(f"{experiment.game.name} does not read back what it writes to {path}")
    return path


def diff(before: Experiment, after: Experiment) -> str:
    """The difference between two documents as the designers' files show it: a unified diff, a line of context."""
    with tempfile.TemporaryDirectory(prefix="equipoise-diff-") as scratch:
        texts = [
            dict(_texts(side, Path(scratch) / name)) for side, name in ((before, "before"), (after, "after"))
        ]
    lines: list[str] = []
    for name in sorted(texts[0].keys() | texts[1].keys()):
        old, new = (text.get(name, "").splitlines(keepends=True) for text in texts)
        lines += difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", n=1)
    return "".join(lines)


def _texts(experiment: Experiment, folder: Path) -> Iterator[tuple[str, str]]:
    """The files of a document by name, written afresh so that both sides are laid out alike."""
    path = folder / experiment.data_path.name
    folder.mkdir(parents=True)
    experiment.game.dump(experiment.document, path)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        if file.is_file():
            yield str(file.relative_to(folder)), file.read_text(encoding="utf-8")


def changes(before: Experiment, after: Experiment) -> dict[str, dict[str, tuple[float, float]]]:
    """Weights that differ, by label and name: today's and the new one."""
    old, new = (plain_tree(side)[POLICIES] for side in (before, after))
    return {
        label: {
            name: (old[label][name], value) for name, value in weights.items() if old[label][name] != value
        }
        for label, weights in new.items()
        if old[label] != weights
    }


def write_outcome(folder: Path, outcome: dict[str, Any]) -> None:
    """Write `outcome.json`, whole or not at all."""
    text = json.dumps(outcome, ensure_ascii=False, indent=2, allow_nan=False)
    with whole_file(folder / "outcome.json", durable=True) as file:
        file.write(text.encode() + b"\n")
