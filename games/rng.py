"""Luck: every draw is a function of where it falls, never of when or by whom it is made.

A stream is `uint64[2]`: the state and which generator reads it. Keyed streams (splitmix64, Steele, Lea and Flood 2014)
are re-keyed at each turn from (root seed, match-up, pair number, slot, turn) and sequential inside it. The sequential
stream (mulberry32, T. Ettinger 2017) runs through all games of a batch, for sources whose figures were made so.
"""

import numpy as np
from numba import float64, int64, uint64

from games.jit import compiled, hot

__all__ = [
    "DEAL",
    "FORCED",
    "KEYED",
    "POLICY",
    "SEQUENTIAL",
    "below",
    "fnv1a64",
    "mix",
    "new_stream",
    "rekey",
    "shuffle",
    "turn_key",
    "uniform",
]

KEYED, SEQUENTIAL = 0, 1
# Slots of a pair's luck: seats count from 0, the deal and the policies' own draws stand beyond any seat.
DEAL = 64
POLICY = 128
# And which decision of a seat is forced.
FORCED = 192

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_U27, _U30, _U31 = np.uint64(27), np.uint64(30), np.uint64(31)
_SLOTS = np.uint64(256)
_U11, _U32 = np.uint64(11), np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_MULBERRY = np.uint64(0x6D2B79F5)
_U7, _U14, _U15, _U1, _U61 = np.uint64(7), np.uint64(14), np.uint64(15), np.uint64(1), np.uint64(61)


def fnv1a64(text: str) -> int:
    """FNV-1a of the UTF-8 bytes of `text`, 64 bits: a stable hash for labels."""
    value = 0xCBF29CE484222325
    for byte in text.encode("utf-8"):
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def new_stream(kind: int = KEYED, seed: int = 0) -> np.ndarray:
    """A stream `uint64[2]` of the given kind, its state `seed`."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF, kind], dtype=np.uint64)


@hot
def mix(z):
    """The splitmix64 finaliser: a bijection on 64 bits."""
    z = (z ^ (z >> _U30)) * _M1
    z = (z ^ (z >> _U27)) * _M2
    return z ^ (z >> _U31)


@hot
def turn_key(pair_key, slot, turn):
    """The key of one slot's turn in a pair of key `pair_key`: the splitmix64 output number 256 turn + slot after it."""
    return mix(pair_key + (uint64(turn) * _SLOTS + uint64(slot)) * _GOLDEN)


@hot
def rekey(stream, key):
    """Start a keyed stream afresh at `key`; a sequential stream runs on."""
    if stream[1] == uint64(0):
        stream[0] = key


@compiled
def _next32(stream):
    """The next 32 bits of a mulberry32 stream."""
    state = (stream[0] + _MULBERRY) & _LOW32
    stream[0] = state
    t = ((state ^ (state >> _U15)) * (state | _U1)) & _LOW32
    t = (t ^ ((t + (((t ^ (t >> _U7)) * (t | _U61)) & _LOW32)) & _LOW32)) & _LOW32
    return (t ^ (t >> _U14)) & _LOW32


@hot
def uniform(stream):
    """The next number of the stream, in [0, 1)."""
    if stream[1] == uint64(0):
        stream[0] += _GOLDEN
        return float64(mix(stream[0]) >> _U11) * 1.1102230246251565e-16
    return float64(_next32(stream)) / 4294967296.0


@hot
def below(stream, n):
    """A whole number in [0, n), n < 2^31. Keyed streams take 32 bits by multiply and shift (bias < n / 2^32)."""
    if stream[1] == uint64(0):
        stream[0] += _GOLDEN
        return int64(((mix(stream[0]) >> _U32) * uint64(n)) >> _U32)
    return int64(uniform(stream) * n)


@compiled
def shuffle(stream, items, n):
    """Fisher-Yates on `items[:n]`, from the last index down."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held
