"""A hand of cards in one int64, six bits a card, the first drawn lowest.

    bits   59 .. 54   ...   11 .. 6   5 .. 0
    card       10th             2nd      1st

Every decision reads the hand and every play takes a card out of it: shifts in a register, where an array would be
written and read again through memory at each step. What lies beyond the hand's size is 0.
"""

from typing import Any

from numba import int64

from games.deckfight.data import MOST_HAND
from games.jit import hot

__all__ = ["card_at", "cards_of", "with_card", "without"]

_BITS = 6
_CARD = (1 << _BITS) - 1
_LOWEST = sum(1 << _BITS * place for place in range(MOST_HAND))  # the lowest bit of each place
_HIGHEST = _LOWEST << (_BITS - 1)  # the highest bit of each place


@hot
def card_at(hand: int, place: int) -> int:
    """The card at a place, counted from 0."""
    return (hand >> _BITS * place) & _CARD


@hot
def with_card(hand: int, size: int, card: int) -> int:
    """The hand of `size` cards and one more after them."""
    return int(hand | int64(card) << _BITS * size)


@hot
def without(hand: int, card: int) -> int:
    """The hand less the first `card` in it, which must be there; the cards after it move up."""
    other = hand ^ card * _LOWEST
    # The lowest bit set marks the lowest place that is 0 in `other` (Warren, Hacker's Delight, 6-1).
    zeros = (other - _LOWEST) & ~other & _HIGHEST
    before = ((zeros & -zeros) >> (_BITS - 1)) - 1
    return (hand & before) | ((hand >> _BITS) & ~before)


def cards_of(record: Any) -> list[int]:
    """The cards of a state's or view's hand, first drawn first."""
    return [int(card_at(int(record.hand), place)) for place in range(int(record.hand_size))]
