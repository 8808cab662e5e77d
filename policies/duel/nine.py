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
    graph = reach(document, scenario, plain=True)
    sides = (
        strategy_of(entrant.array(document), document, scenario, seat)
        for seat, entrant in ((RED, red), (BLUE, blue))
    )
    return exact_figures(document, scenario, graph, play_out(graph, *sides), (red.label, blue.label))


def exact_pairs(
    document: DuelData, scenario: str, entrants: Sequence[Entrant] = BOTS
) -> tuple[PairFigures, ...]:
    """Every entrant in Red's seat against every one in Blue's: nine pairs for the three bots."""
    return tuple(exact(document, scenario, red, blue) for red in entrants for blue in entrants)
