"""Experiment files that cannot be used: every defect in one message, with file, path, value, rule and a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.refusal import Files, check_lines, experiment, folder, link, refused

WIN = '[[target]]\nmetric = "win_rate"\n'
BAND = WIN + "band = [0.45, 0.55]\n"
DECK = {"game": '"deckfight"', "data": '"deck"', "policies": '["heuristic"]'}

# Name -> (text of bad.toml, what each line of the message must say). The data beside it is sound.
DEFECTS: dict[str, tuple[str | bytes, list[str]]] = {
    # --- not an experiment at all
    "empty file": (
        "",
        [f"bad.toml: {key} | is missing" for key in ("name", "game", "data", "policies")],
    ),
    "bad TOML": ("name = \n", ["bad.toml | is not valid TOML | line 1, column 8"]),
    "key twice": (
        'name = "a"\nname = "b"\n',
        ["bad.toml | is not valid TOML | Cannot overwrite a value | line 2"],
    ),
    "not UTF-8": (b'name = "\xff"\n', ["bad.toml | is not UTF-8 text (byte 8) | save it as UTF-8"]),
    "UTF-16": ('name = "a"\n'.encode("utf-16"), ["bad.toml | is not UTF-8 text (byte 0)"]),
    "binary": (bytes(range(256)), ["bad.toml | is not UTF-8 text"]),
    "nested too deep": ("x = " + "[" * 5000 + "]" * 5000, ["bad.toml | is nested too deeply for TOML"]),
    "JSON instead": ('{"name": "bad"}\n', ["bad.toml | is not valid TOML"]),
    # --- keys and types
    "unknown keys": (
        experiment(polices='["optimal"]', xyz="1"),
        [
            "bad.toml: polices | is not a known key | did you mean policies?",
            "bad.toml: xyz | is not a known key",
        ],
    ),
    "unknown keys in tables": (
        experiment(BAND + 'metrc = "x"\n[budget]\nsmall = 10\n'),
        ["bad.toml: target[0].metrc | did you mean metric?", "bad.toml: budget.small | is not a known key"],
    ),
    "wrong types": (
        experiment(
            seed='"1"', games="true", certainty="[]", title="3", policies='"hold_at(20)"', scenarios="1.5"
        ),
        [
            "bad.toml: title | should be a valid string | found 3",
            'bad.toml: scenarios | should be "first", "all" or a list | found 1.5',
            "bad.toml: policies | should be a valid list",
            "bad.toml: seed | should be a valid integer | found '1' | without quotes",
            "bad.toml: games | should be a valid integer | found True",
            "bad.toml: certainty | should be a valid number",
        ],
    ),
    "a date for a number": (experiment(seed="2024-01-01"), ["bad.toml: seed | should be a valid integer"]),
    "NaN and infinity": (
        experiment(WIN + "band = [nan, 0.55]\n", flag_ratio="inf"),
        [
            "bad.toml: flag_ratio | is not a finite number | found inf",
            "bad.toml: target[0].band[0] | is not a finite number | found nan",
        ],
    ),
    "numbers out of range": (
        experiment(seed="-1", games="0", certainty="1.0", flag_ratio="0"),
        [
            "bad.toml: seed | greater than or equal to 0 | found -1",
            "bad.toml: games | greater than or equal to 1 | found 0",
            "bad.toml: certainty | less than 1 | found 1.0",
            "bad.toml: flag_ratio | greater than 0 | found 0",
        ],
    ),
    "seed beyond 63 bits": (
        experiment(seed=str(2**63)),
        ["bad.toml: seed | less than or equal to 9223372036854775807"],
    ),
    "certainty in per cent": (experiment(certainty="95"), ["bad.toml: certainty | less than 1 | found 95"]),
    "less than a pair": (
        experiment(games="1"),
        ["bad.toml: games | should be 2 at least: one pair | found 1"],
    ),
    "less than a pair in smoke": (
        experiment("[budget]\nsmoke = 1\n"),
        ["bad.toml: budget.smoke | should be 2 at least | found 1"],
    ),
    "modes that are none": (
        experiment(schedule='"league"', stop='"never"', stream='"mixed"', keep='"all"'),
        [
            "bad.toml: schedule | 'round-robin', 'gauntlet' or 'mirror' | found 'league'",
            "bad.toml: stop | 'decided' or 'fixed' | found 'never'",
            "bad.toml: stream | 'per-game' or 'sequential' | found 'mixed'",
            "bad.toml: keep | 'summaries' or 'games' | found 'all'",
        ],
    ),
    # --- names
    "a name that leads out": (
        experiment(name='"a/../../b"'),
        ["bad.toml: name | as it names a folder | a/../../b"],
    ),
    "a name of dots": (experiment(name='".."'), ["bad.toml: name | nor begin or end with a dot"]),
    "an empty name": (experiment(name='""'), ["bad.toml: name | should not be empty"]),
    "a name beyond a folder's": (experiment(name=f'"{"밤" * 40}"'), ["bad.toml: name | at most 100 bytes"]),
    "a name of control characters": (
        experiment(name='"a\\u0007b"'),
        ["bad.toml: name | without control characters"],
    ),
    "unknown game": (
        experiment(game='"pgi"'),
        ["bad.toml: game | is not a game | found 'pgi' | did you mean pig?"],
    ),
    "a game by path": (experiment(game='"../games/pig"'), ["bad.toml: game | is not a game | known: "]),
    "unknown scenario": (
        experiment(scenarios='["rac", "race", "race"]'),
        [
            "bad.toml: scenarios[0] | is not a scenario of the data | 'rac' | did you mean race?",
            "bad.toml: scenarios[2] | stands in the list before | 'race'",
        ],
    ),
    "no scenario": (experiment(scenarios="[]"), ['bad.toml: scenarios | should be "first", "all" or a list']),
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
    # --- many at once, from every stage
    "all stages": (
        experiment(
            f"{WIN}band = [0.6, 0.4]\nof = 'x'\n",
            colour="1",
            game='"pigs"',
            data='"nowhere.toml"',
            certainty="0",
            policies='["hold_at(20)", "hold_at(20)", "a b"]',
            champions='["c"]',
        ),
        [
            "bad.toml: certainty | greater than 0",
            "bad.toml: colour | is not a known key",
            "bad.toml: game | is not a game | did you mean pig?",
            "bad.toml: data | cannot be read: no such file or directory | nowhere.toml",
            "bad.toml: policies[1] | is the label of policies[0] too",
            "bad.toml: policies[2] | is not a policy expression",
            "bad.toml: champions | are for a gauntlet alone",
            "bad.toml: champions[0] | is not the label of a policy",
            "bad.toml: target[0].band | is empty",
            "bad.toml: target[0].of | matches no policy",
        ],
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_every_defect_of_an_experiment_is_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, expected = DEFECTS[name]
    files: Files = {
        "bad.toml": text,
        "data.toml": "goal = 20\n",
        "deck/cards.json": CARDS,
        "deck/enemies.json": ENEMIES,
    }
    check_lines(refused(tmp_path, files, capsys), expected)


CARDS = '{"cards": {"Strike": {"name": "S", "cost": 1, "kind": "Attack", "damage": 6}}, "starterDeck": ["Strike"]}'
ENEMIES = '{"activeEnemy": "E", "enemies": {"E": {"name": "E", "maxHp": 9, "intents": [{"kind": "Attack", "value": 1}]}}}'  # noqa: E501

# Name -> (what stands at bad.toml, the line).
PLACES: dict[str, tuple[Files, str]] = {
    "no file": ({"bat.toml": experiment()}, "bad.toml | there is no such file | did you mean bat.toml?"),
    "a folder": ({"bad.toml": folder}, "bad.toml | a folder stands where a file is needed"),
    "a link to itself": (
        {"bad.toml": link("bad.toml")},
        "bad.toml | cannot be read: Too many levels of symbolic links",
    ),
    "a link to nothing": ({"bad.toml": link("gone.toml")}, "bad.toml | there is no such file"),
    "a device": ({"bad.toml": link("/dev/zero")}, "bad.toml | is a device or a pipe where a file is needed"),
}


@pytest.mark.parametrize("name", PLACES)
def test_what_stands_in_place_of_an_experiment(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, expected = PLACES[name]
    check_lines(refused(tmp_path, files, capsys), [expected])


ARGUMENTS: dict[str, tuple[list[str], str]] = {
    "less than a pair": (
        ["--games", "1"],
        "command line: --games | should be 2 at least (one pair) | found 1",
    ),
    "no games": (["--games", "-5"], "command line: --games | should be 2 at least | found -5"),
    "negative seed": (["--seed", "-1"], "command line: --seed | from 0 to 9223372036854775807 | found -1"),
    "seed beyond 63 bits": (["--seed", str(2**63)], "command line: --seed | from 0 to 9223372036854775807"),
    "address without Ray": (
        ["--address", "ray://x:1"],
        "command line: --address | is for --engine ray alone",
    ),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_that_cannot_be(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, expected = ARGUMENTS[name]
    files = {"bad.toml": experiment(), "data.toml": "goal = 20\n"}
    check_lines(refused(tmp_path, files, capsys, arguments), [expected])


def test_arguments_are_told_beside_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"bad.toml": experiment(certainty="2"), "data.toml": "goal = 20\n"}
    lines = refused(tmp_path, files, capsys, ["--games", "1"])
    check_lines(lines, ["bad.toml: certainty | less than 1", "command line: --games | should be 2 at least"])
