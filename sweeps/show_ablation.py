"""How an ablation is shown to people."""

from runner.show import Console
from runner.show.verdicts import MOST_SHOWN
from sweeps.ablate import Ablated, Ablation

__all__ = ["show_ablation"]

_MOST_REFUSED = 5


def show_ablation(result: Ablation, details: bool = False) -> None:
    """A line a weight: what its policy loses without it; then the weights that cannot be 0.

    Without `details` the first of them: those that make a difference, the largest first.
    """
    rows = list(result.rows) if details else sorted(result.rows, key=_weight)[:MOST_SHOWN]
    certain = f"{100 * result.certainty:g} %"
    cells = [
        (
            row.policy,
            row.weight,
            f"{row.value:g}",
            _signed(row.seen.mean),
            _signed_span(row.seen.low, row.seen.high),
            "" if row.fresh is None else _signed(row.fresh.mean),
            "" if row.fresh is None else _signed_span(row.fresh.low, row.fresh.high),
            row.verdict,
        )
        for row in rows
    ]
    interval = f"{certain} interval"
    headings = ("policy", "weight", "value", "at 0", interval, "fresh luck", interval, "")
    console = Console()
    if cells:
        console.table(headings, cells)
        told = f"hold for the whole table at {certain}; {result.games:,} games"
        if len(result.rows) > len(rows):
            console.say(f"and {len(result.rows) - len(rows):,} more weights, of no larger difference")
        console.say(f"score with the weight at 0 less the score with it, on the same luck; intervals {told}")
    refused = result.refused if details else result.refused[:_MOST_REFUSED]
    for name, reason in refused:
        console.say(f"{name} cannot be 0: {reason}")
    if len(result.refused) > len(refused):
        console.say(f"and {len(result.refused) - len(refused):,} more that cannot be 0")


def _weight(row: Ablated) -> tuple[bool, float]:
    return row.fresh is None, -abs((row.fresh or row.seen).mean or 0.0)


def _signed(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.2f} %"


def _signed_span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{100 * low:+.2f} to {100 * high:+.2f} %"
