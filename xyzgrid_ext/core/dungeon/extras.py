"""Adds loops, drops and wormholes, so that the tree of rooms is more fun to explore.

#-#          loop      a door between neighbours of one zone, so that no lock is bypassed
|!|          drop      a one-way exit to a zone that one had to cross before
#-#    *..>  wormhole  from a room behind some gate to one near the entrance: a shortcut for
                       those who have been at its far side, as that is where it begins
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.layout import ON_SHEET, Join, Layout
from xyzgrid_ext.core.dungeon_parameters import Parameters

_SEALED = ("boss", "goal")


def with_extras(layout: Layout, parameters: Parameters, chance: Chance) -> Layout:
    """Add as many of the requested loops, drops and wormholes as there is space for."""
    layout = _with(layout, _drops(layout, chance.stream("drops")), parameters.one_way or 0)
    layout = _with(layout, _loops(layout, chance.stream("loops")), parameters.cycles or 0)
    return _with(layout, _wormholes(layout, chance.stream("wormholes")), parameters.wormholes or 0)


def _with(layout: Layout, joins: list[Join], count: int) -> Layout:
    return replace(layout, joins=(*layout.joins, *joins[:count]))


def _neighbours(layout: Layout) -> Iterator[Join]:
    """Yield adjacent rooms that nothing joins yet, in both directions."""
    at = {spot.coord: number for number, spot in enumerate(layout.spots)}
    joined = {frozenset((join.a, join.b)) for join in layout.joins}
    for number, spot in enumerate(layout.spots):
        for direction in ON_SHEET:
            other = at.get(direction.of(spot.coord))
            if other is None or frozenset((number, other)) in joined:
                continue
            if spot.holds not in _SEALED and layout.spots[other].holds not in _SEALED:
                yield Join(number, other, direction)


def _loops(layout: Layout, chance: Chance) -> list[Join]:
    """Candidates for doors within a zone, those at dead ends first."""
    degree = Counter(room for join in layout.joins for room in (join.a, join.b))
    found = chance.shuffled(
        join
        for join in _neighbours(layout)
        if join.a < join.b and layout.spots[join.a].zone == layout.spots[join.b].zone
    )
    return sorted(found, key=lambda join: (degree[join.a] > 1) + (degree[join.b] > 1))


def _drops(layout: Layout, chance: Chance) -> list[Join]:
    """Candidates for one-way exits, those between zones first because they save walking."""
    found = [
        join._replace(both=False)
        for join in chance.shuffled(_neighbours(layout))
        if layout.spots[join.b].zone in layout.outer(layout.spots[join.a].zone)
    ]
    found.sort(key=lambda join: layout.spots[join.a].zone == layout.spots[join.b].zone)
    once = {frozenset((join.a, join.b)): join for join in reversed(found)}
    return [join for join in found if once[frozenset((join.a, join.b))] is join]


def _wormholes(layout: Layout, chance: Chance) -> list[Join]:
    """Candidates for wormholes from behind a gate to near the entrance, one per room at most."""
    near, far = (
        chance.stream(name).shuffled(
            number
            for number, spot in enumerate(layout.spots)
            if not spot.holds and (spot.zone == 0) == (name == "near")
        )
        for name in ("near", "far")
    )
    return [Join(a, b, None, both=False) for a, b in zip(far, near, strict=False)]
