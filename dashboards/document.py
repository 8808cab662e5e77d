"""A whole page as one file: head, style, body, and the scripts, none but which may run and nothing be fetched."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

from dashboards.markup import Content, Html, tag

__all__ = ["asset", "whole_page"]

ASSETS = Path(__file__).parent / "assets"


def whole_page(title: str, body: Sequence[Content], scripts: Sequence[str], *styles: str) -> str:
    """The text of a page that stands alone.

    Args:
        title: of the window.
        body: what it holds, without scripts that run.
        scripts: the project's or Plotly's own, never from data; the page's policy lets no other run.
        styles: after the style of all pages.
    """
    inner = tag("body", [*body, *map(_script, scripts)])
    page = tag(
        "html", [_head(title, scripts, "".join([asset("report.css"), *styles])), inner], {"lang": "en"}
    )
    return f"<!doctype html>\n{page}\n"


def asset(name: str) -> str:
    """The text of a file in `assets/`."""
    return (ASSETS / name).read_text(encoding="utf-8")


def _head(title: str, scripts: Sequence[str], style: str) -> Html:
    sources = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in scripts
    )
    policy = f"default-src 'none'; script-src {sources}; style-src 'unsafe-inline'; img-src data: blob:"
    return tag("head", [
        tag("meta", None, {"charset": "utf-8"}),
        tag("meta", None, {"http-equiv": "Content-Security-Policy", "content": policy}),
        tag("meta", None, {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        tag("meta", None, {"name": "color-scheme", "content": "light dark"}),
        tag("title", title),
        tag("style", Html(style)),
    ])  # fmt: skip


def _script(text: str) -> Html:
    """A script as it stands."""
    if "</script" in text.lower():
        raise ValueError("a script may not hold its own end")
    return Html(f"<script>{text}</script>")
