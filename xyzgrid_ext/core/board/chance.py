"""The dice of boards: a stream of bits that is a number, and so can be a part of a state."""

from __future__ import annotations

_WORD = (1 << 64) - 1


def draw(stream: int, bits: int) -> tuple[int, int]:
    """Take up to 32 random bits from a stream: (the number, the stream afterwards).

    A stream is any integer from 0 to 2**64 - 1, a seed at first: it is a part of the state and
    gives the same numbers on every Python. Source: SplitMix64 of Steele, Lea and Flood, «Fast
    splittable pseudorandom number generators», 2014.
    """
    stream = (stream + 0x9E3779B97F4A7C15) & _WORD
    mixed = ((stream ^ (stream >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
    return (mixed ^ (mixed >> 31)) >> (64 - bits), stream
