"""The dashboards' verbs: parse, call, print."""

from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The run's folder.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Where to; report.html in the run's folder if left out."),
]
Results = Annotated[Path, typer.Argument(metavar="[RESULTS]", help="The folder that runs lie in.")]
Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Where to listen; one that others reach needs --token.")
]
Port = Annotated[int, typer.Option(min=0, max=65_535, help="0 takes any free one.")]
Token = Annotated[
    str | None,
    typer.Option(envvar="EQUIPOISE_TOKEN", metavar="SECRET", help="What a reader must show."),
]

Exhibit = Annotated[Literal["pig"], typer.Argument(metavar="GAME", help="Which exhibit: pig.")]
Page = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", help="Write the exhibit as one HTML file that needs nothing else."
    ),
]


@app.callback()
def verbs() -> None:
    """Show what runs stored."""


@app.command()
def report(run_folder: RunFolder, out: Out = None) -> None:
    """Write a run's report: one HTML file that needs nothing else. A run that still plays may be asked too."""
    from dashboards.report import write_report

    print(write_report(run_folder, out))


@app.command()
def explain(game: Exhibit, html: Page = None) -> None:
    """Explain when to roll again in pig, and when to hold: in words here, or as an exhibit to play with."""
    if html is None:
        from dashboards.explain.told import told

        print(told())
        return
    from dashboards.explain.pig import write_page

    print(write_page(html))


@app.command()
def dashboard(
    context: typer.Context, results: Results = Path("results"), host: Host = "127.0.0.1", port: Port = 8050,
    token: Token = None,
) -> None:  # fmt: skip
    """Show every run of a results folder in a browser; pages follow runs as they write. Ctrl-C ends it."""
    from dashboards.app.serve import serve

    serve(results, host, port, token, getattr(context.obj, "transcript", None))
