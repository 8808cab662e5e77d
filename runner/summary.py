"""What is kept of a stretch of games: exact integer sums that merge in any order.

Shapes use k = seats (and players) of the match-up, T terminations, L lengths, M metrics (payoff, turns, then the game's
own), O options, E events. Everything is int64, so that the same games give the same bytes whatever the order of
merging.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np

__all__ = [
    "CHOICE_COLUMNS",
    "FORCED_COLUMNS",
    "OPTION_COLUMNS",
    "PAIR_OPTION_COLUMNS",
    "Summary",
    "merge",
]

OPTION_COLUMNS = (
    "offered",
    "chosen",
    "games_seen",
    "games_chosen",
    "wins_seen",
    "wins_chosen",
    "draws_seen",
    "draws_chosen",
    "offered_sq",
    "offered_chosen",
    "chosen_sq",
    "chosen_all",
)
"""Of the games of a player in a seat: how often the option was offered and chosen, the games in which it was seen and
chosen, those of them won and without a winner; then sums over these games, which are of different luck, of o o, o c,
c c and c N, where o is the times that it was offered in the game, c the times that it was chosen, and N all choices of
the player in the game that carry an option."""
CHOICE_COLUMNS = ("choices", "choices_sq")
"""Sums of N and N N over games."""
PAIR_OPTION_COLUMNS = ("offered_sq", "offered_chosen", "chosen_sq", "chosen_all")
"""The same four as of games, of the totals o, c and N over the games of a pair."""
FORCED_COLUMNS = ("minus_2", "minus_1", "zero", "plus_1", "plus_2", "not_forced")
"""Samples by points with the option less points without it (2 a win, 1 a game without a winner), and samples that
could not be forced."""


@dataclass(frozen=True)
class Summary:
    """Sums over some pairs of one match-up. A pair is the same luck played in k rotations of the seats."""

    pairs: int
    """Pairs whose every game counts."""
    games: int
    """Games in those pairs: k * pairs."""
    voided: int
    """Games thrown out because a policy or the rules faulted in their pair."""
    score_hist: np.ndarray
    """[k, k+1, k+1] pairs by (player, wins, games without a winner) over the rotations."""
    seat_hist: np.ndarray
    """[k, k+1, k+1] the same by seat."""
    seat_results: np.ndarray
    """[k, k, 3] games by (player, seat, win / no winner / loss)."""
    terminations: np.ndarray
    """[T] games by how they ended, void ones included."""
    turns_hist: np.ndarray
    """[L] games by length in turns."""
    metric_n: np.ndarray
    """[M, k] games in which the metric applies to the player."""
    metric_sum: np.ndarray
    metric_sumsq: np.ndarray
    pair_n: np.ndarray
    """[M, k] pairs in which it applies in every rotation; the sums below are of the pair's total."""
    pair_sum: np.ndarray
    pair_sumsq: np.ndarray
    faults: np.ndarray
    """[k] pairs voided by that player."""
    events: np.ndarray
    """[E, k] times that an event happened to the player."""
    options: np.ndarray
    """[k, k, O, 12] by (player, seat, option, `OPTION_COLUMNS`)."""
    choices: np.ndarray
    """[k, k, 2] by (player, seat, `CHOICE_COLUMNS`)."""
    pair_options: np.ndarray
    """[k, O, 4] by (player, option, `PAIR_OPTION_COLUMNS`)."""
    pair_choices: np.ndarray
    """[k] sum over pairs of N N, N the choices of the player in the games of a pair that carry an option."""
    used_hist: np.ndarray
    """[k, O, k+1] pairs by (player, option, in how many of the pair's games the player chose it)."""
    endings: np.ndarray
    """[T, k] games by (termination, rotation), those of void pairs left out."""
    ending_hist: np.ndarray
    """[T, k+1] pairs by (termination, how many of the pair's games ended so)."""
    event_games: np.ndarray
    """[E, k, k] games by (event, player, seat) in which it happened to the player."""
    event_hist: np.ndarray
    """[E, k, k+1] pairs by (event, player, in how many of the pair's games it happened to the player)."""
    forced: np.ndarray
    """[k, k, O, 6] samples of forced choice by (player, seat, option, `FORCED_COLUMNS`), see `runner.forcing`."""
    digest: int
    """Sum of the game digests modulo 2^64."""

    @classmethod
    def empty(cls, seats: int, terminations: int, metrics: int, options: int, events: int = 0) -> "Summary":
        """No games yet."""
        k = seats

        def zeros(*shape: int) -> np.ndarray:
            return np.zeros(shape, np.int64)

        return cls(
            pairs=0,
            games=0,
            voided=0,
            score_hist=zeros(k, k + 1, k + 1),
            seat_hist=zeros(k, k + 1, k + 1),
            seat_results=zeros(k, k, 3),
            terminations=zeros(terminations),
            turns_hist=zeros(1),
            metric_n=zeros(metrics, k),
            metric_sum=zeros(metrics, k),
            metric_sumsq=zeros(metrics, k),
            pair_n=zeros(metrics, k),
            pair_sum=zeros(metrics, k),
            pair_sumsq=zeros(metrics, k),
            faults=zeros(k),
            events=zeros(events, k),
            options=zeros(k, k, options, len(OPTION_COLUMNS)),
            choices=zeros(k, k, len(CHOICE_COLUMNS)),
            pair_options=zeros(k, options, len(PAIR_OPTION_COLUMNS)),
            pair_choices=zeros(k),
            used_hist=zeros(k, options, k + 1),
            endings=zeros(terminations, k),
            ending_hist=zeros(terminations, k + 1),
            event_games=zeros(events, k, k),
            event_hist=zeros(events, k, k + 1),
            forced=zeros(k, k, options, len(FORCED_COLUMNS)),
            digest=0,
        )

    @property
    def seats(self) -> int:
        """Seats, and players, of the match-up."""
        return len(self.faults)

    def __add__(self, other: "Summary") -> "Summary":
        return merge([self, other])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Summary):
            return NotImplemented
        return all(np.array_equal(getattr(self, f.name), getattr(other, f.name)) for f in fields(self))

    __hash__ = None  # type: ignore[assignment]  # arrays inside


def merge(parts: Iterable[Summary]) -> Summary:
    """The sum of at least one summary of the same match-up; order does not matter."""
    several = list(parts)
    longest = max(len(part.turns_hist) for part in several)
    sums = {
        f.name: sum(getattr(part, f.name) for part in several)
        for f in fields(Summary)
        if f.name not in _SPECIAL
    }
    turns = np.sum([np.pad(part.turns_hist, (0, longest - len(part.turns_hist))) for part in several], axis=0)
    digest = sum(part.digest for part in several) % 2**64
    return Summary(**sums, turns_hist=turns, digest=digest)


_SPECIAL = ("turns_hist", "digest")
