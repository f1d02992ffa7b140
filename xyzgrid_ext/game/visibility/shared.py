"""Rooms that everybody sees alike: what they are told as is made once for all, see `kept`.

Most rooms are so: on a map without fog, play and dungeon, with exits that nobody is kept from and
nobody has to discover, to other rooms of such maps.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.game.visibility.viewer import is_alike
from xyzgrid_ext.game.world.world import Live, Room

_SECRETS = int(LinkFlag.WORMHOLE)


def what_it_depends_on(live: Live, room: Room, obj: Any) -> Hashable | None:
    """All that what a character is told of a room depends on, besides the map.

    None where it depends on who looks. It takes a fifth of what it takes to make what is told.
    """
    key = room[0]
    if not is_alike(live, key):
        return None
    flags = live.grids[key].link_flags
    exits = []
    for way in obj.contents_get(content_type="exit"):
        link = live.link_of(way)
        if link is None or link[0] != room or int(flags[link[1]]) & _SECRETS:
            return None
        target = live.room_of(way.db_destination_id)
        if target is None or not (target[0] == key or is_alike(live, target[0])):
            return None
        is_for_all = getattr(way, "is_for_all", None)  # a class of others may lie on our link
        if is_for_all is None or not is_for_all():
            return None
        exits.append((link[1], way.db_key, way.db_destination_id, target))
    tags = obj.tags.all(return_key_and_category=True)
    return room, obj.id, obj.db_key, tuple(tags), tuple(exits)
