"""The verbs of sweeps: parse, call, print."""

from pathlib import Path
from typing import Annotated

import typer

from runner.common_options import (
    Address,
    Budget,
    BudgetName,
    Config,
    Details,
    Engine,
    EngineName,
    Fresh,
    Json,
    Junit,
    Quiet,
    Report,
    Results,
    Seed,
    Workers,
    engine_choice,
)
from runner.output import keeps, print_json
from runner.output_files import ready_file, ready_folder, write_late

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.command()
def sweep(
    context: typer.Context,
    config: Config,
    results: Results = Path("results"),
    engine: Engine = EngineName.local,
    workers: Workers = None,
    address: Address = None,
    trials: Annotated[int | None, typer.Option(help="Points played at most, in place of the file's.")] = None,
    games: Annotated[
        int | None, typer.Option(help="Games of the search at most, in place of the file's budget.")
    ] = None,
    seed: Seed = None,
    budget: Budget = BudgetName.normal,
    fresh: Fresh = False,
    details: Details = False,
    json_: Json = False,
    junit_file: Junit = None,
    report: Report = True,
    quiet: Quiet = False,
) -> None:
    """Search an experiment's numbers for a balanced point, certify it on fresh luck, and write it back."""
    from runner.cli import page_of
    from sweeps.definition import load
    from sweeps.junit import junit
    from sweeps.outcome import outcome_of
    from sweeps.run import sweep as search
    from sweeps.show import SweepConsole

    choice = engine_choice(engine, workers, address)
    ready_file(junit_file, "--junit")
    console = SweepConsole(quiet)
    definition = load(config, seed=seed, trials=trials, budget=games, play=budget.value)
    with console.progress(definition) as listener:
        result = search(definition, definition.folder(results), choice, fresh=fresh, listener=listener)
        with keeps(lambda: f"{result.games:,} games kept; the same command goes on"):
            if report:
                listener.preparing("writing the report")
            page = page_of(context.obj, result.folder) if report and context.obj else None
            if junit_file:
                write_late(junit_file, "the JUnit file", lambda: junit(result))
    if json_:
        plain = {**outcome_of(result), "report": None if page is None else str(page)}
        print_json(plain)
    else:
        console.result(result, page, details, context.obj.words if context.obj else ())
    raise typer.Exit(result.exit_code)


@app.command()
def ablate(
    config: Config,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", help="Label of a policy; all with weights if left out.")
    ] = None,
    results: Results = Path("results"),
    engine: Engine = EngineName.local,
    workers: Workers = None,
    address: Address = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games a match-up, in place of the budget's.")
    ] = None,
    seed: Seed = None,
    budget: Budget = BudgetName.normal,
    fresh: Fresh = False,
    details: Details = False,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Put one weight of a policy at 0 at a time: what is each worth, on the same luck and then on fresh?"""
    from runner.experiment import load
    from runner.kept import Question, kept
    from runner.manifest import identity_of
    from runner.questions import games_of_a_side
    from runner.show import Console
    from sweeps.ablate import Ablation, plain
    from sweeps.ablate import ablate as ablated
    from sweeps.show_ablation import show_ablation

    choice = engine_choice(engine, workers, address)
    ready_folder(results, "--results")
    with Console(quiet).progress() as listener:
        listener.preparing(f"reading {config.name}")
        loaded = load(config, seed=seed, budget=budget.value)
        each, labels = games or games_of_a_side(loaded, budget.value), policy or None
        asked = {"experiment": identity_of(loaded), "policies": labels, "games": each}
        question = Question("ablate", loaded.name, asked, ("runner", "sweeps"))
        listener.preparing("playing with each weight and without it")
        result, folder = kept(
            question,
            results,
            Ablation,
            lambda: ablated(loaded, labels, each, choice, listener.played),
            plain,
            fresh,
        )
    if json_:
        print_json({**plain(result), "folder": str(folder)})
    else:
        show_ablation(result, details)
        Console().kept(folder)
