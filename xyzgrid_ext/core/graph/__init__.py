"""Routes over all maps.

`world` has the graph: the tables of all maps and the portals between them, and what changes.
`router` finds the route for one walker; `questions` what lies around a room; `explored` keeps the
rooms that a character has been in.

    router    straight: rooms on one map that lies open    limits, jumps
              search: two fronts that meet                 front
    world     a table for each map, all in columns         table, columns
    model     rooms, portals, rules, routes, work in slices

It needs nothing but numpy. The first route between random rooms of a cube of a million, processor
time in ms, median / p99 (`make bench` measures again):

                              weights 1       weights 1 to 9
    ours                      0.8 /   2         14 /    33
    ours, `search` alone      4.8 /  12         14 /    33
    the same, by numba        3.6 /  11         16 /    66
    networkit                 5.7 /  18         31 /   110
    scipy, the whole tree      38 /  46        278 /   352
    igraph                     43 / 142        564 /   987
    rustworkx                 349 / 734        932 / 1,634

At 10,000 rooms compiled searches are ahead (0.03 to 0.5 ms, ours 0.3 to 2.7), where nobody waits
for either. So none is worth its 50 to 200 MB; numba also compiles for a second when the server
waits, and igraph's licence is not ours. A heuristic of distance alone would be wrong: wormholes are
shorter. `straight` has one that knows the wormholes.
"""

from xyzgrid_ext.core.graph.explored import Explored, Seen
from xyzgrid_ext.core.graph.model import (
    Blocked,
    Portal,
    Room,
    Route,
    RouteStep,
    Rules,
    Work,
    everybody,
    finished,
    is_explored,
    must_be_known,
    nobody,
    speedwalk,
)
from xyzgrid_ext.core.graph.questions import (
    breadth_first,
    nearest,
    nearest_by,
    traps,
    unreachable,
    within,
)
from xyzgrid_ext.core.graph.router import Router
from xyzgrid_ext.core.graph.world import World, world_graph

__all__ = [
    "Blocked",
    "Explored",
    "Portal",
    "Room",
    "Route",
    "RouteStep",
    "Router",
    "Rules",
    "Seen",
    "Work",
    "World",
    "breadth_first",
    "everybody",
    "finished",
    "is_explored",
    "must_be_known",
    "nearest",
    "nearest_by",
    "nobody",
    "speedwalk",
    "traps",
    "unreachable",
    "within",
    "world_graph",
]
