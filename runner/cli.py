"""The runner's verbs: parse, call, print."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from games.defects import BadInput, Defect
from runner.answers import as_json, junit
from runner.show import Console

if TYPE_CHECKING:
    from runner.transcripts import Checked

__all__ = ["app"]

VIEWS = ("units", "games", "options", "trials", "verdicts", "gates", "faults")

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


class Budget(StrEnum):
    """How much play an experiment may cost."""

    smoke = "smoke"
    normal = "normal"
    full = "full"


class EngineName(StrEnum):
    """Where games are played."""

    local = "local"
    ray = "ray"


Config = Annotated[Path, typer.Argument(metavar="CONFIG", help="The experiment's TOML file.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The run's folder.")]
Results = Annotated[Path, typer.Option("--results", metavar="DIR", help="Where runs are kept.")]
Engine = Annotated[EngineName, typer.Option(help="Play on this machine's cores or on a Ray cluster.")]
Workers = Annotated[int | None, typer.Option(min=1, max=100_000, help="Workers; all cores if left out.")]
Address = Annotated[str | None, typer.Option(help="Address of a Ray cluster, such as ray://head:10001.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


@app.command()
def run(
    context: typer.Context,
    config: Config,
    results: Results = Path("results"),
    engine: Engine = EngineName.local,
    workers: Workers = None,
    address: Address = None,
    games: Annotated[
        int | None, typer.Option(help="Games at most a match-up, in place of the file's.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed, in place of the file's.")] = None,
    budget: Annotated[Budget, typer.Option(help="Which of the file's budgets to play.")] = Budget.normal,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw a stored run away and begin anew.")] = False,
    json_: Json = False,
    junit_file: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.")
    ] = None,
    report: Annotated[bool, typer.Option(help="Write the HTML report beside the run.")] = True,
) -> None:
    """Play an experiment until each target is met, missed or undecided."""
    from runner import experiment as experiments
    from runner.manifest import folder_of
    from runner.run import EngineChoice
    from runner.run import run as play

    if address and engine is not EngineName.ray:
        raise BadInput(
            [Defect("command line", "--address", address, "is for --engine ray alone", "add --engine ray")]
        )
    console = Console(quiet=json_)
    choice = EngineChoice(engine.value, workers, address)
    with console.progress() as listener:
        listener.preparing(f"reading {config.name}")
        loaded = experiments.load(config, games=games, seed=seed, budget=budget.value)
        result = play(loaded, folder_of(loaded, results), choice, fresh=fresh, listener=listener)
    if report:
        console.preparing("writing the report")
    page = _page(context.obj, result.folder) if report and context.obj else None
    if junit_file:
        junit_file.write_text(junit(loaded, result), encoding="utf-8")
    if json_:
        print(json.dumps(as_json(loaded, result, page), ensure_ascii=False, indent=2))
    else:
        console.result(loaded, result, page)
    raise typer.Exit(result.exit_code)


def _page(doors: Any, folder: Path) -> Path | None:
    """The report, or None and a word about what went wrong: the run itself is whole and is shown all the same."""
    try:
        page: Path = doors.report(folder)
    except Exception as error:  # noqa: BLE001  whatever ails a page, the verdicts are what was asked for
        print(f"equipoise: the report could not be written: {type(error).__name__}: {error}", file=sys.stderr)
        print(f"equipoise: to see why: equipoise report {folder}", file=sys.stderr)
        return None
    return page


@app.command()
def check(config: Config, json_: Json = False) -> None:
    """Answer the gates of an experiment that need no play, at once: from the data, or exactly."""
    from runner import experiment as experiments
    from runner.gate_words import plain_gates
    from runner.gates import without_play

    loaded = experiments.load(config)
    if not loaded.gates:
        raise BadInput([Defect(str(config), "gate", None, "names no gate to check", "add a [[gate]]")])
    answers = without_play(loaded)
    if json_:
        print(json.dumps(plain_gates(answers), ensure_ascii=False, indent=2))
    else:
        Console().gates(answers)
        left = len(loaded.gates) - len(answers)
        if left:
            print(f"{left} more {'needs' if left == 1 else 'need'} play: equipoise run {config}")
    raise typer.Exit(max((1 for gate in answers if gate.status == "missed"), default=0))


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="The experiment's TOML file.")],
    after: Annotated[
        Path, typer.Argument(metavar="AFTER", help="Another experiment, or data to put in its place.")
    ],
    engine: Engine = EngineName.local,
    workers: Workers = None,
    address: Address = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each side a match-up; 20,000 if left out.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed, in place of the file's.")] = None,
    json_: Json = False,
) -> None:
    """Judge a patch: two experiments, or two data documents, on the same luck."""
    from runner import experiment as experiments
    from runner.compare import after_of, plain
    from runner.compare import compare as played
    from runner.run import EngineChoice

    console = Console(quiet=json_)
    with console.progress() as listener:
        listener.preparing(f"reading {before.name}")
        old = experiments.load(before, seed=seed)
        new = after_of(old, after)
        listener.preparing("playing both sides")
        result = played(old, new, games, EngineChoice(engine.value, workers, address), listener.played)
    if json_:
        print(json.dumps(plain(result), ensure_ascii=False, indent=2))
    else:
        console.comparison(result)
    raise typer.Exit(result.exit_code)


@app.command()
def careers(
    config: Config,
    number: Annotated[int, typer.Option("--careers", min=1, max=10_000, help="Careers a policy.")] = 40,
    battles: Annotated[int, typer.Option(min=1, max=100_000, help="Battles a career, one a day.")] = 120,
    scenarios: Annotated[
        int, typer.Option(min=0, max=1_000, help="Scenarios to draw beside the experiment's.")
    ] = 0,
    seed: Annotated[int | None, typer.Option(help="Seed, in place of the file's.")] = None,
    json_: Json = False,
) -> None:
    """Rate the decisions of each policy over many careers: grades, badges and when they come."""
    from runner import experiment as experiments
    from runner.careers import careers as lived
    from runner.careers import plain

    console = Console(quiet=json_)
    with console.progress() as listener:
        listener.preparing(f"reading {config.name}")
        loaded = experiments.load(config, seed=seed)
        listener.preparing("drawing scenarios" if scenarios else "playing careers")
        listener.round(0, number * battles * len(loaded.entrants), 0)
        found = lived(loaded, number, battles, scenarios, listener.played)
    if json_:
        print(json.dumps(plain(found), ensure_ascii=False, indent=2))
    else:
        console.careers(found)


@app.command()
def smoke(
    context: typer.Context,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="DIR", help="Keep the runs there.")
    ] = None,
    engine: Engine = EngineName.local,
    workers: Workers = None,
    json_: Json = False,
) -> None:
    """Run every shipped experiment on its small budget: 0 when all of them ran, whatever their verdicts."""
    from runner.smoke import smoke as run_all

    console = Console(quiet=json_)
    rows = run_all(results, engine.value, workers, context.obj.report if context.obj else None, console)
    if json_:
        print(json.dumps([row.plain() for row in rows], ensure_ascii=False, indent=2))
    else:
        console.smoke(rows)
    raise typer.Exit(max(row.exit_code for row in rows))


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
        print(json.dumps(tables, ensure_ascii=False, indent=2))
    else:
        Console().catalogue(tables)


@app.command()
def schema(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(help="A game, for its data; experiment files if left out.")
    ] = None,
) -> None:
    """Print a JSON schema, for editors."""
    from runner.catalogue import known_game
    from runner.experiment import schema as of_experiments

    if game is None:
        sweep = context.obj.sweep_schema() if context.obj else None
        print(json.dumps(of_experiments(sweep), ensure_ascii=False, indent=2))
    else:
        from games.documents import json_schema

        print(json.dumps(json_schema(known_game(game).document), ensure_ascii=False, indent=2))


@app.command()
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that draws scenarios.")],
    out: Annotated[Path, typer.Option("--out", metavar="PATH", help="Where to; never over what is there.")],
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="What it is drawn from.")] = 1,
    name: Annotated[str | None, typer.Option(help="Of the scenario; game and seed if left out.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Data whose rules hold; what ships if left out.")
    ] = None,
    size: Annotated[int | None, typer.Option(help="Phases, layers ...: the game's own measure.")] = None,
    json_: Json = False,
) -> None:
    """Draw a new scenario that passes the game's gates, from a seed, and write it in the designers' own format."""
    from runner.gate_words import plain_gates
    from runner.new import draw

    console = Console(quiet=json_)
    with console.working(f"drawing a scenario of {game}"):
        drawn = draw(game, seed, out, name, data, size)
    if json_:
        plain = {"path": str(out), "game": game, "scenario": drawn.scenario, "seed": seed}
        print(json.dumps({**plain, "gates": plain_gates(drawn.gates)}, ensure_ascii=False, indent=2))
    else:
        console.drawn(drawn)


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
        print(json.dumps(lines, ensure_ascii=False, indent=2) if json_ else "\n".join(lines))
        return
    arena, title = stored.arena, f"game {game} of {found.name}"
    checked = check_lines(arena.game, arena.document, lines, str(run_folder), title)
    if not json_:
        print("\n".join(lines))
    raise typer.Exit(_told(checked, {**checked.plain(), "lines": lines}, json_))


def _told(checked: "Checked", plain: dict[str, Any], json_: bool) -> int:
    """Print what a transcript's check found; its exit code."""
    if json_:
        print(json.dumps(plain, ensure_ascii=False, indent=2))
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


@app.command()
def sql(
    run_folder: RunFolder,
    query: Annotated[
        str, typer.Argument(help="One SELECT over units, games, options, trials, verdicts, gates.")
    ],
    json_: Json = False,
) -> None:
    """Ask a stored run in SQL; nothing can be written."""
    from runner.store import query as ask

    answer = ask(run_folder, query)
    if json_:
        records = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        print(json.dumps(records, ensure_ascii=False, indent=2, default=str))
    else:
        Console().table(answer.columns, answer.rows)


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
    views = [view for view in VIEWS if query(run_folder, f"SELECT count(*) FROM {view}").rows[0][0]]
    out.mkdir(parents=True, exist_ok=True)
    for view in views:
        write(run_folder, out / f"{view}.{format_}", format_, view)
        print(out / f"{view}.{format_}")
