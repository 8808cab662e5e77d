"""What a game is to the rest of the project.

A game folder exports `GAME`. Its rules are pure functions over named NumPy records, written so that they read the same
compiled or interpreted:

    deal(state, params, scenario, rng)          set up; `state` comes zeroed
    legal(state, params, actions) -> n          encoded actions into `actions[:n]` (int64), n >= 1 while the game runs
    observe(state, params, seat, view)          what that seat may see (a no-op for open games: the view is the state)
    step(state, params, action, rng)            carry the action out
    result(state, params, payoff, metrics) -> winner seat, NOBODY or HOUSE; fills payoff[seats], metrics[own, seats]
    option(state, params, action) -> option id  the card, tactic ... that the action stands for, or NO_OPTION
    seen(state, params, seat, flags)            at the end: options the seat had in sight beyond those it was offered;
    events(state, params, seat, ids) -> n       at the end: event ids into `ids[:n]`, what happened that reports count

Every state record has the int64 fields `seat` (to move), `turn` (0-based number of the turn being played; the game ends
within its last turn) and `termination` (RUNNING, or how the game ended). Luck within a turn is drawn from `rng`, which
the loop re-keys whenever `turn` changes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.documents import Document
from games.gates import Counted, Gate, GateRow, Sampled

__all__ = [
    "COMMON_ENDINGS",
    "FAULT",
    "FIRST_ENDING",
    "HOUSE",
    "ILLEGAL_ACTION",
    "MISSING",
    "NOBODY",
    "NO_OPTION",
    "RUNNING",
    "STEP_CAP",
    "TIME_OUT",
    "TURN_CAP",
    "Game",
    "Metric",
    "Rules",
    "Text",
]

NOBODY = -1
# The game itself beat every seat (the lone player of a one-seat game lost): a loss for all, where NOBODY is a draw.
HOUSE = -2
NO_OPTION = -1
# A metric that does not apply to this seat of this game (HP left on a win, in a lost game).
MISSING = int(np.iinfo(np.int64).min)

# Terminations that every game shares; a game's own endings count from FIRST_ENDING.
RUNNING, TURN_CAP, ILLEGAL_ACTION, FAULT, TIME_OUT = 0, 1, 2, 3, 4
FIRST_ENDING = 8
COMMON_ENDINGS = ("running", "turn cap", "illegal action", "fault", "time-out", "", "", "")
# Actions after which the loop itself ends a game by the turn cap, so that no rules error can hang a run.
STEP_CAP = 1_000_000


class Rules(NamedTuple):
    """The compiled functions of a game; see the module's text for their meaning."""

    deal: Callable[..., Any]
    legal: Callable[..., Any]
    observe: Callable[..., Any]
    step: Callable[..., Any]
    result: Callable[..., Any]
    option: Callable[..., Any]
    seen: Callable[..., Any] | None = None
    """None where nothing is in sight beyond what is offered"""
    events: Callable[..., Any] | None = None
    """None where a game counts no events"""


class Text(NamedTuple):
    """How a game is read by a person: each returns lines of text, given Python-side records and the document."""

    opening: Callable[[Any, Any, tuple[str, ...]], list[str]]
    """(state after the deal, document, names by seat)"""
    move: Callable[[Any, int, Any, Any, tuple[str, ...]], list[str]]
    """(state before, action, state after, document, names by seat)"""
    closing: Callable[[Any, Any, tuple[str, ...]], list[str]]
    """(final state, document, names by seat)"""


@dataclass(frozen=True, slots=True)
class Metric:
    """A whole number the rules report for each seat; shown divided by `scale`, in `unit`s."""

    name: str
    unit: str
    scale: int = 1
    least: float | None = None
    """The least and the greatest value that can be, as shown; None where there is no such bound. No interval of a mean
    reaches beyond them."""
    most: float | None = None


@dataclass(frozen=True)
class Game:
    """A game and everything that the runner asks of it."""

    name: str
    title: str
    rules_version: str
    seats: int
    document: type[Document]
    load: Callable[[Path], Any]
    """The designers' own file or folder -> document; raises `BadInput` listing every defect."""
    dump: Callable[[Any, Path], None]
    """Document -> the designers' own format at a path."""
    encode: Callable[[Any], np.ndarray]
    """Document -> parameter record, shape (1,), `params_dtype`."""
    scenarios: Callable[[Any], tuple[str, ...]]
    """Every scenario of a document; an experiment that names none plays the first."""
    options: Callable[[Any], tuple[str, ...]]
    """Option names of a document, by option id."""
    state_dtype: np.dtype
    view_dtype: np.dtype
    """The same object as `state_dtype` for open games."""
    params_dtype: np.dtype
    max_actions: int
    longest: Callable[[Any], int]
    """Turns at most in a game of a document: its turn cap."""
    rules: Rules
    text: Text
    endings: tuple[str, ...]
    metrics: tuple[Metric, ...] = ()
    payoffs: tuple[float, float] | None = None
    """The least and the greatest payoff of a seat: (-1, 1) where a win is paid by who loses; None: no such bounds."""
    option_facts: Callable[[Any], tuple[dict[str, float | str], ...]] | None = None
    """What the data says of each option (kind, efficiency ...), for reports; None where there is nothing to say."""
    events: Callable[[Any], tuple[str, ...]] | None = None
    """Names of the events of a document, by the ids that `rules.events` reports; counted by player, for exhibits."""
    most_events: int = 0
    """Events that one seat of one game reports at most; one that happens twice is reported twice."""
    exhibits: Callable[[Any], Sequence[Mapping[str, Any]]] | None = None
    """What the data is worth a picture for, as plain values by `kind`; see `dashboards/README.md` for the kinds."""
    verify: Callable[[Sequence[str], Any], list[str]] | None = None
    """(transcript, document) -> what is wrong with it, a text each: for games whose transcripts prove themselves.
    Raises `ValueError` for lines that are no transcript of the game."""
    gates: Mapping[str, Gate] = field(default_factory=dict)
    """What an experiment may ask of the data or of figures of play, by name."""
    figures: Callable[[Counted], tuple[Sampled, ...]] | None = None
    """The figures that gates of play are put to, of one match-up; for games with such gates."""
    leverage: Callable[[Any, Sequence[GateRow]], Mapping[tuple[str | int, ...], float]] | None = None
    """How much the numbers of a document should move what shut gates asked, or with none of them its worth, by place
    in the document's plain form: the more, the sooner a smallest change tries them."""
    streams: tuple[str, ...] = ("per-game",)
    """Streams the game can be played on; "sequential" where a source's figures were made so."""
    compiled: bool = True

    @property
    def is_open(self) -> bool:
        """Whether every seat sees the whole state."""
        return self.view_dtype is self.state_dtype

    @property
    def terminations(self) -> tuple[str, ...]:
        """Names of all terminations, by code."""
        return COMMON_ENDINGS + self.endings

    @property
    def all_metrics(self) -> tuple[Metric, ...]:
        """The metrics of every game, then this game's own; indices as in `Summary`."""
        payoff = Metric("payoff", "points", 1, *(self.payoffs or (None, None)))
        return (payoff, Metric("turns", "turns", least=1), *self.metrics)

    def metrics_of(self, document: Any) -> tuple[Metric, ...]:
        """The same with what the document says of them: no game is longer than its turn cap."""
        payoff, turns, *own = self.all_metrics
        return (payoff, replace(turns, most=self.longest(document)), *own)
