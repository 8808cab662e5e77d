"""A model of the targets themselves, from which half of the proposals of a search come.

A sampler learns one number a point, how bad it is. The readings tell more: which target is off, to which side, by how
much. Each is fitted by a quadratic in the parameters (Bayesian linear regression, rates on the logistic scale, points
weighted by their games), and a proposal is the point that comes closest to every band under one draw from the posterior
(Thompson 1933): certain where the fit is, curious where it is not.
"""

from collections.abc import Sequence

import numpy as np
from scipy.special import expit, logit

from sweeps.definition import Sweep
from sweeps.objective import Assessment, Reading
from sweeps.parameters import Parameter
from sweeps.space import Point

__all__ = ["hints"]

Floats = np.ndarray

# Points of the space that are looked at for each proposal: anywhere, and around the best.
_ANYWHERE, _AROUND, _BEST = 384, 384, 6
# Width of the surroundings, as a share of a range.
_NEAR = 0.08
# Precision of the prior of a coefficient, for inputs in [-1, 1]; what no game explains, on the logistic scale.
_RIDGE, _ROUGH = 0.3, 0.05


def hints(
    sweep: Sweep, played: Sequence[tuple[Point, Assessment]], count: int, seed: Sequence[int]
) -> list[Point]:
    """At most `count` points that should come close to every band; none while too little is known."""
    parameters = sweep.space.parameters
    known = [(point, found) for point, found in played if _is_complete(found)]
    names = [reading.name for reading in known[0][1].readings] if known else []
    known = [one for one in known if [reading.name for reading in one[1].readings] == names]
    if len(known) < len(parameters) + 2:
        return []
    rng = np.random.default_rng(list(seed))
    inputs = _features(_scaled(parameters, [point for point, _ in known]))
    fits = [_fit(inputs, [found.readings[k] for _, found in known], known) for k in range(len(names))]
    best = sorted(known, key=lambda one: one[1].loss.value)[:_BEST]
    found: list[Point] = []
    for _ in range(count):
        points = _candidates(parameters, [point for point, _ in best], rng)
        losses = _losses(sweep, points, fits, known[0][1].readings, rng)
        new = next(points[i] for i in np.argsort(losses, kind="stable") if points[i] not in found)
        found.append(new)
    return found


def _is_complete(found: Assessment) -> bool:
    return all(reading.estimate is not None for reading in found.readings)


def _fit(
    inputs: Floats, readings: Sequence[Reading], known: Sequence[tuple[Point, Assessment]]
) -> tuple[Floats, Floats, bool]:
    """Mean `[F]` and a root of the covariance `[F, F]` of the coefficients, and whether they are of a rate."""
    values = np.array([reading.estimate for reading in readings], np.float64)
    games = np.array([max(found.games, 1) for _, found in known], np.float64)
    rate = all(reading.kind == "target" and reading.is_rate for reading in readings)
    if rate:
        share = (values * games + 0.5) / (games + 1.0)
        outputs, variance = logit(share), 1.0 / (games * share * (1.0 - share)) + _ROUGH
    else:
        spread = max(float(values.std()), 1e-9)
        outputs, variance = values, np.full(len(values), (0.3 * spread) ** 2)
    centre = float(np.average(outputs, weights=1.0 / variance))
    scale = 1.0 if rate else max(float(values.std()), 1e-9)
    prior = np.full(inputs.shape[1], _RIDGE / scale**2)
    prior[0] = 1e-3 / scale**2
    weighted = inputs / variance[:, None]
    covariance = np.linalg.inv(inputs.T @ weighted + np.diag(prior))
    mean = covariance @ (weighted.T @ (outputs - centre))
    mean[0] += centre
    return mean, np.linalg.cholesky(covariance + 1e-12 * np.eye(len(prior))), rate


def _losses(
    sweep: Sweep,
    points: Sequence[Point],
    fits: Sequence[tuple[Floats, Floats, bool]],
    readings: Sequence[Reading],
    rng: np.random.Generator,
) -> Floats:
    """[points] the loss of each under one draw from the posterior of every reading."""
    inputs = _features(_scaled(sweep.space.parameters, points))
    total = np.array([sweep.table.change_weight * sweep.space.change(point) for point in points])
    for (mean, root, rate), reading in zip(fits, readings, strict=True):
        drawn = inputs @ (mean + root @ rng.standard_normal(len(mean)))
        value = expit(drawn) if rate else drawn
        middle = 0.5 * (reading.low + reading.high)
        off = np.maximum(reading.low - value, value - reading.high) / reading.scale
        # Inside the band the middle is best, and cheapest to prove; a side that is open has no middle.
        inner = np.abs(value - middle) / reading.scale if np.isfinite(middle) else np.zeros(len(value))
        total += np.maximum(off, 0.0) + 0.3 * np.minimum(inner, 1.0)
    broken = np.array([any(sweep.space.violations(point)) for point in points])
    return np.where(broken, np.inf, total)


def _candidates(
    parameters: Sequence[Parameter], best: Sequence[Point], rng: np.random.Generator
) -> list[Point]:
    """Points anywhere and around the best, each once, in the order of the draw."""
    anywhere = rng.uniform(-1.0, 1.0, (_ANYWHERE, len(parameters)))
    centres = _scaled(parameters, best)[rng.integers(len(best), size=_AROUND)]
    around = centres + 2.0 * _NEAR * rng.standard_normal(centres.shape)
    places = np.clip(np.concatenate([anywhere, around]), -1.0, 1.0)
    made = (tuple(p.at((x + 1.0) / 2.0) for p, x in zip(parameters, row, strict=True)) for row in places)
    return list(dict.fromkeys(made))


def _scaled(parameters: Sequence[Parameter], points: Sequence[Point]) -> Floats:
    """[points, parameters] from -1 at the low end of a range to 1 at its high end."""
    return np.array(
        [[2.0 * p.share(v) - 1.0 for p, v in zip(parameters, row, strict=True)] for row in points]
    )


def _features(scaled: Floats) -> Floats:
    """[points, F] 1, every x, and every product of two."""
    rows, columns = np.triu_indices(scaled.shape[1])
    return np.hstack([np.ones((len(scaled), 1)), scaled, scaled[:, rows] * scaled[:, columns]])
