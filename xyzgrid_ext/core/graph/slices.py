"""Work in slices: a generator that stops every few milliseconds and returns its result.

    work = router.finding(start, goal, rules)
    next(work)      ... and other players have their turn between two of these

`finished` does all of it at once.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")
Work = Generator[None, None, Found]


def finished(work: Generator[None, None, Found]) -> Found:
    """All of the work at once; its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Found = end.value
            return result
