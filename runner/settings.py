"""What the keys of an experiment file come to, given the game, its data and the arguments of the command line.

Each function answers with the value to go on with, whatever is wrong with the file; what is wrong goes to `findings`.
A key that would have no effect, or another than it says, is a defect: no mode is silently ignored.
"""

from collections.abc import Sequence
from typing import Any

from games.contract import Game
from games.defects import Findings, suggestion
from runner.configuration import MOST_GAMES, MOST_SEED, Configuration

__all__ = ["BUDGETS", "cap", "champions", "scenarios", "seed", "stop"]

BUDGETS = ("smoke", "normal", "full")
# Caps of the budgets where the file states none; the file's own `games` bounds the one, and is bounded by the other.
_SMOKE_GAMES, _FULL_GAMES = 2_000, 1_000_000
# The sequential stream is a 32-bit generator.
_MOST_SEQUENTIAL_SEED = 2**32 - 1


def scenarios(
    config: Configuration, game: Game | None, document: Any, findings: Findings
) -> tuple[str, ...] | None:
    """The scenarios that are played, in the order of the file's list; None where they cannot be known."""
    if game is None or document is None or findings.any_at("scenarios"):
        return None
    known = game.scenarios(document)
    if isinstance(config.scenarios, str):
        return known if config.scenarios == "all" else known[:1]
    for index, name in enumerate(config.scenarios):
        if name not in known:
            findings.add(
                f"scenarios[{index}]", name, "is not a scenario of the data", suggestion(name, known)
            )
        elif name in config.scenarios[:index]:
            findings.add(f"scenarios[{index}]", name, "stands in the list before", "remove one of them")
    return None if findings.any_at("scenarios") else tuple(config.scenarios)


def champions(
    config: Configuration, game: Game | None, labels: Sequence[str] | None, findings: Findings
) -> tuple[str, ...]:
    """The champions of a gauntlet; notes a schedule that would play nothing, or other than what it says."""
    champions = config.champions or []
    if config.schedule != "gauntlet" and config.champions is not None:
        findings.add(
            "champions", None, "are for a gauntlet alone", 'remove them, or set schedule = "gauntlet"'
        )
    if config.schedule == "gauntlet" and not champions and not findings.any_at("champions", "schedule"):
        findings.add(
            "champions", None, "are missing: a gauntlet needs one at least", 'add champions = ["..."]'
        )
    for index, name in enumerate(champions):
        if labels is not None and name not in labels:
            findings.add(
                f"champions[{index}]", name, "is not the label of a policy", suggestion(name, labels)
            )
        elif name in champions[:index]:
            findings.add(f"champions[{index}]", name, "stands in the list before", "remove one of them")
    if game and game.seats == 1 and config.schedule != "round-robin":
        findings.add(
            "schedule", config.schedule, "needs two seats, and the game has one", 'use "round-robin"'
        )
    elif game and game.seats > 1 and config.schedule != "mirror" and labels is not None and len(labels) < 2:
        findings.add(
            "policies", None, f"a {config.schedule} needs two at least", 'or set schedule = "mirror"'
        )
    return tuple(champions)


def cap(
    config: Configuration, games: int | None, budget: str, seats: int, findings: Findings, arguments: Findings
) -> int:
    """Games at most a match-up: of the argument, else of the budget, else of the file."""
    budgets = {"budget.smoke": config.budget.smoke, "budget.full": config.budget.full}
    for path, stated in {"games": config.games, **budgets}.items():
        if stated is not None and stated < seats and not findings.any_at(path):
            findings.add(path, stated, f"should be {seats} at least: one pair, a game in each seat")
    if budget not in BUDGETS:
        arguments.add("--budget", budget, "is not a budget", suggestion(budget, BUDGETS))
    if games is not None:
        if not seats <= games <= MOST_GAMES:
            arguments.add(
                "--games", games, f"should be {seats} at least (one pair) and {MOST_GAMES:,} at most"
            )
        return games
    smoke = config.budget.smoke or min(config.games, _SMOKE_GAMES)
    full = config.budget.full or max(config.games, _FULL_GAMES)
    return {"smoke": smoke, "full": full}.get(budget, config.games)


def seed(config: Configuration, given: int | None, findings: Findings, arguments: Findings) -> int:
    """The root of all luck: the argument, else the file's."""
    most = _MOST_SEQUENTIAL_SEED if config.stream == "sequential" else MOST_SEED
    chosen, place, path = (config.seed, findings, "seed") if given is None else (given, arguments, "--seed")
    if not 0 <= chosen <= most and not place.any_at(path):
        place.add(path, chosen, f"should be from 0 to {most} on a {config.stream} stream")
    return chosen


def stop(config: Configuration, game: Game | None, findings: Findings) -> str:
    """When play stops; notes a stream or a stop that could not be kept to."""
    sequential = config.stream == "sequential"
    if game and config.stream not in game.streams and not findings.any_at("stream"):
        findings.add(
            "stream", config.stream, f"is not a stream of {game.name}", f"known: {', '.join(game.streams)}"
        )
    if sequential and config.stop == "decided":
        findings.add(
            "stop", config.stop, "cannot end a sequential stream, which is played whole", 'set stop = "fixed"'
        )
    judged = bool(config.target or config.gate)
    if not sequential and config.stop == "decided" and not judged:
        findings.add(
            "stop", config.stop, "needs a target to decide", 'add a [[target]], or set stop = "fixed"'
        )
    return config.stop or ("decided" if judged and not sequential else "fixed")
