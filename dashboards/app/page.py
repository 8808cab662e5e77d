"""What a page of the app is, and the parts that pages share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dashboards.markup import Content, Html, join, name, tag

__all__ = ["Page", "crumbs", "notice"]


@dataclass(frozen=True, slots=True)
class Page:
    """A page without what stands around it."""

    title: str
    header: Content
    """Inside <header>."""
    body: Content
    """Inside <main>."""
    tabs: Sequence[tuple[str, str, bool]] = ()
    """Title, address and whether it is the one shown."""
    pending: bool = False
    """Whether it is not whole yet, and wants to be asked for again at once."""
    status: int = 200

    def html(self) -> Html:
        """Header, tabs and main as markup."""
        pieces = [tag("header", self.header)]
        if self.tabs:
            pieces.append(tag("nav", tag("ul", [_tab(*one) for one in self.tabs]), {"aria-label": "Pages"}))
        return join([*pieces, tag("main", self.body, {"id": "content", "tabindex": -1})])


def crumbs(*ways: tuple[Content, str]) -> Html:
    """The way back: from all runs to where the page stands."""
    links = [tag("a", [tag("span", "Equipoise", {"class": "brand"}), " all runs"], {"href": "/"})]
    links += [tag("a", content, {"href": address}) for content, address in ways]
    pieces = [
        [tag("span", " › ", {"aria-hidden": "true"}) if at else None, link] for at, link in enumerate(links)
    ]
    return tag("nav", pieces, {"class": "crumbs", "aria-label": "Way back"})


def notice(title: str, *told: Content, ways: Sequence[tuple[Content, str]] = (), status: int = 404) -> Page:
    """A page that says why there is nothing else to show."""
    header = [tag("div", crumbs(*ways), {"class": "eyebrow"}), tag("h1", name(title), {"class": "headline"})]
    return Page(title, header, [tag("p", one, {"class": "lead"}) for one in told], status=status)


def _tab(title: str, address: str, current: bool) -> Html:
    return tag("li", tag("a", title, {"href": address, "aria-current": "page" if current else None}))
