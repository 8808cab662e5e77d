"""The tables of an experiment file that stand in it more than once: entrants, targets and gates."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, field_validator, model_validator

from games.documents import Document
from runner.judge.metrics import METRICS

__all__ = ["EntrantTable", "GateTable", "TargetTable"]

_LONGEST_LABEL = 200


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
