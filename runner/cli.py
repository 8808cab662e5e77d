"""The runner's verbs that play and judge: parse, call, print. Those of what is stored are in `cli_stored.py`."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from games.defects import BadInput, Defect
from runner.answers import as_json
from runner.common_options import (
    Address,
    AllowUndecided,
    Budget,
    BudgetName,
    Config,
    Details,
    Engine,
    EngineName,
    Fresh,
    Json,
    Junit,
    MoveSeconds,
    Quiet,
    Report,
    Results,
    Seed,
    Workers,
    engine_choice,
)
from runner.output import keeps, print_json
from runner.output_files import ready_file, ready_folder, write_late
from runner.show import Console

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


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
    seed: Seed = None,
    budget: Budget = BudgetName.normal,
    fresh: Fresh = False,
    move_seconds: MoveSeconds = None,
    details: Details = False,
    json_: Json = False,
    junit_file: Junit = None,
    allow_undecided: AllowUndecided = False,
    report: Report = True,
    quiet: Quiet = False,
) -> None:
    """Play an experiment until each target is met, missed or undecided."""
    from runner import experiment as experiments
    from runner.junit import junit
    from runner.manifest import folder_of
    from runner.run import run as play

    choice = engine_choice(engine, workers, address)
    ready_file(junit_file, "--junit")
    console = Console(quiet)
    with console.progress() as listener:
        listener.preparing(f"reading {config.name}")
        loaded = experiments.load(
            config, games=games, seed=seed, budget=budget.value, move_seconds=move_seconds
        )
        result = play(loaded, folder_of(loaded, results), choice, fresh=fresh, listener=listener)
        with keeps(lambda: f"{result.games:,} games kept; the same command goes on"):
            if report:
                listener.preparing("writing the report")
            page = page_of(context.obj, result.folder) if report and context.obj else None
            if junit_file:
                write_late(junit_file, "the JUnit file", lambda: junit(loaded, result, allow_undecided))
    if json_:
        print_json(as_json(loaded, result, page, allow_undecided))
    else:
        words = context.obj.words if context.obj else ()
        console.result(loaded, result, page, details, allow_undecided, words)
    raise typer.Exit(result.allowing(allow_undecided))


def page_of(doors: Any, folder: Path) -> Path | None:
    """The report, or None and a word about what went wrong: the run itself is whole and is shown all the same."""
    try:
        page: Path = doors.report(folder)
    except Exception as error:  # noqa: BLE001  whatever ails a page, the verdicts are what was asked for
        told = f"the report could not be written: {type(error).__name__}: {error}".splitlines()[0]
        print(f"equipoise: {told}; to see why: equipoise report {folder}", file=sys.stderr)
        return None
    return page


@app.command()
def check(config: Config, details: Details = False, json_: Json = False) -> None:
    """Answer the gates of an experiment that need no play, at once: from the data, or exactly."""
    from runner import experiment as experiments
    from runner.gate_words import plain_gates
    from runner.gates import without_play

    loaded = experiments.load(config)
    if not loaded.gates:
        raise BadInput([Defect(str(config), "gate", None, "names no gate to check", "add a [[gate]]")])
    answers = without_play(loaded)
    if json_:
        print_json(plain_gates(answers))
    else:
        Console().checked_gates(answers, len(loaded.gates) - len(answers), config, details)
    raise typer.Exit(max((1 for gate in answers if gate.status == "missed"), default=0))


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="The experiment's TOML file.")],
    after: Annotated[
        Path,
        typer.Argument(metavar="AFTER", help="A patched experiment (.toml), or patched data in its place."),
    ],
    results: Results = Path("results"),
    engine: Engine = EngineName.local,
    workers: Workers = None,
    address: Address = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each side a match-up, in place of the budget's.")
    ] = None,
    seed: Seed = None,
    budget: Budget = BudgetName.normal,
    fresh: Fresh = False,
    json_: Json = False,
    junit_file: Junit = None,
    quiet: Quiet = False,
) -> None:
    """Judge a patch: two experiments, or two data documents, on the same luck; 1 if what was met is missed."""
    from runner import experiment as experiments
    from runner.compare import Comparison, after_of, plain
    from runner.compare import compare as played
    from runner.junit import junit_of_comparison
    from runner.kept import kept
    from runner.questions import comparing, games_of_a_side

    choice = engine_choice(engine, workers, address)
    ready_file(junit_file, "--junit")
    ready_folder(results, "--results")
    console = Console(quiet)
    with console.progress() as listener:
        listener.preparing(f"reading {before.name}")
        old = experiments.load(before, seed=seed, budget=budget.value)
        new = after_of(old, after)
        each = games or games_of_a_side(old, budget.value)
        listener.preparing("playing both sides")
        result, folder = kept(
            comparing(old, new, each),
            results,
            Comparison,
            lambda: played(old, new, each, choice, listener.played, listener.planned),
            plain,
            fresh,
        )
    if junit_file:
        write_late(junit_file, "the JUnit file", lambda: junit_of_comparison(old.name, result))
    if json_:
        found = {**plain(result), "folder": str(folder)}
        print_json(found)
    else:
        console.comparison(result)
        console.kept(folder)
    raise typer.Exit(result.exit_code)


@app.command()
def careers(
    config: Config,
    results: Results = Path("results"),
    number: Annotated[
        int | None,
        typer.Option("--careers", min=1, max=10_000, help="Careers a policy, in place of the budget's."),
    ] = None,
    battles: Annotated[int, typer.Option(min=1, max=100_000, help="Battles a career, one a day.")] = 120,
    scenarios: Annotated[
        int, typer.Option(min=0, max=1_000, help="Scenarios to draw beside the experiment's.")
    ] = 0,
    seed: Seed = None,
    budget: Budget = BudgetName.normal,
    fresh: Fresh = False,
    details: Details = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Rate the decisions of each policy over many careers: grades, badges and when they come."""
    from runner import experiment as experiments
    from runner.careers import PolicyCareers, plain
    from runner.careers import careers as lived
    from runner.kept import kept
    from runner.questions import CAREERS, living

    each = number or CAREERS[budget.value]
    ready_folder(results, "--results")
    console = Console(quiet)
    with console.progress(unit="battles") as listener:
        listener.preparing(f"reading {config.name}")
        loaded = experiments.load(config, seed=seed)
        listener.preparing("drawing scenarios and playing careers" if scenarios else "playing careers")
        listener.planned(each * battles * len(loaded.entrants))
        found, folder = kept(
            living(loaded, each, battles, scenarios),
            results,
            tuple[PolicyCareers, ...],
            lambda: lived(loaded, each, battles, scenarios, listener.played),
            plain,
            fresh,
        )
    if json_:
        told = {"folder": str(folder), "careers": plain(found)}
        print_json(told)
    else:
        console.careers(found, details)
        console.kept(folder)


@app.command()
def smoke(
    context: typer.Context,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="DIR", help="Keep the runs there.")
    ] = None,
    engine: Engine = EngineName.local,
    workers: Workers = None,
    json_: Json = False,
    junit_file: Junit = None,
    quiet: Quiet = False,
) -> None:
    """Run every shipped experiment on its small budget: 0 when all of them ran, whatever their verdicts."""
    from runner.junit import junit_of_smoke
    from runner.smoke import smoke as run_all

    ready_file(junit_file, "--junit")
    if results is not None:
        ready_folder(results, "--results")
    console = Console(quiet)
    rows = run_all(results, engine.value, workers, context.obj.report if context.obj else None, console)
    if junit_file:
        write_late(junit_file, "the JUnit file", lambda: junit_of_smoke(rows))
    if json_:
        print_json([row.plain() for row in rows])
    else:
        console.smoke(rows)
    raise typer.Exit(max(row.exit_code for row in rows))


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
        print_json(of_experiments(sweep))
    else:
        from games.documents import json_schema

        print_json(json_schema(known_game(game).document))


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
    quiet: Quiet = False,
) -> None:
    """Draw a new scenario that passes the game's gates, from a seed, and write it in the designers' own format."""
    from runner.gate_words import plain_gates
    from runner.new import draw

    console = Console(quiet)
    with console.working(f"drawing a scenario of {game}"):
        drawn = draw(game, seed, out, name, data, size)
    if json_:
        plain = {"path": str(out), "game": game, "scenario": drawn.scenario, "seed": seed}
        print_json({**plain, "gates": plain_gates(drawn.gates)})
    else:
        console.drawn(drawn)
