"""Who may read: the machine itself, or whoever shows the token; and what a browser may do with a page."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from flask import Request, Response, redirect

from games.defects import BadInput, Defect

__all__ = ["Guard", "checked", "headers", "is_loopback"]

_COOKIE = "equipoise"
_SHORTEST = 16
_OWN_NAMES = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Guard:
    """Lets a request in, or answers it. `host` is what the app is bound to, `token` what a reader must show."""

    host: str
    token: str | None

    def answer(self, request: Request) -> Response | None:
        """None for a request that may go on."""
        if self.token is None:
            return (
                None
                if self._called_by_its_own_name(request)
                else _refused(421, "This app answers to its own name.")
            )
        shown = request.args.get("token")
        if shown is not None and self._right(shown):
            return self._welcome(request)
        if _same(request.cookies.get(_COOKIE, ""), self._cookie) or self._right(_bearer(request)):
            return None
        return _refused(
            401, "This app needs its token: open the address that was printed when it was started."
        )

    def _right(self, shown: str) -> bool:
        return self.token is not None and _same(shown, self.token)

    @property
    def _cookie(self) -> str:
        """What the cookie holds: it proves that the token was shown, and does not tell it."""
        return hashlib.sha256(f"{_COOKIE} {self.token}".encode()).hexdigest()

    def _welcome(self, request: Request) -> Response:
        """The same address without the token, which a cookie keeps from then on."""
        kept = [(key, value) for key, value in request.args.items(multi=True) if key != "token"]
        where = request.path.replace("//", "/") + (f"?{urlencode(kept)}" if kept else "")
        response = redirect(where, 303)
        response.set_cookie(_COOKIE, self._cookie, httponly=True, samesite="Strict")
        return response  # type: ignore[return-value]

    def _called_by_its_own_name(self, request: Request) -> bool:
        """Another site's name that points here would let that site's scripts read the pages."""
        name = urlsplit(f"//{request.host}").hostname or ""
        return name in _OWN_NAMES or name == self.host.strip("[]")


def checked(host: str, token: str | None) -> Guard:
    """A guard for an address. Raises `BadInput` for one that others reach without a token, and for a short token."""
    defects = []
    if token is None and not is_loopback(host):
        rule = "others can reach this address, so it needs a token"
        defects.append(
            Defect("dashboard", "--host", host, rule, "add --token with a long secret, or leave --host out")
        )
    if token is not None and len(token) < _SHORTEST:
        rule = f"is shorter than {_SHORTEST} characters, so it can be guessed"
        hint = "make one: python -c 'import secrets; print(secrets.token_urlsafe())'"
        defects.append(Defect("dashboard", "--token", None, rule, hint))
    if defects:
        raise BadInput(defects)
    return Guard(host, token)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches that address; a name other than localhost might lead anywhere."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def headers(response: Response, hashes: Sequence[str] | None) -> Response:
    """The response, with what a browser must refuse: every script that is not the app's, and every other site.

    `hashes` are those of the scripts that stand in the page; None for a page that says itself what may run.
    """
    allowed = "frame-ancestors 'none'"
    if hashes is not None:
        allowed = (
            f"default-src 'none'; script-src 'self' {' '.join(hashes)}; style-src 'self' 'unsafe-inline'; img-src "
            f"'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; {allowed}"
        )
    response.headers["Content-Security-Policy"] = allowed
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _same(shown: str, wanted: str) -> bool:
    """Compared in constant time."""
    return hmac.compare_digest(shown.encode(errors="replace"), wanted.encode())


def _bearer(request: Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ")


def _refused(status: int, text: str) -> Response:
    return Response(f"equipoise: {text}\n", status, mimetype="text/plain")
