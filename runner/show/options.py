"""What each option does: how often it is taken, chosen against passed, and where its choice was forced."""

from collections.abc import Sequence

from runner.judge.estimates import Estimate
from runner.judge.option_notes import forced_was_asked, most_telling, notes
from runner.judge.options import OptionFigures
from runner.show.tables import Shown, line, percents, points, table

__all__ = ["options"]

MOST_OPTIONS = 20


def options(found: Sequence[OptionFigures], certainty: float, several: bool = False) -> Shown:
    """The most telling rows; nothing where a game counts no options.

    Args:
        found: the rows.
        certainty: of each interval by itself.
        several: whether there are several scenarios, whose names then stand in the table.
    """
    if not found:
        return
    forced, dealt = forced_was_asked(found), any(row.iwd.value is not None for row in found)
    headings = ["option", *(["scenario"] if several else []), "policy", "seat", "chosen less passed"]
    headings += ["forced choice"] if forced else []
    headings += ["taken"] if forced or dealt or several else ["taken", "share"]
    headings += ["IWD"] if dealt and not forced else []
    rows = most_telling(found)
    yield table(headings, [_cells(row, headings) for row in rows[:MOST_OPTIONS]])
    if len(rows) > MOST_OPTIONS:
        yield line(f"and {len(rows) - MOST_OPTIONS:,} more rows of options: see the report or --json")
    yield from _told(found)
    for text in notes(found, certainty):
        yield line(text)


def _cells(row: OptionFigures, headings: Sequence[str]) -> tuple[str, ...]:
    cells = {
        "option": row.option,
        "scenario": row.scenario,
        "policy": row.policy,
        "seat": str(row.seat),
        "chosen less passed": _difference(row.compared, row.differs),
        "forced choice": _difference(row.effect, row.effect_differs),
        "taken": percents(row.taken),
        "share": percents(row.share),
        "IWD": _difference(row.iwd, False),
    }
    return tuple(cells[heading] for heading in headings)


def _difference(one: Estimate, differs: bool) -> str:
    if one.value is None:
        return "cannot tell"
    return points(one) + " *" * differs


def _told(found: Sequence[OptionFigures]) -> Shown:
    """How many of the differences asked are not 0, and how many cannot be told, with the reasons."""
    for what, name, flag in (
        ("chosen less passed", "compared", "differs"),
        ("forced choice", "effect", "effect_differs"),
    ):
        if name == "effect" and not forced_was_asked(found):
            continue
        known = [row for row in found if getattr(row, name).value is not None]
        apart = sum(getattr(row, flag) for row in known)
        untold = len(found) - len(known)
        more = f"; {untold:,} cannot be told" if untold else ""
        yield line(f"{what}: {apart:,} of {len(known):,} are not 0, certain for all of them at once{more}")
    why: dict[str, int] = {}
    for row in found:
        for reason, number in row.left_out.get("compared", {}).items():
            why[reason] = why.get(reason, 0) + number
    if why:
        told = "; ".join(f"{number:,} where {reason}" for reason, number in why.items())
        yield line(f"left out of chosen less passed, cells of one match-up and seat: {told}")
