"""The demands of a layout on its rooms and exits, made before components are chosen.

#-k-#     the door is seen as locked from both sides; of a door with the big key, of one that
a   b     is shut until something is beaten, and of an obstacle only the side one comes from
shows it: b has an open door
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.parts.dungeons.core.masks import Side
from xyzgrid_ext.parts.dungeons.core.model import Connection, Layout, Passage

BOMB = "bomb"  # the item that opens walls, and needs no obstacle
"""The item that opens weak walls."""
_DOORS = {
    "": "open",
    "smallkey": "smallkey",
    "bigkey": "bigkey",
    "kill": "closed",
    "puzzle": "closed",
}
_ORDER: dict[Direction | None, int] = {d: n for n, d in enumerate((*Direction, None))}
_SIDES = {side.direction: side for side in Side}


@dataclass
class RoomPlan:
    """What the connections of a room demand: doors, and perhaps an obstacle.

    `doors` are the sides with doors -> their kinds; `item` gets players past the obstacle, which
    bars the sides `barred`.
    """

    doors: dict[Side, str] = field(default_factory=dict)
    item: str = ""
    barred: list[Side] = field(default_factory=list)


def layout_passages(layout: Layout) -> tuple[Passage, ...]:
    """Return the links of a layout, one for each direction, sorted by the room they leave."""
    passages = []
    for number, join in enumerate(layout.joins):
        needs = (join.gate,) if join.gate else ()
        passages.append(Passage(join.a, join.b, join.direction, needs, f"d{number}"))
        if join.both:
            back = join.direction.opposite if join.direction else None
            passages.append(Passage(join.b, join.a, back, needs, f"d{number}"))
    return tuple(sorted(passages, key=lambda way: way.source * len(_ORDER) + _ORDER[way.direction]))


def room_depths(layout: Layout) -> list[int]:
    """Return the distance of each room from the entrance, in rooms, as if no door were locked."""
    near: list[list[int]] = [[] for _ in layout.spots]
    for join in layout.joins:
        near[join.a].append(join.b)
        near[join.b].append(join.a)
    start = next(n for n, spot in enumerate(layout.spots) if spot.holds == "start")
    depths, layer = {start: 0}, [start]
    while layer:
        after = []
        for room in layer:
            for other in near[room]:
                if other not in depths:
                    depths[other] = depths[room] + 1
                    after.append(other)
        layer = after
    return [depths[number] for number in range(len(layout.spots))]


def zone_depths(layout: Layout, depths: list[int]) -> dict[int, int]:
    """Return the number of each zone -> the least of its rooms' `depths` (of `room_depths`)."""
    depths_of: dict[int, int] = {}
    for spot, depth in zip(layout.spots, depths, strict=True):
        depths_of[spot.zone] = min(depth, depths_of.get(spot.zone, depth))
    return depths_of


def room_plans(layout: Layout) -> list[RoomPlan]:
    """Return the plan of each room, in the order of `layout.spots`."""
    plans = [RoomPlan() for _ in layout.spots]
    for number, spot in enumerate(layout.spots):
        if spot.holds == "start":
            plans[number].doors[Side.SOUTH] = "entrance"
    for join in layout.joins:
        if join.direction in _SIDES:
            _plan_door(plans, join, _SIDES[join.direction])
    return plans


def _plan_door(plans: list[RoomPlan], join: Connection, side: Side) -> None:
    here, there = plans[join.a], plans[join.b]
    kind, _, what = join.gate.partition(":")
    behind = "open"
    if join.gate == f"item:{BOMB}":
        here.doors[side] = behind = "weakwall"
    elif kind == "item":
        here.item = what
        here.barred.append(side)
    else:
        here.doors[side] = _DOORS[kind]
        behind = "smallkey" if kind == "smallkey" else "open"
    if join.both:
        there.doors[side.opposite] = behind
