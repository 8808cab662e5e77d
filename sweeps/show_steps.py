"""What to do after a sweep, fitting to what it found."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from runner.show.steps import all_tables, command, with_more_games

if TYPE_CHECKING:
    from sweeps.run import SweepResult

__all__ = ["steps_of_sweep"]


def steps_of_sweep(result: "SweepResult", page: Any, words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What each step is for, and its command; the sweep was asked for by `words`."""
    if result.winner is not None and result.document is not None and result.diff:
        yield "what else it moves", command("compare", result.sweep.experiment.file, result.document)
    elif result.exit_code == 3:
        yield "to decide the rest", with_more_games(words, 4 * result.sweep.table.budget)
    if "--details" not in words:
        yield "all tables", all_tables(words)
    yield "in a browser", command("dashboard", result.folder.parent)
    if page is None:
        yield "as one HTML page", command("report", result.folder)
