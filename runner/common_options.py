"""Options of the command line that mean one thing on every verb that has them.

A verb takes those that mean something to it and no others: what is never judged writes no JUnit file, what is played in
one process has no workers.
"""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from games.defects import BadInput, Defect

if TYPE_CHECKING:
    from runner.run import EngineChoice

__all__ = [
    "Address",
    "AllowUndecided",
    "Budget",
    "BudgetName",
    "Config",
    "Details",
    "Engine",
    "EngineName",
    "Fresh",
    "Json",
    "Junit",
    "MoveSeconds",
    "Quiet",
    "Report",
    "Results",
    "Seed",
    "Workers",
    "engine_choice",
]


class BudgetName(StrEnum):
    """How much play may cost."""

    smoke = "smoke"
    normal = "normal"
    full = "full"


class EngineName(StrEnum):
    """Where games are played."""

    local = "local"
    ray = "ray"


Config = Annotated[Path, typer.Argument(metavar="CONFIG", help="The experiment's TOML file.")]
Results = Annotated[
    Path, typer.Option("--results", metavar="DIR", help="Where results are kept, and looked for.")
]
MoveSeconds = Annotated[
    float | None,
    typer.Option(
        min=0.01, max=3600, help="Seconds that a decision of an own policy may take, for the file's."
    ),
]
Budget = Annotated[
    BudgetName, typer.Option("--budget", help="How much to play: a quick look, the file's, or much more.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Throw the stored result away and begin anew.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed, in place of the file's.")]
Engine = Annotated[
    EngineName, typer.Option("--engine", help="Play on this machine's cores or on a Ray cluster.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=100_000, help="Workers; all cores if left out.")
]
Address = Annotated[
    str | None, typer.Option("--address", help="Address of a Ray cluster, such as ray://head:10001.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
Junit = Annotated[
    Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML, a test a target.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Say nothing on standard error while it works.")]
Details = Annotated[
    bool, typer.Option("--details", help="Print every table and the notes on method, not the first screen.")
]
AllowUndecided = Annotated[
    bool,
    typer.Option("--allow-undecided", help="Let it pass unless something is certainly missed; for quick CI."),
]
Report = Annotated[bool, typer.Option("--report/--no-report", help="Write the HTML report beside it.")]


def engine_choice(engine: EngineName, workers: int | None, address: str | None) -> "EngineChoice":
    """Where to play, by what the command line says. Raises `BadInput` for an address that would be ignored."""
    from runner.run import EngineChoice

    if address and engine is not EngineName.ray:
        raise BadInput(
            [Defect("command line", "--address", address, "is for --engine ray alone", "add --engine ray")]
        )
    return EngineChoice(engine.value, workers, address)
