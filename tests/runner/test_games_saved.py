"""What verdicts cost on real games, against a fixed 100,000 games a pairing: fewer games, the same verdicts.

Prints the table of the README (`pytest -m slow -s`). The nine pairs of the duel are three bots in either seat on
each of two maps, as its source played them: 900,000 games a map. Two of them, A v B and B v A, are one match-up
here, whose games come in pairs with the seats swapped.
"""

import json
from pathlib import Path

import pytest

from runner import experiment as experiments
from runner.run import run

CONFIGS = Path(__file__).parent.parent.parent / "configs"
A_PAIRING = 100_000

DUEL = f"""
game = "duel"
data = {json.dumps(str(CONFIGS / "games/duel"))}
scenarios = "all"
policies = ["balanced", "doctrine", "crowd"]
schedule = "all-pairs"
games = {2 * A_PAIRING}
[[target]]
metric = "seat_advantage"
band = [-0.1, 0.1]
"""
PIG = f"""
game = "pig"
data = {json.dumps(str(CONFIGS / "games/pig/classic.toml"))}
policies = ["optimal", "hold_at(20)", "hold_at(25)", "keep_pace", "four_turns", "roll_or_hold"]
games = {A_PAIRING}
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""
# Text, games of the fixed design, and a margin of one point of the win rate: two of a lead over the other seat.
STUDIES = {"duel": (DUEL, 2 * 9 * A_PAIRING, 0.02), "pig": (PIG, 15 * A_PAIRING, 0.01)}
# Times fewer games, in all, that each method must bring.
LEAST = {"e-process": 8, "sprt": 30}


def played(text: str, folder: Path) -> tuple[dict[str, str], int]:
    """Verdicts by target, and the games of the match-ups."""
    folder.mkdir()
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    experiment = experiments.load(path)
    result = run(experiment, folder / "run")
    games = sum(result.summaries[matchup.key].games for matchup in experiment.matchups())
    return {verdict.target.name: verdict.status for verdict in result.verdicts}, games


@pytest.mark.slow
@pytest.mark.parametrize("method", LEAST)
def test_the_same_verdicts_with_far_fewer_games(method: str, tmp_path: Path) -> None:
    spent = designed = 0
    for name, (text, fixed, margin) in STUDIES.items():
        zone = f"margin = {margin}\n" if method == "sprt" else ""
        whole, _ = played(f'name = "{name}"\nstop = "fixed"\n{text}', tmp_path / f"{name}, fixed")
        early, games = played(
            f'name = "{name}"\n{text}method = "{method}"\n{zone}', tmp_path / f"{name}, {method}"
        )
        assert early == whole
        assert "undecided" not in whole.values()
        saved = f"{games:,} games for {fixed:,}, {fixed / games:.1f} x fewer"
        print(f"{name}, {method}: the same {len(early)} verdicts, {saved}")
        spent, designed = spent + games, designed + fixed
    print(f"in all, {method}: {spent:,} games for {designed:,}, {designed / spent:.1f} x fewer")
    assert designed / spent >= LEAST[method]
