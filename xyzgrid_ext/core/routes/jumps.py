"""The portals of one map as columns, for searches that stay on that map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.grid.model import Floats, Ints
from xyzgrid_ext.core.routes.model import Portal

MOST_JUMPS = 256
"""If a map has more portals than this, they are not considered one by one."""


@dataclass(frozen=True, eq=False)
class Jumps:
    """Portals of one map, in columns: where each begins and ends, and its weight.

    Attributes:
        portals: j portals that begin and end on this map and are short cuts.
        mouth, exit: (j, 3) int64, coordinates of both ends.
        weight: (j,) float64.
        onward: (j, j) float64, least cost from a mouth through its portal to the mouth of another.
        leaving: (p, 4) float64, mouth and weight of the portals to other maps.
        entering: (q, 4) float64, other end and weight of the portals from other maps.

    """

    portals: tuple[Portal, ...]
    mouth: Any
    exit: Any
    weight: Floats
    onward: Floats
    leaving: Floats
    entering: Floats


def jumps_of(key: str, coords: Ints, pace: float, portals: Iterable[Portal]) -> Jumps | None:
    """Collect the portals of the map `key`; None if there are too many."""
    inner, leaving, entering = [], [], []
    for portal in portals:
        if portal.source[0] != key:
            entering.append((*coords[portal.target[1]].tolist(), portal.weight))
        elif portal.target[0] != key:
            leaving.append((*coords[portal.source[1]].tolist(), portal.weight))
        else:
            ends = coords[[portal.source[1], portal.target[1]]].astype(np.int64)
            if portal.weight < pace * int(np.abs(ends[0] - ends[1]).sum()):
                inner.append((portal, *ends))
    if len(inner) > MOST_JUMPS:
        return None
    mouth, exit_, weight = (
        np.array([row[1] for row in inner]).reshape(-1, 3),
        np.array([row[2] for row in inner]).reshape(-1, 3),
        np.array([row[0].weight for row in inner]),
    )
    onward = weight[:, None] + pace * np.abs(exit_[:, None] - mouth[None]).sum(axis=2)
    columns = (np.array(rows).reshape(-1, 4) for rows in (leaving, entering))
    return Jumps(tuple(row[0] for row in inner), mouth, exit_, weight, onward, *columns)
