"""Experiment files that are as they should be: what `load` makes of them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import policies
from games.defects import BadInput
from runner.configuration import MOST_SEED
from runner.experiment import Experiment, load, schema
from runner.plan import Matchup
from tests.runner.refusal import experiment, lay_out

CONFIGS = Path(__file__).parents[2] / "configs"
BAND = '[[target]]\nmetric = "win_rate"\nband = [0.45, 0.55]\n'


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """`write(tables, **keys)`: the experiment in a file of its own, loaded."""

    def written(tables: str = "", arguments: dict[str, Any] | None = None, **keys: str | None) -> Experiment:
        lay_out(tmp_path, {"good.toml": experiment(tables, **keys), "data.toml": "goal = 20\n"})
        return load(tmp_path / "good.toml", **(arguments or {}))

    return written


def test_defaults(write: Any, tmp_path: Path) -> None:
    made = write()
    assert (made.name, made.title, made.game.name) == ("bad", "bad", "pig")
    assert (made.scenarios, made.schedule, made.champions) == (("race",), "round-robin", ())
    assert (made.seed, made.games, made.stream, made.certainty) == (1, 100_000, "per-game", 0.95)
    assert (made.keep, made.flag_ratio, made.targets) == ("summaries", 1.5, ())
    assert made.document.goal == 20
    assert made.data_path == tmp_path / "data.toml"
    assert made.labels == ("hold_at(20)", "four_turns")
    assert made.configuration == tomllib.loads(experiment())


def test_play_stops_when_decided_where_there_is_something_to_decide(write: Any) -> None:
    assert write().stop == "fixed"
    assert write(BAND).stop == "decided"
    assert write(BAND, stop='"fixed"').stop == "fixed"


def test_a_sequential_stream_is_played_whole(write: Any) -> None:
    keys = {"game": '"deckfight"', "data": f'"{CONFIGS}/games/deckfight/base"', "policies": '["heuristic"]'}
    made = write(BAND, stream='"sequential"', **keys)
    assert (made.stream, made.stop) == ("sequential", "fixed")


def test_arguments_stand_in_for_the_file(write: Any) -> None:
    made = write(arguments={"games": 50, "seed": 7, "budget": "full"}, games="10_000", seed="3")
    assert (made.games, made.seed) == (50, 7)


@pytest.mark.parametrize(
    ("games", "stated", "expected"),
    [
        (500, "", {"smoke": 500, "normal": 500, "full": 1_000_000}),
        (2_000_000, "", {"smoke": 2_000, "normal": 2_000_000, "full": 2_000_000}),
        (500, "[budget]\nsmoke = 800\nfull = 400\n", {"smoke": 800, "normal": 500, "full": 400}),
    ],
)
def test_budgets(write: Any, games: int, stated: str, expected: dict[str, int]) -> None:
    caps = {budget: write(stated, {"budget": budget}, games=str(games)).games for budget in expected}
    assert caps == expected


def test_a_budget_that_is_none_is_refused(write: Any) -> None:
    with pytest.raises(BadInput, match="did you mean smoke"):
        write(arguments={"budget": "smoek"})


def test_the_largest_seed_and_the_least_games(write: Any) -> None:
    made = write(seed=str(MOST_SEED), games="2")
    assert (made.seed, made.games) == (MOST_SEED, 2)


def test_schedules(write: Any) -> None:
    three = '["hold_at(20)", "four_turns", "roll_or_hold"]'
    robin = [matchup.players for matchup in write(policies=three).matchups()]
    assert robin == [
        ("hold_at(20)", "four_turns"),
        ("hold_at(20)", "roll_or_hold"),
        ("four_turns", "roll_or_hold"),
    ]
    gauntlet = write(policies=three, schedule='"gauntlet"', champions='["four_turns"]').matchups()
    assert [matchup.players for matchup in gauntlet] == [
        ("four_turns", "hold_at(20)"),
        ("four_turns", "roll_or_hold"),
    ]
    mirror = write(policies='["four_turns"]', schedule='"mirror"').matchups()
    assert mirror == (Matchup("race", ("four_turns", "four_turns")),)


def test_controls_are_mirrors_of_every_entrant(write: Any) -> None:
    controls = write().controls()
    assert [control.players for control in controls] == [("hold_at(20)",) * 2, ("four_turns",) * 2]
    assert all(control.control for control in controls)


def test_scenarios_of_a_one_seat_game(write: Any, tmp_path: Path) -> None:
    brute = {"name": "B. Rute", "maxHp": 9, "intents": [{"kind": "Attack", "value": 1}]}
    cards = {"cards": {"S": {"name": "S", "cost": 1, "kind": "Attack", "damage": 6}}, "starterDeck": ["S"]}
    enemies = {"activeEnemy": "나", "enemies": {"first": brute, "나": brute, "all": brute}}
    lay_out(tmp_path, {"deck/cards.json": json.dumps(cards), "deck/enemies.json": json.dumps(enemies)})
    keys = {"game": '"deckfight"', "data": '"deck"', "policies": '["heuristic", "random"]'}
    assert write(**keys).scenarios == ("나",)
    assert write(scenarios='"all"', **keys).scenarios == ("나", "first", "all")
    made = write(BAND, scenarios='["all", "first"]', **keys)
    assert made.scenarios == ("all", "first")
    assert [(m.players, m.scenario) for m in made.matchups()][:2] == [
        (("heuristic",), "all"),
        (("heuristic",), "first"),
    ]
    assert [target.name for target in made.targets][:2] == [
        "win rate of heuristic in all",
        "win rate of heuristic in first",
    ]
    assert len(made.controls()) == 4


def test_a_job_is_what_the_experiment_says(write: Any) -> None:
    made = write(keep='"games"', seed="5")
    job = made.job()
    assert (job.game, job.seed, job.stream, job.keep_games) == ("pig", 5, "per-game", True)
    assert made.job(keep_games=False).keep_games is False
    assert made.game.document.model_validate(job.document) == made.document
    assert job.entrants == made.entrants


def test_identity_is_json_and_holds_whatever_decides_a_figure(write: Any) -> None:
    one_sided = '[[target]]\nmetric = "turns"\nmax = 40\n'
    made = write(one_sided)
    assert made.identity()["targets"][0]["low"] is None
    assert json.loads(json.dumps(made.identity(), allow_nan=False)) == made.identity()
    others = [
        write(),
        write(one_sided, seed="2"),
        write(one_sided, games="1000"),
        write(one_sided, certainty="0.9"),
        write(one_sided, stop='"fixed"'),
        write(one_sided, keep='"games"'),
        write(one_sided, policies='["hold_at(21)", "four_turns"]'),
        write(one_sided, policies='[{ name = "hold_at(20)", policy = "hold_at(21)" }, "four_turns"]'),
        replace(made, document=made.document.model_copy(update={"goal": 21})),
        replace(made, game=replace(made.game, rules_version="next")),
    ]
    assert all(other.identity() != made.identity() for other in others)
    assert write(one_sided, title='"Another title"').identity() == made.identity()


def test_the_same_file_is_the_same_experiment(write: Any) -> None:
    assert write(BAND).identity() == write(BAND).identity()


def test_every_byte_order_mark_and_line_end_will_do(tmp_path: Path) -> None:
    text = "\ufeff" + experiment(BAND).replace("\n", "\r\n")
    lay_out(tmp_path, {"good.toml": text, "data.toml": "\ufeffgoal = 20\r\n"})
    assert load(tmp_path / "good.toml").document.goal == 20


def test_names_may_hold_dots_spaces_and_any_script(write: Any) -> None:
    made = write(
        BAND + 'of = "돼지 1.0"\n',
        name='"밤.하늘 v1.2 (a+b) – final"',
        policies="""[{ name = "돼지 1.0", policy = "hold_at(20)" }, { name = "<b>[x], *", policy = "four_turns" },
        { name = "answer", policy = "best_response(to='돼지 1.0')" }]""",
    )
    assert made.labels == ("돼지 1.0", "<b>[x], *", "answer")
    assert made.entrants[2].refs["to"] == made.entrants[0]
    assert [target.name for target in made.targets] == [
        "win rate of 돼지 1.0 v <b>[x], *",
        "win rate of 돼지 1.0 v answer",
    ]


@pytest.mark.parametrize("file", sorted(CONFIGS.glob("*.toml")), ids=lambda file: file.stem)
def test_every_shipped_experiment_loads(file: Path) -> None:
    made = load(file, budget="smoke")
    assert made.name == file.stem
    assert made.title != made.name
    assert made.matchups()


def test_the_shipped_pig_is_a_round_robin_of_targets() -> None:
    made = load(CONFIGS / "pig.toml")
    assert len(made.targets) == len(made.matchups()) == len(made.entrants) * (len(made.entrants) - 1) // 2
    assert {(target.low, target.high) for target in made.targets} == {(0.45, 0.55)}


# --- the schema for editors -----------------------------------------------------------------------------------


def test_the_schema_knows_every_key_and_every_game() -> None:
    made = schema()
    assert set(made["required"]) == {"name", "game", "data", "policies"}
    assert {"target", "budget", "champions", "flag_ratio"} <= set(made["properties"])
    assert "pig" in made["properties"]["game"]["enum"]
    assert made["additionalProperties"] is False
    assert json.loads(json.dumps(made)) == made


def test_the_schema_takes_entrants_as_text_or_table() -> None:
    text, table = schema()["$defs"]["EntrantTable"]["anyOf"]
    assert text["type"] == "string"
    assert set(table["properties"]) == {"policy", "name", "weights"}
    assert table["additionalProperties"]["type"] == "string"
    assert policies.of("pig")["best_response"].refs == ("to",)


def test_the_reference_names_every_key() -> None:
    text = (CONFIGS / "README.md").read_text(encoding="utf-8")
    tables = (
        schema(),
        schema()["$defs"]["TargetTable"],
        schema()["$defs"]["GateTable"],
        schema()["$defs"]["Budget"],
        schema()["$defs"]["EntrantTable"]["anyOf"][1],
    )
    missing = [key for table in tables for key in table["properties"] if f"`{key}`" not in text]
    assert missing == []


def test_the_reference_lists_every_shipped_experiment() -> None:
    text = (CONFIGS / "README.md").read_text(encoding="utf-8")
    assert [file.name for file in CONFIGS.glob("*.toml") if f"`{file.name}`" not in text] == []


def test_the_example_of_the_reference_loads(tmp_path: Path) -> None:
    text = (CONFIGS / "README.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    lay_out(tmp_path, {"example.toml": example, "games/pig/classic.toml": "goal = 20\n"})
    made = load(tmp_path / "example.toml")
    assert made.labels[-2:] == ("hasty", "punisher")
    assert made.targets[-1].name == "turns of optimal v punisher"
