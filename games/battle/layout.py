"""How a battle stands in memory: stages, actions, endings, metrics, and the records of state and view.

    PREPARE   any of: open a card, ask the staff, check an assumption, write the rationale, foretell the band, let the
              clock run out; then READY
    CHOOSE    one course of action

Axes are in hundredths of a point.
"""

import numpy as np

from games.battle.data import CARDS, COAS, KINDS, TURNS
from games.contract import FIRST_ENDING

__all__ = [
    "BETTER", "CHECK", "CHOOSE", "FAILED", "HISTORY", "LATE", "METRICS", "MOST_ACTIONS", "OPEN", "PARTIAL",
    "PREDICT", "PREPARE", "RATIONALE", "READY", "STAFF", "STATE", "VIEW",
]  # fmt: skip

PREPARE, CHOOSE = 0, 1
# Actions: a course of action by its place (0 to 3), then what prepares for it.
READY, OPEN = COAS, COAS + 1
STAFF = OPEN + CARDS
CHECK = STAFF + COAS
RATIONALE, PREDICT = CHECK + 1, CHECK + 2
LATE = PREDICT + 3
MOST_ACTIONS = LATE - READY + 1
# How a battle ends: the kind of its ending; the second of a kind counts four further.
HISTORY, BETTER, PARTIAL, FAILED = range(FIRST_ENDING, FIRST_ENDING + len(KINDS))

METRICS = (
    "mission", "preservation", "tempo", "judgment", "minutes", "sound", "successes", "friction", "history_held",
)  # fmt: skip
"""Metrics of each battle."""

# What the player sees ...
_OPEN_FIELDS = [
    ("seat", np.int64),
    ("turn", np.int64),  # k, the number of the decision
    ("scenario", np.int64),
    ("phase", np.int64),
    ("stage", np.int64),
    ("mission", np.int64),
    ("preservation", np.int64),
    ("tempo", np.int64),
    ("raised", np.int64),  # flags, as bits
    ("used", np.int64),  # minutes
    ("steps", np.int64),  # steps past the budget that were counted
    ("recon", np.int64),  # whether the previous decision was a successful recon
    # of this phase:
    ("opened", np.int64),  # cards, as bits
    ("asked", np.int64),  # 1 + the course of action that the staff was asked about
    ("estimate_band", np.int64),
    ("confidence", np.int64),
    ("checked_here", np.int64),
    ("rationale", np.int64),
    ("staff_requests", np.int64),
]
# ... and what it cannot know, or what hardly anyone asks for: a view is filled before every action.
_HIDDEN_FIELDS = [
    ("termination", np.int64),
    ("clock", np.int64),  # seconds left
    ("cards_open", np.int64),
    ("prediction", np.int64),  # 1 + band
    ("late", np.int64),
    ("cards_offered", np.int64),
    ("cards_opened", np.int64),
    ("assumptions", np.int64),
    ("checked", np.int64),
    ("luck", np.uint64),
    ("incident", np.int64),
    ("fired", np.int64),  # incidents, as bits
    ("estimate", np.int64),  # millionths
    ("odds", np.int64),  # of the last roll, millionths
    ("success", np.int64),  # of the last roll
    ("high", np.int64),
    ("low", np.int64),
    ("successes", np.int64),
    ("friction", np.int64),
    ("history", np.int64),  # whether history held so far: taken and successful, every time
    ("lates", np.int64),
    ("predicted", np.int64),
    ("right", np.int64),
    ("ending", np.int64),
    ("way", np.int8, (TURNS,)),  # phases by decision
]
VIEW = np.dtype(_OPEN_FIELDS, align=True)
# Hidden fields first: a record that only goes on where another ends would pass for it.
STATE = np.dtype(_HIDDEN_FIELDS + _OPEN_FIELDS, align=True)
