"""Transcripts as files that prove themselves: the lines of a game, and the data whose rules they must keep to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

import games
from games.contract import Game
from games.defects import BadInput, Defect
from games.documents import Document, examine, examine_json

if TYPE_CHECKING:
    from runner.plan import Matchup
    from runner.stored import StoredRun

__all__ = ["Checked", "TranscriptFile", "check_file", "check_lines", "write_transcript"]


class TranscriptFile(Document):
    """What a transcript's file holds: enough to check it without the run."""

    game: str
    rules_version: str
    run: str
    """Digest of the run"""
    matchup: str
    number: int
    """Of the game in its match-up"""
    data: dict[str, Any]
    """The data document"""
    lines: Annotated[tuple[str, ...], Field(strict=False)]


@dataclass(frozen=True)
class Checked:
    """What became of a transcript's check."""

    title: str
    wrong: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """0 where nothing is wrong."""
        return 1 if self.wrong else 0

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        return {"title": self.title, "verified": not self.wrong, "wrong": list(self.wrong)}


def check_lines(game: Game, document: Any, lines: Sequence[str], file: str, title: str) -> Checked:
    """The lines of a game against its own seals and rules. Raises `BadInput` where its transcripts prove nothing."""
    if game.verify is None:
        able = [name for name in games.names() if games.load(name).verify is not None]
        hint = f"those of {', '.join(able)} do" if able else "no game's do"
        raise BadInput(
            [Defect(file, "--verify", None, f"transcripts of {game.name} prove nothing of themselves", hint)]
        )
    try:
        return Checked(title, tuple(game.verify(lines, document)))
    except ValueError as error:
        raise BadInput([Defect(file, "lines", None, str(error))]) from None


def check_file(path: Path) -> Checked:
    """A transcript's file. Raises `BadInput` listing whatever keeps it from being checked."""
    stored = _read(path)
    if stored.game not in games.names():
        raise BadInput(
            [Defect(str(path), "game", stored.game, "is not known here", "is EQUIPOISE_PATH set as it was?")]
        )
    game = games.load(stored.game)
    if stored.rules_version != game.rules_version:
        rule = f"was played by these rules, the ones here are version {game.rules_version}"
        raise BadInput([Defect(str(path), "rules_version", stored.rules_version, rule)])
    document, defects = examine(game.document, json.loads(json.dumps(stored.data)), str(path), "data")
    if document is None:
        raise BadInput(defects)
    title = f"game {stored.number} of {stored.matchup}, run {stored.run[:8]}"
    return check_lines(game, document, stored.lines, str(path), title)


def _read(path: Path) -> TranscriptFile:
    value, found = examine_json(path)
    made, broken = examine(TranscriptFile, value, str(path))
    if made is None or found:
        raise BadInput([*found, *broken])
    return made


def write_transcript(
    stored: StoredRun, matchup: Matchup, number: int, lines: Sequence[str], out: Path
) -> None:
    """Write the transcript of a game of a run. Raises `BadInput` for a path that is taken or leads nowhere."""
    if out.exists() or out.is_symlink():
        rule = "is there already, and nothing is overwritten"
        raise BadInput([Defect("command line", "--out", str(out), rule, "name another path")])
    manifest = stored.manifest
    held = TranscriptFile(
        game=manifest["game"], rules_version=manifest["rules_version"], run=manifest["digest"],
        matchup=matchup.name, number=number, data=manifest["document"], lines=tuple(lines),
    )  # fmt: skip
    text = json.dumps(held.model_dump(mode="json"), ensure_ascii=False, indent=2)
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        rule = f"cannot be written: {error.strerror}"
        raise BadInput([Defect("command line", "--out", str(out), rule)]) from None
