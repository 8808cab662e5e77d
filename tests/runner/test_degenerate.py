"""Runs that hardly are any, from the command line to the page: finite, honest output, whatever the table."""

import json
import re
from pathlib import Path

import pytest

import equipoise
import games
import policies
from tests.dashboards.page import Node, parse

RATE = '[[target]]\nmetric = "win_rate"\nband = [0.45, 0.55]\n'
SEAT = '[[target]]\nmetric = "seat_advantage"\nband = [-0.1, 0.1]\n'
USE = '[[target]]\nmetric = "use"\nmin = 0.05\n'
EXTENSION = Path(__file__).parent.parent / "extension"
DECK = str(Path(__file__).parent.parent.parent / "configs/games/deckfight/base")


def asked(name: str, game: str, data: str, policies: list[str], games: int, more: str = "") -> str:
    head = {"name": name, "game": game, "data": data, "policies": policies, "games": games}
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in head.items()) + "\n" + more


# Experiment and exit code. `hold_at(300)` rolls for the whole goal in one turn and never gets there.
CASES = {
    "one pair": (asked("one", "pig", "pig.toml", ["hold_at(20)", "hold_at(25)"], 2, RATE + SEAT + USE), 3),
    "one game for one": (asked("single", "deckfight", DECK, ["heuristic"], 1, RATE), 3),
    "all draws": (asked("draws", "coins", "endless.json", ["heads", "any"], 40, RATE + SEAT + USE), 1),
    "all wins, and an entrant without one": (
        asked("wins", "pig", "far.toml", ["hold_at(20)", "hold_at(300)"], 60, RATE + USE), 1,
    ),
    "one policy": (asked("mirror", "pig", "pig.toml", ["hold_at(20)"], 40, 'schedule = "mirror"\n' + SEAT), 3),
    "no whole game, all void": (asked("void", "coins", "coins.json", ["cheat", "raiser"], 8, RATE + USE), 4),
    "entrants that never met": (asked("apart", "coins", "coins.json", ["heads", "any", "cheat"], 20, RATE + USE), 4),
    "no target": (asked("none", "pig", "pig.toml", ["hold_at(20)", "hold_at(25)"], 4), 0),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where experiments find their data, with the game of coins known."""
    monkeypatch.setenv("EQUIPOISE_PATH", str(EXTENSION))
    for room in (games, policies):
        monkeypatch.setattr(room, "__path__", [*room.__path__, str(EXTENSION / room.__name__)])
    for module in (
        "campaign",
        "control_play",
    ):  # controls are not what is looked at, and plain Python is slow
        monkeypatch.setattr(f"runner.{module}.CONTROL_PAIRS", 8)
    (tmp_path / "pig.toml").write_text("goal = 100\n", encoding="utf-8")
    (tmp_path / "far.toml").write_text("goal = 300\n", encoding="utf-8")
    (tmp_path / "coins.json").write_text('{"goal": 3}', encoding="utf-8")
    (tmp_path / "endless.json").write_text('{"goal": 100}', encoding="utf-8")
    return tmp_path


def finite(text: str) -> dict:
    """The answer; no NaN and no Infinity stands in it."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in the answer")

    return json.loads(text, parse_constant=refuse)


def played(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict, str, Node]:
    """Exit code, `--json`, the terminal (first screen, then `--details`), and the page of a run."""
    path = folder / "experiment.toml"
    path.write_text(text, encoding="utf-8")
    code = equipoise.main(["run", str(path), "--results", str(folder), "--workers", "1", "--json"])
    out, err = capsys.readouterr()
    assert out, err
    answer = finite(out)
    again = ["run", str(path), "--results", str(folder), "--workers", "1", "--no-report"]
    for details in ([], ["--details"]):
        assert equipoise.main([*again, *details]) == code
    terminal = " ".join(capsys.readouterr().out.split())
    return code, answer, terminal, parse(Path(answer["report"]).read_text(encoding="utf-8"))


def check(answer: dict, terminal: str, page: Node) -> None:
    for text in (terminal, page.text):
        assert not re.search(r"\b(nan|inf|None|Infinity)\b", text)
    for verdict in answer["verdicts"]:
        if verdict["low"] is not None and verdict["decided_by"] != "bootstrap":
            assert verdict["low"] < verdict["high"]
    for league in answer["leagues"]:
        for one in league["entrants"]:
            assert one["rating"]["low"] < one["rating"]["high"]
            assert one["glicko"]["low"] < one["glicko"]["high"]
    for option in answer["options"]:
        for rate in (
            "taken",
            "share",
            "compared",
            "effect",
            "chosen_wr",
            "passed_wr",
            "gih_wr",
            "gns_wr",
            "iwd",
        ):
            assert option[rate]["low"] < option[rate]["high"]


def winless(answer: dict, terminal: str, page: Node) -> None:
    """A finite rating, and a flag."""
    ratings = {one["name"]: one["rating"] for one in answer["leagues"][0]["entrants"]}
    assert [name for name, rating in ratings.items() if rating["winless"]] == ["hold_at(300)"]
    assert ratings["hold_at(300)"]["regularised"]
    assert "won nothing" in terminal
    assert "held finite by half a game won and lost" in page.text


def never_met(answer: dict, terminal: str, page: Node) -> None:
    """Every game of `cheat` is void, so it is not ranked with the others."""
    (league,) = answer["leagues"]
    groups = {one["name"]: one["rating"]["component"] for one in league["entrants"]}
    assert groups["heads"] == groups["any"] != groups["cheat"]
    assert league["groups"] == 2
    assert "do not compare them" in terminal
    assert "2 groups of entrants never met" in page.text
    assert "not everybody has met everybody" in terminal
    use = next(verdict for verdict in answer["verdicts"] if verdict["metric"] == "use")
    assert use["verdict"] == "undecided"


def all_void(answer: dict, terminal: str, page: Node) -> None:
    """No figure, rating or share of use is told, but that there is none."""
    assert answer["leagues"] == answer["figures"] == []
    assert answer["void"] == ["cheat v raiser"]
    for text, times in ((answer["note"], 1), (terminal, 2), (page.text, 1)):
        assert text.count("there are no figures, ratings or use") == times
    for heading in ("Elo", "alpha-rank", "use at equilibrium"):
        assert heading not in terminal
    assert not [table for table in page.all("caption") if "Ratings" in table.text]


def unfinished(answer: dict, terminal: str, page: Node) -> None:
    """Every game ends by the turn cap: nobody is said to win, and nothing to be balanced."""
    verdicts = {verdict["metric"]: verdict for verdict in answer["verdicts"]}
    assert {verdict["verdict"] for verdict in verdicts.values()} == {"missed"}
    assert {verdict["decided_by"] for verdict in verdicts.values()} == {"unfinished"}
    for verdict in verdicts.values():
        assert verdict["why"].startswith(
            "certainly more than 5 % of the games end by the turn cap: 100.0 % ("
        )
        assert verdict["unfinished"]["value"] == 1.0
    assert "certainly more than 5 % of the games end by the turn cap" in terminal
    assert "score 50.0 %" in terminal
    told = page.text.replace("\u202f", " ")
    assert (
        "heads scores 50.0 % against any, winning 0.0 % of the games; none of the games has a winner" in told
    )
    assert "more than 5 % of the games end by the turn cap" in told
    assert " wins " not in told


MORE = {
    "no whole game, all void": all_void,
    "all draws": unfinished,
    "all wins, and an entrant without one": winless,
    "entrants that never met": never_met,
}


@pytest.mark.parametrize("name", CASES)
def test_output_is_finite_and_honest(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, expected = CASES[name]
    # As if the trial before play had found nothing: what is wrong shows in play alone.
    monkeypatch.setattr("runner.experiment.probe", lambda *asked: ())
    code, answer, terminal, page = played(folder, text, capsys)
    assert code == expected
    check(answer, terminal, page)
    if code == 3:
        assert {verdict["verdict"] for verdict in answer["verdicts"]} == {"undecided"}
    if name in MORE:
        MORE[name](answer, terminal, page)


@pytest.mark.slow
def test_three_hundred_policies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """44,850 match-ups of one pair each."""
    policies = [f"hold_at({n})" for n in range(1, 301)]
    code, answer, terminal, page = played(
        folder, asked("field", "pig", "pig.toml", policies, 2, RATE), capsys
    )
    assert code == 3
    check(answer, terminal, page)
    assert len(answer["verdicts"]) == 300 * 299 / 2
    assert len(answer["leagues"][0]["entrants"]) == 300
    assert "for 40 entrants at most, here are 300" in terminal
