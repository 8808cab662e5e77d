"""duel's data document: the rules' numbers, the match-up weights, the maps.

The designers keep a folder of files (see `files.py`). In the document a match-up weight stands once, so that
one number moves both halves of the antisymmetric table: `matchups.ENV.HLD = 2` says that envelopment gains 2 on
hold. Cells are never stored; they follow from weights and factors.
"""

from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import Field, PlainSerializer, PlainValidator, model_validator

from games.documents import Document

__all__ = [
    "CATEGORIES",
    "FACTORS",
    "GAINS_ON",
    "MAPS",
    "OPTIONS",
    "PHASES",
    "PLACES",
    "SEATS",
    "Category",
    "DuelData",
    "Phase",
    "RulesData",
    "Shares",
    "factor_value",
]

Category = Literal["BRK", "ENV", "DEC", "FIR", "HLD", "RES", "REC", "DLY", "WDR", "CTR"]
CATEGORIES: tuple[str, ...] = get_args(Category)
"""breakthrough, envelopment, deception, firepower, hold, reserve, recon, delay, withdrawal, counterattack"""
PLACES = {name: place for place, name in enumerate(CATEGORIES)}
GAINS_ON = {
    "BRK": ("WDR", "ENV", "REC"),
    "ENV": ("HLD", "FIR", "DLY", "WDR"),
    "DEC": ("RES", "FIR", "CTR"),
    "FIR": ("CTR", "HLD", "RES"),
    "HLD": ("BRK", "DEC", "WDR"),
    "RES": ("ENV", "BRK", "DLY"),
    "REC": ("DEC", "ENV", "RES"),
    "DLY": ("BRK", "FIR", "REC"),
    "WDR": ("DEC", "FIR", "REC", "CTR"),
    "CTR": ("BRK", "ENV", "REC", "DLY"),
}
"""The direction in which a pair's weight is told, whatever its value: its path keeps its name when it moves."""
FACTORS = (
    "terrain", "position", "obstacle", "observation", "concealment", "surveillance net", "surprise",
    "deception", "recon", "timing", "concentration", "exposure", "overextension", "reserve",
    "withdrawal pressure", "space",
)  # fmt: skip
SEATS = ("Red", "Blue")
OPTIONS = 4
# Room in the parameter record.
MAPS, PHASES = 16, 12


def factor_value(factor: int | tuple[str, ...]) -> int:
    """What a factor entry adds to its cell."""
    return factor if isinstance(factor, int) else sum(1 if name[0] == "+" else -1 for name in factor)


def _factor(value: Any) -> int | tuple[str, ...]:
    if type(value) is int and -2 <= value <= 2:
        return value
    if isinstance(value, (list, tuple)) and 1 <= len(value) <= 2 and all(_is_signed(name) for name in value):
        return tuple(value)
    raise ValueError('is neither a whole number from -2 to 2 nor one or two factors such as "+terrain"')


def _is_signed(name: Any) -> bool:
    return isinstance(name, str) and name[:1] in ("+", "-") and name[1:] in FACTORS


Weight = Annotated[int, Field(ge=-5, le=5)]
Factor = Annotated[
    int | tuple[str, ...],
    PlainValidator(_factor, json_schema_input_type=int | list[str]),
    PlainSerializer(lambda factor: list(factor) if isinstance(factor, tuple) else factor, when_used="json"),
]
"""What factors add to a cell: their sum, or up to two of them by sign and name."""
# Lists of plain values stand for tuples; of four entries each, so that a defect is told where it is.
_listed = Field(strict=False)
Four = Annotated[tuple[Category, Category, Category, Category], _listed]
FactorRow = Annotated[tuple[Factor, Factor, Factor, Factor], _listed]
FactorTable = Annotated[tuple[FactorRow, FactorRow, FactorRow, FactorRow], _listed]
Count = Annotated[float, Field(ge=0, strict=False)]
Counts = Annotated[tuple[Count, Count, Count, Count], _listed]


class Costs(Document):
    """Strength that a side pays for a phase, by the category it chose."""

    BRK: int = Field(5, ge=0, le=50)
    ENV: int = Field(4, ge=0, le=50)
    DEC: int = Field(3, ge=0, le=50)
    FIR: int = Field(4, ge=0, le=50)
    HLD: int = Field(4, ge=0, le=50)
    RES: int = Field(4, ge=0, le=50)
    REC: int = Field(3, ge=0, le=50)
    DLY: int = Field(3, ge=0, le=50)
    WDR: int = Field(3, ge=0, le=50)
    CTR: int = Field(6, ge=0, le=50)


class RulesData(Document):
    """The numbers of the rules; the defaults are the published ones, or ours where the source is silent."""

    level: int = Field(
        5, ge=0, le=10, description="cell of an even match-up, and the score that moves nothing"
    )
    highest: int = Field(10, ge=1, le=20, description="cells and scores lie in [0, highest]")
    tempo_cap: int = Field(2, ge=0, le=5, description="tempo = clamp(cell - level, -cap, cap)")
    tempo_from: Literal["cell", "score"] = Field(
        "cell", description="what tempo is taken from: before initiative"
    )
    initiative_threshold: int = Field(2, ge=1, le=20, description="sum of tempos that gives initiative")
    initiative_window: int = Field(2, ge=1, le=3, description="phases that the sum looks back")
    initiative_full_window: bool = Field(False, description="no initiative before a whole window is played")
    initiative_bonus: int = Field(1, ge=0, le=5, description="what initiative adds to the phase score")
    strength: int = Field(100, ge=1, le=1000, description="of each side at the start")
    costs: Costs = Costs()
    concession_rate: int = Field(2, ge=0, le=10, description="strength lost for each point conceded")
    concession_cap: int = Field(6, ge=0, le=100, description="at most, a phase")
    margin_tenths: int = Field(
        1, ge=0, le=50, description="D decides from this many tenths of a point a phase"
    )
    strength_margin: int = Field(1, ge=1, le=100, description="strength decides from this difference")
    time_outs: bool = Field(False, description="whether a seat may let its clock run out")
    default_option: int = Field(0, ge=0, lt=OPTIONS, description="played for a seat that timed out")
    time_out_tempo: int = Field(1, ge=0, le=5, description="tempo that a time-out hands over")
    time_out_after_clamp: bool = Field(True, description="added after the clamp, so tempo may pass the cap")
    forfeit_after: int = Field(2, ge=0, le=12, description="time-outs in a row that lose the game; 0: never")
    mismatch_forfeits: bool = Field(True, description="a revealed choice that belies its seal loses the game")

    @model_validator(mode="after")
    def _in_range(self) -> "RulesData":
        if self.level > self.highest:
            raise ValueError(f"level {self.level} lies above highest {self.highest}")
        return self


class Phase(Document):
    """One table: four options a side, by category, and what factors add where they meet."""

    red: Four
    blue: Four
    factors: FactorTable = ((0, 0, 0, 0),) * 4
    """[Red's option][Blue's option]"""

    @model_validator(mode="after")
    def _told_apart(self) -> "Phase":
        for side in ("red", "blue"):
            options = getattr(self, side)
            if len(set(options)) < len(options):
                raise ValueError(f"{side} offers a category twice: {', '.join(options)}")
        return self

    @property
    def factor_sums(self) -> np.ndarray:
        """[4, 4] int64"""
        return np.array([[factor_value(factor) for factor in row] for row in self.factors], np.int64)


class Shares(Document):
    """How often people chose each option of a phase; any counts or shares, at least one above 0 a side."""

    red: Counts
    blue: Counts

    @model_validator(mode="after")
    def _not_empty(self) -> "Shares":
        for side in ("red", "blue"):
            if sum(getattr(self, side)) <= 0:
                raise ValueError(f"{side} was never seen to choose anything")
        return self


Phases = Annotated[tuple[Phase, ...], Field(min_length=1, max_length=PHASES, strict=False)]


class DuelData(Document):
    """A duel: its rules, the weights of the match-ups, and the maps, each a list of phases."""

    rules: RulesData = RulesData()
    matchups: dict[Category, dict[Category, Weight]]
    """What the first category gains where it meets the second; a pair that is left out is even."""
    maps: dict[str, Phases] = Field(min_length=1, max_length=MAPS)
    players: dict[str, Annotated[tuple[Shares, ...], Field(strict=False)]] = Field(default_factory=dict)
    """What people were seen to choose, by map and phase, where that is known."""

    @model_validator(mode="after")
    def _consistent(self) -> "DuelData":
        pairs = [frozenset((gains, yields)) for gains, row in self.matchups.items() for yields in row]
        twice = sorted({" and ".join(sorted(pair)) for pair in pairs if pairs.count(pair) > 1})
        if twice:
            raise ValueError(f"a match-up stands twice: {', '.join(twice)}")
        if any(len(pair) == 1 for pair in pairs):
            raise ValueError("a category meets itself evenly: it has no weight")
        for name, shares in self.players.items():
            if len(shares) != len(self.maps.get(name, ())):
                raise ValueError(f"players of {name!r} need one entry for each phase of a map of that name")
        return self

    @property
    def weights(self) -> np.ndarray:
        """[10, 10] int64, antisymmetric, by `CATEGORIES`: what the row's gains on the column's."""
        table = np.zeros((len(CATEGORIES),) * 2, np.int64)
        for gains, row in self.matchups.items():
            for yields, weight in row.items():
                i, j = PLACES[gains], PLACES[yields]
                table[i, j], table[j, i] = weight, -weight
        return table

    def met(self, phase: Phase) -> np.ndarray:
        """[4, 4] int64: the match-up weight of each cell of a phase."""
        rows, columns = ([PLACES[option] for option in side] for side in (phase.red, phase.blue))
        return self.weights[np.ix_(rows, columns)]

    def cells(self, phase: Phase) -> np.ndarray:
        """[4, 4] int64: what each pair of options scores before initiative, for Red."""
        return np.clip(self.rules.level + self.met(phase) + phase.factor_sums, 0, self.rules.highest)
