"""Which parts a reader takes, by their names alone, so that all tables tell of the same units."""

from collections.abc import Mapping, Sequence

from runner.store.contents import OUTCOME_TABLES, Layout
from runner.store.parts import Part, active

__all__ = ["snapshot"]

_TRIES = 50


def snapshot(layout: Layout) -> dict[str, list[Part]]:
    """The parts that count, by table, of units that are done. Only names are looked up."""
    for _ in range(_TRIES):
        units = layout.active("units")
        found = {table: layout.active(table) for table in layout.schemas if table != "units"}
        if _undisturbed(units, found, layout.active("units")):
            break
    for table in OUTCOME_TABLES:
        if table != "units":
            found[table] = [
                part for part in found[table] if not part.is_unit or any(u.holds(part) for u in units)
            ]
    return {"units": active(units), **found}


def _undisturbed(
    units: Sequence[Part], found: Mapping[str, Sequence[Part]], afterwards: Sequence[Part]
) -> bool:
    """Whether no parts were merged while the names were looked up."""
    last = max((part.last for part in units), default=0)
    merged = (
        part for table in OUTCOME_TABLES if table != "units" for part in found[table] if not part.is_unit
    )
    return set(units) <= set(afterwards) and all(part.last <= last for part in merged)
