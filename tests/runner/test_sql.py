"""Answers in SQL: whole columns at every width, records where they do not fit, CSV and JSON to the last digit."""

import csv
import io
import json

import pytest
import rich.console

import equipoise
from runner.show.answer import MOST_LINES, answer, as_csv, as_json
from runner.store import Answer, query

PIG = """
name = "asked"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "hold_at(25)", "random"]
games = 512
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a small run."""
    place = tmp_path_factory.mktemp("sql")
    (place / "pig.toml").write_text("goal = 50\n", encoding="utf-8")
    (place / "experiment.toml").write_text(PIG, encoding="utf-8")
    equipoise.main(["run", str(place / "experiment.toml"), "--results", str(place / "r"), "--no-report"])
    (found,) = (place / "r").iterdir()
    return found


def lines(found, width, layout=None):
    """What a terminal of that width shows."""
    console = rich.console.Console(width=width, file=io.StringIO(), highlight=False)
    for piece in answer(found, layout, console):
        console.print(piece, soft_wrap=layout == "records")
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [80, 160])
def test_all_columns_of_the_verdicts_are_told_a_line_each(folder, width):
    found = query(folder, "SELECT * FROM verdicts")
    told = lines(found, width)
    assert told[0] == f"row 1 of {len(found.rows)}"
    block = told[1 : 1 + len(found.columns)]
    assert [line.split(":")[0] for line in block] == list(found.columns)
    assert block[found.columns.index("target")].endswith("win rate of hold_at(20) v hold_at(25)")
    assert max(map(len, told)) <= width


def test_what_fits_is_a_table_and_a_layout_can_be_named(folder):
    found = query(folder, "FROM latest_verdicts")
    assert "row 1 of 3" in lines(found, 80)[0]
    wide = "\n".join(lines(found, 160))
    assert "row 1 of" not in wide
    for row in found.rows:
        assert row[1] in wide
    assert "row 1 of 3" in lines(found, 160, "records")[0]
    assert "row 1 of" not in "\n".join(lines(found, 80, "table"))


def test_the_latest_verdicts_are_those_of_the_last_judging_worst_first(folder):
    found = query(folder, "SELECT verdict, target, games FROM latest_verdicts").rows
    last = query(
        folder, "SELECT target, games FROM verdicts WHERE seq = (SELECT max(seq) FROM verdicts)"
    ).rows
    assert {row[1:] for row in found} == set(last)
    order = [row[0] for row in found]
    assert order == sorted(order, key=["missed", "undecided", "met"].index)


def test_long_answers_are_cut_for_people_and_counted(folder):
    found = Answer(("n",), tuple((n,) for n in range(1000)))
    told = lines(found, 80)
    assert told[-1] == f"and {1000 - MOST_LINES} more rows: --format csv or --format json has all"
    wide = Answer(tuple(f"column_{n}" for n in range(50)), tuple((0,) * 50 for _ in range(10)))
    assert lines(wide, 80)[-1] == "and 7 more rows: --format csv or --format json has all"
    assert len(as_csv(found).splitlines()) == 1001
    assert len(json.loads(as_json(found))) == 1000


def test_csv_and_json_are_whole_and_exact():
    value = 0.1 + 0.2
    row = (value, None, [1, 2], {"a": float("inf")}, 'a,"b"\nc', True, float("nan"))
    found = Answer(("x", "nothing", "list", "map", "text", "flag", "x"), (row,))
    names, cells = list(csv.reader(io.StringIO(as_csv(found))))
    assert names == list(found.columns)
    assert float(cells[0]) == value
    assert cells[1:6] == ["", "[1, 2]", '{"a": "inf"}', 'a,"b"\nc', "True"]
    (record,) = json.loads(as_json(found), parse_constant=pytest.fail)
    assert record["x"] == value
    assert record["nothing"] is None
    assert (record["list"], record["map"], record["x_2"]) == ([1, 2], {"a": "inf"}, "nan")


def test_every_format_of_the_command(folder, capsys):
    words = ["sql", str(folder), "SELECT target, estimate FROM verdicts ORDER BY ALL"]
    found = query(folder, words[2]).rows
    said = {}
    for layout in ("table", "records", "csv", "json"):
        assert equipoise.main([*words, "--format", layout]) == 0
        said[layout] = capsys.readouterr().out
    assert [tuple(one.values()) for one in json.loads(said["json"])] == list(found)
    assert [(t, float(e)) for t, e in list(csv.reader(io.StringIO(said["csv"])))[1:]] == list(found)
    assert said["records"].startswith("row 1 of")
    assert equipoise.main([*words, "--json"]) == 0
    assert capsys.readouterr().out == said["json"]
    assert equipoise.main([*words, "--format", "xml"]) == 2
