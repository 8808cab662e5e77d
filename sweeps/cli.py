"""The verbs of sweeps: parse, call, print."""

import json
from pathlib import Path
from typing import Annotated

import typer

from games.defects import BadInput, Defect
from runner.cli import Address, Config, Engine, EngineName, Json, Results, Workers
from runner.run import EngineChoice

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
    seed: Annotated[int | None, typer.Option(help="Seed, in place of the file's.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw a stored sweep away and begin anew.")] = False,
    json_: Json = False,
    report: Annotated[bool, typer.Option(help="Write the HTML report beside the sweep.")] = True,
) -> None:
    """Search an experiment's numbers for a balanced point, certify it on fresh luck, and write it back."""
    from sweeps.definition import load
    from sweeps.outcome import outcome_of
    from sweeps.run import sweep as search
    from sweeps.show import SweepConsole

    choice = _choice(engine, workers, address)
    console = SweepConsole(quiet=json_)
    definition = load(config, seed=seed, trials=trials, budget=games)
    with console.progress(definition) as listener:
        result = search(definition, definition.folder(results), choice, fresh=fresh, listener=listener)
    page = context.obj.report(result.folder) if report and context.obj else None
    if json_:
        plain = {**outcome_of(result), "report": None if page is None else str(page)}
        print(json.dumps(plain, ensure_ascii=False, indent=2))
    else:
        console.result(result, page)
    raise typer.Exit(result.exit_code)


@app.command()
def ablate(
    config: Config,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", help="Label of a policy; all with weights if left out.")
    ] = None,
    engine: Engine = EngineName.local,
    workers: Workers = None,
    address: Address = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games a match-up; 20,000 if left out.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed, in place of the file's.")] = None,
    json_: Json = False,
) -> None:
    """Put one weight of a policy at 0 at a time: what is each worth, on the same luck and then on fresh?"""
    from runner.experiment import load
    from sweeps.ablate import ablate as ablated
    from sweeps.ablate import plain
    from sweeps.show_ablation import show_ablation

    choice = _choice(engine, workers, address)
    result = ablated(load(config, seed=seed), policy or None, games, choice)
    if json_:
        print(json.dumps(plain(result), ensure_ascii=False, indent=2))
    else:
        show_ablation(result)


def _choice(engine: EngineName, workers: int | None, address: str | None) -> EngineChoice:
    if address and engine is not EngineName.ray:
        raise BadInput(
            [Defect("command line", "--address", address, "is for --engine ray alone", "add --engine ray")]
        )
    return EngineChoice(engine.value, workers, address)
