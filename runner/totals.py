"""What the loop leaves to be added when a unit has been played, because it follows from what it counted."""

from collections.abc import Mapping

import numpy as np

from runner.summary import OPTION_COLUMNS

__all__ = ["completed"]

_OFFERED, _CHOSEN, _GAMES_CHOSEN, _SQUARE = (
    OPTION_COLUMNS.index(name) for name in ("offered", "chosen", "games_chosen", "offered_sq")
)


def completed(grown: Mapping[str, np.ndarray], pairs: int) -> dict[str, np.ndarray]:
    """The arrays of a `Summary` from those of a `Tally` that has counted `pairs` pairs.

    The loop adds o (o - 1), (o - 1) c and c (c - 1) for `offered_sq`, `offered_chosen` and `chosen_sq`, products of
    different games for `pair_options`, repeats within a game for `events`, and to histograms over the games of a pair
    only where these are two or more.
    """
    options = grown["options"].copy()
    options[..., _SQUARE] += options[..., _OFFERED]
    options[..., _SQUARE + 1 : _SQUARE + 3] += options[..., _CHOSEN, None]
    event_games = grown["event_games"]
    return {
        **grown,
        "options": options,
        "pair_options": grown["pair_options"] + options[..., _SQUARE:].sum(axis=1),
        "events": grown["events"] + event_games.sum(axis=2),
        "used_hist": _whole(grown["used_hist"], options[..., _GAMES_CHOSEN].sum(axis=1), pairs),
        "ending_hist": _whole(grown["ending_hist"], grown["endings"].sum(axis=1), pairs),
        "event_hist": _whole(grown["event_hist"], event_games.sum(axis=2), pairs),
    }


def _whole(several: np.ndarray, games: np.ndarray, pairs: int) -> np.ndarray:
    """A histogram [..., k+1] over the games of a pair from its columns of two games and more, and all games [...]."""
    hist = several.copy()
    hist[..., 1] = games - (hist[..., 2:] * np.arange(2, hist.shape[-1])).sum(axis=-1)
    hist[..., 0] = pairs - hist[..., 1:].sum(axis=-1)
    return hist
