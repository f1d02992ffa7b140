"""Routes over all maps.

`world` holds the graph: the tables of all maps, the portals between them, and live changes.
`router` finds the route for one walker, `questions` finds the surroundings of a room, and
`explored` keeps the rooms that a character has visited.

    router    downhill: a table of costs, in worlds of up to 2,000 rooms       few
              hubs: rooms on one map that has labels       labels, dissection
              straight: rooms on one map that lies open    limits, jumps
              search: two fronts that meet                 front
    world     a table for each map, all in columns         table, columns
    model     rooms, portals, rules, routes, work in slices

It needs only numpy. The table gives the processor time in ms (median / p99) of the first route
between random rooms in a cube of a million rooms; `make bench` measures it again:

                              weights 1       weights 1 to 9
    ours                      0.8 /   2         13 /    30
    ours, `search` alone      4.8 /  12         13 /    30
    the same, by numba        3.6 /  11         16 /    66
    networkit                 5.7 /  18         31 /   110
    scipy, the whole tree      38 /  46        278 /   352
    igraph                     43 / 142        564 /   987
    rustworkx                 349 / 734        932 / 1,634

In worlds of up to 2,000 rooms a first route takes 10 to 25 microseconds, once the table has the
costs to the goal and up to 63 rooms beside it (2 to 10 ms). With weights 1 to 9, networkit takes as
long with 343 rooms and twice as long with 2,000; with weights 1, about a third of the time.

With 4,096 to 10,648 rooms and labels (0.6 to 2 s, 5 to 25 MB) a first route takes 45 to 65
microseconds; networkit takes 15 to 40 with weights 1, and 110 to 420 with weights 1 to 9. Without
labels, compiled searches are faster (0.03 to 0.5 ms against 0.3 to 2.7), but there nobody notices
the difference. So none of them is worth its 50 to 200 MB. Also, numba keeps the server waiting for
a second while it compiles, and igraph's licence does not fit this package's. A heuristic that uses
only the distance would be wrong, because wormholes are shorter; the one in `straight` takes
wormholes into account.
"""

from xyzgrid_ext.core.routes.explored import Explored, ExploredRooms
from xyzgrid_ext.core.routes.hubs import LabelledMaps
from xyzgrid_ext.core.routes.labels import Labels, labels_of, make_labels
from xyzgrid_ext.core.routes.model import (
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
    way_word,
)
from xyzgrid_ext.core.routes.questions import (
    breadth_first,
    nearest_by,
    nearest_ends,
    traps,
    unreachable,
    within,
)
from xyzgrid_ext.core.routes.router import Router, told_rules
from xyzgrid_ext.core.routes.world import World, world_graph

__all__ = [
    "Blocked",
    "Explored",
    "ExploredRooms",
    "LabelledMaps",
    "Labels",
    "Portal",
    "Room",
    "Route",
    "RouteStep",
    "Router",
    "Rules",
    "Work",
    "World",
    "breadth_first",
    "everybody",
    "finished",
    "is_explored",
    "labels_of",
    "make_labels",
    "must_be_known",
    "nearest_by",
    "nearest_ends",
    "nobody",
    "speedwalk",
    "told_rules",
    "traps",
    "unreachable",
    "way_word",
    "within",
    "world_graph",
]
