"""Chance as an argument: streams of numbers that are named by a path and the same everywhere.

    Chance(7, "layout").below(6)            always the same number, on every Python and machine
    Chance(7, "room", (3, 4)).stream("n")   another stream, that of 7/room/(3,4)/n

Each use of chance has a stream of its own, so that one use more or less reshuffles nothing else.
The numbers are SHA-256 of the path and a counter; `random` promises its results from version to
version only for `random()`.

A board keeps its chance in its states: there a stream is a number (`draw`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_FOUR = Struct(">4Q")  # the numbers of a hash
_WORD = (1 << 64) - 1


class Chance:
    """One stream. Whoever draws moves it on; two streams of one path give the same numbers."""

    def __init__(self, *path: object) -> None:
        self.path = "/".join(_word(part) for part in path)
        self._key = self.path.encode()
        self._number = 0
        self._left: list[int] = []

    def stream(self, *path: object) -> Chance:
        """The stream whose name is this one's and `path`; what was drawn here does not matter."""
        return Chance(self.path, *path)

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each as likely; `limit` is 1 to 2**60."""
        if not 1 <= limit <= 1 << 60:
            raise ValueError(f"limit is {limit}, not 1 to 2**60")
        left = self._left
        while True:
            if not left:
                left += _FOUR.unpack(sha256(self._key + b"#%d" % self._number).digest())[::-1]
                self._number += 1
            drawn = left.pop()
            rest = drawn % limit
            if drawn - rest + limit <= 1 << 64:  # numbers beyond would favour the low ones
                return rest

    def percent(self, share: int) -> bool:
        """Whether something happens that happens `share` times of a hundred."""
        return self.below(100) < share

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, as likely as its weight; weights are whole, as rounding differs."""
        drawn = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return item
        raise AssertionError("below() stays below the sum")

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order, each order equally likely."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def _word(part: object) -> str:
    """A part of a path: coordinates without blanks, `(3,4)`, all else as it is printed."""
    if isinstance(part, tuple):
        return f"({','.join(map(str, part))})"
    return str(part)


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
