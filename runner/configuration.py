"""The experiment file as it is written: one typed table a TOML table, each key with its default and meaning.

What the keys refer to (games, policies, data, match-ups) is looked up in `lookup`; here stands only what can be
said of the file alone.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from games import names as game_names
from games.defects import Findings
from games.documents import Document, examine, json_schema
from runner.configuration_tables import EntrantTable, GateTable, TargetTable

__all__ = [
    "MOST_SEED",
    "Budget",
    "Configuration",
    "EntrantTable",
    "GateTable",
    "TargetTable",
    "mended",
    "schema",
]

MOST_SEED = 2**63 - 1
MOST_GAMES = 10**12
_LONGEST_NAME = 100
# In file names on one system or another.
_NOT_IN_NAMES = set('/\\:*?"<>|')


_Cap = Annotated[int | None, Field(ge=1, le=MOST_GAMES)]


class Budget(Document):
    """Games at most a match-up under `--budget`. Left out: `games`, but 2,000 at most or 1,000,000 at least."""

    smoke: _Cap = None
    full: _Cap = None


class Configuration(Document):
    """An experiment: who plays whom at what, and which figures must lie where."""

    name: str = Field(description="Names the folder of its runs.")
    title: str = Field("", description="What people read; the name if left out.")
    game: str = Field(description="A game of `equipoise list games`.")
    data: str = Field(description="The game's data, as a path from this file's folder.")
    scenarios: str | list[str] = Field("first", description='"first", "all", or a list of names.')
    policies: list[EntrantTable] = Field(min_length=1, description="Who takes part.")
    schedule: Literal["round-robin", "all-pairs", "gauntlet", "mirror"] = Field(
        "round-robin",
        description="Everybody against everybody, the same and each against itself, champions against everybody, "
        "or each against itself alone.",
    )
    champions: list[str] | None = Field(None, description="Labels of those who meet everybody in a gauntlet.")
    seed: int = Field(1, ge=0, le=MOST_SEED, description="Root of all luck.")
    games: int = Field(100_000, ge=1, le=MOST_GAMES, description="Games at most a match-up.")
    stop: Literal["decided", "fixed"] | None = Field(
        None,
        description="Play until each target is decided, or all the games; fixed where there is no target.",
    )
    stream: Literal["per-game", "sequential"] = Field(
        "per-game",
        description="Luck keyed by game and turn, or one stream through all games as some sources had it.",
    )
    certainty: float = Field(
        0.95, gt=0, lt=1, description="Chance that no verdict of the whole table is wrong."
    )
    unfinished: float = Field(
        0.05,
        gt=0,
        le=1,
        description="A target on results is met only where the share of games that end by the turn cap is certain to "
        "be below this; 1 asks nothing.",
    )
    keep: Literal["summaries", "games"] = Field(
        "summaries", description="Store sums only, or a row a game as well."
    )
    effects: int = Field(
        0,
        ge=0,
        le=MOST_GAMES,
        description="Pairs of each match-up, from the first, of which choices are forced to see what they do.",
    )
    flag_ratio: float = Field(
        1.5, gt=0, description="An option this many times the median of its kind is flagged."
    )
    move_seconds: float = Field(
        10.0, gt=0, le=3600, description="Seconds that one decision of an own policy may take."
    )
    target: list[TargetTable] = Field([], description="What must hold.")
    gate: list[GateTable] = Field([], description="Which gates of the game must be open.")
    budget: Budget = Field(Budget(), description="Smaller and larger caps.")
    sweep: dict[str, Any] = Field(
        {}, description="What `equipoise sweep` may move and what it seeks; read by that verb alone."
    )

    @field_validator("name", mode="after")
    @classmethod
    def _names_a_folder(cls, name: str) -> str:
        if not name or name != name.strip() or name[0] in ".-" or name[-1] == ".":
            raise ValueError("should not be empty, nor begin or end with a dot, a dash or a space")
        if (
            not name.isprintable()
            or _NOT_IN_NAMES & set(name)
            or len(name.encode(errors="replace")) > _LONGEST_NAME
        ):
            rule = (
                f'should be at most {_LONGEST_NAME} bytes without control characters and / \\ : * ? " < > |'
            )
            raise ValueError(f"{rule}, as it names a folder")
        return name

    @field_validator("title", mode="after")
    @classmethod
    def _one_line(cls, title: str) -> str:
        if not title.isprintable():
            raise ValueError("should be one line of printable characters")
        return title

    @field_validator("data", mode="after")
    @classmethod
    def _names_a_file(cls, data: str) -> str:
        if not data.strip() or not data.isprintable():
            raise ValueError("should name a file or folder")
        return data

    @field_validator("scenarios", mode="before")
    @classmethod
    def _first_all_or_some(cls, value: Any) -> Any:
        named = isinstance(value, list) and value and all(isinstance(name, str) for name in value)
        if not named and value not in ("first", "all"):
            raise ValueError('should be "first", "all" or a list of scenario names')
        return value


_STAND_INS = {"name": "unknown", "game": "unknown", "data": "unknown", "policies": ["unknown"]}
_STAND_IN_ELEMENTS = {"policies": "unknown", "target": {"metric": "unknown"}, "gate": {"name": "unknown"}}


def schema(sweep: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON schema of experiment files, for editors; it lists the games that are known here.

    `sweep` is the schema of the table that this room hands on unread.
    """
    made = json_schema(Configuration)
    if sweep is not None:
        made["$defs"] |= sweep.get("$defs", {})
        made["properties"]["sweep"] = {key: value for key, value in sweep.items() if key != "$defs"}
    made["properties"]["game"]["enum"] = list(game_names())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Equipoise experiment",
        **made,
    }


def mended(values: dict[str, Any], findings: Findings) -> Configuration:
    """`values` as a configuration, with stand-ins for what is not as it should be, so that the rest can be checked.

    What is wrong goes to `findings`: whoever reads a key of the answer asks `findings.any_at` about it first.
    """
    made, defects = examine(Configuration, values, findings.file)
    known = {defect.path for defect in findings.defects}
    findings.defects += [defect for defect in defects if defect.path not in known]
    if made is not None:
        return made
    broken = {defect.path for defect in findings.defects}
    sound = {
        key: _sound_elements(key, value, findings) if isinstance(value, list) else value
        for key, value in values.items()
        if key in Configuration.model_fields and key not in broken and _is_sound(key, value, findings)
    }
    made = Configuration.model_validate({**_STAND_INS, **sound})
    return made if "policies" in sound else made.model_copy(update={"policies": []})


def _is_sound(key: str, value: Any, findings: Findings) -> bool:
    return (isinstance(value, list) and key in _STAND_IN_ELEMENTS) or not findings.any_at(key)


def _sound_elements(key: str, value: list[Any], findings: Findings) -> list[Any]:
    """The list with stand-ins for broken elements, so that the others keep their places."""
    stand_in = _STAND_IN_ELEMENTS.get(key)
    return [stand_in if findings.any_at(f"{key}[{i}]") else element for i, element in enumerate(value)]
