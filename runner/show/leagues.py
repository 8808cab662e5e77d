"""Ratings of the entrants, and which of them optimal play uses."""

from collections.abc import Mapping

from runner.judge import printed
from runner.judge.estimates import Estimate
from runner.judge.league import ALPHA_RANK_NOTE, GLICKO_NOTE, PLACES_NOTE, USE_NOTE, League, Member
from runner.show.tables import MOST_ROWS, Shown, left_out, line, percent, percents, table

__all__ = ["leagues"]

MOST_SCENARIOS = 4


def leagues(found: Mapping[str, League], certainty: float) -> Shown:
    """Of each scenario: ratings, what they cannot say, and use at equilibrium."""
    for scenario, one in list(found.items())[:MOST_SCENARIOS]:
        place = f" in {scenario}" if len(found) > 1 else ""
        yield from _ratings(one, place, certainty)
        yield from _use(one, place, certainty)
    if len(found) > MOST_SCENARIOS:
        yield line(f"and {len(found) - MOST_SCENARIOS:,} more scenarios: see the report or --json")
    if found:
        yield line(f"{GLICKO_NOTE} {ALPHA_RANK_NOTE}")
        yield line(f"{USE_NOTE} {PLACES_NOTE}")


def _ratings(one: League, place: str, certainty: float) -> Shown:
    members = sorted(one.members, key=lambda member: (member.rating.component, -member.rating.elo))
    notes = any(_note(member, one.groups) for member in members)
    ranked = one.use is not None
    headings = [f"entrant{place}", f"Elo ({100 * certainty:g} %)", "Glicko-2", "games"]
    headings += ["score v the Nash mix", "alpha-rank"] * ranked + ["note"] * notes
    rows = [
        (
            *_rating(member),
            *(_rank(member) if ranked else ()),
            *((_note(member, one.groups),) if notes else ()),
        )
        for member in members[:MOST_ROWS]
    ]
    yield table(headings, rows)
    yield from left_out(len(members), "entrants")
    yield line(_circles(one), "yellow" if one.cycles.warning else "")


def _rating(member: Member) -> tuple[str, ...]:
    rating, glicko = member.rating, member.glicko
    if not rating.games:
        return member.name, "", "", "0"
    elo = printed.estimate(Estimate(rating.elo, rating.low, rating.high), printed.ELO)
    return member.name, elo, printed.plus_minus(glicko, printed.GLICKO), f"{rating.games:,.0f}"


def _rank(member: Member) -> tuple[str, ...]:
    return percents(member.nash and as_score(member.nash)), percents(member.alpha)


def as_score(skill: Estimate) -> Estimate:
    """An advantage, in [-1, 1], as the score it comes from."""
    low, high = skill.ends
    return Estimate((1 + (skill.value or 0.0)) / 2, (1 + low) / 2, (1 + high) / 2, skill.number)


def _note(member: Member, groups: int) -> str:
    rating = member.rating
    said = [
        f"group {rating.component + 1}" if groups > 1 else "",
        "no games"
        if not rating.games
        else "won nothing"
        if rating.winless
        else "lost nothing"
        if rating.unbeaten
        else "",
        "held finite" if rating.regularised and rating.games else "",
    ]
    return ", ".join(filter(None, said))


def _circles(one: League) -> str:
    p = one.cycles.p_value
    chance = f"by chance alone: p {f'= {p:.2g}' if p >= 0.001 else '< 0.001'}"
    said = f"{100 * one.cycles.share:.0f} % of the differences run in circles, which no rating can express"
    apart = " Entrants of different groups never met, directly or through others: do not compare them."
    return f"{one.cycles.warning or said} ({chance}).{apart if one.groups > 1 else ''}"


def _use(one: League, place: str, certainty: float) -> Shown:
    if one.use is None:
        yield line(f"use at equilibrium{place}: {one.why_no_use}")
        return
    headings = (
        f"use at equilibrium{place}", "share", f"{100 * certainty:g} % band", "over all equilibria", "maximum entropy",
        "places at the table",
    )  # fmt: skip
    members = sorted(one.members, key=lambda member: -(member.use.share if member.use else 0.0))
    rows = [
        (use.name, percent(use.share), _reach(use.low, use.high), _reach(use.least, use.most), percent(use.entropy),
         percent(member.picked))
        for member in members
        if (use := member.use)
    ]  # fmt: skip
    yield table(headings, rows)


def _reach(low: float, high: float) -> str:
    """A range of shares; one of no width is that of a strategy that is used in no resampled table, or alone in all."""
    if low == high and low in (0.0, 1.0):
        return "always" if low else "never"
    return printed.interval(low, high, printed.SHARE)
