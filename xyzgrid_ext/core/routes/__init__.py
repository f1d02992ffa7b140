"""Routes over all maps.

`world` holds the graph: the links of all maps, the portals between them, and live changes.
`router` finds the route for one walker, `questions` finds the surroundings of a room, and
`explored` keeps the rooms that a character has visited.

    router, questions
        search     one room after another: worlds of few rooms, and mazes
        front      whole rings of rooms as arrays: all others
    world          maps that come and go, doors, portals
    columns        the links that everybody may use, in arrays
    model          rooms, portals, rules, routes

There are two searches, and no more: a walk takes half a second a step, so nobody notices what a
third would save. They need only numpy, their memory is linear in the number of rooms, and nothing
is made in advance. docs/explanation/how-far.md has the figures; `make bench` measures them again.
A heuristic that uses only the distance would be wrong, because wormholes are shorter.
"""

from xyzgrid_ext.core.routes.columns import Table
from xyzgrid_ext.core.routes.explored import ExploredRooms
from xyzgrid_ext.core.routes.model import (
    Portal,
    Room,
    Route,
    RouteStep,
    Rules,
    allow_all,
    allow_none,
    speedwalk,
    way_word,
)
from xyzgrid_ext.core.routes.questions import (
    nearest_rooms,
    rooms_within,
    trap_rooms,
    unreachable_rooms,
)
from xyzgrid_ext.core.routes.router import Router
from xyzgrid_ext.core.routes.world import build_world

__all__ = [
    "ExploredRooms",
    "Portal",
    "Room",
    "Route",
    "RouteStep",
    "Router",
    "Rules",
    "Table",
    "allow_all",
    "allow_none",
    "build_world",
    "nearest_rooms",
    "rooms_within",
    "speedwalk",
    "trap_rooms",
    "unreachable_rooms",
    "way_word",
]
