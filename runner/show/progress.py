"""A bar on standard error while a run plays."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = ["Bar", "progress", "turning"]


def progress(console: Console, silent: bool) -> Progress:
    """The bar that a `Bar` moves; it leaves nothing behind."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=silent,
    )


@contextmanager
def turning(console: Console, what: str, silent: bool) -> Iterator[None]:
    """A turning sign and the time that passes, while something of unknown length is done."""
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=silent) as bar:
        bar.add_task(what, total=None)
        yield


class Bar:
    """A `runner.run.Listener` that draws on a progress bar."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("reading", total=None)

    def preparing(self, what: str) -> None:
        """Something begins that may take seconds."""
        self._bar.reset(self._task, total=None, description=what)

    def round(self, number: int, games: int, undecided: int) -> None:
        """A round begins."""
        targets = f", {undecided} undecided" if undecided else ""
        self._bar.reset(self._task, total=games, description=f"round {number + 1}{targets}")

    def played(self, games: int) -> None:
        """So many more games of it are done."""
        self._bar.advance(self._task, games)
