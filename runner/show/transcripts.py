"""A transcript's check: what was found wrong with it."""

from typing import TYPE_CHECKING

from runner.show.tables import Shown, line

if TYPE_CHECKING:
    from runner.transcripts import Checked

__all__ = ["checked"]


def checked(found: "Checked") -> Shown:
    """The verdict, and a line for each thing that is wrong."""
    if not found.wrong:
        yield line(f"{found.title}: ✔ verified: choices, moves and result bear each other out", "green")
        return
    yield line(f"{found.title}: ✘ not verified: {len(found.wrong)} wrong", "red")
    for wrong in found.wrong:
        yield line(f"  {wrong}")
