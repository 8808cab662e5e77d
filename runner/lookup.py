"""What the names in an experiment's file stand for: game, data, policies, match-ups, targets and gates.

Nothing here raises for what the file gets wrong: defects go to `findings`, and what cannot be had is None or empty.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import policies
from games import load as load_game
from games import names as game_names
from games.alike import alike, look_alikes
from games.contract import Game
from games.defects import BadInput, Findings, suggestion
from policies.contract import Policy
from runner import gate_targets, plan
from runner.configuration import Configuration
from runner.gate_targets import GateTarget
from runner.guests import guests_of
from runner.judge.targets import Target
from runner.judge.unfinished import NO_LIMIT
from runner.plan import Matchup
from runner.play import EntrantSpec
from runner.targets import check, spread

__all__ = [
    "check_looks", "document_of", "game_of", "gates_of", "matchups_of", "policies_of", "shipped", "targets_of", "there",
]  # fmt: skip


def game_of(config: Configuration, findings: Findings) -> Game | None:
    """The game that the file names; None where there is no such game."""
    if findings.any_at("game"):
        return None
    try:
        known = game_names()
        if alike(config.game) in map(alike, known):
            return load_game(config.game)
        findings.add("game", config.game, "is not a game", suggestion(config.game, known))
    except BadInput as error:
        findings.defects += error.defects
    return None


def document_of(path: Path, game: Game | None, findings: Findings) -> Any:
    """The data of the experiment; None where it cannot be had."""
    if findings.any_at("data"):
        return None
    try:
        if game is not None:
            return game.load(path)
        path.stat()
    except BadInput as error:
        findings.defects += error.defects
    except OSError as error:
        findings.add("data", str(path), f"cannot be read: {(error.strerror or str(error)).lower()}")
    return None


def there(path: Path) -> Path:
    """`path`, or where it is not there the file beside it whose name looks the same."""
    try:
        if path.exists() or not path.parent.is_dir():
            return path
        same = (entry for entry in sorted(path.parent.iterdir()) if alike(entry.name) == alike(path.name))
        return next(same, path)
    except OSError:  # a name that no file can have, or a folder that may not be read: who reads it says so
        return path


def policies_of(game: Game | None, findings: Findings) -> dict[str, Policy] | None:
    """The game's policies by name; None where they cannot be had."""
    if game is None:
        return None
    try:
        return policies.of(game.name)
    except BadInput as error:
        findings.defects += error.defects
        return None


def shipped(entrants: Sequence[EntrantSpec | None], game: Game) -> list[EntrantSpec | None]:
    """The entrants without those that bring code of the user's, which is tried elsewhere first."""
    guests = guests_of([spec for spec in entrants if spec is not None], game.name)
    return [None if spec is None or spec.label in guests else spec for spec in entrants]


def check_looks(game: Game | None, document: Any, labels: tuple[str, ...] | None, findings: Findings) -> None:
    """Note names that a reader cannot tell apart: of entrants, scenarios and options."""
    names = {"policies": labels or ()}
    if game is not None and document is not None:
        names |= {"scenario": game.scenarios(document), "option": game.options(document)}
    for kind, several in names.items():
        for first, second in look_alikes(several):
            where = "data" if kind != "policies" else "policies"
            what = "of a scenario" if kind == "scenario" else "of an option" if kind == "option" else ""
            rule = " ".join(filter(None, ["holds a name", what, f"that looks the same as {first!a}"]))
            findings.add(where, ascii(second), rule, "tell them apart by letters that can be seen")


def matchups_of(
    schedule: str, champions: Sequence[str], labels: Sequence[str], scenarios: Sequence[str], seats: int
) -> tuple[Matchup, ...]:
    """Who meets whom where, by a schedule."""
    if schedule == "mirror":
        return plan.mirror(labels, scenarios, seats)
    if schedule == "all-pairs":
        return (*plan.round_robin(labels, scenarios, seats), *plan.mirror(labels, scenarios, seats))
    if schedule == "gauntlet":
        return plan.gauntlet(champions, labels, scenarios, seats)
    return plan.round_robin(labels, scenarios, seats)


def targets_of(
    config: Configuration,
    game: Game | None,
    document: Any,
    labels: tuple[str, ...] | None,
    scenarios: tuple[str, ...] | None,
    champions: tuple[str, ...],
    findings: Findings,
) -> tuple[Target, ...]:
    """The targets, as far as it can be known who meets whom where."""
    check(config.target, game, labels, scenarios, findings, document)
    if game is None or document is None or not labels or not scenarios:
        return ()
    if findings.any_at("schedule", "champions"):
        return ()
    different = tuple(dict.fromkeys(labels))
    matchups = matchups_of(config.schedule, champions, different, scenarios, game.seats)
    limit = NO_LIMIT if findings.any_at("unfinished") else config.unfinished
    return spread(config.target, matchups, findings, game, document, limit)


def gates_of(
    config: Configuration,
    game: Game | None,
    labels: tuple[str, ...] | None,
    scenarios: tuple[str, ...] | None,
    findings: Findings,
) -> tuple[GateTarget, ...]:
    """The gates, as far as it can be known of what they are asked."""
    gate_targets.check(config.gate, game, labels, scenarios, findings)
    if game is None or not labels or not scenarios:
        return ()
    return gate_targets.spread(config.gate, game, tuple(dict.fromkeys(labels)), scenarios, findings)
