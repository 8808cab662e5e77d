"""Games until a certified balanced point: a sweep against what a user would write around Optuna.

The loop: Optuna's default sampler, a fixed 1,000 games a match-up a trial, the distance of the estimates from their
bands; the first trial inside all of them is certified as the sweep certifies its own, and where it fails the loop goes
on. Both count every game, certification included. Three problems, ten seeds (two in the reduced form).
"""

import shutil
import statistics
from dataclasses import replace
from pathlib import Path

import optuna
import pytest

from runner.measures import measures_of
from runner.plan import Unit
from runner.play import Arena
from runner.run import run
from sweeps.certify import fresh_seed
from sweeps.definition import load
from sweeps.objective import read
from sweeps.run import sweep

ROOT = Path(__file__).parent.parent.parent
GAMES_A_TRIAL = 1_000
MOST_TRIALS = 400

SLIME = """
name = "slime"
game = "deckfight"
data = "data"
policies = ["heuristic"]
games = 40_000
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
[sweep]
deviations = false
[[sweep.parameter]]
path = "enemies.Slime.maxHp"
low = 30
high = 150
[[sweep.parameter]]
path = "enemies.Slime.intents[0].value"
low = 5
high = 30
[[sweep.parameter]]
path = "enemies.Slime.intents[1].value"
low = 2
high = 30
"""
THREE_PLAYERS = """
name = "three"
game = "deckfight"
data = "data"
policies = ["heuristic", "lookahead", "aggressive"]
games = 40_000
[[target]]
metric = "win_rate"
of = "heuristic"
band = [0.40, 0.60]
[[target]]
metric = "win_rate"
of = "lookahead"
band = [0.55, 0.85]
[[target]]
metric = "win_rate"
of = "aggressive"
max = 0.30
[sweep]
deviations = false
[[sweep.parameter]]
path = "enemies.Slime.maxHp"
low = 30
high = 150
[[sweep.parameter]]
path = "enemies.Slime.intents[*].value"
within = 18
[[sweep.parameter]]
path = "cards.*.damage"
within = 4
[[sweep.parameter]]
path = "cards.*.block"
within = 4
"""
RACE = """
name = "race"
game = "pig"
data = "data.toml"
policies = [
    { name = "hold", policy = "hold_at", weights = { n = 10 } },
    { name = "turns", policy = "four_turns", weights = { turns = 8 } },
    { name = "pace", policy = "keep_pace" },
]
games = 40_000
[[target]]
metric = "win_rate"
band = [0.46, 0.54]
[sweep]
deviations = false
[[sweep.parameter]]
policy = "hold"
weight = "n"
low = 5
high = 60
[[sweep.parameter]]
policy = "turns"
weight = "turns"
low = 1
high = 12
[[sweep.parameter]]
policy = "pace"
weight = "base"
low = 5
high = 60
"""
PROBLEMS = {
    "one fight": (SLIME, "deckfight/base"),
    "three players": (THREE_PLAYERS, "deckfight/base"),
    "a race": (RACE, "pig/classic.toml"),
}


def problem(name, folder, seed):
    """One of the problems, ready to sweep."""
    text, data = PROBLEMS[name]
    source = ROOT / "configs" / "games" / data
    if source.is_dir():
        shutil.copytree(source, folder / "data", dirs_exist_ok=True)
    else:
        shutil.copy(source, folder / "data.toml")
    path = folder / f"{seed}.toml"
    path.write_text(text, encoding="utf-8")
    return load(path, seed=seed)


def by_sweep(definition, folder):
    """Games that the sweep takes, and whether it ends with a certified point."""
    result = sweep(definition, folder)
    return result.games + result.fresh_games, result.winner is not None


def by_loop(definition, folder):
    """Games that the plain loop takes, likewise."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=definition.experiment.seed))
    games, tried = 0, 0
    for _ in range(MOST_TRIALS):
        trial = study.ask()
        point = tuple(
            trial.suggest_int(p.name, round(p.low), round(p.high)) for p in definition.space.parameters
        )
        experiment = definition.space.at(point)
        readings, played = fixed(definition, experiment)
        games += played
        distance = sum(reading.distance() for reading in readings)
        study.tell(trial, distance)
        if distance == 0:
            fresh = replace(
                experiment,
                seed=fresh_seed(experiment.seed, f"loop {tried}"),
                certainty=1 - 0.05 / definition.table.certify,
            )
            result = run(fresh, folder / str(tried))
            games, tried = games + result.games, tried + 1
            if all(verdict.status == "met" for verdict in result.verdicts):
                return games, True
    return games, False


def fixed(definition, experiment):
    """Readings of a fixed number of games of every match-up that is asked about."""
    arena, seats = Arena(experiment.job()), experiment.game.seats
    asked = {target.matchup for target in experiment.targets}
    matchups = [matchup for matchup in experiment.matchups() if matchup.key in asked]
    sums = {m.key: arena.simulate(Unit(m, 0, GAMES_A_TRIAL // seats)).summary for m in matchups}
    readings, _ = read(definition, sums, measures_of(experiment.game, experiment.document), 1)
    return readings, GAMES_A_TRIAL * len(matchups)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBLEMS)
def test_games_until_a_certified_point(benchmark, name, tmp_path, study):
    rows = []

    def compared():
        for seed in range(1, 1 + study(10, 2)):
            definition = problem(name, tmp_path, seed)
            ours, found = by_sweep(definition, tmp_path / f"sweep-{seed}")
            loop, looped = by_loop(definition, tmp_path / f"loop-{seed}")
            rows.append((ours, found, loop, looped))

    benchmark.pedantic(compared, rounds=1)
    ours, found, loop, looped = zip(*rows, strict=True)
    benchmark.extra_info["games of the sweep"] = sum(ours)
    benchmark.extra_info["games of the loop"] = sum(loop)
    benchmark.extra_info["ratio"] = round(sum(loop) / sum(ours), 2)
    benchmark.extra_info["median ratio"] = round(
        statistics.median(b / a for a, b in zip(ours, loop, strict=True)), 2
    )
    benchmark.extra_info["certified"] = f"{sum(found)} and {sum(looped)} of {len(rows)}"
    print(name, rows, dict(benchmark.extra_info))
