"""A way over land as directions: legs that are straight enough to tell.

A . . . .          from A to B: 4 steps to the north; then 6 steps to the northeast along
. # # # B          the road, to B. A leg ends at a place, where a road begins or ends, and
. # . . .          where the way turns.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.parts.lands.core.noise import Ints
from xyzgrid_ext.parts.lands.core.roads import Spot

OCTANTS = ("east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast")
"""The compass words, counter-clockwise from east."""
_STRAIGHT = 24  # a way may leave its described legs by one part in 24 of its length
_LEAST = 4  # cells
_GAP = 6  # cells: shorter stretches on or beside a road are not mentioned


class LandLeg(NamedTuple):
    """A part of a route over land, which players are told in one sentence.

    Attributes:
        steps: the number of steps.
        direction: the compass word for the way from its beginning to its end.
        is_road: whether it follows a road.
        place: the name of the place where it ends; empty if it ends elsewhere.
    """

    steps: int
    direction: str
    is_road: bool
    place: str


def split_legs(
    cells: Sequence[Spot], roads: Collection[Spot], places: Mapping[Spot, str]
) -> tuple[LandLeg, ...]:
    """Return the nearly straight legs of a route, given as two cells or more.

    `roads` are the cells of all roads, for `LandLeg.is_road`; `places` has names by cell.
    """
    on_road = [cell in roads or cell in places for cell in cells]
    ends = {0, len(cells) - 1} | {n for n, cell in enumerate(cells) if cell in places}
    for n in [n for n in range(1, len(cells)) if on_road[n] != on_road[n - 1]]:
        if all(abs(n - end) >= _GAP for end in ends):
            ends.add(n)
    spots = np.array(cells)
    swerve = max(_LEAST, len(cells) // _STRAIGHT)
    for first, end in pairwise(sorted(ends)):
        ends |= _turns(spots, first, end, swerve)
    land_legs: list[LandLeg] = []
    for first, end in pairwise(sorted(ends)):
        is_road = 2 * sum(on_road[first : end + 1]) > end + 1 - first
        way = _octant(spots[end] - spots[first])
        leg = LandLeg(end - first, way, is_road, places.get(cells[end], ""))
        before = land_legs[-1] if land_legs else None
        if before and not before.place and before[1:3] == leg[1:3]:
            land_legs[-1] = leg._replace(steps=before.steps + leg.steps)
        else:
            land_legs.append(leg)
    return tuple(land_legs)


def _turns(spots: Ints, first: int, end: int, swerve: int) -> set[int]:
    """Return the cells where a way turns, so that straight lines swerve from it by little."""
    found, todo = set[int](), [(first, end)]
    while todo:
        one, other = todo.pop()
        long = spots[other] - spots[one]
        off = spots[one : other + 1] - spots[one]
        far = np.abs(off[:, 0] * long[1] - off[:, 1] * long[0]) / max(np.hypot(*long), 1)
        turn = one + int(far.argmax())
        if far.max() > swerve and one < turn < other:
            found.add(turn)
            todo += [(one, turn), (turn, other)]
    return found


def _octant(long: Ints) -> str:
    """Return the direction of a line."""
    return OCTANTS[round(float(np.arctan2(long[1], long[0])) / (np.pi / 4)) % 8]
