"""A policy against itself: a control where its figure is settled by construction, a target where it is not."""

from pathlib import Path

import pytest

import equipoise
from games.defects import BadInput
from runner import experiment as experiments
from runner.judge.targets import settled_by_construction
from runner.manifest import folder_of
from runner.run import run
from runner.summary import merge

CONFIGS = Path(__file__).parent.parent.parent / "configs"
HEAD = """
name = "mirrors"
game = "pig"
data = "pig.toml"
policies = ["hold_at(20)", "hold_at(25)"]
schedule = "all-pairs"
games = 512
"""
WINS = '[[target]]\nmetric = "win_rate"\nband = [0.3, 0.7]\n'
SEATS = '[[target]]\nmetric = "seat_advantage"\nband = [-0.5, 0.5]\n'


@pytest.fixture
def written(tmp_path):
    """Write an experiment; its path."""
    (tmp_path / "pig.toml").write_text("goal = 50\n", encoding="utf-8")

    def write(text):
        path = tmp_path / "experiment.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def names(path):
    return [target.name for target in experiments.load(path).targets]


def test_what_is_settled_by_construction():
    assert settled_by_construction("win_rate", ("a", "a"), 0.5)
    assert not settled_by_construction("win_rate", ("a", "b"), 0.5)
    assert not settled_by_construction("win_rate", ("a", "a"), 0.0)
    assert not settled_by_construction("win_rate", ("a", "a", "a"), 0.5)
    for metric in ("loss_rate", "draw_rate", "seat_advantage", "turns", "payoff"):
        assert not settled_by_construction(metric, ("a", "a"), 0.5)


def test_a_mirror_is_no_target_of_a_win_rate_and_is_one_of_all_else(written):
    assert names(written(HEAD + WINS)) == ["win rate of hold_at(20) v hold_at(25)"]
    assert len(experiments.load(written(HEAD + WINS)).mirrors) == 2
    seats = names(written(HEAD + SEATS))
    assert len(seats) == 3
    assert experiments.load(written(HEAD + SEATS)).mirrors == ()
    nothing = WINS.replace("band", "draw = 0\nband")
    assert "win rate of hold_at(20) v hold_at(20)" in names(written(HEAD + nothing))


def test_a_mirror_takes_no_share_of_the_error(written, tmp_path):
    """The same verdict, to the last game needed, with mirrors in the schedule and without."""
    found = []
    for schedule in ("all-pairs", "round-robin"):
        loaded = experiments.load(written(HEAD.replace("all-pairs", schedule) + WINS))
        found.append(run(loaded, folder_of(loaded, tmp_path / schedule)).verdicts)
    assert found[0] == found[1]


@pytest.mark.parametrize("schedule", ["mirror", "all-pairs"])
def test_targets_that_ask_for_mirrors_alone_are_a_defect(written, schedule):
    target = WINS + ('of = "hold_at(20)"\nagainst = "hold_at(20)"\n' if schedule == "all-pairs" else "")
    with pytest.raises(BadInput) as refused:
        experiments.load(written(HEAD.replace("all-pairs", schedule) + target))
    (defect,) = refused.value.defects
    assert defect.path == "target[0]"
    assert "asks only for mirrors (A v A), which score one half by construction" in str(defect)
    assert names(written(HEAD.replace("all-pairs", schedule) + SEATS))


def test_a_run_says_so_in_one_line(written, tmp_path, capsys):
    words = ["run", str(written(HEAD + WINS)), "--results", str(tmp_path / "r"), "--no-report"]
    equipoise.main(words)
    out = capsys.readouterr().out
    assert "2 mirrors are controls, not targets: hold_at(20) v itself scores one half by construction" in out
    equipoise.main([*words[:1], str(written(HEAD + SEATS)), *words[2:]])
    assert "mirrors are controls" not in capsys.readouterr().out


def test_the_loss_rate_of_a_mirror_hangs_on_its_draws():
    """River-line draws: a mirror loses less than half of its games there, so its loss rate says something."""
    text = (CONFIGS / "duel.toml").read_text(encoding="utf-8")
    assert 'game = "duel"' in text
    loaded = experiments.load(CONFIGS / "duel.toml", games=512)
    from dataclasses import replace

    from runner.plan import Unit
    from runner.play import Arena

    arena = Arena(replace(loaded, schedule="mirror").job())
    sums = merge(arena.simulate(Unit(one, 0, 512)).summary for one in loaded.controls())
    wins, draws, losses = sums.seat_results[0].sum(axis=0)
    assert draws > 0
    assert wins == losses < sums.games / 2


def test_the_diversity_of_battle_asks_the_three_bots_of_its_source():
    loaded = experiments.load(CONFIGS / "battle.toml")
    asked = {gate.gate: set(gate.entrants) for gate in loaded.gates if gate.entrants}
    assert asked == {name: {"random", "greedy", "history"} for name in ("diversity", "volume")}
    assert set(loaded.labels) == {"random", "greedy", "history", "planner"}


def test_a_gate_names_a_list_of_policies_and_a_wrong_one_has_its_place(tmp_path):
    text = (
        (CONFIGS / "battle.toml")
        .read_text(encoding="utf-8")
        .replace('"greedy", "history"]\ncells', '"greedi", "history"]\ncells')
    )
    text = text.replace("games/battle", str(CONFIGS / "games/battle"))
    (tmp_path / "battle.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        experiments.load(tmp_path / "battle.toml")
    (defect,) = refused.value.defects
    assert defect.path.endswith(".of[1]")
    assert "matches no policy" in str(defect)
