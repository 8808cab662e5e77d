"""The verbs of this room: parse, call, print."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def dashboards() -> None:
    """Pages of stored runs."""


@app.command()
def report(
    run_folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run's folder.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; beside the run if left out.")
    ] = None,
) -> None:
    """Write a run's report: one HTML file that needs nothing else."""
    from dashboards.report import write_report

    print(write_report(run_folder, out))
