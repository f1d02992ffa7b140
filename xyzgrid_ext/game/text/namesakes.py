"""Tells rooms of the same name apart: by direction for players, by coordinates for builders.

Alley, east of The Square      the room beside it that is called otherwise, if it is known
Cellar, below The Mill
Alley (3,0,town)               where no such room lies beside it, and for builders
"""

from __future__ import annotations

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.coordinates import name_of, written
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.world import Room

_BESIDE = {
    "north": gettext_noop("{name}, north of {place}"),
    "northeast": gettext_noop("{name}, north-east of {place}"),
    "east": gettext_noop("{name}, east of {place}"),
    "southeast": gettext_noop("{name}, south-east of {place}"),
    "south": gettext_noop("{name}, south of {place}"),
    "southwest": gettext_noop("{name}, south-west of {place}"),
    "west": gettext_noop("{name}, west of {place}"),
    "northwest": gettext_noop("{name}, north-west of {place}"),
    "up": gettext_noop("{name}, above {place}"),
    "down": gettext_noop("{name}, below {place}"),
}


def told_apart(viewer: OfCharacter, room: Room) -> str:
    """Return the name of a room and its position."""
    live, (key, number) = viewer.live, room
    name = name_of(live, room)
    if not viewer.sees_all:
        grid, may_name = live.grids[key], room_view.knowing(live, viewer)
        veiled = live.veiled(key)
        for link in np.flatnonzero(grid.target == number).tolist():
            beside = (key, int(grid.source[link]))
            text = _BESIDE.get(grid.ways[int(grid.way[link])].key)
            if text is None or link in veiled or not may_name(beside):
                continue
            place = name_of(live, beside)
            if name_key(place) != name_key(name):
                return _(text).format(name=name, place=place)
    return f"{name} {written(live, live.router.place(room))}"
