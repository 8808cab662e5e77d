"""The app itself: pages made on the server, kept up to date by Dash while a reader looks at them.

The first answer to an address holds the whole page, so it shows at once and without scripts. Dash then asks every two
seconds whether the page's stamp has changed, and the script (`assets/live.js`) puts the newer page in its place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from flask import Response, g, request

from dashboards.app.document import document
from dashboards.app.game import Transcript
from dashboards.app.guard import Guard, headers
from dashboards.app.results import Results
from dashboards.app.routes import Routes
from dashboards.document import ASSETS
from dashboards.pages.frame import plotly

__all__ = ["build"]

_PERIOD_MS = 2_000
PLOTLY, PIG = "/plotly.js", "/explain/pig"


class _App(Dash):
    """Dash, whose index is the page of the address that was asked for."""

    routes: Routes

    def interpolate_index(self, **pieces: str) -> str:
        path, query = quote(request.path), request.query_string.decode(errors="replace")
        stamp, page = self.routes.at(path, query, whole=False)
        g.status = page.status
        return document(page, stamp, pieces, PLOTLY)


def build(results: Path, guard: Guard, transcript: Transcript | None = None) -> Dash:
    """The app over a results folder; `transcript` plays games again, if anything can."""
    app = _App(
        "equipoise", assets_folder=str(ASSETS), title="Equipoise", update_title="", enable_mcp=False,
        compress=False, include_pages_meta=False, serve_locally=True, add_log_handler=False,
    )  # fmt: skip
    app.routes = Routes(Results(results), transcript)
    app.layout = html.Div(
        [
            dcc.Interval(id="tick", interval=_PERIOD_MS),
            dcc.Store(id="asked"),
            dcc.Store(id="fresh"),
            dcc.Store(id="shown"),
        ]
    )
    _follow(app)
    _serve(app, guard)
    return app


def _follow(app: _App) -> None:
    """Every tick the page says where it stands; the server answers with a newer page if there is one."""

    def ask(name: str) -> ClientsideFunction:
        return ClientsideFunction(namespace="equipoise", function_name=name)

    app.clientside_callback(ask("ask"), Output("asked", "data"), Input("tick", "n_intervals"))
    app.clientside_callback(ask("show"), Output("shown", "data"), Input("fresh", "data"))

    @app.callback(Output("fresh", "data"), Input("asked", "data"), prevent_initial_call=True)
    def fresh(asked: dict[str, str]) -> dict[str, Any]:
        path, query, seen = (str(asked.get(key, "")) for key in ("path", "query", "stamp"))
        if seen == app.routes.stamp(path):
            return {"at": asked.get("at")}
        now, page = app.routes.at(path, query)
        return {
            "at": asked.get("at"), "path": path, "query": query, "stamp": now, "title": page.title,
            "html": page.html(),
        }  # fmt: skip


def _serve(app: _App, guard: Guard) -> None:
    server, hashes = app.server, app.csp_hashes()
    script = plotly().encode()

    @server.before_request
    def admit() -> Response | None:
        return guard.answer(request)

    @server.after_request
    def told(response: Response) -> Response:
        if request.path == PIG:  # stands alone: its own policy names its script
            return headers(response, None)
        if response.status_code == 200:
            response.status_code = g.get("status", 200)
        return headers(response, hashes)

    def figures() -> Response:
        response = Response(script, mimetype="text/javascript")
        response.cache_control.max_age = 86_400
        return response

    def exhibit() -> str:
        from dashboards.explain.pig import page

        return page()

    server.add_url_rule(PLOTLY, "plotly", figures)
    server.add_url_rule(PIG, "pig", exhibit)
