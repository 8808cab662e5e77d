"""Experiment files that cannot be used: every defect in one message, with file, path, value, rule and a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.refusal import BESIDE, Files, check_lines, experiment, folder, link, refused

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
            "bad.toml: schedule | 'round-robin', 'all-pairs', 'gauntlet' or 'mirror' | found 'league'",
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
    check_lines(refused(tmp_path, {"bad.toml": text, **BESIDE}, capsys), expected)


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
