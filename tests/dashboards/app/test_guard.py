"""Who may read the app, and that nothing outside the results folder can be reached through it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import equipoise
from dashboards.app.guard import Guard, checked, is_loopback
from dashboards.app.results import Results
from dashboards.app.server import build
from tests.dashboards.app.site import Answer
from tests.dashboards.recipes import RECIPES
from tests.dashboards.runs import write_run

TOKEN = "correct horse battery staple"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds `results` and, beside it, a run that is none of its business."""
    folder = tmp_path_factory.mktemp("outside")
    write_run(folder / "secret", RECIPES["undecided"])
    write_run(folder / "results" / "open", RECIPES["undecided"])
    (folder / "results" / "link").symlink_to(folder / "secret")
    shutil.copytree(folder / "results" / "open", folder / "results" / "half")
    (folder / "results" / "half" / "manifest.json").unlink()
    (folder / "results" / "half" / "manifest.json").symlink_to(folder / "secret" / "manifest.json")
    return folder


@pytest.fixture(scope="module")
def client(outside: Path) -> FlaskClient:
    return build(outside / "results", Guard("127.0.0.1", None)).server.test_client()


# --- addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.10", "localhost", "::1", "[::1]"])
def test_loopback_needs_no_token(host: str) -> None:
    assert is_loopback(host)
    assert checked(host, None).token is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org", "localhost.example.org", ""])
def test_any_other_address_needs_a_token(
    host: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert equipoise.main(["dashboard", str(tmp_path), "--host", host]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "others can reach this address, so it needs a token" in said


def test_a_short_token_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert equipoise.main(["dashboard", str(tmp_path), "--host", "0.0.0.0", "--token", "short"]) == 2
    said = capsys.readouterr().err
    assert "shorter than 16 characters" in said
    assert "short'" not in said.replace("shorter", "")


def test_what_is_no_results_folder_is_refused(capsys: pytest.CaptureFixture[str], outside: Path) -> None:
    assert equipoise.main(["dashboard", str(outside / "secret")]) == 2
    assert f"name the folder above it: {outside}" in capsys.readouterr().err
    assert equipoise.main(["dashboard", str(outside / "secret" / "manifest.json")]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_a_port_that_is_taken_is_one_message(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from dashboards.app.serve import listening

    server = listening(tmp_path, Guard("127.0.0.1", None), 0, None)
    try:
        assert equipoise.main(["dashboard", str(tmp_path), "--port", str(server.port)]) == 2
    finally:
        server.server_close()
    assert "cannot listen at 127.0.0.1" in capsys.readouterr().err


# --- the token -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/run/open", "/plotly.js", "/_dash-layout", "/assets/live.js", "/nowhere"]
)
def test_nothing_is_shown_without_the_token(outside: Path, path: str) -> None:
    client = build(outside / "results", checked("0.0.0.0", TOKEN)).server.test_client()
    for asked in (path, f"{path}?token=wrong", f"{path}?token={TOKEN}x"):
        answer = client.get(asked)
        assert answer.status_code == 401
        assert "undecided" not in answer.text
    client.set_cookie("equipoise", "wrong")
    assert client.get(path).status_code == 401
    assert client.get(path, headers={"Authorization": f"Bearer {TOKEN}"}).status_code in (200, 404)


def test_the_token_is_shown_once(outside: Path) -> None:
    client = build(outside / "results", checked("0.0.0.0", TOKEN)).server.test_client()
    first = client.get("/run/open", query_string={"policy": "a", "token": TOKEN})
    assert (first.status_code, first.location) == (303, "/run/open?policy=a")
    cookie = first.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert client.get(first.location).status_code == 200


def test_a_redirect_stays_here(outside: Path) -> None:
    client = build(outside / "results", checked("0.0.0.0", TOKEN)).server.test_client()
    for path in ("//evil.example", "/%2Fevil.example", "/\\evil.example"):
        location = client.get(path, query_string={"token": TOKEN}).location or "/"
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))


def test_another_sites_name_is_refused(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"Host": "localhost:8050"}).status_code == 200
    assert client.get("/", headers={"Host": "[::1]:8050"}).status_code == 200


# --- the folder ------------------------------------------------------------------------------------------


def test_only_runs_inside_the_folder_are_listed(outside: Path) -> None:
    assert [one.key for one in Results(outside / "results").runs()] == ["open"]


@pytest.mark.parametrize(
    "way",
    [
        "../secret", "..%2Fsecret", "%2e%2e/secret", "%2e%2e%2fsecret", "..%252fsecret", "....//secret", "..", ".",
        "link", "half", "open/../../secret", "open%2F..%2F..%2Fsecret", "/etc", "%2Fetc%2Fpasswd", "open%00", "~", "*",
    ],
)  # fmt: skip
def test_no_address_leads_out_of_the_folder(client: FlaskClient, way: str) -> None:
    for tail in ("", "/made", "/match-ups"):
        answer = client.get(f"/run/{way}{tail}")
        assert answer.status_code == 404
        assert "How it was made" not in answer.text


@pytest.mark.parametrize("way", ["../secret", "..", "link", "half", "/etc"])
def test_no_query_leads_out_of_the_folder(client: FlaskClient, way: str) -> None:
    answer = client.get("/compare", query_string={"before": "open", "after": way})
    assert "Choose two runs" in answer.text or "There are no two runs" in answer.text
    assert client.get("/", query_string={"run": way}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/assets/../sections.py", "/assets/%2e%2e/sections.py", "/assets/..%2fcli.py"]
)
def test_no_asset_lies_outside_its_folder(client: FlaskClient, path: str) -> None:
    assert "import annotations" not in client.get(path).text


def test_nothing_is_written(outside: Path, client: FlaskClient) -> None:
    def state() -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in (outside / "results").rglob("*")}

    before = state()
    for path in ("/", "/run/open", "/run/open/match-ups", "/compare?before=open&after=open"):
        assert client.get(path).status_code == 200
    assert state() == before


def test_every_answer_forbids_scripts_of_others(asked: Callable[[str], Answer]) -> None:
    for path in ("/", "/run/hostile", "/nowhere"):
        headers = asked(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert "unsafe" not in policy["script-src"]
        assert policy["frame-ancestors"] == "'none'"
        assert headers["X-Content-Type-Options"] == "nosniff"
