"""The maps of games that are tried: the world of the repository, places for races and kills."""

from __future__ import annotations

import sys
import types
from typing import Any

import crash_maps

PORCH = {
    "zcoord": "porch",
    "map": "\n+\n\n  #-#\n\n+\n",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Porch"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Garden"},
    },
}
_HATCH = "xyzgrid_ext.parts.dungeons.entrance.Entrance"


def vault() -> dict[str, Any]:
    """A dungeon of three rooms with a key and a door, of which each party has its own."""
    from dungeon_maps import row

    return row(
        ["Closet", "Cellar", "End"],
        start="Cellar",
        gives={"Closet": ["smallkey"]},
        needs={"Cellar east": ["smallkey"], "End west": ["smallkey"]},
        copies="party",
        lease=10,
    )


def spawn_world() -> None:
    """Add and spawn the maps of the world, and those of the races."""
    from evennia import create_object

    from world import MAPS
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    grid = get_xyzgrid()
    module = types.ModuleType("races")
    module.XYMAP_DATA_LIST = [
        PORCH, vault(), crash_maps.moor(), crash_maps.PENS, *crash_maps.world(0),
    ]  # fmt: skip
    sys.modules["races"] = module
    grid.add(*MAPS, "races")
    grid.spawn()
    grid.at_server_start()
    porch, hall = (grid.live.object(room) for room in (("porch", 0), ("vault", 1)))
    create_object(_HATCH, key="hatch", location=porch, destination=hall)
