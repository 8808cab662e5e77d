"""A run: its targets first, and a page for each thing that can be asked of it; the sections are the report's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.app.page import Page, crumbs, notice
from dashboards.app.results import Known
from dashboards.app.state import root_of, several
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.frame import heading
from dashboards.pages.shell import Section, note
from dashboards.run import Run, reading
from dashboards.sections import Reading, sections
from dashboards.words import plural
from runner.store import UNREADABLE

__all__ = ["STATES", "run_page", "torn"]

TABS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "": ("Verdicts", ("verdicts", "gates")),
    "match-ups": ("Match-ups", ("win-rates", "seats")),
    "ratings": ("Ratings", ("ratings",)),
    "use": ("Use", ("use",)),
    "course": ("Course", ("lengths", "endings", "metrics")),
    "options": ("Options", ("options",)),
    "scenarios": ("Scenarios", ("exhibits",)),
    "made": ("How it was made", ("made",)),
}
"""Title and sections of each page of a run, by the last part of its address."""

STATES = {
    "running": "This run is playing. The page follows it; figures cover what has been stored so far.",
    "stopped": "This run was killed before it ended. The figures cover what was stored until then; "
    "the same command resumes it.",
    "interrupted": "This run was interrupted. The figures cover what was stored until then; "
    "the same command resumes it.",
    "void": "A control of this run failed, so something in the machinery is wrong. See “How it was made”.",
}
"""What a reader must know of a run in that state."""


def run_page(known: Known, tab: str, query: str) -> Page:
    """The page `tab` of a run."""
    if known.info.status in UNREADABLE:
        return torn(known)
    if tab not in TABS:
        way = (name(known.title), root_of(known.key))
        return notice("No such page", "A run has no page of that name.", ways=[way])
    policies = several(query, "policy") if tab == "match-ups" else ()

    def shown(run: Run) -> Page:
        of = Reading(run)
        header = heading(run, of.size, of.statuses, crumbs(), STATES.get(known.info.status))
        if policies:
            of = Reading(run.narrow(policies=policies))
        found = sections(of, TABS[tab][1])
        body: list[Content] = [_narrowed(run, policies, of)] if policies else []
        body += [one.html() for one in found] or [_nothing(tab)]
        if of.is_sweep:
            return Page(run.title, header, body, [(one.title, f"#{one.identity}", False) for one in found])
        title = f"{run.title}: {TABS[tab][0].lower()}"
        return Page(title, header, body, _tabs(run, tab))

    return reading(known.info.folder, shown, root_of(known.key))


def torn(known: Known) -> Page:
    """What is left to say of a run that cannot be read."""
    if known.info.status == "old":
        rule = "This run was stored by another version of Equipoise, in tables that this one does not read."
        return notice(known.title, rule, "Play it again to see it here.", status=200)
    told = [
        "The manifest of this run is torn: it does not say what was played, so nothing of it can be shown.",
        known.info.reason,
        "Put manifest.json back from a copy, or play the run again with --fresh.",
    ]
    return notice(known.key, *told, status=200)


def _tabs(run: Run, current: str) -> list[tuple[str, str, bool]]:
    """The pages of a run; none for what its game does not have."""
    left_out = {
        "use": run.seats != 2,
        "ratings": run.seats != 2,
        "options": not run.options,
        "scenarios": not run.manifest.get("exhibits"),
    }
    return [
        (title, f"{run.root}/{key}" if key else str(run.root), key == current)
        for key, (title, _) in TABS.items()
        if key == current or not left_out.get(key)
    ]


def _narrowed(run: Run, policies: Sequence[str], of: Reading) -> Html:
    named = [[" and " if at else "", name(one)] for at, one in enumerate(policies)]
    everything = tag("a", "Show all match-ups", {"href": f"{run.root}/match-ups"})
    text = [f"{plural(of.size.matchups, 'match-up')} of ", tag("strong", named), ". ", everything]
    return tag("p", text, {"class": "state"})


def _nothing(tab: str) -> Html:
    text = f"This run has nothing to show under “{TABS[tab][0]}”."
    return Section("nothing", TABS[tab][0], (note(text),)).html()
