"""From an experiment to match-ups, and from match-ups to units: pure, no luck, no clock."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.rng import fnv1a64

__all__ = ["Matchup", "Unit", "gauntlet", "mirror", "round_robin", "split"]


@dataclass(frozen=True, slots=True)
class Matchup:
    """Who meets whom where: `players[p]` sits in seat (p + r) % k in rotation r of a pair."""

    scenario: str
    players: tuple[str, ...]
    """Labels of the entrants by player number."""
    control: bool = False
    """Played to check the machinery (A v A), judged by no target."""

    @property
    def name(self) -> str:
        """How people read it."""
        return f"{' v '.join(self.players)} in {self.scenario}"

    def title(self, scenarios: int) -> str:
        """As `name`; without its scenario where the run has only one."""
        return self.name if scenarios > 1 else " v ".join(self.players)

    @property
    def key(self) -> str:
        """Identifies the match-up in a run; a control is another match-up than its like in the plan."""
        return json.dumps(
            [self.scenario, *self.players, *(["control"] if self.control else [])], ensure_ascii=False
        )

    def luck(self, seed: int) -> int:
        """The 64-bit key of its luck: the same whatever the order in which the players are listed."""
        label = json.dumps([seed, self.scenario, *sorted(self.players)], ensure_ascii=False)
        return fnv1a64(label)


@dataclass(frozen=True, slots=True)
class Unit:
    """Pairs [lo, hi) of a match-up: the atom of scheduling, storage, retry and resume."""

    matchup: Matchup
    lo: int
    hi: int

    @property
    def pairs(self) -> int:
        """How many pairs it holds."""
        return self.hi - self.lo


def round_robin(labels: Sequence[str], scenarios: Sequence[str], seats: int) -> tuple[Matchup, ...]:
    """Every set of `seats` entrants, in every scenario; one-seat games give a policy x scenario table.

    With fewer entrants than seats, every two meet: one of the first, the rest of the second.
    """
    tables = combinations(labels, seats) if len(labels) >= seats else _filled(combinations(labels, 2), seats)
    return tuple(Matchup(scenario, players) for players in tables for scenario in scenarios)


def gauntlet(
    champions: Sequence[str], labels: Sequence[str], scenarios: Sequence[str], seats: int
) -> tuple[Matchup, ...]:
    """Each champion against every other entrant, a pairing once; beyond two seats the other fills the table."""
    pairings = dict.fromkeys(
        (champion, other)
        for champion in champions
        for other in labels
        if other != champion
        and not (other in champions and champions.index(other) < champions.index(champion))
    )
    return tuple(Matchup(scenario, players) for players in _filled(pairings, seats) for scenario in scenarios)


def mirror(
    labels: Sequence[str], scenarios: Sequence[str], seats: int, *, control: bool = False
) -> tuple[Matchup, ...]:
    """Each entrant against itself."""
    return tuple(Matchup(scenario, (label,) * seats, control) for label in labels for scenario in scenarios)


def split(matchup: Matchup, lo: int, hi: int, size: int) -> Iterator[Unit]:
    """[lo, hi) in units of at most `size` pairs."""
    for start in range(lo, hi, size):
        yield Unit(matchup, start, min(start + size, hi))


def _filled(
    pairings: Iterator[tuple[str, str]] | dict[tuple[str, str], None], seats: int
) -> Iterator[tuple[str, ...]]:
    for first, second in pairings:
        yield (first, *(second,) * (seats - 1))
