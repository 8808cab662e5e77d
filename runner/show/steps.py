"""What to do next, fitting to what was found: commands that can be copied as they stand."""

import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from runner.counts import VerdictCounts
from runner.order import worst_first
from runner.show.tables import Shown, line

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.run import RunResult

__all__ = ["all_tables", "command", "next_steps", "steps_of_run", "with_more_games"]

Step = tuple[str, str]
"""What it is for, and the command."""


def command(*words: object) -> str:
    """A command line of Equipoise, quoted for a shell where it must be."""
    return "equipoise " + " ".join(_quoted(str(word)) for word in words)


def next_steps(steps: Sequence[Step]) -> Shown:
    """A line a step."""
    width = max((len(what) for what, _ in steps), default=0)
    yield from (line(f"{what:<{width}}  {how}") for what, how in steps)


def steps_of_run(
    experiment: "Experiment", result: "RunResult", page: Path | None, words: Sequence[str]
) -> Iterator[Step]:
    """What may follow a run that was asked for by `words`."""
    counts, folder = VerdictCounts.of(result.verdicts), result.folder
    worst = _worst(experiment, result)
    if worst is not None:
        yield "a game of the worst", command("replay", folder, worst, 0)
    if counts.missed:
        yield _mend(experiment)
    elif counts.undecided:
        yield "to decide the rest", with_more_games(words, 4 * experiment.games)
    if "--details" not in words:
        yield "all tables", all_tables(words)
    yield "in a browser", command("dashboard", folder.parent)
    if page is None:
        yield "as one HTML page", command("report", folder)


def _worst(experiment: "Experiment", result: "RunResult") -> str | None:
    """The match-up of the most broken verdict that is about one."""
    titles = {one.key: one.title(len(experiment.scenarios)) for one in experiment.matchups()}
    found = (one for one in worst_first(result.verdicts) if one.status != "met")
    return next((titles[one.target.matchup] for one in found if one.target.matchup in titles), None)


def _mend(experiment: "Experiment") -> Step:
    """The sweep of the file, or of the one beside it that is named after it."""
    file = experiment.file
    beside = file.with_name(f"{file.stem}-sweep{file.suffix}")
    if experiment.configuration.get("sweep"):
        return "the numbers that mend it", command("sweep", file)
    if beside.is_file():
        return "the numbers that mend it", command("sweep", beside)
    return "with a [sweep] table", command("sweep", file)


def all_tables(words: Sequence[str]) -> str:
    """The same command with every table; what is stored is shown again."""
    return command(*_without(words, "--fresh", takes=0), "--details")


def with_more_games(words: Sequence[str], most: int) -> str:
    """The same command with the next larger budget; with `most` games where there is none."""
    kept = _without(_without(words, "--budget"), "--fresh", takes=0)
    budget = _value(words, "--budget")
    if budget == "smoke":
        return command(*kept)
    if budget == "full" or _value(words, "--games"):
        return command(*_without(kept, "--games"), "--games", most)
    return command(*kept, "--budget", "full")


def _value(words: Sequence[str], option: str) -> str:
    """What the words give for an option, as `--option value` or `--option=value`; nothing if they do not."""
    after = next((value for word, value in pairwise(words) if word == option), "")
    return next((word.partition("=")[2] for word in words if word.startswith(f"{option}=")), after)


def _without(words: Sequence[str], option: str, takes: int = 1) -> list[str]:
    """The words without an option and the `takes` words that follow it."""
    kept = list(words)
    while option in kept:
        at = kept.index(option)
        del kept[at : at + 1 + takes]
    return [word for word in kept if not word.startswith(f"{option}=")]


def _quoted(word: str) -> str:
    """In double quotes where they will do, as people write them."""
    safe = shlex.quote(word)
    return f'"{word}"' if safe != word and not set(word) & set("\"$`\\!'") else safe
