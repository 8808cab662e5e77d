"""What a policy is: a name, a compiled `act`, named weights with defaults.

    act(view, legal, params, weights, rng) -> action

`view` is the record of what the seat may see, `legal` an int64 array of encoded actions, `params` the data document's
parameter record, `weights` a float64 array, `rng` the seat's own stream. `weights` holds the named weights in their
declared order, or what `prepare` makes of them (a table of moves, say) once a run.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games.jit import compiled

__all__ = ["Entrant", "Policy", "policy"]


@dataclass(frozen=True)
class Policy:
    """A way to play one game."""

    name: str
    game: str
    act: Callable[..., Any]
    weights: Mapping[str, float]
    """Name -> default, in the order in which `act` or `prepare` reads them."""
    summary: str
    """One line for people."""
    refs: tuple[str, ...] = ()
    """Names of settings that name another entrant (`best_response(to = ...)`)."""
    draws_luck: bool = False
    """Whether `act` draws from its own stream."""
    prepare: Callable[[Any, Mapping[str, float], Mapping[str, "Entrant"]], np.ndarray] | None = None
    """(document, weights, entrants by ref) -> float64 array for `act`; None hands over the weights themselves.
    Raises `ValueError` with a readable text for weights it cannot play with."""


@dataclass(frozen=True)
class Entrant:
    """A policy with its weights, as it takes part: `label` is its name in every table."""

    label: str
    policy: Policy
    weights: Mapping[str, float] = field(default_factory=dict)
    refs: Mapping[str, "Entrant"] = field(default_factory=dict)

    def array(self, document: Any) -> np.ndarray:
        """What `act` receives as `weights` for this document: float64, at least one element."""
        weights = {**self.policy.weights, **self.weights}
        if self.policy.prepare is not None:
            values = np.asarray(self.policy.prepare(document, weights, self.refs), dtype=np.float64)
        else:
            values = np.array(list(weights.values()), dtype=np.float64)
        return values if values.size else np.zeros(1)


def policy(
    game: str,
    name: str | None = None,
    *,
    weights: Mapping[str, float] | None = None,
    refs: tuple[str, ...] = (),
    draws_luck: bool = False,
    prepare: Callable[..., np.ndarray] | None = None,
) -> Callable[[Callable[..., Any]], Policy]:
    """Make the decorated `act` a `Policy` of `game`; its docstring's first line becomes the summary."""

    def made(act: Callable[..., Any]) -> Policy:
        text = (act.__doc__ or "").strip().split("\n")[0]
        title = name or act.__name__
        return Policy(title, game, compiled(act), dict(weights or {}), text, refs, draws_luck, prepare)

    return made
