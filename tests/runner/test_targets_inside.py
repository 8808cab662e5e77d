"""Targets on options, endings and events: what one table asks for, and what it cannot ask."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import load
from games.contract import Game
from games.defects import Findings
from runner import plan
from runner.configuration import TargetTable
from runner.judge.targets import DATA, Target
from runner.measures import efficiencies, endings_of
from runner.plan import Matchup
from runner.targets import check, spread

GAMES = Path(__file__).parent.parent.parent / "configs" / "games"
TWO = plan.round_robin(["a", "b", "c"], ["s"], 2)
ALONE = (Matchup("s", ("a",)), Matchup("s", ("b",)))


@cache
def data_of(name: str, file: str) -> tuple[Game, Any]:
    game = load(name)
    return game, game.load(GAMES / name / file)


def deck() -> tuple[Game, Any]:
    return data_of("deckfight", "base")


def duel() -> tuple[Game, Any]:
    return data_of("duel", "")


def targets(
    matchups: tuple[Matchup, ...], of: tuple[Game, Any], *tables: dict[str, Any]
) -> tuple[Target, ...]:
    findings = Findings("file")
    game, document = of
    made = [TargetTable.model_validate(table) for table in tables]
    check(made, game, None, None, findings, document)
    found = spread(made, matchups, findings, game, document)
    assert findings.defects == []
    return found


def defects(data: tuple[Game, Any], **table: Any) -> list[str]:
    """Each defect of one table, as its path, rule and hint."""
    findings = Findings("file")
    game, document = data
    made = [TargetTable.model_validate(table)]
    check(made, game, ["a", "b"], ["s"], findings, document)
    return [f"{one.path}: {one.rule}; {one.hint}" for one in findings.defects]


def test_every_card_is_one_line_of_a_table() -> None:
    found = targets(ALONE, deck(), {"metric": "share", "of": "a", "option": "*", "min": 0.05})
    assert [one.name for one in found] == [
        "Strike: share of a's plays",
        "Defend: share of a's plays",
        "Bash: share of a's plays",
    ]
    assert {(one.metric, one.matchup, one.player, one.low, one.high, one.seat) for one in found} == {
        ("share", ALONE[0].key, 0, 0.05, 1.0, None)
    }


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        ("share", "X: share of b's plays, against a"),
        ("taken", "X: taken by b when offered, against a"),
        ("played", "X: games in which b plays it, against a"),
    ],
)
def test_names_say_whose_figure_it_is(metric: str, name: str) -> None:
    option = duel()[0].options(duel()[1])[0]
    (one,) = targets(
        TWO, duel(), {"metric": metric, "of": "b", "against": "a", "option": option, "max": 0.9, "seat": 2}
    )
    assert one.name == f"{name.replace('X', option, 1)}, in seat 2"
    assert (one.player, one.seat, one.item) == (1, 1, option)


def test_an_effect_is_asked_of_each_seat_by_itself() -> None:
    option = duel()[0].options(duel()[1])[0]
    table = {"metric": "effect", "of": "a", "against": "b", "option": option, "band": [-0.03, 0.03]}
    found = targets(TWO, duel(), table)
    assert [one.seat for one in found] == [0, 1]
    assert len({one.name for one in found}) == 2
    (one,) = targets(TWO, duel(), {**table, "seat": 2})
    assert one.seat == 1
    (alone,) = targets(ALONE[:1], deck(), {"metric": "effect", "option": "Bash", "max": 0.03})
    assert (alone.name, alone.low) == ("Bash: worth to a", -1.0)


def test_an_ending_belongs_to_the_match_up_and_with_a_seat_to_the_player() -> None:
    (one,) = targets(TWO[:1], duel(), {"metric": "ending", "ending": "turn cap", "max": 0.1})
    assert (one.name, one.player) == ("turn cap: games of a v b that end so", 0)
    both = targets(TWO[:1], duel(), {"metric": "ending", "ending": "draw", "max": 0.1, "seat": 1})
    assert [(each.name, each.player) for each in both] == [
        ("draw: games of a v b that end so, a in seat 1", 0),
        ("draw: games of a v b that end so, b in seat 1", 1),
    ]
    every = targets(TWO[:1], duel(), {"metric": "ending", "ending": "*", "max": 0.9})
    assert [each.item for each in every] == list(endings_of(duel()[0]))


def test_an_event_is_asked_of_every_player() -> None:
    game, document = data_of("battle", "scenarios.json")
    assert game.events is not None
    event = game.events(document)[0]
    found = targets(TWO[:1], (game, document), {"metric": "event", "event": event, "max": 0.5})
    assert [one.player for one in found] == [0, 1]
    assert found[0].name == f"{event}: games in which it happens to a, against b"


def test_efficiency_is_asked_of_the_data_once() -> None:
    found = targets(ALONE, deck(), {"metric": "efficiency", "option": "*", "max": 1.5})
    assert [(one.name, one.matchup) for one in found] == [
        (f"{card}: efficiency against its kind", DATA) for card in ("Strike", "Defend", "Bash")
    ]


def test_efficiencies_are_over_the_median_of_their_kind() -> None:
    for folder in ("base", "op", "zerocost"):
        game, document = data_of("deckfight", folder)
        assert game.option_facts is not None
        told = [float(fact["times_median"]) for fact in game.option_facts(document)]
        assert list(efficiencies(game, document).values()) == pytest.approx(told)


SHARE = {"metric": "share", "min": 0.05}


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (SHARE, ['target[0].option: is missing: share is of an option; option = "*" asks for each of them']),
        (
            {**SHARE, "option": "Bosh"},
            ["target[0].option: matches no option of the game; did you mean Bash?"],
        ),
        (
            {**SHARE, "option": "*", "ending": "x", "seat": 1},
            [
                "target[0].ending: has no effect on share; remove it",
                "target[0].seat: has no effect in a one-seat game; remove it",
            ],
        ),
        (
            {"metric": "win_rate", "min": 0.4, "option": "*", "seat": 1},
            [
                "target[0].option: has no effect on win_rate; remove it",
                "target[0].seat: has no effect on win_rate; remove it",
            ],
        ),
        ({"metric": "event", "event": "*", "max": 1.0}, ["target[0].metric: asks for events, and"]),
        ({"metric": "ending", "ending": "*won", "max": 0.5}, ["target[0].ending: matches no ending"]),
        (
            {"metric": "efficiency", "option": "*", "max": 1.5, "of": "a"},
            ["target[0].of: has no effect on efficiency, which the data alone tells; remove it"],
        ),
        ({**SHARE, "option": "*", "method": "sprt"}, ["target[0].method: needs a rate"]),
        ({"metric": "share", "option": "*", "min": 5}, ["target[0].min: is outside [0, 1]"]),
        (
            {"metric": "effect", "option": "*", "max": 3},
            ["target[0].max: is outside [-1, 1], where every effect of a forced choice lies"],
        ),
    ],
)
def test_what_a_table_cannot_ask(table: dict[str, Any], told: list[str]) -> None:
    found = defects(deck(), **table)
    assert len(found) == len(told)
    assert all(text.startswith(start) for text, start in zip(found, told, strict=True)), found


def test_a_seat_is_one_of_the_game() -> None:
    table = {"metric": "share", "option": "*", "min": 0.05}
    assert defects(duel(), **table, seat=2) == []
    for seat in (0, 3):
        (told,) = defects(duel(), **table, seat=seat)
        assert told.startswith("target[0].seat: should be 1 to 2, a seat of the game")


def test_efficiency_needs_data_that_tells_it() -> None:
    (told,) = defects(duel(), metric="efficiency", option="*", max=1.5)
    assert told.startswith("target[0].metric: is told of no option by the data of")


def test_what_is_asked_twice_is_told() -> None:
    findings = Findings("file")
    game, document = deck()
    tables = [TargetTable.model_validate({**SHARE, "option": glob}) for glob in ("*", "Bash")]
    spread(tables, ALONE, findings, game, document)
    assert [one.rule for one in findings.defects] == ["asks again what target[0] asks"]
