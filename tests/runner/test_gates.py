"""Gates named in experiment files: answered from the data, exactly, or by play, and judged with the targets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import equipoise
import games
import policies
from runner import experiment as experiments
from runner.gate_words import gate_lines
from runner.gates import without_play
from runner.manifest import folder_of
from runner.run import run
from runner.store import query
from tests.runner.refusal import check_lines, lay_out, refused

CONFIGS = Path(__file__).parent.parent.parent / "configs"
DUEL = f"""
name = "made"
game = "duel"
data = {json.dumps(str(CONFIGS / "games/duel"))}
policies = ["balanced", "doctrine"]
schedule = "all-pairs"
games = 8000
"""
BATTLE = f"""
name = "made"
game = "battle"
data = {json.dumps(str(CONFIGS / "games/battle/scenarios.json"))}
scenarios = "all"
policies = ["history", "greedy", "random"]
games = 2000
"""
# Published figures of the two maps: Red's wins, draws, flips, R2 (three standard errors to either side), the least use.
PUBLISHED = {
    "river-line": {
        "red_wins": (0.472, 0.487),
        "draws": (0.004, 0.007),
        "flips": (0.060, 0.068),
        "r2": (0.636, 0.648),
    },
    "ridge-screen": {
        "red_wins": (0.473, 0.486),
        "draws": (0.001, 0.004),
        "flips": (0.054, 0.062),
        "r2": (0.574, 0.587),
    },
}


def made(tmp_path: Path, text: str):
    path = tmp_path / "made.toml"
    path.write_text(text, encoding="utf-8")
    return experiments.load(path)


def played(tmp_path: Path, text: str):
    experiment = made(tmp_path, text)
    return run(experiment, folder_of(experiment, tmp_path / "results"))


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).gates])
def test_every_gate_of_a_game_can_be_named(name: str, tmp_path: Path) -> None:
    text = {"duel": DUEL, "battle": BATTLE}[name]
    gates = games.load(name).gates
    tables = [
        "\n".join(
            [
                f'[[gate]]\nname = "{gate.name}"',
                *(f"{key} = {value}" for key, value in gate.thresholds.items()),
            ]
        )
        for gate in gates.values()
    ]
    found = made(tmp_path, "\n".join([text, *tables])).gates
    assert {target.gate for target in found} == set(gates)
    assert all(dict(target.thresholds) == dict(gates[target.gate].thresholds) for target in found)
    assert all(gate.summary for gate in gates.values())


def test_the_seven_gates_of_both_maps() -> None:
    answers = {
        (gate.gate, gate.scenario): gate for gate in without_play(experiments.load(CONFIGS / "duel.toml"))
    }
    assert len(answers) == 14
    assert {gate.status for gate in answers.values()} == {"met"}
    for scenario, figures in PUBLISHED.items():
        for name, (low, high) in figures.items():
            gate = answers[name, scenario]
            assert (gate.basis, len(gate.rows)) == ("exact", 9)
            assert all(low <= each.row.value <= high for each in gate.rows)
        assert answers["usage", scenario].basis == "data"
        assert len(answers["usage", scenario].rows) == 2 * (6 if scenario == "river-line" else 8)


def test_the_shipped_scenarios_fail_where_the_size_rule_says() -> None:
    answers = without_play(experiments.load(CONFIGS / "battle.toml"))
    shut = [(gate.gate, gate.scenario) for gate in answers if gate.status != "met"]
    assert shut == [("size", "cold-saddle")]
    (line,) = [cells for status, cells in gate_lines(answers) if status == "missed"]
    assert line[:4] == ("size: shortest path", "cold-saddle", "7", "at least 8")
    assert len(answers) == 12  # diversity and volume wait for play


def test_thresholds_are_the_files(tmp_path: Path) -> None:
    text = (
        DUEL
        + '[[gate]]\nname = "usage"\nlow = 0.2\n[[gate]]\nname = "red_wins"\nof = "balanced"\nlow = 0.4\n'
    )
    usage, red = without_play(made(tmp_path, text))
    assert usage.status == "missed"
    assert [each.row.scope for each in red.rows] == ["river-line, balanced v balanced"]
    assert (red.rows[0].row.low, red.rows[0].row.high) == (0.4, 0.55)


def test_exact_gates_play_no_more_than_the_first_round(tmp_path: Path) -> None:
    result = played(tmp_path, DUEL + '[[gate]]\nname = "draws"\n')
    assert result.exit_code == 0
    assert [control.name for control in result.controls if not control.passed] == []
    assert result.controls[-1].name == "exact figures: river-line"
    assert result.controls[-1].detail.startswith("4 pairs agree with play")
    assert {summary.pairs for summary in result.summaries.values()} == {64, 128}


def test_play_answers_where_it_is_asked_and_encloses_the_exact_figures(tmp_path: Path) -> None:
    gates = "".join(
        f'[[gate]]\nname = "{name}"\n{limits}\n[[gate]]\nname = "{name}"\n{limits}\nsampled = true\n'
        for name, limits in {"red_wins": "low = 0.4", "flips": "high = 0.15", "r2": "low = 0.3"}.items()
    )
    result = played(tmp_path, DUEL + gates)
    for exact, sampled in zip(result.gates[::2], result.gates[1::2], strict=True):
        assert (exact.basis, sampled.basis) == ("exact", "play")
        assert sampled.status == "met"
        assert sampled.games > 0
        right = {each.row.scope: each.row.value for each in exact.rows}
        assert {each.row.scope for each in sampled.rows} == set(right)
        assert all(each.low <= right[each.row.scope] <= each.high for each in sampled.rows)
    assert [verdict.status for verdict in result.verdicts] == ["met"] * 6


def test_wrong_exact_figures_void_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = policies.exact_figures("duel")

    def wrong(*arguments):
        return tuple(figures._replace(win=figures.win + 0.3) for figures in right(*arguments))

    monkeypatch.setattr(policies, "exact_figures", lambda game: wrong)
    result = played(tmp_path, DUEL + '[[gate]]\nname = "draws"\n')
    assert result.exit_code == 4
    (failed,) = [control for control in result.controls if not control.passed]
    assert "win of balanced v balanced is 0.77" in failed.detail


def test_who_tells_no_mix_is_left_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*arguments):
        raise ValueError("neither a mix nor an option")

    monkeypatch.setattr(policies, "exact_figures", lambda game: unreadable)
    result = played(tmp_path, DUEL + '[[gate]]\nname = "draws"\n')
    (gate,) = result.gates
    assert (gate.basis, gate.status) == ("play", "met")
    assert gate.games == sum(s.games for key, s in result.summaries.items() if "control" not in key)


def test_gates_of_play_get_the_games_they_need(tmp_path: Path) -> None:
    volume = '[[gate]]\nname = "volume"\ngames = 700\n[[gate]]\nname = "diversity"\n'
    result = played(tmp_path, BATTLE + volume)
    assert {gate.status for gate in result.gates} == {"met"}
    assert all(700 <= summary.games <= 2000 for summary in result.summaries.values())
    few = played(tmp_path, BATTLE + '[[gate]]\nname = "volume"\ngames = 3000\n')
    assert {gate.status for gate in few.gates} == {"missed"}
    assert few.exit_code == 1


def test_answers_are_stored_row_by_row(tmp_path: Path) -> None:
    result = played(tmp_path, DUEL + '[[gate]]\nname = "draws"\n[[gate]]\nname = "usage"\n')
    rows = query(
        result.folder, "SELECT gate, count(*), max(basis), max(verdict) FROM gates GROUP BY ALL ORDER BY 1"
    ).rows
    assert rows == (("draws", 4, "exact", "met"), ("usage", 12, "data", "met"))
    verdicts = query(result.folder, "SELECT metric, matchup, interval, verdict FROM verdicts ORDER BY 1").rows
    assert verdicts == (("draws", None, "exact", "met"), ("usage", None, "exact", "met"))


def test_bad_gates_are_told_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        DUEL
        + """
[[gate]]
name = "uses"
[[gate]]
name = "usage"
lowest = 0.1
low = "much"
of = "balanced"
[[gate]]
name = "draws"
scenario = "river"
of = "nobody"
[[gate]]
name = "flips"
[[gate]]
name = "flips"
"""
    )
    expected = [
        "bad.toml: gate[0].name | is not a gate of the game | did you mean usage?",
        "bad.toml: gate[1].lowest | is not a threshold of the gate | did you mean low?",
        "bad.toml: gate[1].low | should be a number | found 'much'",
        "bad.toml: gate[1].of | asks for play, and the gate needs none",
        "bad.toml: gate[2].of | matches no policy",
        "bad.toml: gate[2].scenario | matches no scenario",
        "bad.toml: gate[4] | asks again what gate[3] asks",
    ]
    check_lines(refused(tmp_path, {"bad.toml": text}, capsys), expected)


def test_a_game_without_gates_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'name = "bad"\ngame = "pig"\ndata = "pig.toml"\npolicies = ["random", "optimal"]\n[[gate]]\nname = "draws"\n'
    files = {"bad.toml": text, "pig.toml": "goal = 20\n"}
    check_lines(
        refused(tmp_path, files, capsys),
        ["bad.toml: gate[0].name | is not a gate of the game | Pig has no gates"],
    )


def test_check_answers_without_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(tmp_path, {"made.toml": BATTLE + '[[gate]]\nname = "size"\n[[gate]]\nname = "diversity"\n'})
    assert equipoise.main(["check", str(tmp_path / "made.toml")]) == 1
    text = capsys.readouterr().out
    assert "1m > 2m > 3m" in text
    assert "2 more need play" in text
    assert equipoise.main(["check", str(tmp_path / "made.toml"), "--json"]) == 1
    plain = json.loads(capsys.readouterr().out)
    assert [(gate["gate"], gate["scenario"], gate["verdict"]) for gate in plain] == [
        ("size", "amber-ford", "met"),
        ("size", "cold-saddle", "missed"),
    ]
    lay_out(tmp_path, {"none.toml": BATTLE})
    assert equipoise.main(["check", str(tmp_path / "none.toml")]) == 2
    assert "names no gate to check" in capsys.readouterr().err
