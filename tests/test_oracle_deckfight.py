"""The figures of deckfight's source, reproduced exactly through the command line."""

import json
from pathlib import Path

import pytest

import equipoise

ROOT = Path(__file__).parent.parent
ORACLE = json.loads((ROOT / "tests/data/deckfight.json").read_text(encoding="utf-8"))["variants"]
BATCHES = [
    pytest.param(
        name,
        batch,
        id=f"{name}-{batch['games']}-{batch['seed']}",
        marks=[] if batch["games"] <= 2000 and (name == "base" or batch["seed"] == 1) else [pytest.mark.slow],
    )
    for name, variant in ORACLE.items()
    for batch in variant["batches"]
]


def asked(capsys, *words):
    code = equipoise.main([str(word) for word in words])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    return json.loads(captured.out)


@pytest.mark.parametrize(("name", "batch"), BATCHES)
def test_a_batch_of_the_source_comes_out_to_the_last_digit(name, batch, tmp_path, capsys):
    experiment = tmp_path / "batch.toml"
    data = ROOT / "configs/games/deckfight" / name
    experiment.write_text(
        f'name = "batch"\ngame = "deckfight"\ndata = {json.dumps(str(data))}\npolicies = ["heuristic"]\n'
        'stream = "sequential"\nstop = "fixed"\nkeep = "games"\n',
        encoding="utf-8",
    )
    words = (
        "--games",
        batch["games"],
        "--seed",
        batch["seed"],
        "--results",
        tmp_path,
        "--no-report",
        "--json",
    )
    answer = asked(capsys, "run", experiment, *words)
    (figures,) = answer["figures"]
    (player,) = figures["players"]
    assert (player["wins"], player["draws"], player["losses"]) == (
        batch["wins"],
        batch["draws"],
        batch["losses"],
    )
    assert figures["mean_turns"]["value"] == pytest.approx(batch["mean_turns"], abs=1e-12)
    assert figures["median_turns"] == batch["median_turns"]
    assert (player["metrics"]["hp_on_win"]["value"] or 0) == pytest.approx(batch["mean_hp_on_win"], abs=1e-12)
    plays = {option["option"]: option["chosen"] for option in player["options"] if option["chosen"]}
    assert plays == {card: stats["plays"] for card, stats in batch["card_stats"].items() if stats["plays"]}
    first = asked(
        capsys,
        "sql",
        answer["run"],
        "SELECT winner, termination, turns, hp_0 FROM games ORDER BY pair LIMIT 40",
        "--json",
    )
    assert [_row(game) for game in first] == batch["first_games_outcome_turns_hp"]


def _row(game):
    """(1 win, 0 loss, 2 turn cap; turns; HP left) as in the oracle."""
    outcome = 1 if game["winner"] == 0 else 2 if game["termination"] == "turn cap" else 0
    return [outcome, game["turns"], game["hp_0"]]


def test_energy_damage_and_block_follow_from_plays():
    for variant in ORACLE.values():
        for batch in variant["batches"]:
            for card, stats in batch["card_stats"].items():
                facts = variant["cards"][card]
                assert stats["energy"] == stats["plays"] * facts["cost"]
                assert stats["damage"] == stats["plays"] * facts.get("damage", 0)
                assert stats["block"] == stats["plays"] * facts.get("block", 0)


def test_the_terminal_tells_the_published_batch(tmp_path, capsys):
    """100.0 % won, mean turns 5.665, median 6, mean HP 76.721, and how often each card was played."""
    words = ["run", str(ROOT / "configs/deckfight-seed.toml"), "--results", str(tmp_path), "--no-report"]
    assert equipoise.main([*words, "--json"]) == 0
    chosen = {row["option"]: row["chosen"] for row in json.loads(capsys.readouterr().out)["options"]}
    assert chosen == {"Strike": 17_263, "Defend": 15_366, "Bash": 326}
    assert equipoise.main([*words, "--details"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    told = {row[0]: row for row in rows if row}
    for card, times in chosen.items():
        assert f"{100 * times / sum(chosen.values()):.1f} % (" in " ".join(told[card])
    assert told["hp_on_win"][2] == "76.721"
    assert ["heuristic", "100.0", "%"] in [row[:3] for row in rows]
    assert ["5.665", "6", "2,000"] in [row[-3:] for row in rows]
