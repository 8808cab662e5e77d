"""What stands around a page of the app: its head, its foot, and the scripts that follow it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dashboards.app.page import Page
from dashboards.figures.theme import DARK
from dashboards.markup import Html, join, json_block, tag

__all__ = ["document"]

_ENTRY = '<div id="react-entry-point" hidden></div>'


def document(page: Page, stamp: str, dash: Mapping[str, str], plotly: str) -> str:
    """The page as text.

    Args:
        page: what it shows.
        stamp: changes when the page would.
        dash: Dash's own pieces of the page: `css`, `config`, `scripts`, `renderer`.
        plotly: the address of Plotly's script.
    """
    head = [
        tag("meta", None, {"charset": "utf-8"}),
        tag("meta", None, {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        tag("meta", None, {"name": "color-scheme", "content": "light dark"}),
        tag("title", f"{page.title} · Equipoise"),
        Html(dash["favicon"]),
        Html(dash["css"]),
        tag("script", None, {"src": plotly, "defer": True}),
    ]
    body = [
        tag("a", "Skip to the content", {"href": "#content", "class": "skip"}),
        tag("div", page.html(), {"id": "page", "data-stamp": "" if page.pending else stamp}),
        tag(
            "footer",
            [tag("span", "This page follows its run as it writes.", {"id": "live", "role": "status"})],
        ),
        json_block("dark-twins", json.dumps(dict(DARK))),
        *(Html(dash[piece]) for piece in ("config", "scripts", "renderer")),
    ]
    whole = tag(
        "html", [tag("head", head), tag("body", [Html(_ENTRY), *body], {"class": "live"})], {"lang": "en"}
    )
    return f"<!doctype html>\n{join(whole)}\n"
