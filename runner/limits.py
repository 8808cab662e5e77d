"""What a game states of itself, and the words for play that goes beyond it: a fault of the rules.

The loop looks at what is cheap: the number of legal actions and their options at each decision, the seat at each turn,
everything else at the end of a game.
"""

from games.contract import FIRST_ENDING, HOUSE, RUNNING, TIME_OUT, Game
from games.jit import inlined

__all__ = [
    "ACTIONS",
    "ENDINGS",
    "EVENTS",
    "EVENT_IDS",
    "LIMITS",
    "OPTIONS",
    "SEATS",
    "TURNS",
    "breaks_limit",
    "limits_of",
    "note",
    "reason_of",
]

LIMITS = ("actions", "turns", "events of a seat", "event ids", "endings")
ACTIONS, TURNS, EVENTS, EVENT_IDS, ENDINGS, OPTIONS, SEATS, WINNER = range(8)
"""What was broken; the first five have their limit in `LIMITS`."""
NOTHING = -1


def limits_of(game: Game, document: object) -> tuple[int, ...]:
    """The limits of a game of this document, in the order of `LIMITS`."""
    events = len(game.events(document)) if game.events else 0
    return game.max_actions, game.longest(document), game.most_events, events, len(game.terminations)


@inlined
def note(broken, what, value):
    """Note which limit was broken, and by what."""
    broken[0] = what
    broken[1] = value


@inlined
def breaks_limit(limits, broken, seats, turns, ending, winner):
    """Whether the end of a game breaks a limit; `broken` says which then, and by what."""
    broken[0] = NOTHING
    if turns < 1 or turns > limits[TURNS]:
        broken[0], broken[1] = TURNS, turns
    elif not (RUNNING < ending <= TIME_OUT or FIRST_ENDING <= ending < limits[ENDINGS]):
        broken[0], broken[1] = ENDINGS, ending
    elif winner < HOUSE or winner >= seats:
        broken[0], broken[1] = WINNER, winner
    return broken[0] != NOTHING


def reason_of(broken: int, value: int, game: Game, document: object) -> str:
    """The limit that was broken, in words."""
    limits = limits_of(game, document)
    if broken == ACTIONS and value < 1:
        return "no legal action in a game that is not over"
    if broken == ACTIONS:
        return f"{value} legal actions, where `max_actions` says {limits[ACTIONS]} at most"
    if broken == TURNS:
        return f"a game of {value} turns, where `longest` says {limits[TURNS]} at most"
    if broken == EVENTS:
        return f"{value} events of one seat, where `most_events` says {limits[EVENTS]} at most"
    if broken == EVENT_IDS:
        return f"event {value}, where {_numbered(limits[EVENT_IDS], 'events')}"
    if broken == OPTIONS:
        return f"option {value}, where {_numbered(len(game.options(document)), 'options')}"
    if broken == ENDINGS:
        known = (
            f"the game's own are {FIRST_ENDING} to {limits[ENDINGS] - 1}" if game.endings else "it has none"
        )
        return f"ending {value}, where {known}"
    what = "to move" if broken == SEATS else "as the winner"
    return f"seat {value} {what}, where the seats are 0 to {game.seats - 1}"


def _numbered(count: int, what: str) -> str:
    return f"the {what} of the data are 0 to {count - 1}" if count else f"the data has no {what}"
