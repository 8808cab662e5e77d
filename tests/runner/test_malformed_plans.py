"""Experiments whose policies, schedule or targets cannot be: every defect in one message."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.refusal import BESIDE, check_lines, experiment, refused

WIN = '[[target]]\nmetric = "win_rate"\n'
BAND = WIN + "band = [0.45, 0.55]\n"
DECK = {"game": '"deckfight"', "data": '"deck"', "policies": '["heuristic"]'}

# Name -> (text of bad.toml, what each line of the message must say). The data beside it is sound.
DEFECTS: dict[str, tuple[str, list[str]]] = {
    # --- policies
    "no policy": (experiment(policies="[]"), ["bad.toml: policies | at least 1 item"]),
    "a lone policy": (
        experiment(policies='["hold_at(20)"]'),
        ['bad.toml: policies | a round-robin needs two at least | set schedule = "mirror"'],
    ),
    "unknown policies": (
        experiment(policies='["hold_up(20)", "best_response(to=four_turn)"]'),
        [
            "bad.toml: policies[0] | is not a policy of the game | 'hold_up' | did you mean hold_at?",
            "bad.toml: policies[1] | is not a policy of the game | 'four_turn' | did you mean four_turns?",
        ],
    ),
    "broken expressions": (
        experiment(
            policies="""["hold_at(20", "hold_at 20", "hold_at(20,)", "hold_at(n=)", "", "hold_at(20))(", 7]"""
        ),
        [
            "bad.toml: policies[4].policy | should not be empty",
            'bad.toml: policies[6] | should be text such as "hold_at(20)" | found 7',
            "bad.toml: policies[0] | is not a policy expression | 'hold_at(20'",
            "bad.toml: policies[1] | is not a policy expression | 'hold_at 20'",
            "bad.toml: policies[2] | has an empty argument",
            "bad.toml: policies[3] | gives n no value",
            "bad.toml: policies[5] | is not a policy expression | such as hold_at(20)",
        ],
    ),
    "wrong arguments": (
        experiment(
            policies='["hold_at(20, 21)", "hold_at(m=20)", "hold_at(n=random)", "hold_at(20, n=21)", "hold_at(nan)"]'
        ),
        [
            "bad.toml: policies[0] | hold_at takes 1 number (n), not 2",
            "bad.toml: policies[1] | is not a setting of hold_at | 'm' | known: n",
            "bad.toml: policies[2] | n of hold_at should be a number | 'random'",
            "bad.toml: policies[3] | gives n a second time | 21.0",
            "bad.toml: policies[4] | not a finite number",
        ],
    ),
    "wrong weights in tables": (
        experiment(
            policies="""[{ policy = "hold_at", weights = { n = "20" } }, { policy = "hold_at", weights = { m = 1 } },
            { policy = "hold_at( )", n = 20 }, { policy = "hold_at()", naem = "x" }, { name = "x" },
            { policy = "four_turns(4)", to = "hold_at(3)", weights = { turns = 3 } }]"""
        ),
        [
            "bad.toml: policies[0].weights.n | should be a valid number | '20' | without quotes",
            "bad.toml: policies[4].policy | is missing",
            "bad.toml: policies[1].weights.m | is not a setting of hold_at | known: n",
            "bad.toml: policies[2].n | is not a known key | weights = { n = 20 }",
            "bad.toml: policies[3].naem | is not a known key | did you mean name?",
            "bad.toml: policies[5].weights.turns | gives turns a second time | 3.0",
            "bad.toml: policies[5].to | is not a setting of four_turns | 'to' | known: turns",
        ],
    ),
    "weights that a policy refuses": (
        experiment(policies='["hold_at(2.5)", "four_turns(-1)"]'),
        [
            "bad.toml: policies[0] | hold_at cannot play so: n = 2.5: must be a whole number",
            "bad.toml: policies[1] | four_turns cannot play so | turns = -1",
        ],
    ),
    "duplicate labels": (
        experiment(
            policies='["hold_at(20)", "hold_at(20)", { name = "hold_at(20)", policy = "four_turns" }]'
        ),
        [
            "bad.toml: policies[1] | is the label of policies[0] too | 'hold_at(20)' | name = ",
            "bad.toml: policies[2] | is the label of policies[0] too",
        ],
    ),
    "a label of two lines": (
        experiment(policies='["four_turns", { name = "a\\nb", policy = "hold_at" }]'),
        ["bad.toml: policies[1].name | one line | printable"],
    ),
    "a reference to itself": (
        experiment(
            policies='["four_turns", { name = "me, alone", policy = "best_response", to = "me, alone" }]'
        ),
        ["bad.toml: policies[1].to | goes round in a circle: me, alone -> me, alone"],
    ),
    "a circle of references": (
        experiment(
            policies="""[{ name = "a.b", policy = "best_response(to='c d')" },
            { name = "c d", policy = "best_response(to=나)" },
            { name = "나", policy = "best_response(to=a.b)" }]"""
        ),
        ["bad.toml: policies[2] | goes round in a circle: a.b -> c d -> 나 -> a.b"],
    ),
    "a reference left out, or to a number": (
        experiment(policies='["best_response", "best_response(to=3)"]'),
        [
            "bad.toml: policies[0] | needs to, the entrant that it answers | best_response(to=...)",
            "bad.toml: policies[1] | to of best_response should name an entrant | 3.0",
            "bad.toml: policies[1] | needs to",
        ],
    ),
    # --- schedule, stop, stream
    "gauntlet without champions": (
        experiment(schedule='"gauntlet"'),
        ["bad.toml: champions | a gauntlet needs one at least"],
    ),
    "champions without gauntlet": (
        experiment(champions='["four_turns"]'),
        ['bad.toml: champions | are for a gauntlet alone | set schedule = "gauntlet"'],
    ),
    "unknown champions": (
        experiment(schedule='"gauntlet"', champions='["fourturns", "four_turns", "four_turns"]'),
        [
            "bad.toml: champions[0] | is not the label of a policy | did you mean four_turns?",
            "bad.toml: champions[2] | stands in the list before",
        ],
    ),
    "a mirror for one seat": (
        experiment(schedule='"mirror"', **DECK),
        ["bad.toml: schedule | needs two seats, and the game has one | 'mirror'"],
    ),
    "a stream that the game has not": (
        experiment(stream='"sequential"'),
        ["bad.toml: stream | is not a stream of pig | 'sequential' | known: per-game"],
    ),
    "a sequential stream that should stop": (
        experiment(BAND, stream='"sequential"', stop='"decided"', seed=str(2**32), **DECK),
        [
            "bad.toml: seed | from 0 to 4294967295 on a sequential stream",
            'bad.toml: stop | cannot end a sequential stream | set stop = "fixed"',
        ],
    ),
    "nothing to decide": (experiment(stop='"decided"'), ["bad.toml: stop | needs a target to decide"]),
    # --- targets
    "unknown metric": (
        experiment('[[target]]\nmetric = "winrate"\nmin = 0.4\n'),
        [
            "bad.toml: target[0].metric | is not a metric of the game | 'winrate' | did you mean win_rate? | points"
        ],
    ),
    "no metric, no band": (
        experiment("[[target]]\n" + WIN),
        ["bad.toml: target[0].metric | is missing", "bad.toml: target[1] | says no value to reach | band = "],
    ),
    "bands upside down, empty, too long": (
        experiment(
            f"{WIN}band = [0.55, 0.45]\n{WIN}band = [0.5, 0.5]\n{WIN}band = [1, 2, 3]\n{WIN}min = 0.6\nmax = 0.4\n"
        ),
        [
            "bad.toml: target[2].band | at most 2 items",
            "bad.toml: target[0].band | is empty: 0.55 to 0.45 | did you mean [0.45, 0.55]?",
            "bad.toml: target[1].band | holds a single value",
            "bad.toml: target[3].min | is empty: 0.6 to 0.4",
        ],
    ),
    "a rate in per cent": (
        experiment(f"{WIN}band = [45, 55]\n"),
        [
            "bad.toml: target[0].band[0] | is outside [0, 1], where every win rate lies | 45 % is written 0.45",
            "bad.toml: target[0].band[1] | is outside [0, 1]",
        ],
    ),
    "a band and a minimum": (experiment(BAND + "min = 0.4\n"), ["bad.toml: target[0] | has a band and min"]),
    "settings without effect": (
        experiment(
            '[[target]]\nmetric = "points"\nmin = 90\ndraw = 0.5\nmethod = "sprt"\n'
            + BAND
            + "margin = 0.02\n"
            + WIN
            + "draw = 1\n"
        ),
        [
            "bad.toml: target[2].draw | should be 0.5 or 0 | found 1",
            "bad.toml: target[0].draw | counts in a win rate alone",
            "bad.toml: target[0].method | needs a rate | 'sprt'",
            'bad.toml: target[1].margin | is for the sprt alone | method = "sprt"',
        ],
    ),
    "a margin wider than the band": (
        experiment(BAND + 'method = "sprt"\nmargin = 0.1\n'),
        ["bad.toml: target[0].margin | is more than half the band | 0.1"],
    ),
    "globs that match nothing": (
        experiment(BAND + 'of = "hold_on*"\nagainst = "[x]"\nscenario = "raec"\n'),
        [
            "bad.toml: target[0].of | matches no policy | 'hold_on*' | known: hold_at(20), four_turns",
            "bad.toml: target[0].against | matches no policy",
            "bad.toml: target[0].scenario | matches no scenario | did you mean race?",
        ],
    ),
    "globs that never meet": (
        experiment(BAND + 'of = "four*"\nagainst = "four*"\n'),
        ["bad.toml: target[0] | matches no match-up of the experiment | look at the schedule"],
    ),
    "use that cannot be asked": (
        experiment(
            '[[target]]\nmetric = "use"\nmin = 0.05\nmax = 0.5\nagainst = "*"\nmethod = "sprt"\n'
            '[[target]]\nmetric = "use"\nmin = 0.5\n[[target]]\nmetric = "use"\n'
        ),
        [
            "bad.toml: target[0].method | needs a rate",
            "bad.toml: target[0].against | has no meaning for use",
            "bad.toml: target[0].max | is not for use | min = 0.05",
            "bad.toml: target[2] | says no value to reach",
            "bad.toml: target[1].min | is out of reach: 2 shares of 0.5 | below 0.5",
        ],
    ),
    "use where not everybody meets everybody": (
        experiment(
            '[[target]]\nmetric = "use"\nmin = 0.05\n',
            policies='["hold_at(20)", "four_turns", "random"]',
            schedule='"gauntlet"',
            champions='["random"]',
        ),
        ["bad.toml: target[0] | needs a table in which everybody meets everybody | round-robin"],
    ),
    "use in a one-seat game": (
        experiment('[[target]]\nmetric = "use"\nmin = 0.05\n', **DECK),
        ["bad.toml: target[0].metric | needs a game for two | seats 1"],
    ),
    "the same target twice": (
        experiment(BAND + BAND),
        ["bad.toml: target[1] | asks again what target[0] asks | win rate of hold_at(20) v four_turns"],
    ),
    "opponents of a lone player": (
        experiment(BAND + 'against = "*"\n[[target]]\nmetric = "seat_advantage"\nmax = 0.1\n', **DECK),
        [
            "bad.toml: target[0].against | asks for an opponent in a one-seat game",
            "bad.toml: target[1].metric | compares seats, and the game has one",
        ],
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_every_defect_of_a_plan_is_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, expected = DEFECTS[name]
    check_lines(refused(tmp_path, {"bad.toml": text, **BESIDE}, capsys), expected)
