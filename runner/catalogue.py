"""What there is: games, policies, gates, shipped experiments, stored runs; as plain rows."""

import difflib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import games
import policies
from games.contract import Game
from games.defects import BadInput, Defect

__all__ = ["CATALOGUES", "catalogue", "known_game", "shipped_experiments"]

Rows = Sequence[dict[str, Any]]


def known_game(name: str) -> Game:
    """The game of that name. Raises `BadInput` that lists the known ones."""
    known = games.names()
    if name in known:
        return games.load(name)
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known games: {', '.join(known)}"
    raise BadInput([Defect("command line", "GAME", name, "there is no such game", hint)])


def shipped_experiments() -> tuple[Path, ...]:
    """The experiment files that come with the project, by name."""
    return tuple(sorted((Path(__file__).resolve().parent.parent / "configs").glob("*.toml")))


def catalogue(what: str, results: Path) -> dict[str, Rows]:
    """The rows of one catalogue, or of all of them."""
    chosen = CATALOGUES if what == "all" else {what: CATALOGUES[what]}
    return {name: rows(results) for name, rows in chosen.items()}


def _games(results: Path) -> Rows:
    return [
        {"game": game.name, "title": game.title, "seats": game.seats, "rules": game.rules_version}
        for game in map(games.load, games.names())
    ]


def _policies(results: Path) -> Rows:
    return [
        {
            "game": game,
            "policy": policy.name,
            "weights": ", ".join([*(f"{k} = {v:g}" for k, v in policy.weights.items()), *policy.refs]),
            "what it does": policy.summary,
        }
        for game in games.names()
        for policy in policies.of(game).values()
    ]


def _gates(results: Path) -> Rows:
    return [
        {
            "game": game.name,
            "gate": gate.name,
            "thresholds": ", ".join([*(f"{k} = {v:g}" for k, v in gate.thresholds.items()), *gate.optional]),
            "asked of": "play" if gate.needs == "figures" else "the data",
            "what it asks": gate.summary,
        }
        for game in map(games.load, games.names())
        for gate in game.gates.values()
    ]


def _experiments(results: Path) -> Rows:
    return [{"experiment": path.stem, "file": str(path)} for path in shipped_experiments()]


def _runs(results: Path) -> Rows:
    from runner.store import find_runs

    return [
        {
            "run": str(run.folder),
            "game": run.game,
            "status": run.status,
            "changed": datetime.fromtimestamp(run.changed, UTC).strftime("%Y-%m-%d %H:%M UTC"),
        }
        for run in find_runs(results)
    ]


CATALOGUES: dict[str, Callable[[Path], Rows]] = {
    "games": _games,
    "policies": _policies,
    "gates": _gates,
    "experiments": _experiments,
    "runs": _runs,
}
