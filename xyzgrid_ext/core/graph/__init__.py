"""Routes over all maps.

`model` has the graph: one per map, joined by portals. `fields` has distances towards a room of
one map, shared by all walkers. `router` joins them into a route that is exact for one walker;
`nearest` finds the nearest of many rooms; `ripples` goes outwards from several at once.
"""

from xyzgrid_ext.core.graph.model import MapGraph, Portal, WorldGraph, map_graph, world_graph
from xyzgrid_ext.core.graph.nearest import nearest
from xyzgrid_ext.core.graph.ripples import ripples
from xyzgrid_ext.core.graph.router import Route, Router, Step
from xyzgrid_ext.core.graph.speedwalk import speedwalk

__all__ = [
    "MapGraph",
    "Portal",
    "Route",
    "Router",
    "Step",
    "WorldGraph",
    "map_graph",
    "nearest",
    "ripples",
    "speedwalk",
    "world_graph",
]
