"""What changed between two stored runs: its interval goes by the luck that both met."""

from pathlib import Path
from types import SimpleNamespace

from dashboards.app.differences import change, luck
from dashboards.app.pairing import PairedRow, SideRow
from dashboards.app.results import Known
from dashboards.markup import tag
from dashboards.pages.shell import Cell


def test_changes_have_intervals_by_the_luck_that_runs_met() -> None:
    sides = (SideRow(0.50, 0.48, 0.52, "met", 9000), SideRow(0.55, 0.53, 0.57, "missed", 9000))
    row = PairedRow("even", "win_rate", "a v b", "m", (0.45, 0.52), *sides)
    one, other, alike = (
        Known(SimpleNamespace(folder=Path(name)), 0.95, {}, seed)
        for name, seed in (("a", 1), ("b", 2), ("c", 1))
    )
    assert "seeds 1 and 2" in luck(one, other)
    assert "independent" not in luck(one, alike)
    told = {other.key: told_cell(change(row, "", one, other)), "same": told_cell(change(row, "", one, alike))}
    assert "+2.2 to +7.8" in told["b"], "square and add: .05 +- .0283"
    assert "+1.0 to +9.0" in told["same"], "from end to end: .01 to .09"
    assert "+5.0" in told["b"]


def told_cell(cell: Cell) -> str:
    """All text of a table's cell."""
    return str(tag("td", cell.content))
