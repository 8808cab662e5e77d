"""A page as a browser's parser sees it, in as much detail as the tests ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

__all__ = ["Node", "parse"]

VOID = {"meta", "link", "br", "img", "input", "hr"}


@dataclass
class Node:
    """An element: its children are elements and texts in order."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def all(self, tag: str | None = None, **attributes: str) -> Iterator[Node]:
        """Every element inside, in order, of that tag and with those attributes (`class_` for class)."""
        for child in self.children:
            if isinstance(child, Node):
                wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
                if tag in (None, child.tag) and all(child.get(key) == value for key, value in wanted.items()):
                    yield child
                yield from child.all(tag, **attributes)

    def one(self, tag: str | None = None, **attributes: str) -> Node:
        """The only such element."""
        (found,) = self.all(tag, **attributes)
        return found

    def get(self, name: str) -> str | None:
        """An attribute."""
        return self.attributes.get(name)

    @property
    def text(self) -> str:
        """All text inside, scripts and styles left out."""
        if self.tag in ("script", "style"):
            return ""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def raw(self) -> str:
        """All text inside, as it stands."""
        return "".join(child if isinstance(child, str) else child.raw for child in self.children)


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("#root")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(self.open[-1].children[-1])  # type: ignore[arg-type]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"<{tag}> bears an attribute twice"
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(text: str) -> Node:
    """The tree of a page; `AssertionError` where an element is not closed, or closed by another's tag."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    assert parser.open == [parser.root], f"<{parser.open[-1].tag}> is not closed"
    return parser.root
