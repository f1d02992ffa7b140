"""Routes for viewers who only ask, without walking: through visible rooms and exits.

rules_steps    the rules of a route        ─► a route
way_steps      the visible parts of a route, as values
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes import Portal, RouteStep, Rules
from xyzgrid_ext.core.view import ExitView, RoomView
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.map_view import RoomRows
from xyzgrid_ext.game.visibility.room_view import PACE
from xyzgrid_ext.game.visibility.view_maker import ViewMaker
from xyzgrid_ext.game.visibility.viewer import Sights, grid_of, sees_map, viewer_of
from xyzgrid_ext.game.world.world import Live, Room


@dataclass(frozen=True, eq=False)
class SeenRooms:
    """The visible rooms of a map, in the form that the rules of a route use (`Explored`)."""

    grid: Grid
    numbers: Bools

    def __contains__(self, coord: Coord) -> bool:
        """Whether the room at a coordinate is visible."""
        number = self.grid.room_at(coord)
        return number is not None and bool(self.numbers[number])

    def rooms(self, grid: Grid) -> Bools:
        """Return (n,) bool: the visible rooms; none if the map has changed meanwhile."""
        same = len(self.numbers) == grid.rooms
        return self.numbers if same else np.zeros(grid.rooms, dtype=bool)


def rules_steps(live: Live, looker: Any) -> Steps[Rules]:
    """Return the rules of a route for a viewer, made one map per step."""
    viewer, only = viewer_of(live, looker), dict[str, Any]()
    unmade.be_asked(live)
    keys = (*live.grids, *live.copies)
    for done, key in enumerate(keys, 1):
        if sees_map(live, viewer, key):  # a copy may have gone since the last step
            sight = Sights(live, viewer).of(key)
            only[key] = SeenRooms(sight.grid, sight.rooms())
        yield task.Step("maps seen", done, len(keys))
    return Rules(may_take(live, viewer), only=only)


def may_take(live: Live, looker: Any) -> Callable[[Portal], bool]:
    """Whether a viewer sees an exit, knows its target, and can go through now."""
    viewer = viewer_of(live, looker)

    def may_take(portal: Portal) -> bool:
        key, number = portal.source
        if grid_of(live, key) is None:
            return False
        exit_obj = unmade.exit_at(live, portal.source, portal.link)
        if exit_obj is None or not viewer.may_view(exit_obj):
            return False
        maker = ViewMaker(live, viewer, key, Sights(live, viewer))
        if not maker.sight.room(number):
            return False
        if isinstance(exit_obj, unmade.UnmadeExit):
            view = maker.waiting(portal.link, exit_obj)
        else:
            view = maker.exit_of(portal.source, exit_obj)
        return view is not None and view.leads_to(live.number(portal.target))

    return may_take


class WayView(NamedTuple):
    """The visible parts of a route: exits by room and link, rooms by the ids of objects."""

    exits: dict[tuple[Room, int], ExitView]
    rooms: dict[int, RoomView]


def way_steps(
    live: Live, looker: Any, way: Iterable[RouteStep], pace: Pace = PACE
) -> Steps[WayView]:
    """Return the visible rooms and exits of a route, made step by step."""
    viewer, found = viewer_of(live, looker), WayView({}, {})
    links, numbers = defaultdict[Room, list[int]](list), defaultdict[str, set[int]](set)
    for step in way:
        links[step.source].append(step.link)
        for key, number in (step.source, step.target):
            numbers[key].add(number)

    def read(key: str, grid: Grid | None, part: Sequence[int]) -> None:
        if grid is None or grid_of(live, key) is not grid or not sees_map(live, viewer, key):
            return
        rows = RoomRows.of_rooms(ViewMaker(live, viewer, key, Sights(live, viewer)), part)
        found.rooms.update((room.number, room) for room in rows.rooms(part))
        for number in part:
            for link in links[key, number]:
                if (one := rows.exit(number, link)) is not None:
                    found.exits[(key, number), link] = one

    for key in sorted(numbers):
        read_map = partial(read, key, grid_of(live, key))
        yield from pace.each("rooms seen", sorted(numbers[key]), read_map)
    return found
