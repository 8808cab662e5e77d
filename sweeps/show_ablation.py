"""How an ablation is shown to people."""

from runner.show import Console
from sweeps.ablate import Ablation

__all__ = ["show_ablation"]


def show_ablation(result: Ablation) -> None:
    """A line a weight: what its policy loses without it; then the weights that cannot be 0."""
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
        for row in result.rows
    ]
    interval = f"{certain} interval"
    headings = ("policy", "weight", "value", "at 0", interval, "fresh luck", interval, "")
    if cells:
        Console().table(headings, cells)
        told = f"hold for the whole table at {certain}; {result.games:,} games"
        print(f"score with the weight at 0 less the score with it, on the same luck; intervals {told}")
    for name, reason in result.refused:
        print(f"{name} cannot be 0: {reason}")


def _signed(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.2f} %"


def _signed_span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{100 * low:+.2f} to {100 * high:+.2f} %"
