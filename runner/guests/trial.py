"""The child of `probe`: own policies play some pairs interpreted, and whatever they must not do is caught and named.

Interpreted, reads and writes past an end are errors of Python, and errors have a file and a line. What a policy is
shown is compared before and after each of its moves, as it may look at all of it and change none.
"""

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import policies
from games.own import told
from games.probe import RAISED, TIME_OUT
from games.probed import Misdeed, carry_out
from games.sources import is_own
from runner.guests.probe import REFUSED
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job

__all__ = ["main"]

ILLEGAL, WRITES = "illegal action", "writes"
PAIRS = 2


class _TooLong(BaseException):
    """A move took longer than it may; no `except Exception` of the policy's hides it."""


def main() -> None:
    """Each step is the label of an entrant: it is made ready, then plays itself and another."""
    carry_out(_try_entrant)


def _try_entrant(label: str, question: Mapping[str, Any]) -> None:
    whole = _job(question["job"])
    spec = next(one for one in whole.entrants if one.label == label)
    names = policies.of(whole.game)
    others = [one for one in whole.entrants if not is_own(_file(names[one.policy].act))]
    # Nobody else's code is looked at in this step.
    table = tuple({one.label: one for one in (spec, *others[:1])}.values())
    seconds = float(question["move_seconds"])
    watched = _Watched(seconds)
    with _within(4 * seconds):
        arena = _arena(replace(whole, entrants=table), spec, watched)
    for other in table:
        players = (label, *(other.label,) * (arena.game.seats - 1))
        outcomes = arena.simulate(Unit(Matchup(arena.scenarios[0], players), 0, PAIRS))
        if watched.misdeed is not None:
            raise watched.misdeed
        for fault in outcomes.faults:
            if fault.player >= 0 and players[fault.player] == label:
                raise Misdeed(RAISED, fault.reason)


def _arena(job: Job, spec: EntrantSpec, watched: "_Watched") -> Arena:
    """The arena of two players with the entrant's act watched. Its `prepare` runs here for the first time."""
    policy = policies.of(job.game)[spec.policy]
    act = policy.act if isinstance(policy.act, _Act) else _Act(getattr(policy.act, "py_func", policy.act))
    act.watched = watched
    object.__setattr__(policy, "act", act)
    arena = Arena(job)
    try:
        arena.weights(spec.label)
    except ValueError as error:
        raise Misdeed(REFUSED, str(error)) from error
    except _TooLong as error:
        raise Misdeed(TIME_OUT, f"making it ready took more than {watched.seconds:g} s") from error
    except BaseException as error:
        raise Misdeed(RAISED, f"while it was made ready: {told(error, _file(policy.prepare))}") from error
    return arena


def _file(function: Any) -> Path:
    inner = getattr(function, "py_func", getattr(function, "act", function))
    return Path(inner.__code__.co_filename)


@dataclass
class _Watched:
    """What a policy did wrong, once it has."""

    seconds: float
    misdeed: Misdeed | None = None

    def fail(self, kind: str, text: str) -> Misdeed:
        """Note the first misdeed; any is raised, to break the game off."""
        self.misdeed = self.misdeed or Misdeed(kind, text)
        return self.misdeed


class _Act:
    """An `act` that is watched; numbers, views and lists are compared before and after."""

    def __init__(self, act: Callable[..., Any]) -> None:
        self.act = act
        self.watched = _Watched(60.0)
        self.__code__ = act.__code__

    def __call__(self, view: Any, legal: Any, params: Any, weights: Any, rng: Any) -> int:
        if self.watched.misdeed is not None:  # the first is told: what comes after it is not waited for
            raise self.watched.misdeed
        shown = {"the view": view, "the list of legal actions": legal, "the game's parameters": params}
        shown["its weights"] = weights
        before = {name: one.tobytes() for name, one in shown.items()}
        place = _place(view)
        try:
            with _within(self.watched.seconds):
                answer = self.act(view, legal, params, weights, rng)
        except _TooLong as error:
            raise self.watched.fail(
                TIME_OUT, f"a move took more than {self.watched.seconds:g} s{place}"
            ) from error
        except BaseException as error:
            raise self.watched.fail(RAISED, f"{told(error, _file(self.act))}{place}") from error
        for name, one in shown.items():
            if one.tobytes() != before[name]:
                raise self.watched.fail(WRITES, f"writes into {name}, which it may only read{place}")
        if not any(int(action) == answer for action in legal):
            raise self.watched.fail(ILLEGAL, f"answers {answer!r}, which is not legal{place}")
        return int(answer)


def _place(view: Any) -> str:
    """Turn and seat, as far as the view tells them; counted from 1."""
    names = view.dtype.names or ()
    told_of = [f"{name} {int(view[name]) + 1}" for name in ("turn", "seat") if name in names]
    return f" ({', '.join(told_of)})" if told_of else ""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raises `_TooLong` inside when so many seconds have passed."""

    def ring(number: int, frame: Any) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _job(plain: Mapping[str, Any]) -> Job:
    entrants = tuple(_spec(one) for one in plain["entrants"])
    return Job(**{**plain, "entrants": entrants, "keep_games": False})


def _spec(plain: Mapping[str, Any]) -> EntrantSpec:
    refs = {name: _spec(ref) for name, ref in plain["refs"].items()}
    return EntrantSpec(plain["label"], plain["policy"], plain["weights"], refs)
