"""HTML in which text stays text: the only file that turns names from data into markup.

`Html` is a string that is markup already. Everything else that is put into a tag is escaped, so a card named
`<script>alert(1)</script>` shows as those characters. Plotly reads a small subset of HTML in its labels:
`label` is for those. JSON that stands inside a page goes through `json_block`.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping

__all__ = ["Content", "Html", "join", "json_block", "label", "name", "shorten", "tag", "visible"]


class Html(str):
    """Markup; made by this module, by hand only from literals."""

    __slots__ = ()


Content = str | int | Iterable["Content"] | None
"""What may stand inside a tag: markup, text (escaped), numbers, nothing, or several of these."""

# Elements without an inside; those of SVG must say so themselves.
_VOID = {"meta": ">", "input": ">", "circle": "/>", "line": "/>", "rect": "/>"}
# Characters that would be invisible or change what stands around them, shown by their Unicode pictures.
_PICTURES = {code: chr(0x2400 + code) for code in range(32)} | {0x7F: "\u2421"}
_UNSEEN = dict.fromkeys(
    [*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF], "\ufffd"
)
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_SHOWN = str.maketrans(_PICTURES | _UNSEEN | _SURROGATES)
_LONGEST_NAME = 240
# Inside <script>, `</script` and `<!--` would end or confuse the block; these escapes mean the same in JSON.
_IN_SCRIPT = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def visible(text: str) -> str:
    """`text` with control characters, direction overrides and broken surrogates made visible."""
    return text.translate(_SHOWN)


def tag(
    kind: str, content: Content = None, attributes: Mapping[str, str | float | bool | None] | None = None
) -> Html:
    """An element. An attribute that is True stands alone, one that is None or False is left out."""
    opening = f"<{kind}{''.join(_attribute(key, value) for key, value in (attributes or {}).items())}"
    return Html(opening + (_VOID.get(kind) or f">{join(content)}</{kind}>"))


def join(content: Content) -> Html:
    """Several pieces as one; plain strings are escaped."""
    if content is None:
        return Html("")
    if isinstance(content, Html):
        return content
    if isinstance(content, str):
        return Html(html.escape(visible(content)))
    if isinstance(content, int):
        return Html(content)
    return Html("".join(join(piece) for piece in content))


def name(text: str) -> Html:
    """A name from data: isolated, so that a script written from right to left leaves its neighbours in place."""
    return tag("bdi", shorten(text, _LONGEST_NAME))


def label(text: str, longest: int = 28) -> str:
    """A name for a Plotly label or hover: shortened, and escaped against the HTML subset Plotly reads."""
    return html.escape(shorten(visible(text), longest), quote=False).replace("$", "&#36;")  # no TeX either


def shorten(text: str, longest: int) -> str:
    """At most `longest` characters, the middle left out: the ends of names tell more than their beginnings."""
    if len(text) <= longest:
        return text
    head = (longest - 1) * 2 // 3
    return f"{text[:head]}…{text[len(text) - (longest - 1 - head) :]}"


def json_block(identity: str, text: str) -> Html:
    """JSON `text` as a data block that a script of the page reads; inert whatever its strings hold."""
    block = text.translate(_IN_SCRIPT)
    return Html(f'<script type="application/json" id="{html.escape(identity)}">{block}</script>')


def _attribute(key: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    return f" {key}" if value is True else f' {key}="{html.escape(visible(str(value)))}"'
