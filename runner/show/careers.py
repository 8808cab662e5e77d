"""Careers: ratings at their end, and when grades and badges come."""

from collections.abc import Sequence

from runner.careers import Milestone, PolicyCareers
from runner.show.tables import MOST_ROWS, Shown, line, table
from runner.show.verdicts import MOST_SHOWN

__all__ = ["careers"]

_BESIDE = 4


def careers(found: Sequence[PolicyCareers], details: bool = False) -> Shown:
    """A table of ratings, then one of the grades and badges that any policy reaches.

    Without `details` at most 20 policies, the best first, and the milestones of as many as fit beside each other.
    """
    most = MOST_ROWS if details else MOST_SHOWN
    found = sorted(found, key=lambda one: -one.rating[1]) if len(found) > most else found
    rows = [
        (
            one.policy,
            f"{one.rating[1]:.0f} ({one.rating[0]:.0f} to {one.rating[2]:.0f})",
            f"{one.deviation:.0f}",
            ", ".join(f"{grade} {n}" for grade, n in one.grades.items()),
        )
        for one in found[:most]
    ]
    yield table(("policy", "rating at the end (half of them)", "deviation", "careers by grade"), rows)
    if len(found) > most:
        yield line(f"and {len(found) - most:,} more policies, rated lower")
    beside = found[: most if details else _BESIDE]
    milestones = list(zip(*(one.milestones for one in beside), strict=True))
    reached = [group for group in milestones if any(each.reached for each in group)]
    cells = [(group[0].name, f"{group[0].unit}s", *map(_cell, group)) for group in reached]
    yield table(("reached", "counted in", *(one.policy for one in beside)), cells)
    if len(found) > len(beside):
        yield line(f"reached by {len(found) - len(beside):,} more policies: see --details or --json")
    never = [group[0].name for group in milestones if group not in reached]
    if never:
        yield line(f"reached by none: {', '.join(never)}")
    told = (
        "share of careers that come so far (Wilson, 95 %), and with which decision or battle (half of them)"
    )
    yield line(
        f"{found[0].careers} careers of {found[0].battles} battles each, which differ in luck alone; {told}"
    )


def _cell(each: Milestone) -> str:
    share = f"{100 * each.share:.0f} % ({100 * each.low:.0f} to {100 * each.high:.0f})"
    if each.quartiles is None:
        return share
    low, middle, high = each.quartiles
    return f"{share}: {middle:.0f} ({low:.0f} to {high:.0f})"
