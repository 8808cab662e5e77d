"""Experiment files for the tests of sweeps, written beside the data they name."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GAMES = ROOT / "configs" / "games"

DECKFIGHT = """
name = "fight"
game = "deckfight"
data = "base"
policies = ["heuristic"]
games = 40_000
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""

PIG = """
name = "race"
game = "pig"
data = "classic.toml"
policies = [{ name = "mine", policy = "hold_at", weights = { n = 20 } }, "hold_at(20)"]
games = 20_000
"""

SLIME = """
[[sweep.parameter]]
path = "enemies.Slime.maxHp"
low = 30
high = 150
[[sweep.parameter]]
path = "enemies.Slime.intents[0].value"
low = 5
high = 30
"""


OGRE = """
[[sweep.parameter]]
path = "enemies.OgreElder.maxHp"
within = 15
[[sweep.parameter]]
path = "enemies.OgreElder.intents[*].value"
within = 3
[[sweep.parameter]]
path = "cards.*.block"
within = 1
"""


def deckfight(folder: Path, sweep: str = SLIME, text: str = DECKFIGHT, data: str = "base") -> Path:
    """A deckfight experiment with the `[sweep]` table of `sweep`."""
    shutil.copytree(GAMES / "deckfight" / data, folder / data, dirs_exist_ok=True)
    return written(folder, text.replace('"base"', f'"{data}"') + sweep)


def pig(folder: Path, sweep: str, text: str = PIG) -> Path:
    """A pig experiment likewise."""
    shutil.copy(GAMES / "pig" / "classic.toml", folder)
    return written(folder, text + sweep)


def written(folder: Path, text: str) -> Path:
    """The experiment file."""
    path = folder / "experiment.toml"
    path.write_text(text, encoding="utf-8")
    return path
