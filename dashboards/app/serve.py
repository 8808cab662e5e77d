"""Serving the app until it is told to stop."""

from __future__ import annotations

import socket
from pathlib import Path

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from dashboards.app.game import Transcript
from dashboards.app.guard import Guard, checked
from games.defects import BadInput, Defect

__all__ = ["listening", "serve"]


class _Quiet(WSGIRequestHandler):
    """Says nothing of each request; a fault is still told. A browser may keep its connection."""

    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


def serve(results: Path, host: str, port: int, token: str | None, transcript: Transcript | None) -> None:
    """Serve the app until it is interrupted. Raises `BadInput` for an address or folder that cannot be used."""
    guard = checked(host, token)
    server = listening(results, guard, port, transcript)
    shown = f"[{host}]" if ":" in host.strip("[]") else host
    secret = f"?token={token}" if token else ""
    print(f"Equipoise shows {results} at http://{shown}:{server.port}/{secret}", flush=True)
    print("Ctrl-C ends it.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


def listening(results: Path, guard: Guard, port: int, transcript: Transcript | None) -> BaseWSGIServer:
    """A server that listens already, a thread a request. Raises `BadInput`."""
    defects = _unusable(results)
    if defects:
        raise BadInput(defects)
    try:
        listener = socket.create_server((guard.host.strip("[]"), port), family=_family(guard.host))
    except OSError as error:
        rule = f"cannot listen at {guard.host}: {error.strerror}"
        raise BadInput([Defect("dashboard", "--port", port, rule, "try --port 0 for any free one")]) from None
    from dashboards.app.server import build

    with listener:
        app = build(results, guard, transcript)
        host, taken = listener.getsockname()[:2]
        return make_server(
            host, taken, app.server, threaded=True, request_handler=_Quiet, fd=listener.fileno()
        )


def _family(host: str) -> int:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _unusable(results: Path) -> list[Defect]:
    if results.exists() and not results.is_dir():
        return [Defect(str(results), "", None, "is not a folder", "name the folder that runs lie in")]
    if (results / "manifest.json").exists():
        hint = f"name the folder above it: {results.parent}"
        return [Defect(str(results), "", None, "is a run's own folder, not one that runs lie in", hint)]
    return []
