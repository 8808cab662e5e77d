"""A stored run taken up again: its arena from the manifest alone, and any of its games."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.defects import BadInput, Defect
from runner.plan import Matchup
from runner.play import Arena, EntrantSpec, Job
from runner.replay import replay, transcript
from runner.store import query, read_manifest

__all__ = ["StoredRun"]


@dataclass(frozen=True)
class StoredRun:
    """A run's folder with its arena, ready to replay."""

    folder: Path
    manifest: dict[str, Any]
    arena: Arena
    matchups: tuple[Matchup, ...]

    @classmethod
    def open(cls, folder: Path) -> "StoredRun":
        """Raises `BadInput` where there is no run, or its game is not known here."""
        manifest = read_manifest(folder)
        entrants = tuple(_entrant(entry) for entry in manifest["entrants"])
        job = Job(manifest["game"], manifest["document"], entrants, manifest["seed"], manifest["stream"])
        try:
            arena = Arena(job)
        except KeyError as error:
            rule = f"was played with {error.args[0]!r}, which is not known here"
            raise BadInput(
                [Defect(str(folder), "", None, rule, "is EQUIPOISE_PATH set as it was?")]
            ) from None
        if arena.game.rules_version != manifest["rules_version"]:
            rule = f"was played by rules version {manifest['rules_version']}, these are {arena.game.rules_version}"
            raise BadInput([Defect(str(folder), "", None, rule, "play it again to replay its games")])
        rows = query(folder, "SELECT DISTINCT scenario, players, control FROM units ORDER BY ALL").rows
        return cls(folder, manifest, arena, tuple(Matchup(s, tuple(p), bool(c)) for s, p, c in rows))

    def matchup(self, name: str) -> Matchup:
        """The match-up whose name is, or alone holds, `name`. Raises `BadInput` listing the candidates."""
        exact = [
            one for one in self.matchups if name in (one.name, " v ".join(one.players)) and not one.control
        ]
        found = exact or [one for one in self.matchups if name in one.name and not one.control]
        if len(found) == 1:
            return found[0]
        rule = "several match-ups bear that name" if found else "no match-up of the run bears that name"
        names = ", ".join(sorted(one.name for one in found or self.matchups if not one.control)[:20])
        raise BadInput([Defect(str(self.folder), "MATCHUP", name, rule, f"one of: {names}")])

    def keyed(self, key: str) -> Matchup:
        """The match-up with that key. Raises `BadInput` where there is none."""
        found = next((one for one in self.matchups if one.key == key), None)
        if found is None:
            rule = "no match-up of the run bears that key"
            raise BadInput([Defect(str(self.folder), "MATCHUP", key, rule)])
        return found

    def transcript(self, matchup: Matchup, game: int) -> list[str]:
        """The lines of game number `game`, rotations in order. Raises `BadInput` if it is not the stored game."""
        pair, rotation = divmod(game, self.arena.game.seats)
        try:
            again = replay(self.arena, matchup, pair, rotation)
        except ValueError as error:
            raise BadInput([Defect(str(self.folder), "GAME", game, str(error))]) from None
        stored = self._digest(matchup, pair, rotation)
        if stored not in (None, again.digest):
            rule = "the replayed game is not the stored one: rules, policies or data have changed since"
            raise BadInput([Defect(str(self.folder), "GAME", game, rule)])
        checked = "the same as the stored game"
        if stored is None:
            checked = "made again from its number; the run kept no rows of games to hold it to"
            if not self._was_played(matchup, pair):
                checked = "the run did not come so far: this is how it would go"
        heading = f"game {game} of {matchup.name} (pair {pair}, rotation {rotation}): {checked}"
        return [heading, *transcript(self.arena, matchup, pair, rotation)]

    def _was_played(self, matchup: Matchup, pair: int) -> bool:
        """Whether the run played that pair."""
        key = matchup.key.replace("'", "''")
        where = f"matchup = '{key}' AND lo <= {pair} AND hi > {pair}"
        return bool(query(self.folder, f"SELECT count(*) FROM units WHERE {where}").rows[0][0])

    def _digest(self, matchup: Matchup, pair: int, rotation: int) -> int | None:
        """The stored digest of a game, if games were kept."""
        key = matchup.key.replace("'", "''")
        where = f"matchup = '{key}' AND pair = {pair} AND rotation = {rotation}"
        rows = query(self.folder, f"SELECT digest FROM games WHERE {where}").rows
        return int(rows[0][0]) if rows else None


def _entrant(entry: dict[str, Any]) -> EntrantSpec:
    refs = {name: _entrant(ref) for name, ref in entry["refs"].items()}
    return EntrantSpec(entry["label"], entry["policy"], entry["weights"], refs)
