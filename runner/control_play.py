"""The controls of a run: mirrors at one half, games that come out the same twice, games that differ."""

from collections.abc import Sequence
from dataclasses import replace

from runner import engines
from runner.campaign import CONTROL_PAIRS, Campaign
from runner.judge.controls import ControlResult, distinct_games, mirror
from runner.plan import Matchup, Unit
from runner.play import Arena, JobUnit, Outcomes
from runner.summary import merge

__all__ = ["controls_of"]


def controls_of(campaign: Campaign) -> tuple[ControlResult, ...]:
    """Mirrors at exactly one half (or, with one seat, the same games twice), and games that differ."""
    summaries = campaign.store.summaries()
    results: list[ControlResult | None]
    if campaign.seats > 1:
        results = [
            mirror(summaries[matchup.key].score_hist, matchup.players[0])
            for matchup in campaign.mirrors
            if matchup.key in summaries and not summaries[matchup.key].faults.any()
        ]
    else:
        results = [
            _same_twice(campaign, matchup) for matchup in campaign.mirrors if campaign.is_wanted(matchup)
        ]
    sound = [matchup for matchup in campaign.mirrors if campaign.is_wanted(matchup)]
    if sound:
        results.append(_distinct(campaign, min(sound, key=lambda matchup: _has_guests(campaign, matchup))))
    found = [result for result in results if result is not None]
    return (*found, *campaign.gates.agreement(summaries))


def _same_twice(campaign: Campaign, matchup: Matchup) -> ControlResult | None:
    """A one-seat game has no mirror: the same pairs, played in one unit and in two, must be the same games."""
    whole = [Unit(matchup, 0, CONTROL_PAIRS)]
    halves = whole
    if campaign.experiment.stream == "per-game":
        halves = [Unit(matchup, 0, 1), Unit(matchup, 1, CONTROL_PAIRS)]
    once, again = _simulated(campaign, whole, "once"), _simulated(campaign, halves, "again")
    if once is None or again is None:
        return None
    same = merge(one.summary for one in once) == merge(one.summary for one in again)
    detail = f"{CONTROL_PAIRS} games played twice, {'no' if same else 'some'} difference"
    return ControlResult(f"replay: {matchup.players[0]} in {matchup.scenario}", same, detail)


def _distinct(campaign: Campaign, matchup: Matchup) -> ControlResult | None:
    played = _simulated(campaign, [Unit(matchup, 0, CONTROL_PAIRS)], "rows", keep_games=True)
    if played is None:
        return None
    columns = played[0].games
    assert columns is not None
    return distinct_games(columns["digest"][:: campaign.seats])


def _has_guests(campaign: Campaign, matchup: Matchup) -> bool:
    return campaign.arena is None or bool(campaign.guests.intersection(matchup.players))


def _simulated(
    campaign: Campaign, units: Sequence[Unit], name: str, keep_games: bool = False
) -> list[Outcomes] | None:
    """What units of a control come to, none of them stored; None where a guest breaks them off."""
    job = replace(campaign.job, keep_games=keep_games)
    if not _has_guests(campaign, units[0].matchup) and campaign.arena is not None:
        arena = Arena(replace(campaign.arena.job, keep_games=keep_games))
        return [arena.simulate(unit) for unit in units]
    asked = [JobUnit(unit.matchup, unit.lo, unit.hi, f"control {name}", job) for unit in units]
    outcomes = engines.dispatch(
        campaign.hired(), asked, CONTROL_PAIRS, campaign.engine.time_out, campaign.note_broken
    )
    played = list(outcomes)
    return played if len(played) == len(units) else None
