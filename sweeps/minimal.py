"""The smallest change: the fewest and smallest edits that meet everything that is asked.

1. Single edits, the smallest first; of equal ones, those first that the game says should matter most.
2. Then pairs, then triples ... of directions, those first that should come closest if single effects add up: each is
   tried at its far end, and where that goes past what is asked, the way there is halved until it is met. From the
   sets that came closest, steps are then taken to whichever neighbour is closer.
3. What meets everything is made smaller, an edit at a time, for as long as it still does.

A number of edits is searched to its end, or to the stated caps, before a larger one is begun.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import TypeVar

from sweeps.definition import Sweep
from sweeps.edits import Direction, Edits, Trials, at, crossed, directions, nearer, neighbours, predicted
from sweeps.evaluator import Evaluator
from sweeps.search import Found, Prepare

__all__ = ["found_by_edits"]

BATCH = 16
# Single edits that are tried one by one; where there are more, their directions are.
_MOST_SINGLES = 1024
# Sets of directions that are tried at most, of each number of edits, and directions that they are made of.
_MOST_SETS = 512
_MOST_DIRECTIONS = 48
# Sets that are tried even after one has met everything: a smaller one may be among them.
_LOOK_ON = 64
# Halvings of a way.
_HALVINGS = 12
# Sets from which steps are taken, and steps at most.
_WALKERS, _STEPS = 8, 12
# Doubtful sets that are played on before sets of more edits are begun.
_SETTLED = 16
# Rounds of making an answer smaller.
_SHRINKS = 40

One = TypeVar("One")
Told = Callable[[int, Sequence[Found]], None]


def found_by_edits(
    sweep: Sweep, evaluator: Evaluator, prepare: Prepare, leverage: Mapping[int, float], told: Told
) -> list[Found]:
    """Every point that was played; today's is the first. `leverage` by number of the parameter."""
    trials = Trials(sweep, evaluator, prepare)
    trials.play([()])
    if trials.broke:
        return list(trials.found.values())
    trials.settle(0, 1)  # what is well today is not to be mended
    ways = [
        way for index, parameter in enumerate(sweep.space.parameters) for way in directions(index, parameter)
    ]
    few = sum(len(way.values) for way in ways) <= _MOST_SINGLES
    for count in range(1, sweep.table.most_edits + 1):
        if trials.today.status == "met" or trials.met() or trials.broke:
            break
        if count == 1 and few:
            _try_singles(trials, ways, leverage, told)
        else:
            _try_sets(trials, ways, count, told)
            _walk(trials, count, told)
        if not trials.met():
            trials.settle(count, _SETTLED)
    _shrink(trials, told)
    return list(trials.found.values())


def _try_singles(
    trials: Trials, ways: Sequence[Direction], leverage: Mapping[int, float], told: Told
) -> None:
    """Every single edit, smallest first, until a batch holds an answer."""
    edits = [((way.index, value),) for way in ways for value in way.values]

    def first(one: Edits) -> tuple[float, float]:
        return (round(trials.size(one), 9), -leverage.get(one[0][0], 0.0))

    for batch in _batches(iter(sorted(edits, key=first))):
        trials.play(batch)
        told(len(trials.found), list(trials.found.values()))
        if trials.met() or trials.broke:
            return


def _try_sets(trials: Trials, ways: Sequence[Direction], count: int, told: Told) -> None:
    """Sets of directions, the most promising first, until enough were tried and one has met everything."""
    ordered = _promising(trials, ways, count)
    for number, batch in enumerate(_batches(iter(ordered)), start=1):
        trials.play([at(several, 1.0) for several in batch])
        _halve(trials, batch)
        told(len(trials.found), list(trials.found.values()))
        if trials.broke or (trials.met() and number * BATCH >= _LOOK_ON):
            return


def _promising(trials: Trials, ways: Sequence[Direction], count: int) -> list[tuple[Direction, ...]]:
    """Sets of directions of different parameters, by how close their far ends should come."""
    if count > 1:
        trials.play([at((way,), 1.0) for way in ways])
    today = trials.found[()].assessment
    ends = {way: trials.found[edits].assessment for way in ways if (edits := at((way,), 1.0)) in trials.found}
    kept = sorted(ends, key=lambda way: ends[way].distance.value)[:_MOST_DIRECTIONS]
    sets = [s for s in combinations(kept, count) if len({way.index for way in s}) == count]
    if count == 1:
        return [(way,) for way in ways]
    sets.sort(key=lambda s: round(predicted(today, [ends[way] for way in s]), 2))
    return sets[:_MOST_SETS]


def _halve(trials: Trials, batch: Sequence[tuple[Direction, ...]]) -> None:
    """Between today and the far ends that go past what is asked: the points where it is met."""
    spans = {
        several: (0.0, 1.0)
        for several in batch
        if (found := trials.found.get(at(several, 1.0))) and crossed(trials.today, found.assessment)
    }
    for _ in range(_HALVINGS):
        middles = {several: at(several, (low + high) / 2) for several, (low, high) in spans.items()}
        trials.play(list(middles.values()))
        for several, edits in middles.items():
            found = trials.found.get(edits)
            low, high = spans[several]
            if found is None or edits in (at(several, low), at(several, high)) or trials.is_met(edits):
                del spans[several]
            elif crossed(trials.today, found.assessment):
                spans[several] = (low, (low + high) / 2)
            else:
                spans[several] = ((low + high) / 2, high)
        if not spans or trials.broke:
            return


def _walk(trials: Trials, count: int, told: Told) -> None:
    """From the sets of so many edits that came closest, step by step to the closest neighbour, all at once."""
    if trials.met() or trials.broke:
        return
    places = trials.closest(count)[:_WALKERS]
    for _ in range(_STEPS):
        around = {place: list(neighbours(trials.parameters, place)) for place in places}
        trials.play([edits for several in around.values() for edits in several if edits not in trials.found])
        told(len(trials.found), list(trials.found.values()))
        if trials.met() or trials.broke:
            return
        closer = [min((place, *several), key=trials.distance) for place, several in around.items()]
        if closer == places:
            return
        places = closer


def _shrink(trials: Trials, told: Told) -> None:
    """Make the answer smaller, an edit at a time, for as long as it holds."""
    for _ in range(_SHRINKS):
        met = trials.met()
        if not met or trials.broke:
            return
        trials.play([edits for edits in nearer(trials.parameters, met[0]) if edits not in trials.found])
        told(len(trials.found), list(trials.found.values()))
        if trials.met()[0] == met[0]:
            return


def _batches(ordered: Iterator[One]) -> Iterator[list[One]]:
    while batch := list(islice(ordered, BATCH)):
        yield batch
