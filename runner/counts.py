"""How many games, and how many verdicts: counted here for the terminal, JSON, JUnit and pages alike."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runner.judge.verdicts import Verdict
    from runner.summary import Summary

__all__ = ["GameCounts", "SweepCounts", "VerdictCounts", "count_games", "game_counts"]


def _plainly(number: int) -> str:
    """1234567 -> 1,234,567."""
    return f"{number:,}"


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The games of a run, by what they are for."""

    games: int
    """Of the match-ups of the plan, void ones left out: what verdicts rest on."""
    pairs: int
    """Of the same match-ups."""
    voided: int
    """Void games of the same match-ups."""
    controls: int
    """Played to check the machinery; no verdict rests on them."""

    def words(self, number: Callable[[int], str] = _plainly) -> str:
        """`7,168 games and 768 as controls`."""
        told = f"{number(self.games)} game{'' if self.games == 1 else 's'}"
        return told + (f" and {number(self.controls)} as controls" if self.controls else "")


@dataclass(frozen=True, slots=True)
class SweepCounts:
    """The games of a sweep, by what they are for."""

    search: int
    fresh: int
    """On luck that the search never saw: what calls a point balanced rests on them."""
    around: int
    """Of the steps away from the best point."""
    controls: int
    """Played beside the games on fresh luck to check the machinery."""

    def words(self, number: Callable[[int], str] = _plainly) -> str:
        """`134,784 games of search, 2,112 on fresh luck (and 128 as controls), 57,152 on steps around the best`."""
        told = f"{number(self.search)} game{'' if self.search == 1 else 's'} of search"
        if self.fresh:
            controls = f" (and {number(self.controls)} as controls)" if self.controls else ""
            told += f", {number(self.fresh)} on fresh luck{controls}"
        return told + (f", {number(self.around)} on steps around the best" if self.around else "")


def count_games(rows: Iterable[tuple[bool, int, int, int]]) -> GameCounts:
    """The counts of rows of (control, games, pairs, void games)."""
    games = pairs = voided = controls = 0
    for control, counted, of_pairs, void in rows:
        if control:
            controls += counted
        else:
            games, pairs, voided = games + counted, pairs + of_pairs, voided + void
    return GameCounts(games, pairs, voided, controls)


def game_counts(summaries: "Mapping[str, Summary]") -> GameCounts:
    """The counts of summaries by match-up key."""
    from runner.store.spans import matchup_of

    return count_games(
        (matchup_of(key, one.seats).control, one.games, one.pairs, one.voided)
        for key, one in summaries.items()
    )


@dataclass(frozen=True, slots=True)
class VerdictCounts:
    """Verdicts by status."""

    missed: int = 0
    undecided: int = 0
    met: int = 0

    @classmethod
    def of(cls, verdicts: "Iterable[Verdict]") -> "VerdictCounts":
        """The counts of a table."""
        return cls.of_statuses(one.status for one in verdicts)

    @classmethod
    def of_statuses(cls, statuses: Iterable[str]) -> "VerdictCounts":
        """Likewise, of statuses by name."""
        listed = list(statuses)
        return cls(listed.count("missed"), listed.count("undecided"), listed.count("met"))

    @property
    def total(self) -> int:
        """All of them."""
        return self.missed + self.undecided + self.met

    @property
    def worst(self) -> str:
        """ "missed" where anything is, else "undecided", else "met"; nothing where nothing was judged."""
        return next((key for key in ("missed", "undecided", "met") if getattr(self, key)), "")

    def words(self, number: Callable[[int], str] = _plainly) -> str:
        """What is broken first, all counted: `5 missed, 6 undecided, 4 met`; nothing where nothing was judged."""
        named = (("missed", self.missed), ("undecided", self.undecided), ("met", self.met))
        return ", ".join(f"{number(n)} {status}" for status, n in named if n)
