"""The experiment file as it is written: one typed table a TOML table, each key with its default and meaning.

What the keys refer to (games, policies, data, match-ups) is looked up in `experiment`; here stands only what can be
said of the file alone.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, field_validator, model_validator

from games import names as game_names
from games.defects import Findings
from games.documents import Document, examine, json_schema
from runner.judge.metrics import METRICS

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
_LONGEST_LABEL = 200
# In file names on one system or another.
_NOT_IN_NAMES = set('/\\:*?"<>|')


class EntrantTable(Document):
    """An entrant: a policy expression, or a table that also names it, sets weights and names other entrants."""

    model_config = ConfigDict(extra="allow")

    policy: str = Field(
        description='Policy expression: "optimal", "hold_at(20)", "best_response(to=hold_at(20))".'
    )
    name: str | None = Field(None, description="Its label in every table; the expression itself if left out.")
    weights: dict[str, float] = Field({}, description="Named weights of the policy.")

    @model_validator(mode="before")
    @classmethod
    def _expression(cls, value: Any) -> Any:
        if isinstance(value, str):
            return {"policy": value}
        if isinstance(value, dict):
            return value
        raise ValueError('should be text such as "hold_at(20)", or a table with a policy')

    @field_validator("policy", "name", mode="after")
    @classmethod
    def _readable(cls, text: str | None) -> str | None:
        if text is None:
            return None
        if not text.strip():
            raise ValueError("should not be empty")
        if len(text) > _LONGEST_LABEL or not text.isprintable():
            raise ValueError(f"should be one line of at most {_LONGEST_LABEL} printable characters")
        return text.strip()

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        table = handler.resolve_ref_schema(handler(core))
        table["additionalProperties"] = {
            "type": "string",
            "description": "Another entrant that the policy answers.",
        }
        text = {"type": "string", "description": "A policy expression."}
        return {"anyOf": [text, dict(table)]}

    @property
    def label(self) -> str:
        """Its name in every table."""
        return self.name or self.policy


class TargetTable(Document):
    """A band that a figure must lie in, for every match-up and player that the globs pick."""

    metric: str = Field(description=f"One of {', '.join(METRICS)}, or a metric of the game.")
    of: str = Field("*", description="Glob over labels: whose figure.")
    against: str = Field(
        "*", description="Glob over labels: what every other player of the match-up must match."
    )
    scenario: str = Field("*", description="Glob over the scenarios that are played.")
    option: str | None = Field(
        None, description="Glob over the game's options, for share, taken, played, effect and efficiency."
    )
    ending: str | None = Field(
        None, description='Glob over the game\'s endings and "turn cap", for the metric ending.'
    )
    event: str | None = Field(None, description="Glob over the game's events, for the metric event.")
    seat: int | None = Field(
        None,
        description="Seat, from 1, whose games are looked at; left out: all together, for an effect each by itself.",
    )
    band: list[float] | None = Field(
        None, min_length=2, max_length=2, description="Lowest and highest value."
    )
    min: float | None = Field(None, description="Lowest value, in place of a band.")
    max: float | None = Field(None, description="Highest value, in place of a band.")
    draw: float = Field(0.5, description="What a drawn game counts in a win rate: 0.5 or 0.")
    method: Literal["e-process", "sprt"] = Field(
        "e-process", description="sprt decides cheaper near an edge, and may be wrong within `margin` of it."
    )
    margin: float = Field(
        0.01, gt=0, lt=0.5, description="Half width of the zone around an edge; for sprt alone."
    )
    unfinished: float | None = Field(
        None,
        gt=0,
        le=1,
        description="Of a target on results, in place of the experiment's own; 1 asks nothing.",
    )

    @field_validator("draw", mode="after")
    @classmethod
    def _half_or_nothing(cls, value: float) -> float:
        if value not in (0.0, 0.5):
            raise ValueError("should be 0.5 or 0")
        return value


class GateTable(Document):
    """A gate of the game that must be open in every scenario that the glob picks. Further keys are its thresholds."""

    model_config = ConfigDict(extra="allow")

    name: str = Field(description="A gate of `equipoise list gates`.")
    scenario: str = Field("*", description="Glob over the scenarios that are played.")
    of: str | Annotated[list[str], Field(min_length=1)] = Field(
        "*", description="Glob over labels, or a list of them: whose figures count, in every seat."
    )
    sampled: bool = Field(False, description="Let play answer, even where exact figures can be had.")

    @property
    def thresholds(self) -> dict[str, Any]:
        """The thresholds that the file sets."""
        return dict(self.model_extra or {})

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        table = dict(handler.resolve_ref_schema(handler(core)))
        table["additionalProperties"] = {"type": "number", "description": "A threshold of the gate."}
        return table


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
