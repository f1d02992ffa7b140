"""Turns a dungeon into a map that can be checked, drawn, spawned and walked like any other.

A room's prototype has `gives`, an exit's has `needs`, `door` and `consumes`, as in the dungeon's
data; in the game they are Attributes of the room and of the exit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from xyzgrid_ext.parts.dungeons.core.draw import draw_sheets, exit_abbreviation
from xyzgrid_ext.parts.dungeons.core.model import EXIT_NAMES, Dungeon, FurnishedRoom, Passage

if TYPE_CHECKING:
    from xyzgrid_ext.core.grid import Grid

_ROOM = "#"


def to_grid(dungeon: Dungeon, name: str = "", options: Mapping[str, object] | None = None) -> Grid:
    """Return a dungeon as a map with these map options; `name` is by default `dungeon.name`."""
    # here, as dungeons are made and proved where there is no numpy
    import numpy as np

    from xyzgrid_ext.core.grid import LinkFlag, Way, assemble_grid

    ways = list(EXIT_NAMES)
    links = dungeon.links
    rooms = len(dungeon.rooms)
    floors = dungeon.parameters.floors
    return assemble_grid(
        name or dungeon.name,
        levels=None if floors == 1 else floors,
        coords=np.array([room.coord for room in dungeon.rooms], dtype=np.int32),
        source=np.array([link.source for link in links], dtype=np.int64),
        target=np.array([link.target for link in links], dtype=np.int64),
        way=np.array([ways.index(link.direction) for link in links], dtype=np.int64),
        ways=[Way(exit_abbreviation(d), *EXIT_NAMES[d], exit_abbreviation(d)) for d in ways],
        link_flags=np.array(
            [0 if link.direction else int(LinkFlag.WORMHOLE) for link in links], dtype=np.uint8
        ),
        needs={number: link.needs for number, link in enumerate(links) if link.needs},
        protos=[*map(_room_prototype, dungeon.rooms), *map(_exit_prototype, links)],
        room_proto=np.arange(rooms, dtype=np.int32),
        link_proto=np.arange(rooms, rooms + len(links), dtype=np.int32),
        options=options or {},
        start=dungeon.rooms[dungeon.start].coord,
        end=dungeon.rooms[dungeon.goal].coord,
        drawn=draw_sheets(dungeon, lambda room: _ROOM),
    )


def _room_prototype(room: FurnishedRoom) -> dict[str, object]:
    prototype: dict[str, Any] = {"prototype_parent": "xyz_room"}
    prototype |= {"key": room.title, "desc": room.text}
    if room.gives:
        prototype["gives"] = [{"what": g.what, "needs": list(g.needs)} for g in room.gives]
    return prototype


def _exit_prototype(link: Passage) -> dict[str, object]:
    prototype: dict[str, Any] = {"prototype_parent": "xyz_exit"}
    if link.needs:
        prototype |= {"needs": list(link.needs), "door": link.door, "consumes": link.consumes}
    return prototype
