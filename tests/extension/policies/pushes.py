"""Players of pushes."""

from games.jit import compiled
from games.rng import below
from policies.contract import Policy


def _act(name, draws_luck=False):
    def made(function):
        return Policy(name, "pushes", compiled(function), {}, function.__doc__, (), draws_luck, None)

    return made


@_act("even", draws_luck=True)
def even(view, legal, params, weights, rng):
    """Any of the three, even if not all are there."""
    return below(rng, 3)


@_act("ahead")
def ahead(view, legal, params, weights, rng):
    """Pushes where it is ahead anyway, and rests elsewhere."""
    wanted = 0 if view.ahead == view.seat else 2
    for i in range(legal.size):
        if legal[i] == wanted:
            return wanted
    return legal[legal.size - 1]


@_act("boaster")
def boaster(view, legal, params, weights, rng):
    """Waves where it is ahead anyway, and rests elsewhere."""
    wanted = 1 if view.ahead == view.seat else 2
    for i in range(legal.size):
        if legal[i] == wanted:
            return wanted
    return legal[legal.size - 1]


@_act("stubborn")
def stubborn(view, legal, params, weights, rng):
    """Knows nothing but to push."""
    return 0


@_act("fragile")
def fragile(view, legal, params, weights, rng):
    """Breaks where it may not push."""
    if legal[0] != 0:
        raise ValueError("it always could")
    return 0
