"""The front door: the `equipoise` command, and a small Python API for notebooks.

    import equipoise
    result = equipoise.run(equipoise.load("configs/pig.toml"))

Each verb lives in the `cli.py` of the room that does the work, and that room is imported only when its verb is used, so
that `equipoise --help` answers at once.
"""

import difflib
import errno
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.output import Guarded
    from runner.run import RunResult
    from runner.store.reader import Reader
    from sweeps.definition import Sweep
    from sweeps.run import SweepResult

ROOMS = ("games", "policies", "runner", "sweeps", "dashboards")
__all__ = ["Doors", "load", "main", "results", "run", "sweep"]

RUNNER, STORED, SWEEPS, DASHBOARDS = "runner.cli", "runner.cli_stored", "sweeps.cli", "dashboards.cli"
VERBS = {
    "run": (RUNNER, "play an experiment until each target is met, missed or undecided"),
    "check": (RUNNER, "answer the gates of an experiment that need no play, at once"),
    "new": (RUNNER, "draw a new scenario that passes the gates of its game, from a seed"),
    "compare": (RUNNER, "judge a patch: two experiments or data documents on the same luck"),
    "sweep": (SWEEPS, "search the numbers for a balanced point, certify it on fresh luck, write it back"),
    "ablate": (SWEEPS, "put one weight of a policy at 0 at a time: what is each worth?"),
    "careers": (RUNNER, "rate the decisions of each policy: grades, badges and when they come"),
    "report": (DASHBOARDS, "write a run's report: one HTML file that needs nothing else"),
    "explain": (DASHBOARDS, "explain a game's one question: an exhibit, in words or as one HTML file"),
    "dashboard": (DASHBOARDS, "show every run in a browser, live; drill down from a target to a game"),
    "replay": (STORED, "show one game of a run, move by move; verify a transcript"),
    "list": (STORED, "list games, policies, gates, shipped experiments and stored runs"),
    "schema": (RUNNER, "print the JSON schema of experiment files or of a game's data, for editors"),
    "sql": (STORED, "ask a stored run in SQL"),
    "export": (STORED, "write a run's tables as CSV, Parquet or JSON"),
    "smoke": (RUNNER, "run every shipped experiment on a small budget"),
}
USAGE = "usage: equipoise VERB [ARGUMENTS]     equipoise VERB --help     equipoise --version"
JUDGING = ("run", "check", "compare", "sweep", "smoke", "replay")
"""Verbs whose exit code is a verdict, whether it could be printed or not."""
RESUMED = ("run", "sweep")
"""Verbs that go on where they were stopped."""
BAD_INPUT, FAULTY, INTERRUPTED = 2, 4, 130
COMPLETION = "_EQUIPOISE_COMPLETE"
"""Set by a shell that asks how a command line may go on."""


@dataclass(frozen=True)
class Doors:
    """What one room's verb may ask of another, handed down so that no room imports upwards."""

    words: tuple[str, ...] = ()
    """The command line, without the name of the command."""

    def report(self, folder: Path) -> Path:
        """Write the report of the run in `folder`."""
        from dashboards.report import write_report

        return write_report(folder)

    def sweep_schema(self) -> dict[str, Any]:
        """The JSON schema of an experiment's `[sweep]` table."""
        from games.documents import json_schema
        from sweeps.configuration import SweepTable

        return json_schema(SweepTable)

    def transcript(self, folder: Path, matchup: str, game: int) -> list[str]:
        """One game of the run in `folder`, by its match-up's key and its number. Raises `BadInput`."""
        from runner.stored import StoredRun

        stored = StoredRun.open(folder)
        return stored.transcript(stored.keyed(matchup), game)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    0 met, 1 missed, 2 bad input, 3 undecided, 4 fault in a policy or worker, 130 interrupted.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        _check_rooms()
    except ImportError as error:
        print(f"equipoise: {error}", file=sys.stderr)
        return BAD_INPUT
    from runner.output import guarded_streams

    try:
        with guarded_streams() as out:
            code = _answered(words)
    except KeyboardInterrupt:
        code = INTERRUPTED  # a second time, while the first was being told
    return _told_of(out, words, code) if out.lost else code


def _answered(words: list[str]) -> int:
    """The exit code of a command line. Nothing leaves it but that."""
    if COMPLETION in os.environ or words[:1] in (["--install-completion"], ["--show-completion"]):
        from runner.completion import complete

        return complete(VERBS, words)
    if not words or words[0] in ("--help", "-h", "help"):
        print(_help())
        return 0 if words else BAD_INPUT
    if words[0] in ("--version", "-V"):
        from importlib.metadata import version

        print(f"equipoise {version('equipoise')}")
        return 0
    if words[0] not in VERBS:
        close = difflib.get_close_matches(words[0], VERBS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"verbs: {', '.join(VERBS)}"
        print(f"equipoise: there is no verb {words[0]!r}; {hint}\n{USAGE}", file=sys.stderr)
        return BAD_INPUT
    from runner.output import noted_interrupts

    with noted_interrupts() as pressed:
        return _called(words, pressed)


def load(path: str | Path, **options: Any) -> "Experiment":
    """The experiment in a TOML file; options as in `runner.experiment.load`. Raises `BadInput` listing every defect."""
    _check_rooms()
    from runner import experiment

    return experiment.load(Path(path), **options)


def run(
    experiment: "Experiment | str | Path", results: str | Path = "results", **options: Any
) -> "RunResult":
    """Play and judge an experiment (or the file of one); options as in `runner.run.run`."""
    _check_rooms()
    from runner.manifest import folder_of
    from runner.run import run as play

    loaded = load(experiment) if isinstance(experiment, (str, Path)) else experiment
    return play(loaded, folder_of(loaded, Path(results)), **options)


def sweep(definition: "Sweep | str | Path", results: str | Path = "results", **options: Any) -> "SweepResult":
    """Sweep what `sweeps.definition.load` made of a file (or the file itself); options as in `sweeps.run.sweep`."""
    _check_rooms()
    from sweeps.definition import load as read
    from sweeps.run import sweep as search

    loaded = read(Path(definition)) if isinstance(definition, (str, Path)) else definition
    return search(loaded, loaded.folder(Path(results)), **options)


def results(folder: str | Path, time_limit: float | None = None) -> "Reader":
    """A stored run for SQL that reads: views units, games, options, trials, verdicts and gates.

    `results(folder).execute("SELECT ...").df()`, or `.fetchall()`, `.arrow()`; a question is interrupted after
    `time_limit` seconds. Raises `BadInput` where there is no run, or a part of it is damaged.
    """
    _check_rooms()
    from runner.store.reader import Reader

    return Reader(Path(folder), time_limit)


def _check_rooms() -> None:
    """Raises `ImportError` where a module of the user's bears the name of a room and would be imported in its place."""
    home = Path(__file__).resolve().parent
    for room in ROOMS:
        if room in sys.modules:
            places = [*getattr(sys.modules[room], "__path__", [str(sys.modules[room].__file__)])]
        else:
            spec = importlib.util.find_spec(room)
            places = [] if spec is None else [*(spec.submodule_search_locations or [str(spec.origin)])]
        if not places or Path(places[0]).resolve() != home / room:
            found = places[0] if places else "nothing"
            raise ImportError(
                f"Equipoise needs its own module {room!r}, and Python finds {found} in its place: "
                "rename that, or start from another folder"
            )


def _help() -> str:
    width = max(map(len, VERBS))
    rows = "\n".join(f"  {verb:<{width}}  {summary}" for verb, (_, summary) in VERBS.items())
    codes = (
        "exit codes: 0 met, 1 missed, 2 bad input, 3 undecided, 4 fault, 130 interrupted (run again to go on)\n"
        "for your shell, so that TAB completes verbs and options: equipoise --install-completion"
    )
    return (
        f"Equipoise tells whether a game is balanced, with stated certainty.\n\n{USAGE}\n\n{rows}\n\n{codes}"
    )


def _called(words: list[str], pressed: list[int]) -> int:
    """Hand the words to the room of their verb; errors become one message and an exit code."""
    from typer.main import get_command

    from games.defects import BadInput
    from runner.output import interrupt_note

    try:
        room = importlib.import_module(VERBS[words[0]][0])
        get_command(room.app).main(args=words, prog_name="equipoise", obj=Doors(tuple(words)))
    except SystemExit as end:
        return _code(end.code) if interrupt_note(end) is None else _interrupted(words[0], end)
    except BadInput as error:
        print(f"equipoise: {error.message()}", file=sys.stderr)
        return getattr(error, "exit_code", BAD_INPUT)
    except KeyboardInterrupt as error:
        return _interrupted(words[0], error)
    except OSError as error:
        return _interrupted(words[0], error) if pressed else _failed_write(error)
    except Exception as error:  # noqa: BLE001  no bug may end with the exit code of a missed target
        if pressed:
            return _interrupted(words[0], error)
        if not hasattr(error, "exit_code"):
            traceback.print_exc()
            print("equipoise: this is a fault of Equipoise itself, please report it", file=sys.stderr)
            return FAULTY
        print(f"equipoise: {error}", file=sys.stderr)
        return int(error.exit_code)
    return 0


def _failed_write(error: OSError) -> int:
    """A disk that is full, or fails, is no fault of the program; anything else that the system refuses is."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
        traceback.print_exception(error)
        print("equipoise: this is a fault of Equipoise itself, please report it", file=sys.stderr)
        return FAULTY
    where = f"{error.filename}: " if error.filename else ""
    print(f"equipoise: {where}cannot be written: {(error.strerror or str(error)).lower()}", file=sys.stderr)
    return FAULTY


def _interrupted(verb: str, error: BaseException) -> int:
    """Say what is kept, in one line; the exit code."""
    from runner.output import interrupt_note

    kept = interrupt_note(error) or ("the same command goes on" if verb in RESUMED else "")
    print(f"equipoise: interrupted{f': {kept}' if kept else ''}", file=sys.stderr)
    return INTERRUPTED


def _told_of(out: "Guarded", words: list[str], code: int) -> int:
    """Say that standard output took not all of it. What was found stands; where printing was all, that failed."""
    closed = isinstance(out.lost, BrokenPipeError)
    why = "its reader has gone" if closed else str(getattr(out.lost, "strerror", None) or out.lost).lower()
    from runner.output import guarded_streams

    with guarded_streams():
        print(f"equipoise: standard output could not be written to the end: {why}", file=sys.stderr)
    return code if code or closed or words[0] in JUDGING else FAULTY


def _code(code: Any) -> int:
    return code if isinstance(code, int) else 0 if code is None else 1


if __name__ == "__main__":
    sys.exit(main())
