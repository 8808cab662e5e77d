"""A table that is readable at any width: figures stay whole, names wrap at words, and what does not fit becomes lines.

Widths are in terminal cells. Which of three forms is taken follows from the width alone:

    as it is        every column as wide as its widest cell
    tight           one space between columns; columns of names wrap at words, empty ones go, then the spare ones
    lines           a row is its first cells, then `name: value` items, wrapped between items
"""

import re
from collections.abc import Iterator, Sequence

import rich.box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from runner.output import in_plain

__all__ = ["Sheet", "cut"]

RULE = rich.box.SIMPLE_HEAD
RULE_PLAIN = rich.box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
GAP, TIGHT_GAP = 3, 2
"""Cells between two columns."""
SHORTEST, LONGEST_WORD = 12, 32
"""Of a column of names that must wrap: cells that it has at least, and the longest word that is never cut."""
FIGURE = re.compile(r"[(<>~+\-−±]*\s*\d|^(cannot tell|exact|open)\b")
MOVED_IN = 2
"""How far the items of a row that became lines are moved in."""


class Sheet(Table):
    """Rows under their names, `[rows][columns]` of text."""

    def __init__(
        self, columns: Sequence[str], rows: Sequence[Sequence[Text]], spare: Sequence[str] = ()
    ) -> None:
        super().__init__(box=RULE, pad_edge=False)
        self._names, self._cells, self._spare = list(columns), rows, list(spare)
        for name in columns:
            self.add_column(Text(name), overflow="fold")
        for row in rows:
            self.add_row(*row)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, encoding = options.max_width, options.encoding
        columns = [
            _Column(Text(in_plain(name, encoding)), [_plain(row[i], encoding) for row in self._cells])
            for i, name in enumerate(self._names)
        ]
        box = RULE_PLAIN if options.ascii_only else RULE
        gap = GAP if self.padding[3] else TIGHT_GAP
        if sum(one.natural for one in columns) + gap * len(columns) <= width:
            yield _drawn(columns, [one.natural for one in columns], box, gap, edges=True)
            return
        for kept in self._choices(columns):
            widths = _tight(kept, width)
            if widths is not None:
                yield _drawn(kept, widths, box, TIGHT_GAP, edges=False)
                return
        yield from _lines(columns, width)

    def _choices(self, columns: "list[_Column]") -> "Iterator[list[_Column]]":
        """Columns to try side by side: those that say something; then without the spare ones, one more at a time."""
        kept = [one for one in columns if any(cell.plain for cell in one.cells)]
        if kept:
            yield kept
        for name in self._spare:
            fewer = [one for one in kept if one.name.plain != name]
            if len(fewer) < len(kept):
                kept = fewer
                yield kept


class _Column:
    """The cells of a column and what they need."""

    def __init__(self, name: Text, cells: Sequence[Text]) -> None:
        self.name, self.cells = name, cells
        widest = max((cell.cell_len for cell in cells), default=0)
        self.natural = max(widest, name.cell_len)
        self.is_figures = all(FIGURE.match(cell.plain) for cell in cells if cell.plain)
        """Whether its cells are numbers, which may not be broken."""
        heading = max(map(cell_len, name.plain.split()), default=0)
        words = max((cell_len(word) for cell in cells for word in cell.plain.split()), default=0)
        names = max(min(words, LONGEST_WORD), min(widest, SHORTEST))
        self.least = max(heading, widest if self.is_figures else names)


def cut(text: str, width: int, encoding: str | None = None) -> str:
    """`text` in at most `width` cells; what was cut off ends in an ellipsis."""
    if cell_len(text) <= width:
        return text
    mark = in_plain("…", encoding)
    return set_cell_size(text, max(width - cell_len(mark), 0)).rstrip() + mark


def _plain(cell: Text, encoding: str) -> Text:
    text = in_plain(cell.plain, encoding)
    return cell if text == cell.plain else Text(text, style=cell.style)


def _tight(columns: "Sequence[_Column]", width: int) -> list[int] | None:
    """Widths at which the columns stand side by side, the names as wide as there is room; None where they cannot."""
    room = width - TIGHT_GAP * (len(columns) - 1)
    widths = [one.least for one in columns]
    spare = room - sum(widths)
    if spare < 0:
        return None
    for wanting in (lambda one: not one.is_figures, lambda one: True):
        while spare > 0 and (
            open_ := [i for i, one in enumerate(columns) if wanting(one) and widths[i] < one.natural]
        ):
            for i in open_[:spare]:
                widths[i] += 1
            spare -= min(len(open_), spare)
    return widths


def _drawn(
    columns: "Sequence[_Column]", widths: Sequence[int], box: rich.box.Box, gap: int, edges: bool
) -> Table:
    padding = (0, 1) if gap == GAP else (0, 1, 0, 0)
    made = Table(box=box, pad_edge=False, padding=padding, show_edge=edges)
    for one, width in zip(columns, widths, strict=True):
        made.add_column(one.name, width=width, overflow="ellipsis")
    for row in zip(*(one.cells for one in columns), strict=True):
        made.add_row(*row)
    return made


def _lines(columns: "Sequence[_Column]", width: int) -> Iterator[Text | Padding]:
    """Each row as lines: the leading names, then what the other columns say under their own names."""
    heads = next((i for i, one in enumerate(columns) if one.is_figures), len(columns)) or 1
    # A heading that says something of every row, as "win rate of: 45 % to 55 %" does.
    yield from (Text(one.name.plain, style="dim") for one in columns[:heads] if ":" in one.name.plain)
    for row in zip(*(one.cells for one in columns), strict=True):
        yield Text("  ").join(cell for cell in row[:heads] if cell.plain)
        items = [
            Text.assemble((f"{one.name}: " if one.name.plain else "", "dim"), cell)
            for one, cell in zip(columns[heads:], row[heads:], strict=True)
            if cell.plain
        ]
        yield from _flowed(items, width)
    yield Text()


def _flowed(items: Sequence[Text], width: int) -> Iterator[Padding]:
    """Items side by side while they fit, each whole where that is possible."""
    line = Text()
    for item in items:
        if line.plain and MOVED_IN + line.cell_len + GAP + item.cell_len > width:
            yield _moved_in(line)
            line = Text()
        line = Text.assemble(line, " " * GAP if line.plain else "", item)
    if line.plain:
        yield _moved_in(line)


def _moved_in(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, MOVED_IN), expand=False)
