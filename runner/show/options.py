"""What each option does, seen and chosen, and on the same luck."""

from collections.abc import Sequence

from runner.judge import printed
from runner.judge.choice import ALONE_NOTE, CHOICE_NOTE
from runner.judge.estimates import Estimate
from runner.judge.options import BIAS_NOTE, OptionImpact
from runner.show.tables import Shown, line, points, table

__all__ = ["options"]

MOST_OPTIONS = 20


def options(found: Sequence[OptionImpact], seats: int, certainty: float) -> Shown:
    """The most chosen options; nothing where a game counts none."""
    used = sorted((one for one in found if one.offered or one.seen_rate.value), key=lambda one: -one.chosen)
    if not used:
        return
    interval = f"same luck ({100 * certainty:g} %)"
    headings = (
        "option",
        "games seen",
        "plays",
        "taken",
        "GIH WR",
        "GNS WR",
        "IWD",
        *((interval,) if seats > 1 else ()),
    )
    yield table(headings, [_cells(one, seats) for one in used[:MOST_OPTIONS]])
    if len(used) > MOST_OPTIONS:
        yield line(f"and {len(used) - MOST_OPTIONS:,} more options: see the report or --json")
    never = len(found) - len(used)
    unseen = f"; {never:,} options were never seen" if never else ""
    yield line(f"{used[0].gp:,} games (GP), counted once for each player; after ± half the interval{unseen}")
    yield line(f"{BIAS_NOTE} {CHOICE_NOTE if seats > 1 else ALONE_NOTE}")


def _cells(one: OptionImpact, seats: int) -> tuple[str, ...]:
    rates = (one.pick_rate, one.gih_wr, one.gns_wr)
    return (
        one.option,
        f"{one.gih_wr.number:,}",
        f"{one.chosen:,}",
        *(_rate(rate) for rate in rates),
        _rate(one.iwd, "+"),
        *((points(one.effect) or "cannot tell",) if seats > 1 else ()),
    )


def _rate(one: Estimate, sign: str = "") -> str:
    return "" if one.value is None else printed.plus_minus(one, printed.POINTS if sign else printed.SHARE)
