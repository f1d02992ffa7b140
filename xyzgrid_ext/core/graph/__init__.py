"""Routes over all maps.

`world` has the graph: the tables of all maps and the portals between them, and what changes.
`router` finds the route for one walker; `questions` what lies around a room; `explored` keeps the
rooms that a character has been in; `ripples` goes outwards from several rooms at once.

    router    straight: rooms on one map that lies open    limits, jumps
              search: two fronts that meet                 front, scratch
    world     a table for each map                         table

It needs nothing but numpy. Measured on a million rooms (`make bench` measures again): compiled
searches (networkit, numba) are as fast as `search` or twice as fast, but bring 50 to 200 MB, and
numba compiles for seconds when the server waits; scipy's finds the whole tree, which takes ten
times as long; rustworkx and python-igraph (GPL) take still longer. And where a map lies open,
`straight` looks at a thousandth of the rooms that any of them does.
"""

from xyzgrid_ext.core.graph.explored import Explored, Seen
from xyzgrid_ext.core.graph.model import (
    Blocked,
    Portal,
    Room,
    Route,
    Rules,
    Step,
    everybody,
    is_explored,
    nobody,
)
from xyzgrid_ext.core.graph.questions import nearest, nearest_by, traps, unreachable, within
from xyzgrid_ext.core.graph.ripples import ripples
from xyzgrid_ext.core.graph.router import Router
from xyzgrid_ext.core.graph.slices import Work, finished
from xyzgrid_ext.core.graph.speedwalk import speedwalk
from xyzgrid_ext.core.graph.world import World, world_graph

__all__ = [
    "Blocked",
    "Explored",
    "Portal",
    "Room",
    "Route",
    "Router",
    "Rules",
    "Seen",
    "Step",
    "Work",
    "World",
    "everybody",
    "finished",
    "is_explored",
    "nearest",
    "nearest_by",
    "nobody",
    "ripples",
    "speedwalk",
    "traps",
    "unreachable",
    "within",
    "world_graph",
]
