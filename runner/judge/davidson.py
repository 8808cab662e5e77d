"""Bradley-Terry strengths with draws (Davidson 1970), fitted to mean results that all weigh the same.

With log strengths t and a draw parameter nu, entrants i and j score

    win : draw : loss  =  e^ti : nu e^((ti + tj) / 2) : e^tj

Every match-up enters by the shares of its games won and drawn, as if each had been played equally often: where the
model does not hold to the letter, as between policies it never does, a fit to games would hang on who played how
much. With equal numbers this is the maximum of the likelihood. It is log-concave in (t, log nu), so Newton's method
finds the one maximum. Parameters below are the vector (t_1, .., t_n, log nu); without draws log nu is -inf and takes no
part.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

__all__ = ["Results", "Sampling"]

Floats = NDArray[np.float64]

LONGEST_STEP = 2.0
PRECISION = 1e-10
# Of an entrant that met nobody: as if it had won and lost half a game against an equal.
VARIANCE_OF_NOTHING = 4.0


@dataclass(frozen=True)
class Sampling:
    """How uncertain the mean results of each match-up are, each `[n, n]`, 0 where nothing was played."""

    score: Floats
    """Variance of the row entrant's mean score; symmetric."""
    both: Floats
    """Covariance of that score and the share of draws; antisymmetric."""
    drawn: Floats
    """Variance of the share of draws; symmetric."""

    @classmethod
    def of_games(cls, won: Floats, drawn: Floats, games: Floats) -> Sampling:
        """For `games` independent games with these shares won and drawn."""
        score, number = won + 0.5 * drawn, np.maximum(games, 1.0)
        played = games > 0.0
        entries = (won + 0.25 * drawn - score**2, drawn * (0.5 - score), drawn * (1.0 - drawn))
        return cls(*(np.where(played, entry / number, 0.0) for entry in entries))


@dataclass(frozen=True)
class Results:
    """A table of mean results of n entrants, of which everyone who met anyone won and lost something."""

    won: Floats
    """[n, n] share of the games of a match-up that the row entrant won, 0 where none was played."""
    drawn: Floats
    """[n, n] share drawn; symmetric."""
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

    def variances(self, strengths: Floats, log_nu: float, sampling: Sampling) -> Floats:
        """Variance `[n]` of each strength about its component's mean: the sandwich of the estimating equations, whose
        filling is the sampling error of each match-up's own results."""
        number = len(strengths)
        inverse = self._inverse(self._derivatives(strengths, log_nu)[1])
        filling = np.zeros((number + 1, number + 1))
        filling[:number, :number] = np.diag(sampling.score.sum(axis=1)) - sampling.score
        filling[:number, number] = filling[number, :number] = sampling.both.sum(axis=1)
        filling[number, number] = 0.5 * sampling.drawn.sum()
        covariance = inverse @ filling @ inverse
        centred = self._centring @ covariance[:number, :number] @ self._centring
        lonely = self._same.sum(axis=1) == 1
        return np.where(lonely, VARIANCE_OF_NOTHING, np.maximum(np.diag(centred), 0.0))

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
        """Gradient `[n+1]` and information `[n+1, n+1]` of the log likelihood, one game a match-up."""
        number, met = len(strengths), self.won + self.won.T + self.drawn
        win, draw = _chances(strengths, log_nu)
        score = win + 0.5 * draw
        gradient = np.append((self.won + 0.5 * self.drawn - met * score).sum(axis=1), 0.0)
        gradient[number] = 0.5 * (self.drawn - met * draw).sum()
        # One game's score has variance win + draw/4 - score^2, its draw flag draw (1 - draw), and they
        # covary.
        cross = met * (win + 0.25 * draw - score**2)
        information = np.zeros((number + 1, number + 1))
        information[:number, :number] = np.diag(cross.sum(axis=1)) - cross
        information[:number, number] = (met * draw * (0.5 - score)).sum(axis=1)
        information[number, :number] = information[:number, number]
        information[number, number] = 0.5 * (met * draw * (1.0 - draw)).sum()
        return gradient, information

    def _inverse(self, information: Floats) -> Floats:
        """Inverse `[n+1, n+1]`; a component is held by its mean, log nu by draws."""
        number = len(self.won)
        held = np.array(information)
        held[:number, :number] += self._same
        if self._with_draws:
            return np.asarray(np.linalg.inv(held))
        return np.pad(np.linalg.inv(held[:number, :number]), (0, 1))


def _chances(strengths: Floats, log_nu: float) -> tuple[Floats, Floats]:
    """`[n, n]` chance that the row entrant wins, and that it draws."""
    own, other = np.broadcast_arrays(strengths[:, None], strengths[None, :])
    chances = softmax(np.stack([own, log_nu + 0.5 * (own + other), other]), axis=0)
    return chances[0], chances[1]
