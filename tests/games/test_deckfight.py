"""deckfight keeps to the game contract, and to its own laws."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import games
from games.contract import HOUSE, MISSING, NOBODY, TURN_CAP
from games.deckfight.data import MOST_CARDS, MOST_HAND, DeckfightData
from games.deckfight.files import load
from games.deckfight.hand import cards_of, with_card, without
from games.deckfight.rules import END_TURN, ENEMY_DEFEATED, PLAYER_DEFEATED, RULES, STATE
from games.rng import new_stream
from runner.plan import Matchup
from runner.play import Arena, EntrantSpec, Job
from runner.replay import transcript
from tests.games.kit import GameContract
from tests.games.walks import Ending, Step, blank, encoded

ROOT = Path(__file__).resolve().parents[2]
SETS = ROOT / "configs" / "games" / "deckfight"
TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts" / "deckfight"
DECKFIGHT = games.load("deckfight")


class TestDeckfight(GameContract):
    game = "deckfight"
    file_names = ("folder",)
    walks = 8

    @classmethod
    def documents(cls) -> dict[str, Any]:
        return {"zerocost": load(SETS / "zerocost"), "two enemies": duo(), "op": load(SETS / "op")}

    def reshuffle_hidden(self, state: Any, seat: int, generator: np.random.Generator) -> None:
        generator.shuffle(state.draw[: state.draw_size])

    def check_step(self, step: Step, document: Any) -> None:
        """The deck is whole, the counts are the piles', HP never grows, energy pays for what is played."""
        before, after = step.before, step.after
        piles = [*cards_of(after), *after.draw[: after.draw_size], *after.discard[: after.discard_size]]
        names = list(document.cards)
        assert sorted(names[card] for card in piles) == sorted(document.starter_deck)
        for pile in ("draw", "discard"):
            counted = np.bincount(after[pile][: after[f"{pile}_size"]], minlength=MOST_CARDS)
            assert np.array_equal(counted, after[f"{pile}_count"])
        assert 0 <= after.hp <= before.hp
        assert 0 <= after.enemy_hp <= before.enemy_hp
        if step.action != END_TURN:
            assert after.energy == before.energy - document.cards[names[step.action]].cost
            assert after.energy >= 0
            assert after.hand_size == before.hand_size - 1
        elif after.turn > before.turn:
            assert (after.energy, after.block) == (document.rules.energy_per_turn, 0)
            assert after.hand_size == min(document.rules.hand_size, len(document.starter_deck))

    def check_ending(self, state: Any, ending: Ending, document: Any) -> None:
        """A win pays 1 and alone has HP on a win; a fall is the house's, the turn cap nobody's."""
        winner = {ENEMY_DEFEATED: 0, PLAYER_DEFEATED: HOUSE, TURN_CAP: NOBODY}[int(state.termination)]
        assert ending.winner == winner
        assert (state.enemy_hp == 0) == (winner == 0)
        assert (state.hp == 0) == (winner == HOUSE)
        assert ending.payoff.tolist() == [int(winner == 0)]
        assert ending.metrics[:, 0].tolist() == [state.hp, state.hp if winner == 0 else MISSING]


def duo() -> DeckfightData:
    """A small deck that runs out in a hand, two enemies, other constants."""
    return DeckfightData.model_validate(
        {
            "cards": {
                "Jab": {"name": "Jab", "cost": 0, "kind": "Attack", "damage": 2},
                "Wall": {"name": "Wall", "cost": 2, "kind": "Skill", "block": 7},
                "Slam": {"name": "Slam", "cost": 3, "kind": "Attack", "damage": 9},
                "Unused": {"name": "Unused", "cost": 1, "kind": "Skill"},
            },
            "starterDeck": ["Jab", "Wall", "Slam", "Jab", "Wall"],
            "rules": {"playerHp": 30, "energyPerTurn": 2, "handSize": 3, "turnCap": 12},
            "activeEnemy": "Wolf",
            "enemies": {
                "Bear": {"name": "Bear", "maxHp": 40, "intents": [{"kind": "Attack", "value": 9}]},
                "Wolf": {
                    "name": "Wolf",
                    "maxHp": 18,
                    "intents": [{"kind": "Attack", "value": 5}, {"kind": "Defend", "value": 4}],
                },
            },
        }
    )


def dealt(document: DeckfightData, scenario: int = 0) -> tuple[Any, Any]:
    """The state after a deal, and the parameter record."""
    state, params = blank(STATE), encoded(DECKFIGHT, document)
    with np.errstate(over="ignore"):
        RULES.deal(state, params, scenario, new_stream(seed=1))
    return state, params


# --- the hand ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, MOST_HAND])
def test_a_packed_hand_is_a_list(size: int) -> None:
    generator = np.random.default_rng(size)
    for _ in range(200):
        cards = generator.integers(0, generator.choice([2, MOST_CARDS]), size).tolist()
        state = blank(STATE)
        for card in cards:
            state.hand = with_card(int(state.hand), int(state.hand_size), card)
            state.hand_size += 1
        assert cards_of(state) == cards
        gone = int(generator.choice(cards))
        state.hand = without(int(state.hand), gone)
        state.hand_size -= 1
        cards.remove(gone)
        assert cards_of(state) == cards
        assert state.hand >> 6 * len(cards) == 0


# --- the rules, one by one --------------------------------------------------------------------------------


def test_equal_cards_of_a_hand_are_one_action() -> None:
    state, params = dealt(load(SETS / "thin"))
    assert sorted(cards_of(state)) == [0, 0, 1]
    actions = np.zeros(DECKFIGHT.max_actions, np.int64)
    assert sorted(actions[: RULES.legal(state, params, actions)]) == [END_TURN, 0, 1]
    state.energy = 0
    assert actions[: RULES.legal(state, params, actions)].tolist() == [END_TURN]


def test_block_absorbs_before_hp_on_both_sides() -> None:
    document = load(SETS / "thin")
    state, params = dealt(document)
    state.enemy_block = 4
    RULES.step(state, params, 0, new_stream())  # Strike, 6
    assert (state.enemy_block, state.enemy_hp) == (0, 28)
    RULES.step(state, params, 1, new_stream())  # Defend, 5
    assert (state.block, state.energy) == (5, 1)
    with np.errstate(over="ignore"):
        RULES.step(state, params, END_TURN, new_stream(seed=1))  # the imp attacks for 12
    assert (state.hp, state.block, state.turn) == (80 - 7, 0, 1)


def test_an_enemy_block_lasts_through_the_next_turn_alone() -> None:
    state, params = dealt(duo())  # the wolf attacks, then defends, and so on
    found = []
    with np.errstate(over="ignore"):
        for _ in range(4):
            RULES.step(state, params, END_TURN, new_stream(seed=1))
            found.append((int(state.enemy_block), int(state.intent)))
    assert found == [(0, 1), (4, 0), (0, 1), (4, 0)]


def test_a_killed_enemy_does_not_answer() -> None:
    state, params = dealt(load(SETS / "thin"))
    state.enemy_hp = 6
    RULES.step(state, params, 0, new_stream())
    assert (state.termination, state.enemy_hp, state.hp) == (ENEMY_DEFEATED, 0, 80)


def test_the_turn_cap_comes_after_the_enemy_acted() -> None:
    state, params = dealt(duo())
    with np.errstate(over="ignore"):
        while not state.termination:
            RULES.step(state, params, END_TURN, new_stream(seed=1))
    assert (state.termination, state.turn, state.hp) == (PLAYER_DEFEATED, 10, 0)
    tougher = duo().model_copy(update={"rules": duo().rules.model_copy(update={"player_hp": 31})})
    state, params = dealt(tougher)
    with np.errstate(over="ignore"):
        while not state.termination:
            RULES.step(state, params, END_TURN, new_stream(seed=1))
    assert (state.termination, state.turn, state.hp) == (TURN_CAP, 11, 1)


def test_drawn_cards_are_seen_though_never_affordable() -> None:
    document = duo()
    state, params = dealt(document)
    flags = np.zeros(len(document.cards), np.int64)
    RULES.seen(state, params, 0, flags)
    assert {card for card, flag in enumerate(flags) if flag} == set(cards_of(state))
    with np.errstate(over="ignore"):
        for _ in range(2):
            RULES.step(state, params, END_TURN, new_stream(seed=1))
    RULES.seen(state, params, 0, flags)
    assert flags.tolist() == [1, 1, 1, 0]  # Slam costs more than a turn's energy; Unused is in no deck


def test_scenarios_are_the_enemies_the_active_one_first() -> None:
    document = duo()
    assert DECKFIGHT.scenarios(document) == ("Wolf", "Bear")
    for number, name in enumerate(DECKFIGHT.scenarios(document)):
        assert dealt(document, number)[0].enemy_hp == document.enemies[name].max_hp


# --- transcripts ------------------------------------------------------------------------------------------


def told(name: str, document: DeckfightData, policy: str, pair: int, stream: str = "per-game") -> list[str]:
    spec = EntrantSpec(policy, policy, {}, {})
    arena = Arena(Job("deckfight", document.model_dump(by_alias=True), (spec,), 1, stream))
    return transcript(arena, Matchup(arena.scenarios[0], (policy,)), pair, 0)


GAMES = {
    "win": ("base", "heuristic", 0, "sequential"),
    "defeat": ("brute", "aggressive", 3, "per-game"),
    "turn-cap": ("wall", "defensive", 1, "per-game"),
    "free-cards": ("zerocost", "lookahead", 2, "per-game"),
}


@pytest.mark.parametrize("name", GAMES)
def test_transcripts_read_as_kept(name: str) -> None:
    folder, policy, pair, stream = GAMES[name]
    document = load(SETS / folder)
    if name == "turn-cap":
        document = document.model_copy(update={"rules": document.rules.model_copy(update={"turn_cap": 4})})
    kept = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert told(name, document, policy, pair, stream) == kept


def test_every_transcript_is_of_a_game() -> None:
    assert {path.stem for path in TRANSCRIPTS.iterdir()} == set(GAMES)


def test_every_shipped_set_is_written_back_byte_for_byte(tmp_path: Path) -> None:
    for folder, name in itertools.product(sorted(SETS.iterdir()), ("cards.json", "enemies.json")):
        DECKFIGHT.dump(load(folder), tmp_path / folder.name)
        assert (tmp_path / folder.name / name).read_bytes() == (folder / name).read_bytes()
