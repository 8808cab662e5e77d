"""An app that listens, for as long as a block lasts; and what one answers."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Thread
from urllib.parse import quote

from werkzeug.serving import BaseWSGIServer

from tests.dashboards.page import Node

__all__ = ["Answer", "Site", "root"]


@dataclass(frozen=True)
class Answer:
    """What the app answered."""

    status: int
    page: Node
    text: str
    headers: dict[str, str]

    def main(self) -> str:
        """The text of the page without what stands around it."""
        return " ".join(next(self.page.all("div", id="page")).text.split())

    def links(self) -> list[str]:
        """Where its links lead."""
        return [str(one.attributes["href"]) for one in self.page.all("a")]


class Site:
    """A server in a thread of its own."""

    def __init__(self, server: BaseWSGIServer) -> None:
        self._server = server
        self._thread = Thread(target=server.serve_forever, daemon=True)
        self.address = f"http://127.0.0.1:{server.port}"

    def __enter__(self) -> Site:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def root(name: str) -> str:
    """Where the app shows the run in that folder."""
    return f"/run/{quote(name, safe='')}"
