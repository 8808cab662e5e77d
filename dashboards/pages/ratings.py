"""How strong each entrant is, as far as one number can say it, and when it cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.figures.intervals import interval_rows
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, note, plot, table
from dashboards.run import Run
from dashboards.words import count, p_value, percent, typeset
from runner.judge import printed
from runner.judge.estimates import Estimate
from runner.judge.league import ALPHA_RANK_NOTE, GLICKO_NOTE, League, Member
from runner.judge.ratings import Rating

__all__ = ["apart", "rating_section", "unrated"]

_DRAWN = 40


def rating_section(run: Run, leagues: Mapping[str, League], most: int, listed: int) -> Section:
    """The section: at most `most` scenarios, of each a figure and a table of at most `listed` entrants."""
    if not leagues:
        return Section("ratings", "Ratings", (note(unrated(run)),))
    content: list[Content] = [_reading(run), *apart(leagues, most)]
    for scenario, league in list(leagues.items())[:most]:
        content += _scenario(run, scenario if len(leagues) > 1 else "", league, listed)
    return Section("ratings", "Ratings", tuple(content))


def unrated(run: Run) -> str:
    """Why a run has no table of pairings."""
    if run.seats != 2:
        seated = "one" if run.seats == 1 else count(run.seats)
        return f"This compares entrants who meet two by two; the game seats {seated}."
    return "No two different entrants have played a pair that counts: nothing to compare."


def apart(leagues: Mapping[str, League], most: int) -> list[Html]:
    """That scenarios are not pooled, and how many are left out."""
    if len(leagues) <= most:
        return []
    return [note(tag("strong", f"Shown are {count(most)} of {count(len(leagues))} scenarios."))]


def _reading(run: Run) -> Html:
    return note(
        "Elo: Bradley-Terry strengths with draws (Davidson), zero their mean; a lead of 100 points is a score of "
        f"64 %. Intervals are {percent(run.certainty, 0)} for each by itself and for this number of games. "
        f"{GLICKO_NOTE} Against optimal play: the score against the equilibrium of maximum entropy (Nash averaging), "
        f"50 % at best but for chance. {ALPHA_RANK_NOTE} Bands of the last two: bootstrap over pairs. "
        "Scenarios are rated apart."
    )


def _scenario(run: Run, scenario: str, league: League, listed: int) -> list[Content]:
    members = sorted(league.members, key=lambda member: (member.rating.component, -member.rating.elo))
    shown = members[:listed]
    content: list[Content] = [tag("h3", name(scenario))] if scenario else []
    content += [_circles(league), *_groups(league)]
    content.append(_figure(scenario, members[:_DRAWN], len(members)))
    if len(shown) < len(members):
        content.append(
            note(tag("strong", f"Listed are {count(len(shown))} of {count(len(members))} entrants."))
        )
    content.append(_table(scenario, shown, league))
    return content


def _circles(league: League) -> Html:
    """The cyclic share; a warning where a single number is meaningless."""
    share, chance = percent(league.cycles.share, 0), p_value(league.cycles.p_value)
    if league.cycles.warning:
        text = f"Do not rank by these numbers: {share} of the differences run in circles."
        why = f" A single number per entrant is meaningless here (by chance alone: {chance})."
        return tag("p", [tag("strong", text), why], {"class": "lead warning"})
    return tag(
        "p",
        f"{share} of the differences run in circles, which no single number per entrant can express "
        f"(by chance alone: {chance}).",
        {"class": "lead"},
    )


def _groups(league: League) -> list[Html]:
    if league.groups == 1:
        return []
    text = f"{count(league.groups)} groups of entrants never met, directly or through others: do not compare across."
    return [note(tag("strong", text))]


def _figure(scenario: str, members: Sequence[Member], total: int) -> Html:
    ratings = [member.rating for member in members if member.rating.games]
    found = [Estimate(one.elo, one.low, one.high) for one in ratings]
    told = [f"{_elo(one)} Elo ({_reach(one)})" for one in ratings]
    part = f", the first {len(members)} of {total}" if len(members) < total else ""
    where = f" in {scenario}" if scenario else ""
    words = f"Elo of each entrant{where} with its interval{part}; the table below holds the same figures."
    figure = interval_rows([one.name for one in ratings], found, told, "Elo, about the mean", scale=1.0)
    return plot(figure, words, 480)


def _table(scenario: str, members: Sequence[Member], league: League) -> Html:
    ranked = league.use is not None
    columns = [Column("Entrant", figures=False), Column("Elo"), Column("Glicko-2"), Column("Games")]
    if ranked:
        columns += [
            Column(
                "Against optimal play",
                hint="Nash averaging: score against the equilibrium of maximum entropy",
            ),
            Column(
                "alpha-rank", hint="Share of time that evolution spends on it; not invariant under clones"
            ),
        ]
    caption = f"Ratings in {scenario}, best first" if scenario else "Ratings, best first"
    return table(caption, columns, [_line(member, league.groups, ranked) for member in members])


def _line(member: Member, groups: int, ranked: bool) -> list[Cell | Content]:
    rating, glicko = member.rating, member.glicko
    met = bool(rating.games)
    elo = [_elo(rating), tag("small", _reach(rating))] if met else "–"
    flags = [
        f"group {rating.component + 1}" if groups > 1 else "",
        "no games" if not rating.games else "won nothing" if rating.winless else "",
        "lost nothing" if rating.games and rating.unbeaten else "",
        "held finite by half a game won and lost" if rating.games and rating.regularised else "",
    ]
    said = ", ".join(filter(None, flags))
    return [
        [name(member.name), tag("small", said) if said else None],
        Cell(elo, rating.elo if met else -1e300),
        Cell(_glicko(glicko) if met else "–", glicko.value if met else -1e300),
        Cell(count(int(rating.games)), rating.games),
        *([_score(member.nash), estimate(member.alpha)] if ranked and member.nash and member.alpha else []),
    ]


def _score(skill: Estimate) -> Cell:
    """An advantage, in [-1, 1], as the score it comes from."""
    low, high = skill.ends
    return estimate(Estimate((1 + (skill.value or 0.0)) / 2, (1 + low) / 2, (1 + high) / 2))


def _reach(rating: Rating) -> str:
    return typeset(printed.interval(rating.low, rating.high, printed.ELO))


def _elo(rating: Rating) -> str:
    return typeset(printed.quantity(rating.elo, printed.ELO, rating.low, rating.high))


def _glicko(glicko: Estimate) -> list[Content]:
    value = printed.quantity(glicko.value or 0.0, printed.GLICKO, glicko.low, glicko.high)
    reach = printed.interval(glicko.low, glicko.high, printed.GLICKO).replace(" to ", " – ")
    return [typeset(value), tag("small", typeset(reach))]
