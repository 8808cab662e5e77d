"""The runner's verbs that list and read what is stored: parse, call, print."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from games.defects import BadInput, Defect
from runner.common_options import Json, Results
from runner.output import print_json
from runner.output_files import ready_folder
from runner.show import Console

if TYPE_CHECKING:
    from runner.transcripts import Checked

__all__ = ["app"]

VIEWS = ("units", "games", "options", "trials", "verdicts", "gates", "faults")

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


class Layout(StrEnum):
    """How the answer to a question in SQL is written."""

    table = "table"
    csv = "csv"
    json = "json"
    records = "records"


RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The run's folder.")]


@app.command()
def replay(
    run_folder: Annotated[
        Path,
        typer.Argument(metavar="RUN", help="The run's folder; with --verify alone, a transcript's file."),
    ],
    matchup: Annotated[
        str | None, typer.Argument(metavar="MATCHUP", help='As in the tables: "A v B"; a part will do.')
    ] = None,
    game: Annotated[
        int | None, typer.Argument(metavar="GAME", min=0, help="Number of the game, from 0.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check seals, moves and result: 0 when they hold, 1 when not.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep the transcript, for --verify FILE.")
    ] = None,
    json_: Json = False,
) -> None:
    """Show one game of a run, move by move; or verify a transcript that was kept."""
    from runner.stored import StoredRun
    from runner.transcripts import check_file, check_lines, write_transcript

    if matchup is None or game is None:
        checked = check_file(_transcript(run_folder, matchup, verify, out))
        raise typer.Exit(_told(checked, checked.plain(), json_))
    stored = StoredRun.open(run_folder)
    found = stored.matchup(matchup)
    lines = stored.transcript(found, game)
    if out is not None:
        write_transcript(stored, found, game, lines, out)
    if not verify:
        print_json(lines) if json_ else print("\n".join(lines))
        return
    arena, title = stored.arena, f"game {game} of {found.name}"
    checked = check_lines(arena.game, arena.document, lines, str(run_folder), title)
    if not json_:
        print("\n".join(lines))
    raise typer.Exit(_told(checked, {**checked.plain(), "lines": lines}, json_))


def _told(checked: "Checked", plain: dict[str, Any], json_: bool) -> int:
    """Print what a transcript's check found; its exit code."""
    if json_:
        print_json(plain)
    else:
        Console().checked(checked)
    return checked.exit_code


def _transcript(path: Path, matchup: str | None, verify: bool, out: Path | None) -> Path:
    """The transcript's file, where the words ask for one."""
    missing = "MATCHUP" if matchup is None else "GAME"
    if not verify or matchup is not None or path.is_dir():
        hint = "replay RUN MATCHUP GAME, or replay --verify FILE"
        raise BadInput([Defect("command line", missing, None, "is missing", hint)])
    if out is not None:
        rule = "keeps a game of a run, and none is named"
        raise BadInput([Defect("command line", "--out", str(out), rule, "remove it")])
    return path


@app.command("list")
def list_(
    what: Annotated[
        str, typer.Argument(help="games, policies, gates, experiments, runs; all of them if left out.")
    ] = "all",
    results: Results = Path("results"),
    json_: Json = False,
) -> None:
    """List games, policies, gates, shipped experiments and stored runs."""
    from runner.catalogue import CATALOGUES, catalogue

    if what != "all" and what not in CATALOGUES:
        raise BadInput([Defect("command line", "list", what, f"expected one of {', '.join(CATALOGUES)}")])
    tables = catalogue(what, results)
    if json_:
        print_json(tables)
    else:
        Console().catalogue(tables)


@app.command()
def sql(
    run_folder: RunFolder,
    query: Annotated[
        str,
        typer.Argument(
            help="One SELECT over latest_verdicts, verdicts, gates, units, games, options, trials, faults."
        ),
    ],
    format_: Annotated[
        Layout | None,
        typer.Option("--format", help="table or records, by the width, if left out; csv and json are whole."),
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=0.1, max=86_400, help="Seconds after which a question is stopped.")
    ] = 60.0,
    memory: Annotated[int, typer.Option(min=64, max=1_048_576, help="MiB that a question may use.")] = 1024,
    rows: Annotated[int, typer.Option(min=1, max=10_000_000, help="Rows of an answer at most.")] = 10_000,
    json_: Json = False,
) -> None:
    """Ask a stored run in SQL; nothing can be written."""
    from runner.show.answer import as_csv, as_json
    from runner.store.asking import Limits, ask

    answer = ask(run_folder, query, Limits(time_limit, memory, rows))
    layout = Layout.json if json_ else format_
    if layout is Layout.json:
        print_json(json.loads(as_json(answer)))
    elif layout is Layout.csv:
        sys.stdout.write(as_csv(answer))
    else:
        Console().answer(answer, None if layout is None else layout.value)


@app.command()
def export(
    run_folder: RunFolder,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Folder for the files.")],
    format_: Annotated[str, typer.Option("--format", help="csv, parquet or json.")] = "csv",
) -> None:
    """Write a run's tables, a file each."""
    from runner.store import FORMATS, query
    from runner.store import export as write

    if format_ not in FORMATS:
        raise BadInput([Defect("command line", "--format", format_, f"expected one of {', '.join(FORMATS)}")])
    ready_folder(out, "OUT")
    views = [view for view in VIEWS if query(run_folder, f"SELECT count(*) FROM {view}").rows[0][0]]
    for view in views:
        write(run_folder, out / f"{view}.{format_}", format_, view)
        print(out / f"{view}.{format_}")
