"""What a `[sweep]` table may say, and every way in which it is refused: one message, all defects, nothing played."""

import pytest

import sweeps.configuration as tables
from games.defects import BadInput
from runner import experiment as experiments
from sweeps.definition import load
from tests.sweeps.written import DECKFIGHT, PIG, ROOT, SLIME, deckfight, pig, written


def refusal(path, **arguments):
    """The message with which the file is refused."""
    with pytest.raises(BadInput) as caught:
        load(path, **arguments)
    return caught.value.message()


SOUGHT = '\n[sweep.maximise]\nmetric = "win_rate"\nof = "mine"\n'


def parameter(*lines):
    return "\n".join(["", "[[sweep.parameter]]", *lines, ""])


def test_a_range_is_bound_to_its_place(tmp_path):
    space = load(deckfight(tmp_path)).space
    assert space.names == ("enemies.Slime.maxHp", "enemies.Slime.intents[0].value")
    assert [(p.kind, p.today, p.low, p.high, p.step) for p in space.parameters] == [
        ("integer", 45, 30, 150, 1),
        ("integer", 10, 5, 30, 1),
    ]
    assert space.size() == 121 * 26
    after = space.at((60, 12))
    assert (after.document.enemies["Slime"].max_hp, after.document.enemies["Slime"].intents[0].value) == (
        60,
        12,
    )
    assert after.document.cards == space.experiment.document.cards
    assert space.at(space.today).document == space.experiment.document


def test_a_glob_gives_a_parameter_a_match_or_one_for_all(tmp_path):
    each = load(deckfight(tmp_path, parameter('path = "cards.*.damage"', "within = 2"))).space
    assert [(p.name, p.low, p.high) for p in each.parameters] == [
        ("cards.Strike.damage", 4, 8),
        ("cards.Bash.damage", 8, 12),
    ]
    block = parameter('path = "enemies.Slime.intents[*].value"', "low = 5", "high = 12", "together = true")
    text = refusal(deckfight(tmp_path, block))
    assert "joins values that differ today: 10, 6, 8" in text
    costs = parameter('path = "cards.?e*.cost"', "low = 0", "high = 3", "together = true")
    assert load(deckfight(tmp_path, costs)).space.names == ("cards.Defend.cost",)


def test_one_value_for_several_places(tmp_path):
    table = parameter('path = "cards.*.cost"', "choices = [1, 2]", "together = true", "leaves_today = true")
    assert "joins values that differ" in refusal(deckfight(tmp_path, table))
    table = parameter('path = "cards.*e*.cost"', "low = 0", "high = 2", "together = true", 'name = "cost"')
    space = load(deckfight(tmp_path, table)).space
    assert space.names == ("cost",)


def test_weights_are_parameters_like_any_other(tmp_path):
    table = parameter('policy = "mine"', 'weight = "n"', "low = 10", "high = 30", "step = 5")
    (found,) = load(pig(tmp_path, SOUGHT + table)).space.parameters
    assert (found.name, found.kind, found.values) == ("mine.n", "integer", (10, 15, 20, 25, 30))
    space = load(pig(tmp_path, SOUGHT + table)).space
    assert [spec.weights["n"] for spec in space.at((25,)).entrants] == [25, 20]


def test_an_entrant_that_answers_another_follows_its_weights(tmp_path):
    text = PIG.replace('"hold_at(20)"]', '{ name = "answer", policy = "best_response", to = "mine" }]')
    table = parameter('policy = "mine"', 'weight = "n"', "low = 10", "high = 30")
    space = load(pig(tmp_path, SOUGHT + table, text)).space
    mine, answer = space.at((25,)).entrants
    assert mine.weights["n"] == answer.refs["to"].weights["n"] == 25


def test_within_moves_inwards_to_what_the_game_takes(tmp_path):
    space = load(deckfight(tmp_path, parameter('path = "cards.*.cost"', "within = 2"))).space
    assert [(p.low, p.high) for p in space.parameters] == [(0, 3), (0, 3), (0, 4)]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (['path = "cards.Nobody.damage"', "low = 1", "high = 9"], "matches nothing in the data"),
        (['path = "cards.Strik.damage"', "low = 1", "high = 9"], "did you mean cards.Strike.damage?"),
        (['path = "cards.*.name"', "low = 1", "high = 9"], "matches no number"),
        (['path = "cards.Strike"', "low = 1", "high = 9"], "is not a number"),
        (['path = "cards..x"', "low = 1", "high = 9"], "is not a path"),
        (['path = "cards.Strike.damage"', "low = 7", "high = 9"], "leaves out today's value"),
        (
            ['path = "cards.Strike.damage"', "low = 1", "high = 9", "step = 3"],
            "cannot reach 9 from 1 (found 3); end at 7?",
        ),
        (['path = "cards.Strike.damage"', "low = 1", "high = 9", "step = 2"], "leaves out today's value"),
        (['path = "cards.Strike.damage"', "low = 9", "high = 1"], "is empty"),
        (['path = "cards.Strike.damage"', "low = 1.5", "high = 9"], "is a whole number"),
        (['path = "cards.Strike.damage"', "low = 0", "high = 9", "log = true"], "must lie above 0"),
        (['path = "cards.Strike.damage"', "low = -2", "high = 9"], "that cannot be: cards.Strike.damage"),
        (['path = "cards.Strike.damage"', "low = 1"], "either low and high, or within, or choices"),
        (['path = "cards.Strike.damage"', "within = 2", "high = 9"], "either low and high, or within"),
        (['path = "cards.Strike.damage"', "choices = [6]"], "at least 2 items"),
        (['path = "cards.Strike.damage"', "choices = [6, 6]"], "stands there twice"),
        (['path = "cards.Strike.damage"', "choices = [7, 8]"], "leaves out today's value"),
        (['path = "cards.Strike.kind"', 'choices = ["Attack", "Trap"]'], "that cannot be"),
        (['path = "cards.Strike.damage"', "within = 3", "step = 2"], "cannot reach 3 from today's value"),
        (
            ['path = "cards.Strike.damage"', "low = 1", "high = 9", "leaves_today = true"],
            "is not so: today's cards.Strike.damage is in the range",
        ),
        (['path = "cards.Strike.damage"', 'policy = "heuristic"', "within = 1"], "should have a path"),
        (['policy = "heuristic"', "within = 1"], "name a policy and a weight together"),
        (['policy = "nobody"', 'weight = "x"', "within = 1"], "is not the label of a policy"),
        (['policy = "heuristic"', 'weight = "x"', "within = 1"], "which has no weights"),
        (
            ['path = "cards.Strike.damage"', "within = 1", "hihg = 9"],
            "is not a known key; did you mean high?",
        ),
        (['path = "cards.Strike.damage"', 'within = "1"'], "write it without quotes|valid number"),
    ],
)
def test_a_range_that_cannot_be_is_refused(tmp_path, lines, told):
    text = refusal(deckfight(tmp_path, parameter(*lines)))
    assert any(one in text for one in told.split("|")), text


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("[sweep]\ntrials = 0" + SLIME, "sweep.trials: should be greater than or equal to 1"),
        ("[sweep]\nsampler = 'tpee'" + SLIME, "sweep.sampler: should be 'tpe'"),
        ("[sweep]\nmode = 'smallest-change'\ntrials = 9" + SLIME, "trials would have no effect here"),
        ("[sweep]\nmost_edits = 2" + SLIME, "most_edits would have no effect here"),
        ("[sweep]\nretune_trials = 9" + SLIME, "retune_trials would have no effect here"),
        ("[sweep]\nfirst = 500\ngames = 100" + SLIME, "first (500) is more than games (100)"),
        ("[sweep]\nretune = ['heuristic']" + SLIME, "has no weight among the parameters"),
        ("[sweep]\nretune = ['nobody']" + SLIME, "is not the label of a policy"),
        ("[sweep]\nconstraints = ['Slime.maxHp <= ']" + SLIME, "sweep.constraints[0]: cannot be read"),
        ("[sweep]\nsampler = 'cma-es'\nobjectives = 'pareto'" + SLIME, "has one objective"),
        ("[sweep.maximise]\nmetric = 'winrate'" + SLIME, "sweep.maximise.metric: is not a metric"),
        ("[sweep.maximise]\nmetric = 'win_rate'\nof = 'nobody'" + SLIME, "picks no figure"),
        ("[sweep]\naim = 0.1\n[sweep.maximise]\nmetric = 'turns'" + SLIME, "aim would have no effect here"),
        (SLIME + SLIME, "moves what sweep.parameter[0] moves"),
        ("", "sweep: is missing"),
        ("[sweep]\n", "parameter: is missing"),
    ],
)
def test_a_table_that_cannot_be_is_refused(tmp_path, table, told):
    assert told in refusal(deckfight(tmp_path, table))


def test_a_search_needs_something_to_reach(tmp_path):
    text = DECKFIGHT.split("[[target]]")[0]
    assert "needs something to reach" in refusal(deckfight(tmp_path, SLIME, text))


def test_steps_are_needed_where_everything_is_tried(tmp_path):
    table = parameter('policy = "look"', 'weight = "hp"', "low = 0.0", "high = 2.0")
    text = DECKFIGHT.replace('"heuristic"', '{ name = "look", policy = "lookahead" }')
    for mode in ("sampler = 'grid'", "mode = 'smallest-change'"):
        assert "needs a step" in refusal(deckfight(tmp_path, f"[sweep]\n{mode}\n{table}", text))


def test_an_argument_is_checked_like_the_file(tmp_path):
    text = refusal(deckfight(tmp_path), trials=0, budget=-1)
    assert "command line: --trials: should be 1 at least" in text
    assert "command line: --games: should be 1 at least" in text
    assert load(deckfight(tmp_path), trials=7, budget=99).table.trials == 7


def test_every_defect_of_file_table_and_data_is_told_at_once(tmp_path):
    bad = parameter('path = "cards.Nobody.damage"', "low = 1", "high = 9")
    worse = parameter('path = "cards.Strike.damage"', "low = 7", "high = 9")
    text = refusal(deckfight(tmp_path, "[sweep]\nconstraints = ['x <= 1']" + bad + worse))
    assert text.startswith("3 defects:")
    path = deckfight(tmp_path, "[sweep]\ntrials = 0" + SLIME, DECKFIGHT.replace("heuristic", "heuristik"))
    text = refusal(path)
    assert "heuristik" in text
    assert "sweep.trials" in text


def test_the_same_file_serves_run_and_its_figures_do_not_depend_on_the_table(tmp_path):
    swept = experiments.load(deckfight(tmp_path))
    (tmp_path / "plain").mkdir()
    plain = experiments.load(written(tmp_path, DECKFIGHT))
    assert swept.identity() == plain.identity()


def test_what_is_sought_decides_the_folder(tmp_path):
    first = load(deckfight(tmp_path))
    again = load(deckfight(tmp_path))
    other = load(deckfight(tmp_path, SLIME.replace("150", "140")))
    assert first.digest == again.digest != other.digest
    assert first.digest != load(deckfight(tmp_path), seed=2).digest


def test_a_point_breaks_a_constraint_by_so_much(tmp_path):
    space = load(deckfight(tmp_path, "[sweep]\nconstraints = ['Slime.maxHp <= 100']" + SLIME)).space
    assert space.violations((120, 10)) == (20.0,)
    assert space.violations((100, 10)) == (0.0,)


def test_how_much_a_point_changes(tmp_path):
    space = load(deckfight(tmp_path)).space
    assert space.change(space.today) == 0
    assert space.change((45 + 60, 10)) == pytest.approx((60 / 120) / 2)
    assert space.changed((105, 10)) == (0,)
    assert space.told((105, 10)) == "enemies.Slime.maxHp 45 -> 105"


def test_the_reference_names_every_key():
    text = (ROOT / "configs" / "README.md").read_text(encoding="utf-8").split("## Sweeps")[1]
    models = (tables.SweepTable, tables.ParameterTable, tables.ObjectiveTable)
    assert [key for model in models for key in model.model_fields if f"`{key}`" not in text] == []


@pytest.mark.parametrize("file", sorted((ROOT / "configs").glob("*-sweep.toml")), ids=lambda path: path.stem)
def test_every_shipped_sweep_loads(file):
    assert load(file).space.parameters
