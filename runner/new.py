"""A new scenario of a game, drawn from a seed by `policies.<game>.generate`, put to the gates and written down."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import games
import policies
from games.contract import Game
from games.defects import BadInput, Defect
from games.documents import examine
from runner.catalogue import known_game, shipped_experiments
from runner.judge.gates import GateVerdict, judge_rows
from runner.output_files import ready_folder

__all__ = ["Drawn", "draw", "generating_games"]

_LONGEST_NAME = 40


@dataclass(frozen=True)
class Drawn:
    """A document with one new scenario, as it was written."""

    game: Game
    scenario: str
    seed: int
    path: Path
    gates: tuple[GateVerdict, ...]
    """The gates that need no play, answered"""
    left: tuple[str, ...]
    """Those that only play can answer"""


def draw(
    game_name: str,
    seed: int,
    out: Path,
    name: str | None = None,
    data: Path | None = None,
    size: int | None = None,
) -> Drawn:
    """Draw a scenario and write it to `out`, in the designers' own format; the same arguments write the same bytes.

    The rules are those of the document at `data`, else of what ships. Raises `BadInput` for a game that draws
    nothing, a name or size that it cannot have, a seed that leads nowhere, and a path that is taken.
    """
    game = known_game(game_name)
    generate = policies.generator(game_name)
    if generate is None:
        raise _refused("GAME", game_name, "draws no scenarios", f"these do: {', '.join(generating_games())}")
    title = f"{game_name}-{seed}" if name is None else name
    _check_name(title)
    _check_path(out)
    base = game.load(_data_of(game_name) if data is None else data)
    try:
        document = generate(base, seed, title, size)
    except ValueError as error:
        raise _refused(f"new {game_name}", None, str(error)) from None
    made, defects = examine(game.document, document.model_dump(mode="json", by_alias=True), "new document")
    if made is None:
        raise BadInput(defects)
    game.dump(document, out)
    return Drawn(game, title, seed, out, *_answered(game, document, title))


def generating_games() -> tuple[str, ...]:
    """The games that draw scenarios."""
    return tuple(name for name in games.names() if policies.generator(name) is not None)


def _answered(game: Game, document: Any, scenario: str) -> tuple[tuple[GateVerdict, ...], tuple[str, ...]]:
    """The gates by data and, where the game's own players can be read, by exact figures; names of the others."""
    evaluate = policies.exact_figures(game.name)
    figures: Sequence[Any] = () if evaluate is None else evaluate(document, scenario)
    verdicts, left = [], []
    for gate in (gate for gate in game.gates.values() if not gate.lint):
        if gate.needs == "document":
            rows = gate.check(document, scenario, **gate.thresholds)
        elif figures:
            rows = gate.check(figures, **gate.thresholds)
        else:
            left.append(gate.name)
            continue
        basis = "data" if gate.needs == "document" else "exact"
        verdicts.append(judge_rows(gate.name, scenario, basis, rows))
    return tuple(verdicts), tuple(left)


def _check_name(name: str) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
        rule = f"must be 1 to {_LONGEST_NAME} visible characters, without spaces at its ends"
        raise _refused("--name", name, rule)


def _check_path(out: Path) -> None:
    if out.exists() or out.is_symlink():
        raise _refused("--out", str(out), "is there already, and nothing is overwritten", "name another path")
    if not out.parent.is_dir():
        raise _refused("--out", str(out), f"its folder {out.parent} does not exist", "make the folder first")
    ready_folder(out.parent, "--out", out)


def _data_of(game: str) -> Path:
    """The data of the first shipped experiment with that game."""
    for path in shipped_experiments():
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        if values.get("game") == game and isinstance(values.get("data"), str):
            return path.parent / str(values["data"])
    raise _refused(
        "GAME", game, "no shipped experiment has its data", "name data whose rules are to hold: --data PATH"
    )


def _refused(path: str, value: Any, rule: str, hint: str = "") -> BadInput:
    return BadInput([Defect("command line", path, value, rule, hint)])
