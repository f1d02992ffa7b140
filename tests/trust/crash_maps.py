"""Two states of one world, so that a spawn of either upon the other makes, changes and removes.

state 0: all of field                    state 1: holes, a T for a #, other names, locks

#-#-#-#-#                                #-# #-#-#
| | | | |                                | | | |
#-#-#-#-#      cellar: #-#-#             #-#-#-#-T ──► cellar: #-#-#
| | | | |                                |   | |
#-#-#-#-#                                #   #-#-#
"""

import random
import sys
import types
from typing import Any

FIELD, CELLAR, MOOR = "field", "cellar", "moor"
DRAWN = FIELD, CELLAR
_SIDE = 9
_ROOM, _EXIT = {"prototype_parent": "xyz_room"}, {"prototype_parent": "xyz_exit"}


def world(state: int) -> list[dict[str, Any]]:
    """XYMAP_DATA of the maps in one of the two states."""
    return [_field(state), _cellar(state)]


def _field(state: int) -> dict[str, Any]:
    from evennia.contrib.grid.xyzgrid.xymap_legend import TransitionMapNode

    trapdoor_class = {"symbol": "T", "target_map_xyz": (0, 0, CELLAR)}
    nodes = {(x, y) for x in range(_SIDE) for y in range(_SIDE)}
    trapdoor = (_SIDE - 1, _SIDE // 2)
    if state:
        # the last two columns stay whole
        nodes -= set(random.Random(5).sample(sorted(n for n in nodes if n[0] < _SIDE - 2), 20))
    lines = []
    for y in reversed(range(_SIDE)):
        symbols = [_symbol((x, y), nodes, trapdoor if state else None) for x in range(_SIDE)]
        row = symbols[0]
        for x in range(1, _SIDE):
            row += ("-" if {(x - 1, y), (x, y)} <= nodes else " ") + symbols[x]
        lines.append("  " + row)
        if y:
            # one way leads to a trapdoor, not more
            own = nodes - {trapdoor} if state else nodes
            joined = ("|" if {(x, y - 1), (x, y)} <= own else " " for x in range(_SIDE))
            lines.append("  " + " ".join(joined))
    prototypes: dict[Any, Any] = {
        ("*", "*"): {**_ROOM, "key": "A field", "desc": f"Grass, cut {state} times."},
        (8, 8): {**_ROOM, "key": f"Stone {state}", "tags": [(f"stone{state}", "landmark")]},
        ("*", "*", "*"): {**_EXIT, "desc": "A path."},
        (8, 0, "n"): {**_EXIT, "locks": f"traverse:attr(seen{state})", "aliases": [f"gap{state}"]},
    }
    if state:
        prototypes[8, 7, "n"] = {**_EXIT, "key": "stile"}
    return {
        "zcoord": FIELD,
        "map": "\n".join(["", "+", "", *lines, "", "+", "", ""]),
        "legend": {"T": type("Trapdoor", (TransitionMapNode,), trapdoor_class)} if state else {},
        "prototypes": prototypes,
    }


def _symbol(xy: tuple[int, int], nodes: set[tuple[int, int]], trapdoor: Any) -> str:
    if xy == trapdoor:
        return "T"
    return "#" if xy in nodes else " "


def _cellar(state: int) -> dict[str, Any]:
    return {
        "zcoord": CELLAR,
        "map": "\n+\n\n  #-#-#\n\n+\n\n",
        "prototypes": {("*", "*"): {**_ROOM, "key": "A cellar", "desc": f"Damp {state}."}},
    }


def moor() -> dict[str, Any]:
    ways = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
    places = [(x, y) for x in range(_SIDE) for y in range(_SIDE)]
    rooms = {
        (x, y, 0): {
            "key": "Moor",
            "exits": {
                name: {"to": (x + dx, y + dy, 0)}
                for name, (dx, dy) in ways.items()
                if (x + dx, y + dy) in places
            },
        }
        for x, y in places
    }
    return {"zcoord": MOOR, "rooms": rooms, "options": {"rooms": "lazy"}}


_OBJECT = "typeclasses.objects.Object"
_GOAT = {"typeclass": "typeclasses.characters.Character", "key": "a goat"}
_BELL, _EGG = ({"typeclass": _OBJECT, "key": key} for key in ("a bell", "an egg"))
PENS: dict[str, Any] = {
    "zcoord": "pens",
    "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n",
    "prototypes": {
        ("*", "*"): {**_ROOM, "key": "A pen"},
        (0, 0): {
            **_ROOM,
            "key": "The first pen",
            "contents": [
                {"prototype": _GOAT, "count": 3, "back": 60, "contents": [{"prototype": _BELL}]}
            ],
        },
    },
    "contents": [{"prototype": _EGG, "count": 6, "back": 30, "rooms": ["(0,0)-(2,0)"]}],
}
"""A map in whose rooms goats with bells stand and eggs lie; they come back."""


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
        PORCH, vault(), moor(), PENS, *world(0),
    ]  # fmt: skip
    sys.modules["races"] = module
    grid.add(*MAPS, "races")
    grid.spawn()
    grid.at_server_start()
    porch, hall = (grid.live.object(room) for room in (("porch", 0), ("vault", 1)))
    create_object(_HATCH, key="hatch", location=porch, destination=hall)
