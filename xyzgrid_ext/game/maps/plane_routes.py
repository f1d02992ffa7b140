"""Links and routes over the nodes of a map that the contrib's parser has read.

#-----#     one way out of the left node, to the east, with five links; what it costs is asked
            of its links, and `b` among them makes it a way that no route takes
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from evennia.contrib.grid.xyzgrid.utils import BIGVAL, REVERSE_DIRECTIONS

from xyzgrid_ext.core.grid import LinkFlag, Way, assemble_grid
from xyzgrid_ext.core.routes import Router, build_world

# a link this heavy is what the contrib calls blocked: passable, but no route uses it
_BLOCKED = BIGVAL / 1000
# the contrib asks for weights of 1 and more; much lighter ones drown in the rounding of sums
_LIGHTEST = 1e-6
_KEY = "map"


class DrawnLink(NamedTuple):
    """An exit of a node of the contrib's: the node at its `end`, and the links on the way there."""

    direction: str
    end: Any
    steps: tuple[Any, ...]
    weight: float
    flags: LinkFlag

    @property
    def alias(self) -> str:
        """What players type for it: `u` for an up link, even one drawn to the north."""
        alias: str = self.steps[0].direction_aliases.get(self.direction, self.direction)
        return alias


def drawn_links(node: Any) -> Iterator[DrawnLink]:
    """Yield all drawn exits of a node of the contrib's, in its order of directions."""
    for direction, end in node.links.items():
        # asked again, as the contrib keeps one weight only for each pair of rooms
        traversed = node.first_links[direction].traverse(REVERSE_DIRECTIONS[direction])
        cost, steps = traversed[1], tuple(traversed[2])
        flags = LinkFlag.NO_ROUTE if cost >= _BLOCKED else LinkFlag(0)
        if any(step.interrupt_path for step in steps):
            flags |= LinkFlag.INTERRUPT
        weight = max(cost, _LIGHTEST) if 0 < cost < _BLOCKED else 1.0
        yield DrawnLink(direction, end, steps, weight, flags)


@dataclass(frozen=True)
class Routes:
    """Routes over all nodes of a drawn map, including nodes that are no rooms: transitions."""

    router: Router
    numbers: Mapping[Any, int]
    links: tuple[DrawnLink, ...]

    @classmethod
    def of(cls, nodes: Iterable[Any]) -> Routes:
        """Return the routes over all nodes of a map."""
        # in the order of a Grid, so that nodes and links keep their numbers
        ordered = sorted(nodes, key=lambda node: (node.Y, node.X))
        number = {node: index for index, node in enumerate(ordered)}
        links = [(index, link) for node, index in number.items() for link in drawn_links(node)]
        grid = assemble_grid(
            _KEY,
            levels=None,
            coords=np.array([(n.X, n.Y, 0) for n in ordered], dtype=np.int32).reshape(-1, 3),
            source=np.array([index for index, _ in links], dtype=np.int64),
            target=np.array([number[link.end] for _, link in links], dtype=np.int64),
            way=np.zeros(len(links), dtype=np.int64),
            ways=[Way("", "", (), "")],
            weight=np.array([link.weight for _, link in links], dtype=np.float64),
            link_flags=np.array([link.flags for _, link in links], dtype=np.uint8),
        )
        router = Router(build_world({_KEY: grid}))
        return cls(router, number, tuple(link for _, link in links))

    def path(self, start: object, end: object) -> tuple[list[str], list[Any]]:
        """Return (directions, nodes and links in turn) of the shortest path; empty without one."""
        route = self.router.find((_KEY, self.numbers[start]), (_KEY, self.numbers[end]))
        if route is None:
            return [], []
        directions, path = [], [start]
        for link in (self.links[step.link] for step in route.steps):
            directions.append(link.alias)
            path += [*link.steps, link.end]
        return directions, path
