"""What differs between two sides, figure by figure: void pairs, endings, payoffs, options of one side, events."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from games.contract import FAULT, NOBODY
from runner import experiment as experiments
from runner.change_words import difference, sides, told, what
from runner.changes import Change, Side, changes
from runner.compare import Comparison, compare
from runner.exact import ExactChange
from runner.inside import MOST_BATCHES, batch_pairs, inside
from runner.judge.paired import paired_ratio, paired_scores
from runner.plan import Unit
from runner.play import Arena
from runner.run import LOCAL
from runner.summary import merge

CONFIGS = Path(__file__).parent.parent.parent / "configs"


def played(experiment, pairs: int) -> Side:
    """One match-up, a pair a batch."""
    arena = Arena(experiment.job(keep_games=True))
    outcomes = [arena.simulate(Unit(experiment.matchups()[0], pair, pair + 1)) for pair in range(pairs)]
    columns = {name: np.concatenate([one.games[name] for one in outcomes]) for name in outcomes[0].games}
    summaries = [one.summary for one in outcomes]
    return Side(merge(summaries), columns, summaries)


@pytest.fixture(scope="module")
def pig():
    """The shipped experiment on per-game streams, and its first match-up."""
    experiment = replace(experiments.load(CONFIGS / "pig.toml"), stream="per-game")
    return experiment, played(experiment, 60)


def found(side: Side, other: Side, experiment) -> dict[tuple[str, str], Change]:
    matchup = experiment.matchups()[0]
    return {(one.figure, one.player): one for one in changes(matchup, side, other, experiment, False)}


def test_pairs_that_are_void_on_one_side_count_on_neither(pig):
    experiment, side = pig
    columns = {name: column.copy() for name, column in side.columns.items()}
    columns["termination"][[0, 7]] = FAULT
    columns["winner"][[0, 1, 6, 7]] = NOBODY
    columns["metrics"][[0, 1, 6, 7]] = 0
    broken = Side(side.summary, columns, side.batches)
    for one in (found(side, broken, experiment), found(broken, side, experiment)):
        assert {change.diff.pairs for change in one.values()} == {58}
        assert {change.diff.changed for change in one.values()} == {0}


def test_a_payoff_that_says_more_than_the_result_is_a_figure(pig):
    experiment, side = pig
    assert not any(figure == "payoff" for figure, _ in found(side, side, experiment))
    columns = {**side.columns, "metrics": side.columns["metrics"].copy()}
    columns["metrics"][::2, 0] *= 3
    told_apart = found(side, Side(side.summary, columns, side.batches), experiment)
    assert any(figure == "payoff" for figure, _ in told_apart)


def test_options_of_one_side_alone_are_compared_by_their_share(pig):
    experiment, side = pig
    names, matchup = experiment.game.options(experiment.document), experiment.matchups()[0]
    both = _named(experiment, names), _named(experiment, ("bank", names[1]))
    table = inside(matchup, side, side, both, False)
    figures = {(one.item, one.figure) for one in table}
    assert (names[0], "share") in figures
    assert (names[0], "taken") not in figures
    assert ("bank", "share") in figures
    assert (names[1], "taken") in figures


def _named(experiment, names):
    """The experiment with a game that names its options so."""
    return replace(
        experiment, game=replace(experiment.game, options=lambda document: document), document=names
    )


def test_events_are_compared_a_game():
    experiment = experiments.load(CONFIGS / "battle.toml")
    result = compare(experiment, experiment, 40, LOCAL)
    events = [one for one in result.changes if one.figure == "event"]
    assert events
    assert {(one.diff.mean, one.diff.low, one.diff.high) for one in events} == {(0.0, 0.0, 0.0)}
    assert all(one.diff.before > 0 for one in events)


@pytest.mark.parametrize(("pairs", "size"), [(1, 1), (250, 1), (251, 2), (10_000, 40), (10_001, 41)])
def test_batches_are_enough_and_not_too_many(pairs, size):
    assert batch_pairs(pairs) == size
    assert min(pairs, 40) <= -(-pairs // size) <= MOST_BATCHES


def scored(before: float, changed: int, number: int = 10_000) -> Change:
    old = np.full(number, before)
    new = old.copy()
    new[:changed] += 0.5
    return Change("a v b", "a", "score", paired_scores("x", old, new))


def test_words_show_no_more_than_the_interval_bears():
    change = scored(0.5, 400)
    assert what(change) == "score of a"
    assert sides(change) == "50.00 -> 52.00 %"
    assert difference(change) == "+2.00 points (+1.81 to +2.21)"
    few = scored(0.5, 25)
    assert "-0.00" not in difference(few)
    assert "+0.00 " not in difference(few)
    assert told(change).startswith("score of a: 50.00 -> 52.00 %: +2.00 points")


def test_words_of_options_endings_and_what_cannot_be_told():
    nothing = paired_ratio("x", (np.zeros(9, int), np.zeros(9, int)), (np.ones(9, int), np.ones(9, int)))
    taken = Change("a v b", "a", "taken", nothing, "Bash", 2)
    assert what(taken) == "Bash taken when offered of a, seat 2"
    assert difference(taken) == "cannot tell"
    assert sides(taken) == "none -> 100.00 %"
    assert what(Change("a v b", "", "ending", nothing, "decked out")) == "ended: decked out"
    assert what(Change("a v b", "first seat", "score", nothing)) == "score of the first seat"


def test_void_games_end_with_4_and_nothing_else_than_broken_with_1():
    empty = Comparison(False, 0.95, 10, 0, (), (), (), ())
    assert empty.exit_code == 0
    assert replace(empty, void=2).exit_code == 4
    assert not ExactChange("s", (), "win", 0.5, 0.5 + 1e-12).moved
