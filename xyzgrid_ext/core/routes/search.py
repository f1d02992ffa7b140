"""The shortest path between two rooms of the world, found by two searches that meet.

    @ ) ) )      ( ( ( T       each settles rooms ring by ring, the one with fewer rooms to look at

A path is proved shortest when it costs no more than any path that the two could still find.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes.front import Front
from xyzgrid_ext.core.routes.model import Portal
from xyzgrid_ext.core.routes.world import World

SLICE = 20_000
"""Rooms to settle between two pauses: about two milliseconds."""
_TINY = 1e-9  # sums of averaged weights differ by rounding
RING = 400  # the fixed cost of a ring, counted in rooms: numpy takes its time for one room as well


def between(
    world: World,
    ends: tuple[int, int],
    gate: Callable[[Portal], bool],
    inside: Bools | None = None,
) -> Generator[None, None, list[int] | None]:
    """Find the rooms of the world on a shortest path, in order; None if there is none.

    The generator pauses between slices, so that its caller can do other work.
    """
    with world.scratch() as one, world.scratch() as two:
        forth = Front(world, one, gate, inside=inside)
        back = Front(world, two, gate, back=True, inside=inside)
        try:
            forth.start([ends[0]])
            back.start([ends[1]])
            met = yield from _meet(forth, back)
            return None if met is None else forth.chain(met)[::-1] + back.chain(met)[1:]
        finally:
            forth.reset()
            back.reset()


def _meet(forth: Front, back: Front) -> Generator[None, None, int | None]:
    """Find a room that both searches have reached and that lies on a shortest path; None if none.

    The first room of a path that the one has not settled was reached by it all the same, and the
    next room by the other. So a path not yet seen costs both floors and the exit between the two.
    """
    best, met, work = np.inf, None, 0
    exit_ = forth.world.columns.lightest
    while forth.floor + exit_ + back.floor < best - _TINY * min(best, 1.0):
        one, other = (forth, back) if forth.waiting <= back.waiting else (back, forth)
        if (found := one.ring(other, best)) is not None:
            best, met = found
        work += len(one.settled[-1]) + RING
        if work > SLICE:
            work = 0
            yield
    return met
