"""Chance as an argument: streams of random numbers, named by a path and equal everywhere.

    Chance(7, "layout").below(6)            always the same number, on every Python and machine
    Chance(7, "room", (3, 4)).stream("n")   another stream, that of 7/room/(3,4)/n

Each use of randomness has a stream of its own, so that adding or removing one does not change the
others. The numbers are SHA-256 of the path and a counter; Python's `random` promises equal results
between versions only for `random()`.

Games store their streams in their states, as plain numbers (`draw_bits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

_T = TypeVar("_T")

_FOUR = Struct(">4Q")  # the numbers of a hash
_WORD = (1 << 64) - 1


class Chance:
    """A stream of random numbers, named by the values in `path`; equal paths give equal numbers."""

    def __init__(self, *path: object) -> None:
        self.path = "/".join(_word(part) for part in path)
        self._key = self.path.encode()
        self._number = 0
        self._left: list[int] = []

    def stream(self, *path: object) -> Chance:
        """Return a new stream, named by this one's path and `path`; earlier draws do not matter."""
        return Chance(self.path, *path)

    def below(self, limit: int) -> int:
        """Return a random whole number from 0 to `limit` - 1; `limit` is 1 to 2**60.

        Raises:
            ValueError: if `limit` is out of these bounds.
        """
        if not 1 <= limit <= 1 << 60:
            raise ValueError(f"limit is {limit}, not 1 to 2**60")
        numbers = self._left
        while True:
            if not numbers:
                numbers += _FOUR.unpack(sha256(self._key + b"#%d" % self._number).digest())[::-1]
                self._number += 1
            number = numbers.pop()
            result = number % limit
            if number - result + limit <= 1 << 64:  # numbers beyond would favour the low ones
                return result

    def percent(self, share: int) -> bool:
        """Return True with a probability of `share` per cent."""
        return self.below(100) < share

    def choice(self, items: Sequence[_T]) -> _T:
        """Return a random item; all are equally likely."""
        return items[self.below(len(items))]

    def pick_weighted(self, items: Sequence[_T], weights: Sequence[int]) -> _T:
        """Return a random item; its chance is its share of all weights.

        Weights, one for each item, are whole numbers, since rounding differs by machine.
        """
        number = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            number -= weight
            if number < 0:
                return item
        raise AssertionError("below() stays below the sum")

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """Return the items in random order, each order equally likely."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def _word(part: object) -> str:
    """Return a part of a path as text: coordinates without blanks, `(3,4)`; others by `str`."""
    if isinstance(part, tuple):
        return f"({','.join(map(str, part))})"
    return str(part)


def draw_bits(stream: int, bits: int) -> tuple[int, int]:
    """Take `bits` random bits, 32 at most, from a stream; return (bits, the stream's next value).

    A stream is any integer from 0 to 2**64 - 1; a seed is its first value. It is part of the state
    of a game and gives the same numbers on every machine. Source: SplitMix64 of Steele, Lea and
    Flood, «Fast splittable pseudorandom number generators», 2014.
    """
    stream = (stream + 0x9E3779B97F4A7C15) & _WORD
    mixed = ((stream ^ (stream >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
    return (mixed ^ (mixed >> 31)) >> (64 - bits), stream


def parse_seed(text: str) -> int | str:
    """Return a seed from its text: a whole number if it is one, else the text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
