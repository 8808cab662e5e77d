"""A match-up: its targets, its result as games were added, lengths, endings, seats, options, and games to read."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards import games
from dashboards.app.page import Page, crumbs, notice
from dashboards.app.results import Known
from dashboards.app.run import STATES, torn
from dashboards.app.state import asked, root_of
from dashboards.estimates import scores
from dashboards.figures.history import history
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, note, plot, table
from dashboards.queries import matchups
from dashboards.rows import JudgingRow, MatchupRow
from dashboards.run import Run, reading
from dashboards.sections import Reading, sections
from dashboards.words import count, plural, quantity, with_interval
from runner.store import UNREADABLE

__all__ = ["matchup_page"]

_SECTIONS = ("lengths", "endings", "seats", "metrics", "options")


def matchup_page(known: Known, query: str) -> Page:
    """The page of the match-up whose key `query` holds."""
    key = asked(query, "key")
    way = (name(known.title), root_of(known.key))
    if known.info.status in UNREADABLE:
        return torn(known)

    def shown(run: Run) -> Page:
        if games.stored(run, key) is None:
            return notice("No such match-up", "The run holds no match-up of that name.", ways=[way])
        of = Reading(run.narrow(key))
        found = matchups(run, 1)
        body: list[Content] = [one.html() for one in sections(of, ["verdicts"])] if of.statuses else []
        if found:
            parts = [_result(run, found[0]), _history(run), _games(run, found[0])]
            asked_of_all = [one for one in _SECTIONS if one != "seats" or run.seats > 1]
            body += [one.html() for one in [*parts, *sections(of, asked_of_all)]]
        else:
            body.append(note("No games of it have been stored yet."))
        label = games.title(key)
        header = _header(run, key, of, known)
        return Page(f"{label} · {run.title}", header, body)

    return reading(known.info.folder, shown, root_of(known.key))


def _header(run: Run, key: str, of: Reading, known: Known) -> list[Content]:
    scenario, players = games.parts(key)
    versus = [[" v " if at else "", name(player)] for at, player in enumerate(players)]
    told = STATES.get(known.info.status)
    return [
        tag(
            "div",
            crumbs((name(run.title), str(run.root)), ("match-ups", f"{run.root}/match-ups")),
            {"class": "eyebrow"},
        ),
        tag("h1", ["Match-up in ", name(scenario)]),
        tag("p", versus, {"class": "headline"}),
        tag("p", f"{plural(of.size.games, 'game')} in {plural(of.size.pairs, 'pair')}.", {"class": "size"}),
        told and tag("p", [tag("strong", "Note. "), told], {"class": "state", "role": "status"}),
    ]


def _result(run: Run, row: MatchupRow) -> Section:
    """What the players won."""
    rate = scores([row.hist], run.seats, run.draw_value, run.certainty)[0]
    first = row.players[0] if row.players else ""
    played = plural(row.games, "game")
    if row.drawn:
        text: list[Content] = [
            name(first),
            f" scores {with_interval(rate)} in {played}; it won {_won(run, row)}, ",
        ]
        text.append(f"and {plural(row.drawn, 'game')} had no winner.")
    else:
        text = [name(first), f" wins {with_interval(rate)} of {played}; none was without a winner."]
    return Section("result", "Result", (tag("p", text, {"class": "lead"}),))


def _won(run: Run, row: MatchupRow) -> str:
    """The share of games that the first player won."""
    return with_interval(scores([row.hist], run.seats, 0.0, run.certainty)[0])


def _history(run: Run) -> Section:
    """The estimate each time the targets were judged."""
    rows = games.judgings(run)
    if len(rows) < 2:
        text = "A line is drawn once the targets of this match-up have been judged twice."
        return Section("history", "Score over time", (note(text),))
    units = {metric.name: metric.unit for metric in run.metrics}
    first = rows[0]
    words = f"{first.metric.replace('_', ' ')} against the pairs played, with its interval, judged {len(rows)} times."
    how = note(
        "The target ",
        name(first.target),
        " each time it was judged: the estimate, its interval and the band. "
        "The interval stays valid however often one looks.",
    )
    return Section("history", "Score over time", (how, plot(history(rows), words), _judgings(rows, units)))


def _judgings(rows: Sequence[JudgingRow], units: dict[str, str]) -> Html:
    columns = [Column("Pairs"), Column("Estimate"), Column("Verdict", figures=False)]
    lines = [
        (
            count(row.pairs),
            Cell(quantity(row.estimate, row.metric, units.get(row.metric, "")), row.estimate),
            row.verdict,
        )
        for row in rows
    ]
    return tag("details", [tag("summary", "The same in figures"), table("Each judging", columns, lines)])


# --- games to read ---------------------------------------------------------------------------------------


def _games(run: Run, row: MatchupRow) -> Section:
    kept = games.samples(run)
    total = row.pairs * run.seats
    content: list[Content] = [_ask(run, row.matchup, total)]
    if kept:
        content.append(
            note("Games that were kept: of each ending and winner the shortest, and the longest of all.")
        )
        content.append(_kept(run, row, kept))
    else:
        first = [_link(run, row.matchup, number) for number in range(min(total, 6))]
        listed = [[" · " if at else "", one] for at, one in enumerate(first)]
        text = (
            "This run kept sums and no single games, but each can be played again from its seed. The first: "
        )
        content.append(tag("p", [text, listed], {"class": "lead"}))
    return Section("games", "Games to read", tuple(content))


def _kept(run: Run, row: MatchupRow, kept: Sequence[games.SampleRow]) -> Html:
    columns = [Column("Game", figures=False), Column("Winner", figures=False), Column("Ending", figures=False),
               Column("Turns"), Column("Games like it")]  # fmt: skip
    lines = [
        (
            _link(run, row.matchup, one.game),
            name(_winner(run, row, one)),
            name(one.termination),
            count(one.turns),
            Cell(count(one.alike), one.alike),
        )
        for one in kept
    ]
    return table("Sample games", columns, lines)


def _winner(run: Run, row: MatchupRow, one: games.SampleRow) -> str:
    if one.winner < 0:
        return "nobody" if one.winner == -1 else "the game itself"
    rotation = one.game % run.seats
    player = row.players[(one.winner - rotation) % run.seats]
    return f"{player}, seat {one.winner + 1}" if run.seats > 1 else player


def _link(run: Run, key: str, number: int) -> Html:
    return tag("a", f"game {count(number)}", {"href": games.address(str(run.root), key, number)})


def _ask(run: Run, key: str, total: int) -> Html:
    number = tag("input", None, {
        "type": "number", "name": "game", "min": 0, "max": total - 1, "value": 0, "required": True,
        "inputmode": "numeric",
    })  # fmt: skip
    fields = [
        tag("input", None, {"type": "hidden", "name": "key", "value": key}),
        tag("label", [f"Any game, 0 to {count(total - 1)}", number]),
        tag("button", "Read it", {"type": "submit"}),
    ]
    return tag("form", fields, {"class": "filters", "action": f"{run.root}/game", "method": "get"})
