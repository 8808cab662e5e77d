"""One game, move by move: played again from its seed, checked against what was stored of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from dashboards import games
from dashboards.app.page import Page, crumbs, notice
from dashboards.app.results import Known
from dashboards.app.run import torn
from dashboards.app.state import asked, root_of
from dashboards.markup import Content, Html, name, tag
from dashboards.run import reading
from dashboards.words import count
from games.defects import BadInput
from runner.store import UNREADABLE

__all__ = ["Transcript", "game_page"]

Transcript = Callable[[Path, str, int], Sequence[str]]
"""The lines of a game of a run's folder, by its match-up's key and its number; raises `BadInput` where it cannot."""


def game_page(known: Known, query: str, transcript: Transcript | None, whole: bool) -> Page:
    """The page of the game that `query` asks for.

    Args:
        known: the run.
        query: the match-up's key and the game's number.
        transcript: plays a game again; None where nothing can.
        whole: whether to play it now; if not, the page says that it is being played, and asks again.
    """
    key, number = asked(query, "key"), asked(query, "game")
    root = root_of(known.key)
    way = (name(known.title), root)
    if known.info.status in UNREADABLE:
        return torn(known)
    total = reading(known.info.folder, lambda run: games.stored(run, key))
    if total is None:
        return notice("No such match-up", "The run holds no match-up of that name.", ways=[way])
    ways = [way, (name(games.title(key)), f"{root}/match-up?{_query(key)}")]
    if not number.isdecimal() or int(number) >= total:
        played = (
            f"It holds games 0 to {count(total - 1)}." if total else "None of its games has been stored yet."
        )
        return notice("No such game", f"The match-up has no game “{number}”. {played}", ways=ways)
    at = int(number)
    if transcript is None:
        return notice(
            f"Game {number}", "This app was started without what plays games again.", ways=ways, status=200
        )
    body = [_around(root, key, at, total), _played(known, key, at, transcript) if whole else _playing()]
    return Page(f"Game {number} of {games.title(key)}", _header(key, at, ways), body, pending=not whole)


def _header(key: str, number: int, ways: Sequence[tuple[Content, str]]) -> list[Content]:
    scenario, players = games.parts(key)
    versus = [[" v " if at else "", name(player)] for at, player in enumerate(players)]
    return [
        tag("div", crumbs(*ways), {"class": "eyebrow"}),
        tag("h1", [versus, " in ", name(scenario)]),
        tag("p", f"Game {count(number)}, move by move", {"class": "headline"}),
    ]


def _playing() -> Html:
    text = "Playing this game again from its seed. The first time, its rules are compiled: that takes some seconds."
    return tag("p", text, {"class": "lead", "role": "status", "aria-busy": "true"})


def _played(known: Known, key: str, number: int, transcript: Transcript) -> Content:
    try:
        told, *lines = transcript(known.info.folder, key, number)
    except BadInput as error:
        return _cannot([f"{one.rule}; {one.hint}" if one.hint else one.rule for one in error.defects])
    except Exception as error:  # noqa: BLE001  rules and policies of others may raise anything
        traceback.print_exc()
        return _cannot([f"{type(error).__name__}: {error}"])
    return [
        tag("p", told, {"class": "note"}),
        tag("ol", [tag("li", line) for line in lines], {"class": "transcript"}),
    ]


def _cannot(why: Sequence[str]) -> Content:
    return [tag("p", "This game cannot be played again.", {"class": "lead"}), *(tag("p", one) for one in why)]


def _around(root: str, key: str, number: int, total: int) -> Html:
    """The games before and after."""
    links = []
    if number:
        links.append(tag("a", f"← game {count(number - 1)}", {"href": games.address(root, key, number - 1)}))
    if number + 1 < total:
        links.append(tag("a", f"game {count(number + 1)} →", {"href": games.address(root, key, number + 1)}))
    return tag("nav", links, {"class": "around", "aria-label": "Other games of this match-up"})


def _query(key: str) -> str:
    from urllib.parse import urlencode

    return urlencode({"key": key})
