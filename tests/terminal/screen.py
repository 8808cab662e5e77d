"""What a person reads of what was written to a terminal: escapes obeyed as far as our output uses them."""

from __future__ import annotations

import re

__all__ = ["colours", "numbers", "shown"]

PIECE = re.compile(
    r"\x1b\[([0-9;?]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]|[\r\n]|[^\x1b\r\n]+"
)


def shown(text: str) -> str:
    """The lines that stay, those that were scrolled away too."""
    lines, row, column = [""], 0, 0
    for piece in PIECE.finditer(text):
        count, command = piece.group(1), piece.group(2)
        if command == "A":
            row = max(row - int(count or 1), 0)
        elif command == "K":
            lines[row] = "" if count == "2" else lines[row][:column]
        elif piece.group() == "\r":
            column = 0
        elif piece.group() == "\n":
            row += 1
            lines += [""] * (row - len(lines) + 1)
        elif not piece.group().startswith("\x1b"):
            written = piece.group()
            lines[row] = lines[row][:column].ljust(column) + written + lines[row][column + len(written) :]
            column += len(written)
    return "\n".join(line.rstrip() for line in lines)


def colours(text: str) -> set[str]:
    """The colours that it is written in, by their codes."""
    codes = {code for style in re.findall(r"\x1b\[([0-9;]*)m", text) for code in style.split(";") if code}
    return {code for code in codes if re.fullmatch(r"[349][0-7]|10[0-7]|38|48", code)}


def numbers(text: str) -> set[str]:
    """Every number in it, with its thousands and decimals."""
    return set(re.findall(r"\d+(?:[.,]\d+)*", text))
