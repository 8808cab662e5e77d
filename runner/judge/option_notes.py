"""What stands beside option tables, wherever they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runner.judge.options import OptionFigures

__all__ = ["forced_was_asked", "most_telling", "notes", "reasons"]

COMPARED_NOTE = (
    "Chosen less passed: score of the games in which it was chosen, less that of the games in which it was there and "
    "was not chosen, within one match-up and seat; opponents weigh the same. It compares different games: who chooses "
    "it when ahead makes it look good."
)
FORCED_NOTE = (
    "Forced choice is the figure to trust: from one decision the game is played on twice on the same luck, with the "
    "option and with the policy's next choice; points of score a game."
)
UNFORCED_NOTE = (
    "What an option does in one and the same position is told by forced choices: ask with effects = 200."
)
DEALT_NOTE = (
    "GIH WR, GNS WR and IWD compare games in which it was seen with games in which it was not: what is drawn late is "
    "judged by the games that last."
)


def notes(rows: Sequence[OptionFigures], certainty: float) -> tuple[str, ...]:
    """How to read the table; one sentence or a few each."""
    found = [COMPARED_NOTE]
    found.append(FORCED_NOTE if forced_was_asked(rows) else UNFORCED_NOTE)
    if any(row.iwd.value is not None for row in rows):
        found.append(DEALT_NOTE)
    found.append(
        f"Each interval holds by itself at {100 * certainty:g} %, for the games at which the run stopped; that of a "
        "forced choice at every look. A star marks what is not 0, certain for the whole table at once."
    )
    return tuple(found)


def forced_was_asked(rows: Sequence[OptionFigures]) -> bool:
    """Whether any game was played on twice, or could not be."""
    return any(row.effect.number or row.refused for row in rows)


def most_telling(rows: Sequence[OptionFigures]) -> list[OptionFigures]:
    """Rows by what they tell: furthest from 0 in half-widths of the interval, forced choices before what is compared;
    then those that cannot tell, by how often they were chosen."""
    forced = forced_was_asked(rows)

    def key(row: OptionFigures) -> tuple[float, ...]:
        first, second = (row.effect, row.compared) if forced else (row.compared, row.effect)
        shown = first if first.value is not None else second
        if shown.value is None:
            return 2.0, 0.0, -float(row.chosen)
        return (
            float(first.value is None),
            -abs(shown.value) / max(shown.radius or 0.0, 1e-9),
            -float(row.chosen),
        )

    return sorted(rows, key=key)


def reasons(left_out: Mapping[str, int]) -> str:
    """Match-ups left out of a comparison, in words: `2 where one side has no games`."""
    return ", ".join(f"{number} where {reason}" for reason, number in left_out.items())
