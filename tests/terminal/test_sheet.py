"""Tables at any width: no line is wider, no figure is broken, and nothing is lost but what may be spared."""

from __future__ import annotations

import io

import pytest
import rich.console
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from runner.show.tables import line, table
from tests.terminal.screen import numbers

COLUMNS = ("verdict", "target", "estimate", "95 % interval", "band", "games", "still needed")
ROWS = (
    (line("✔ met", "green"), "win rate of optimal v hold_at(20)", "54.2 %", "53.5 % to 54.9 %", "45.0 % to 55.0 %",
     "25,984", ""),
    (line("? undecided"), "win rate of a_bot_with_a_long_name(25) v 종", "+1.5 ± 0.2", "-0.5 to +2.5",
     "45.0 % to 55.0 %", "1,025,984", "about 12,000 more games"),
)  # fmt: skip


def drawn(columns: object, rows: object, width: int, encoding: str = "utf-8", spare: object = ()) -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    rich.console.Console(file=file, width=width, highlight=False).print(table(columns, rows, spare))
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("width", [*range(30, 130, 7), 200])
def test_figures_stay_whole_and_lines_fit(width: int) -> None:
    said = drawn(COLUMNS, ROWS, width)
    assert all(cell_len(one.rstrip()) <= width for one in said.splitlines())
    assert numbers(said) == numbers(drawn(COLUMNS, ROWS, 1_000))
    assert {"1,025,984", "54.2", "12,000"} <= numbers(said)


def test_a_column_may_be_spared_before_rows_become_lines() -> None:
    rows = ROWS[:1]
    assert "games: 25,984" in drawn(COLUMNS, rows, 74)
    spared = drawn(COLUMNS, rows, 74, spare=("games",))
    assert "25,984" not in spared
    assert "─" in spared
    assert "25,984" in drawn(COLUMNS, rows, 120, spare=("games",))


def test_a_row_as_lines_names_each_value() -> None:
    assert drawn(COLUMNS, ROWS[1:], 60).splitlines()[:4] == [
        "? undecided  win rate of a_bot_with_a_long_name(25) v 종",
        "  estimate: +1.5 ± 0.2   95 % interval: -0.5 to +2.5",
        "  band: 45.0 % to 55.0 %   games: 1,025,984",
        "  still needed: about 12,000 more games",
    ]


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_ascii_is_measured_as_it_is_written(width: int) -> None:
    said = drawn(COLUMNS, ROWS, width, "ascii")
    assert said.isascii()
    assert all(len(one.rstrip()) <= width for one in said.splitlines())
    assert "+ met" in said
    assert "\\uc885" in said


WORDS = st.text("abcdefgh _()", min_size=1, max_size=30)
FIGURES = st.integers(-(10**9), 10**9).map(lambda n: f"{n:,}")


@given(
    st.lists(st.tuples(WORDS, FIGURES, FIGURES, WORDS, FIGURES), min_size=1, max_size=4), st.integers(36, 140)
)
def test_no_table_breaks_a_figure(rows: list[tuple[str, ...]], width: int) -> None:
    said = drawn(("who", "one", "two", "why", "three"), rows, width)
    assert {cell for row in rows for cell in (row[1], row[2], row[4])} <= set(said.split())
    assert all(cell_len(one.rstrip()) <= width for one in said.splitlines())
