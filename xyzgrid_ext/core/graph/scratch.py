"""Columns over all rooms of the world that a search writes; they are used again and again.

A search touches some thousands of a million rooms. It leaves the columns as it found them, room by
room, which takes less than new ones would.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.core.grid.model import Floats, Ints

_KEPT = 4  # pairs of columns that are kept while nobody uses them: two searches at a time


@dataclass(frozen=True, eq=False)
class Scratch:
    """What it costs to come to each room, and from where.

    `cost` is inf in all rooms before and after a search; `before` means nothing where it is.
    """

    cost: Floats
    before: Ints


class Pool:
    """Lends scratch columns."""

    def __init__(self) -> None:
        self._spare: list[Scratch] = []

    @property
    def nbytes(self) -> int:
        """The bytes that are kept."""
        return sum(one.cost.nbytes + one.before.nbytes for one in self._spare)

    @contextmanager
    def lend(self, rows: int, whole: bool) -> Iterator[Scratch]:
        """Columns for so many rooms; `whole` if 32 bits hold all costs exactly."""
        # half as wide is faster
        kind = np.dtype(np.float32 if whole else np.float64)
        found = self._spare.pop() if self._spare else None
        if found is None or len(found.cost) != rows or found.cost.dtype != kind:
            self._spare.clear()  # the world has grown, and so have all
            found = Scratch(np.full(rows, np.inf, dtype=kind), np.empty(rows, dtype=np.int32))
        try:
            yield found
        finally:
            if len(self._spare) < _KEPT:
                self._spare.append(found)
