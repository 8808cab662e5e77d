"""One self-contained HTML file for a run: opens from a disk or a mail, without a network, and small for any run."""

from __future__ import annotations

from pathlib import Path

from dashboards.pages.frame import document
from dashboards.run import Run, reading
from dashboards.sections import Caps, Reading, sections

__all__ = ["LARGEST", "report", "write_report"]

LARGEST = 5_900_000
"""Bytes of a page at most; Plotly's script is 4.8 million of them."""


def write_report(run_folder: Path, out: Path | None = None) -> Path:
    """Write the page of a run, finished or not, and return its path.

    Args:
        run_folder: a folder that a run wrote.
        out: where to; `report.html` in the run's folder if not given.

    Raises:
        BadInput: the folder holds no run.
        StoreError: the page cannot be written there.
    """
    from runner.store.files import whole_file

    path = Path(out) if out else Path(run_folder) / "report.html"
    page = reading(Path(run_folder), report)
    with whole_file(path, durable=False) as file:
        file.write(page.encode())
    return path


def report(run: Run, caps: Caps | None = None) -> str:
    """The page as text: at most `LARGEST` bytes, with less shown where names are so long that it would be more."""
    caps = caps or Caps()
    of = Reading(run, caps)
    page = document(run, of.size, of.statuses, sections(of))
    if len(page.encode()) <= LARGEST or caps == caps.halved():
        return page
    return report(run, caps.halved())
