"""Maximum likelihood of Bradley-Terry strengths with draws (Davidson 1970).

With log strengths t and a draw parameter nu, entrants i and j score

    win : draw : loss  =  e^ti : nu e^((ti + tj) / 2) : e^tj

which is log-concave in (t, log nu), so Newton's method finds the one maximum. Parameters below are the vector
(t_1, .., t_n, log nu); without draws log nu is -inf and takes no part.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, softmax

__all__ = ["Results"]

Floats = NDArray[np.float64]

LONGEST_STEP = 2.0
PRECISION = 1e-10


@dataclass(frozen=True)
class Results:
    """A table of results of n entrants."""

    won: Floats
    """[n, n] games that the row entrant won, diagonal 0."""
    drawn: Floats
    """[n, n] symmetric, diagonal 0."""
    virtual: Floats
    """[n] games won, and as many lost, against an average entrant: above 0 where the maximum would be
    infinite."""
    components: NDArray[np.intp]
    """[n] entrants of one component met, directly or through others. Its mean strength is set to 0."""

    def most_likely(self) -> tuple[Floats, float]:
        """Strengths `[n]`, mean 0 in each component, and log nu."""
        x = np.append(np.zeros(len(self.won)), 0.0 if self._with_draws else -np.inf)
        for _ in range(200):
            gradient, information = self._derivatives(x[:-1], x[-1])
            step = self._inverse(information) @ gradient
            x = x + step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), PRECISION))
            if np.abs(step).max() < PRECISION:
                break
        return self._centring @ x[:-1], float(x[-1])

    def variances(self, strengths: Floats, log_nu: float, spread: Floats | None = None) -> Floats:
        """Variance `[n]` of each strength about its component's mean.

        With `spread [n, n]`, the variance of pair scores relative to independent games, a sandwich.
        """
        number = len(strengths)
        inverse = self._inverse(self._derivatives(strengths, log_nu)[1])
        covariance = inverse
        if spread is not None:
            scaled = Results(self.won * spread, self.drawn * spread, self.virtual, self.components)
            covariance = inverse @ scaled._derivatives(strengths, log_nu)[1] @ inverse
        centred = self._centring @ covariance[:number, :number] @ self._centring
        return np.maximum(np.diag(centred), 0.0)

    @property
    def _with_draws(self) -> bool:
        return bool(self.drawn.any())

    @property
    def _same(self) -> NDArray[np.bool_]:
        """[n, n] whether two entrants are of one component."""
        return np.asarray(self.components[:, None] == self.components[None, :])

    @property
    def _centring(self) -> Floats:
        """[n, n] takes the mean of its component from each strength; who met nobody is measured by nothing."""
        size = self._same.sum(axis=1, keepdims=True)
        return np.asarray(np.eye(len(self.won)) - np.where(size > 1, self._same / size, 0.0))

    def _derivatives(self, strengths: Floats, log_nu: float) -> tuple[Floats, Floats]:
        """Gradient `[n+1]` and information `[n+1, n+1]` of the log likelihood."""
        number = len(strengths)
        games = self.won + self.won.T + self.drawn
        win, draw = _chances(strengths, log_nu)
        score = win + 0.5 * draw
        gradient = np.append((self.won + 0.5 * self.drawn - games * score).sum(axis=1), 0.0)
        gradient[number] = 0.5 * (self.drawn - games * draw).sum()
        # One game's score has variance win + draw/4 - score^2, its draw flag draw (1 - draw), and they
        # covary.
        cross = games * (win + 0.25 * draw - score**2)
        information = np.zeros((number + 1, number + 1))
        information[:number, :number] = np.diag(cross.sum(axis=1)) - cross
        information[:number, number] = information[number, :number] = (games * draw * (0.5 - score)).sum(
            axis=1
        )
        information[number, number] = 0.5 * (games * draw * (1.0 - draw)).sum()
        return self._with_virtual_games(gradient, information, strengths, log_nu)

    def _with_virtual_games(
        self, gradient: Floats, information: Floats, strengths: Floats, log_nu: float
    ) -> tuple[Floats, Floats]:
        """Games that keep the maximum finite, against an average entrant, without draws."""
        number, chance = len(strengths), expit(strengths)
        gradient[:number] += self.virtual * (1.0 - 2.0 * chance)
        information[np.arange(number), np.arange(number)] += 2.0 * self.virtual * chance * (1.0 - chance)
        if not self.won.any():
            # Nothing but draws: nu would grow for ever without one game of equals, half drawn, half not.
            drawn = expit(log_nu - np.log(2.0))
            gradient[number] += 0.5 - drawn
            information[number, number] += drawn * (1.0 - drawn)
        return gradient, information

    def _inverse(self, information: Floats) -> Floats:
        """Inverse `[n+1, n+1]`; a component without virtual games is held by its mean, log nu by draws."""
        number = len(self.won)
        held = np.array(information)
        held[:number, :number] += self._same & (self.virtual == 0.0)
        if self._with_draws:
            return np.asarray(np.linalg.inv(held))
        return np.pad(np.linalg.inv(held[:number, :number]), (0, 1))


def _chances(strengths: Floats, log_nu: float) -> tuple[Floats, Floats]:
    """`[n, n]` chance that the row entrant wins, and that it draws."""
    own, other = np.broadcast_arrays(strengths[:, None], strengths[None, :])
    chances = softmax(np.stack([own, log_nu + 0.5 * (own + other), other]), axis=0)
    return chances[0], chances[1]
