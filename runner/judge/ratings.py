"""One number per entrant: Bradley-Terry strengths with Davidson's draws, every match-up weighing the same.

The model and its fit are in `davidson`. Entrants that never met, directly or through others, form components that
share no scale and are not ranked together. Where someone has won or lost everything the maximum lies at infinity:
that component is regularised and flagged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.special import ndtri

from runner.judge.davidson import Results, Sampling

__all__ = ["ELO", "Rating", "Ratings", "bradley_terry", "dispersion", "sampling_of"]

Floats = NDArray[np.float64]

ELO = 400.0 / np.log(10.0)
"""Elo points of one unit of log strength."""

# Games won, and games lost, that are added to each match-up of a component that would have no finite maximum.
VIRTUAL_GAMES = 0.5
# Pairs of all wins, and of all losses, never seen but possible: without them equal pairs would be certain.
UNSEEN = 0.5


@dataclass(frozen=True)
class Rating:
    """One entrant, in Elo around the mean of its component."""

    name: str
    elo: float
    low: float
    high: float
    component: int
    """Entrants are comparable only inside one component."""
    games: float
    winless: bool
    unbeaten: bool
    regularised: bool
    """Its component has no finite maximum: half a game won and half a game lost were added to each match-up."""


@dataclass(frozen=True)
class Ratings:
    """Ratings in the order of the entrants, and the draw parameter (0 without draws)."""

    entrants: tuple[Rating, ...]
    nu: float


def dispersion(score_hist: NDArray[np.int64]) -> Floats:
    """How much pair scores vary, relative to k independent games with the same results; 1 when unknown.

    Below 1 when the seats' rotation cancels luck. It tells how many independent games a number of games is worth.

    Args:
        score_hist: `[..., k+1, k+1]` pairs by (wins, draws) of one player.

    Returns:
        `[...]`, one of each histogram.
    """
    k = score_hist.shape[-1] - 1
    wins, draws = np.divmod(np.arange((k + 1) ** 2), k + 1)
    scores = wins + 0.5 * draws
    hists = score_hist.reshape(*score_hist.shape[:-2], -1).astype(np.float64)
    pairs = hists.sum(axis=-1)
    several = np.maximum(pairs, 2.0)
    mean = hists @ scores / several
    of_pairs = (hists * (scores - mean[..., None]) ** 2).sum(axis=-1) / (several - 1.0)
    of_games = hists @ (wins + 0.25 * draws) / several - mean**2 / k
    known = (pairs >= 2.0) & (of_pairs > 0.0) & (of_games > 0.0)
    return np.asarray(np.where(known, of_pairs / np.where(known, of_games, 1.0), 1.0))


def sampling_of(hists: NDArray[np.int64]) -> Sampling:
    """The sampling error of each match-up's mean results, over its pairs.

    Args:
        hists: `[n, n, k+1, k+1]` pairs by (wins, draws) of the row entrant.
    """
    k = hists.shape[-1] - 1
    wins, draws = np.divmod(np.arange((k + 1) ** 2), k + 1)
    weights = hists.reshape(*hists.shape[:-2], -1).astype(np.float64)
    played = weights.sum(axis=-1) > 0.0
    for extreme in (0, k * (k + 1)):  # all lost, all won
        weights[..., extreme] += UNSEEN
    pairs = weights.sum(axis=-1)
    score, drawn = (weights @ column / pairs for column in ((wins + 0.5 * draws) / k, draws / k))
    apart = ((wins + 0.5 * draws) / k - score[..., None], draws / k - drawn[..., None])
    products = (apart[0] ** 2, apart[0] * apart[1], apart[1] ** 2)
    return Sampling(*(np.where(played, (weights * one).sum(axis=-1) / pairs**2, 0.0) for one in products))


def bradley_terry(
    names: tuple[str, ...],
    wins: Floats,
    draws: Floats | None = None,
    sampling: Sampling | None = None,
    certainty: float = 0.95,
) -> Ratings:
    """Fit strengths to a table of results, whatever was played of each match-up.

    Args:
        names: the n entrants.
        wins: `[n, n]` games that the row entrant won from the column entrant.
        draws: `[n, n]` symmetric, drawn games.
        sampling: how uncertain each match-up's mean results are; if not given, games are independent.
        certainty: of the intervals, each alone, for these numbers of games.
    """
    number = len(names)
    won = np.array(wins, np.float64)
    drawn = np.zeros((number, number)) if draws is None else np.array(draws, np.float64)
    if won.shape != (number, number) or drawn.shape != (number, number):
        raise ValueError(
            f"wins {won.shape} and draws {drawn.shape} must be {(number, number)} for {number} names"
        )
    np.fill_diagonal(won, 0.0)
    np.fill_diagonal(drawn, 0.0)
    components, at_infinity = _structure(won, drawn)
    shares = _shares(won, drawn, at_infinity)
    results = Results(shares[0], shares[1], components)
    strengths, log_nu = results.most_likely()
    errors = np.sqrt(results.variances(strengths, log_nu, sampling or Sampling.of_games(*shares)))
    z = float(ndtri(0.5 + certainty / 2.0))
    rated = [
        Rating(
            name=name,
            elo=ELO * float(strengths[i]),
            low=ELO * float(strengths[i] - z * errors[i]),
            high=ELO * float(strengths[i] + z * errors[i]),
            component=int(components[i]),
            games=float(won[i].sum() + won[:, i].sum() + drawn[i].sum()),
            winless=bool(won[i].sum() == 0.0),
            unbeaten=bool(won[:, i].sum() == 0.0),
            regularised=bool(at_infinity[i]),
        )
        for i, name in enumerate(names)
    ]
    return Ratings(tuple(rated), float(np.exp(log_nu)) if drawn.any() else 0.0)


def _shares(won: Floats, drawn: Floats, at_infinity: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Shares of the games of each match-up won by the row entrant and drawn, and its games, each `[n, n]`; with
    `VIRTUAL_GAMES` where a component needs them."""
    met = won + won.T + drawn > 0.0
    wins = won + np.where(met & at_infinity[:, None], VIRTUAL_GAMES, 0.0)
    games = wins + wins.T + drawn
    number = np.where(met, games, 1.0)
    return wins / number, drawn / number, games


def _structure(won: Floats, drawn: Floats) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Component `[n]` of each entrant, and whether its component may have no finite maximum.

    Finite if, following wins from winner to loser, everyone can be reached from everyone (Ford 1957). Draws
    do not count: strength and nu could grow together, all wins and draws and no loss. A lone entrant has no
    scale.
    """
    _, components = connected_components(won + drawn > 0.0, directed=True, connection="weak")
    _, strong = connected_components(won > 0.0, directed=True, connection="strong")
    classes = {int(c): len(set(strong[components == c])) for c in components}
    alone = {int(c): int((components == c).sum()) == 1 for c in components}
    return components, np.array([classes[int(c)] > 1 or alone[int(c)] for c in components])
