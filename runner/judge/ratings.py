"""One number per entrant: Bradley-Terry strengths with Davidson's draws, by maximum likelihood.

With log strengths t and a draw parameter nu, entrants i and j score

    win : draw : loss  =  e^ti : nu e^((ti + tj) / 2) : e^tj

which is log-concave in (t, log nu), so Newton's method finds the one maximum. Entrants that never met,
directly or through others, form components that share no scale and are not ranked together. Where someone
has won or lost everything the maximum lies at infinity: that component is regularised and flagged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.special import ndtri, softmax

__all__ = ["ELO", "Rating", "Ratings", "bradley_terry", "dispersion"]

Floats = NDArray[np.float64]

ELO = 400.0 / np.log(10.0)
"""Elo points of one unit of log strength."""

# A regularised entrant wins and loses this many games against an average entrant of its component.
VIRTUAL_GAMES = 0.5


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
    """Its component has no finite maximum: half a virtual win and loss a head were added."""


@dataclass(frozen=True)
class Ratings:
    """Ratings in the order of the entrants, and the draw parameter (0 without draws)."""

    entrants: tuple[Rating, ...]
    nu: float


def dispersion(score_hist: NDArray[np.int64]) -> float:
    """How much pair scores vary, relative to k independent games with the same results; 1 when unknown.

    Below 1 when the seats' rotation cancels luck. Used to widen or narrow rating intervals.

    Args:
        score_hist: `[k+1, k+1]` pairs by (wins, draws) of one player.
    """
    k = score_hist.shape[0] - 1
    wins, draws = np.divmod(np.arange((k + 1) ** 2).reshape(k + 1, k + 1), k + 1)
    pairs = score_hist.sum()
    if pairs < 2:
        return 1.0
    scores = wins + 0.5 * draws
    mean = float((score_hist * scores).sum() / pairs)
    of_pairs = float((score_hist * (scores - mean) ** 2).sum() / (pairs - 1))
    squares = float((score_hist * (wins + 0.25 * draws)).sum() / pairs)
    of_games = squares - mean**2 / k
    return of_pairs / of_games if of_pairs > 0.0 and of_games > 0.0 else 1.0


def bradley_terry(
    names: tuple[str, ...],
    wins: Floats,
    draws: Floats | None = None,
    spread: Floats | None = None,
    certainty: float = 0.95,
) -> Ratings:
    """Fit strengths to a table of results.

    Args:
        names: the n entrants.
        wins: `[n, n]` games that the row entrant won from the column entrant.
        draws: `[n, n]` symmetric, drawn games.
        spread: `[n, n]` symmetric `dispersion` of each match-up; 1 where games are independent.
        certainty: of the intervals, each alone, for this number of games.
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
    virtual = np.where(at_infinity, VIRTUAL_GAMES, 0.0)
    strengths, log_nu = _fit(won, drawn, virtual, components)
    variances = _variances(won, drawn, virtual, components, strengths, log_nu, spread)
    z = float(ndtri(0.5 + certainty / 2.0))
    rated = [
        Rating(
            name=name,
            elo=ELO * float(strengths[i]),
            low=ELO * float(strengths[i] - z * variances[i] ** 0.5),
            high=ELO * float(strengths[i] + z * variances[i] ** 0.5),
            component=int(components[i]),
            games=float(won[i].sum() + won[:, i].sum() + drawn[i].sum()),
            winless=bool(won[i].sum() == 0.0),
            unbeaten=bool(won[:, i].sum() == 0.0),
            regularised=bool(at_infinity[i]),
        )
        for i, name in enumerate(names)
    ]
    return Ratings(tuple(rated), float(np.exp(log_nu)) if drawn.any() else 0.0)


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


def _probabilities(strengths: Floats, log_nu: float) -> tuple[Floats, Floats]:
    """`[n, n]` chance that the row entrant wins, and that it draws."""
    own, other = np.broadcast_arrays(strengths[:, None], strengths[None, :])
    chances = softmax(np.stack([own, log_nu + 0.5 * (own + other), other]), axis=0)
    return chances[0], chances[1]


def _derivatives(
    won: Floats, drawn: Floats, virtual: Floats, strengths: Floats, log_nu: float
) -> tuple[Floats, Floats]:
    """Gradient `[n+1]` and information `[n+1, n+1]` of the log likelihood in (t, log nu)."""
    number = len(strengths)
    games = won + won.T + drawn
    win, draw = _probabilities(strengths, log_nu)
    score = win + 0.5 * draw
    # Against an average entrant, no draws: the virtual games of the regularised.
    plain = 1.0 / (1.0 + np.exp(-strengths))
    gradient = np.append(
        (won + 0.5 * drawn - games * score).sum(axis=1) + virtual * (1.0 - 2.0 * plain),
        0.5 * (drawn - games * draw).sum(),
    )
    # One game's score has variance win + draw/4 - score^2, its draw flag draw (1 - draw), and they covary.
    cross = games * (win + 0.25 * draw - score**2)
    information = np.zeros((number + 1, number + 1))
    information[:number, :number] = np.diag(cross.sum(axis=1)) - cross
    information[np.arange(number), np.arange(number)] += 2.0 * virtual * plain * (1.0 - plain)
    shared = (games * draw * (0.5 - score)).sum(axis=1)
    information[:number, number] = information[number, :number] = shared
    information[number, number] = 0.5 * (games * draw * (1.0 - draw)).sum()
    if not won.any():
        # Nothing but draws: nu would grow for ever without one virtual game of equals, half drawn, half not.
        even = 1.0 / (1.0 + 2.0 * np.exp(-log_nu))
        gradient[number] += 0.5 - even
        information[number, number] += even * (1.0 - even)
    return gradient, information


def _centred(strengths: Floats, components: NDArray[np.intp]) -> Floats:
    means = np.bincount(components, strengths) / np.bincount(components)
    return strengths - means[components]


def _inverse(information: Floats, with_draws: bool) -> Floats:
    """Pseudo-inverse: the mean of each component is free, and so is log nu without draws."""
    kept = information if with_draws else information[:-1, :-1]
    inverse = np.linalg.pinv(kept, rcond=1e-10, hermitian=True)
    return np.asarray(inverse if with_draws else np.pad(inverse, (0, 1)))


def _fit(won: Floats, drawn: Floats, virtual: Floats, components: NDArray[np.intp]) -> tuple[Floats, float]:
    """Newton's method with steps of at most 2 units, until the gradient vanishes."""
    with_draws = bool(drawn.any())
    x = np.append(np.zeros(len(won)), 0.0 if with_draws else -np.inf)
    for _ in range(200):
        gradient, information = _derivatives(won, drawn, virtual, x[:-1], x[-1])
        step = _inverse(information, with_draws) @ gradient
        x = x + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        x[:-1] = _centred(x[:-1], components) if not virtual.any() else x[:-1]
        if np.abs(step).max() < 1e-10:
            break
    return _centred(x[:-1], components), float(x[-1])


def _variances(
    won: Floats,
    drawn: Floats,
    virtual: Floats,
    components: NDArray[np.intp],
    strengths: Floats,
    log_nu: float,
    spread: Floats | None,
) -> Floats:
    """Variance `[n]` of each centred strength; a sandwich where pairs are not k independent games."""
    number = len(strengths)
    inverse = _inverse(_derivatives(won, drawn, virtual, strengths, log_nu)[1], bool(drawn.any()))
    covariance = inverse[:number, :number]
    if spread is not None:
        scale = np.asarray(spread, np.float64)
        _, meat = _derivatives(won * scale, drawn * scale, virtual, strengths, log_nu)
        covariance = (inverse @ meat @ inverse)[:number, :number]
    same = components[:, None] == components[None, :]
    centring = np.eye(number) - same / same.sum(axis=1, keepdims=True)
    return np.maximum(np.diag(centring @ covariance @ centring.T), 0.0)
