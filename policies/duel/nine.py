"""The bots of the gates against each other, exactly: three bots in each seat are nine pairs."""

from collections.abc import Sequence

from games.duel.data import DuelData
from games.duel.exact import play_out
from games.duel.figures import PairFigures, exact_figures
from games.duel.graph import reach
from games.duel.rules import BLUE, RED
from policies.contract import Entrant
from policies.duel.mixed import balanced, crowd, doctrine
from policies.duel.tables import strategy_of

__all__ = ["BOTS", "exact", "exact_pairs"]

BOTS = tuple(Entrant(policy.name, policy) for policy in (balanced, doctrine, crowd))


def exact(document: DuelData, scenario: str, red: Entrant, blue: Entrant) -> PairFigures:
    """What `red` and `blue` come to in these seats of a map; no game is played.

    Raises `ValueError` for a policy that the evaluator cannot read (see `policies/duel/tables.py`).
    """
    return _figures(document, scenario, (red,), (blue,))[0]


def exact_pairs(
    document: DuelData, scenario: str, entrants: Sequence[Entrant] = BOTS
) -> tuple[PairFigures, ...]:
    """Every entrant in Red's seat against every one in Blue's: nine pairs for the three bots."""
    return _figures(document, scenario, entrants, entrants)


def _figures(
    document: DuelData, scenario: str, reds: Sequence[Entrant], blues: Sequence[Entrant]
) -> tuple[PairFigures, ...]:
    alone = document.model_copy(update={"maps": {scenario: document.maps[scenario]}})
    graph = reach(alone, scenario, plain=True)
    tables = {id(entrant): entrant.array(alone) for entrant in (*reds, *blues)}
    sides = [
        [(each.label, strategy_of(tables[id(each)], alone, scenario, seat)) for each in entrants]
        for seat, entrants in ((RED, reds), (BLUE, blues))
    ]
    return tuple(
        exact_figures(alone, scenario, graph, play_out(graph, x, y), (red, blue))
        for red, x in sides[RED]
        for blue, y in sides[BLUE]
    )
