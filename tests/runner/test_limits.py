"""Play beyond what a game states of itself is a fault of its rules, by name, and never counted in silence."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import games
import policies
from games.contract import NOBODY
from runner.guests import pointers
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job, Outcomes
from runner.specialise import specialise

EXTENSION = Path(__file__).parent.parent / "extension"
ROOT = EXTENSION.parent.parent
PLAYERS = ("heads", "heads")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcomes]:
    """Ten pairs of coins, its rules or what it states of itself changed."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(EXTENSION / "games")])
    monkeypatch.setattr(policies, "__path__", [*policies.__path__, str(EXTENSION / "policies")])

    def play(
        rules: dict[str, Any] | None = None, act: Callable[..., Any] | None = None, **stated: Any
    ) -> Outcomes:
        arena = Arena(Job("coins", {}, (EntrantSpec("heads", "heads", {}, {}),), 7, "per-game", True))
        changed = {name: made(getattr(arena.game.rules, name)) for name, made in (rules or {}).items()}
        arena.game = replace(arena.game, rules=arena.game.rules._replace(**changed), **stated)
        arena.loop = specialise(arena.game, [], guests=True)
        if act is not None:
            monkeypatch.setattr(pointers, "pointer", lambda game, policy: act)
        return arena.simulate(Unit(Matchup("table", PLAYERS), 0, 10))

    return play


def after(change: Callable[..., Any]) -> Callable[..., Any]:
    """Rules that do as before, then `change` what was done; its answer takes the place of theirs."""

    def made(original: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments: change(original(*arguments), *arguments)

    return made


def _many_actions(n: int, state: Any, params: Any, actions: Any) -> int:
    actions[:5] = range(5)
    return 5


def _no_seat(_: Any, state: Any, *rest: Any) -> None:
    state.seat = 2


def _no_ending(_: Any, state: Any, *rest: Any) -> None:
    state.termination = 12


def _unknown_event(n: int, state: Any, params: Any, seat: int, ids: Any) -> int:
    ids[0] = 2
    return 1


BROKEN = {
    "longest": ({}, {"longest": lambda document: 2}, "turns, where `longest` says 2 at most"),
    "max_actions": (
        {"legal": after(_many_actions)}, {}, "5 legal actions, where `max_actions` says 2 at most",
    ),
    "no action": ({"legal": after(lambda *_: 0)}, {}, "no legal action in a game that is not over"),
    "most_events": ({}, {"most_events": 1}, "events of one seat, where `most_events` says 1 at most"),
    "event": ({"events": after(_unknown_event)}, {}, "event 2, where the events of the data are 0 to 1"),
    "option": (
        {"option": after(lambda option, *_: option + 2)}, {}, "option 2, where the options of the data are 0 to 1",
    ),
    "seat": ({"deal": after(_no_seat)}, {}, "seat 2 to move, where the seats are 0 to 1"),
    "winner": ({"result": after(lambda *_: 2)}, {}, "seat 2 as the winner, where the seats are 0 to 1"),
    "ending": ({"step": after(_no_ending)}, {}, "ending 12, where the game's own are 8 to 8"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_limit_is_the_rules_fault_by_name(name: str, played: Callable[..., Outcomes]) -> None:
    rules, stated, told = BROKEN[name]
    outcomes = played(rules, **stated)
    assert outcomes.faults
    assert all(told in fault.reason for fault in outcomes.faults), outcomes.faults[0].reason
    assert {fault.player for fault in outcomes.faults} == {NOBODY}
    assert not outcomes.summary.faults.any()
    assert outcomes.summary.voided == 2 * len(outcomes.faults)
    assert outcomes.summary.pairs == 10 - len(outcomes.faults)
    assert outcomes.summary.turns_hist.size <= 3 or name != "longest"


def test_within_its_limits_nothing_is_broken(played: Callable[..., Outcomes]) -> None:
    assert played().faults == ()


@pytest.mark.parametrize("function", ["deal", "legal", "step", "result", "option", "events", "seen"])
def test_an_exception_in_the_rules_is_no_player_s(function: str, played: Callable[..., Outcomes]) -> None:
    def fails(*_: Any) -> None:
        raise ArithmeticError(function)

    outcomes = played({function: lambda original: fails})
    assert {(fault.player, fault.reason) for fault in outcomes.faults} == {
        (NOBODY, f"ArithmeticError: {function}")
    }
    assert outcomes.summary.voided == 20
    assert not outcomes.summary.faults.any()


def test_a_policy_s_exception_does_not_cling_to_it_in_the_next_game(played: Callable[..., Outcomes]) -> None:
    """The second pair breaks in the deal, after the first broke in a policy's act."""
    deals: list[int] = []

    def breaks_later(_: Any, *rest: Any) -> None:
        deals.append(0)
        if len(deals) > 1:
            raise ArithmeticError("deal")

    outcomes = played({"deal": after(breaks_later)}, act=lambda *_: 1 // 0)
    assert [fault.player for fault in outcomes.faults] == [0] + [NOBODY] * 9


def test_a_run_says_so_and_ends_with_4(tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(EXTENSION, own)
    source = own / "games/coins/__init__.py"
    source.write_text(
        source.read_text().replace("longest=lambda document: 100", "longest=lambda document: 5")
    )
    (tmp_path / "coins.json").write_text("{}")
    config = tmp_path / "coins.toml"
    config.write_text(
        'name = "coins"\ngame = "coins"\ndata = "coins.json"\npolicies = ["heads", "any"]\ngames = 40\n'
        'stop = "fixed"\n'
    )
    command = [sys.executable, "-m", "equipoise", "run", str(config), "--results", str(tmp_path / "results")]
    finished = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "EQUIPOISE_PATH": str(own)}, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    told = " ".join((finished.stdout + finished.stderr).split())
    assert finished.returncode == 4, told
    assert "the rules" in told
    assert "turns, where `longest` says 5 at most" in told
